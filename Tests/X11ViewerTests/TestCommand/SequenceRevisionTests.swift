import TestSupport
import Testing
import XServerSupport

@testable import X11Viewer

@Suite("Sequences and revisions")
struct SequenceRevisionTests {
  @Test("image sequences are compared with those of a revision")
  func sequence() throws {
    let scratch = try ScratchDirectory()
    func commit() throws {
      try scratch.sh("git add .; git -c user.name=a -c user.email=b commit -qm a --allow-empty")
    }
    func draw(at time: Int, _ number: Int) throws {
      let run = try CommandRun(
        "render --scene fan --size 20x20 --at \(time) -o f.000\(number).png", in: scratch)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
    }
    func test(against revision: String) throws -> CommandRun {
      try CommandRun("test f.%04d.png --against \(revision)", in: scratch)
    }
    try scratch.sh("git init -q")
    try commit()
    for number in 1...3 { try draw(at: number, number) }
    try commit()
    let same = try test(against: "HEAD")
    expectEqual(same.end, .exit(0), "\(same.complaint)")
    expectEqual(same.text, "3 frames of 1 animation: 1 as expected\n")
    try draw(at: 9, 2)
    let run = try test(against: "HEAD")
    expectEqual(run.end, .exit(65), "\(run.text) \(run.complaint)")
    #expect(run.text.hasPrefix("differs     f.%04d.png: frame 1 "), "\(run.text)")
    let earlier = try test(against: "HEAD~1")
    #expect(earlier.text.hasPrefix("new         f.%04d.png"), "\(earlier.text)")
  }
}
