import TestSupport
import Testing
import XServerSupport

@testable import LinuxSystem
@testable import X11Viewer

@Suite("Parts of all animations, and quiet tests")
struct ShardTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    for name in "abcdefg" { try scratch.write(TestAnimation(frames: 2).json, to: "\(name).json") }
  }

  private func test(_ arguments: String) throws -> CommandRun {
    try CommandRun("test . \(arguments)", in: scratch)
  }

  @Test("the parts together are complete, and none treats the goldens of another as stale")
  func parts() throws {
    var names: [String] = []
    for part in ["1/3", "2/3", "3/3"] {
      let run = try test("--update --shard \(part)")
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      names += run.text.split(separator: "\n").filter { $0.hasPrefix("new") }
        .compactMap { $0.split(separator: " ").dropFirst().first.map { String($0.prefix(6)) } }
    }
    #expect(names.count == 7 && Set(names).count == 7, "\(names)")
    let run = try test("--shard 2/3 --prune")
    #expect(run.end == .exit(0) && run.text.contains("2 animations"), "\(run.text)")
    #expect(try test("").text.contains("7 animations: 14 as expected"))
    // There may be more machines than animations.
    let spare = try test("--shard 9/9")
    #expect(spare.end == .exit(0) && spare.text == "0 images of 0 animations\n", "\(spare.text)")
  }

  @Test(
    "invalid parts are rejected", arguments: ["0/3", "4/3", "1", "1/", "/", "a/b", "1/2/3", "1/0"])
  func refused(part: String) throws {
    #expect(try test("--shard \(part)").complained(.usage))
  }

  @Test("a quiet test prints nothing, and its status and reports contain the results")
  func quiet() throws {
    let run = try test("--quiet --json report.json")
    #expect(run.end == .exit(66) && run.output.isEmpty && run.complaint.isEmpty, "\(run.complaint)")
    #expect(try scratch.read("report.json").contains("missing"))
  }
}
