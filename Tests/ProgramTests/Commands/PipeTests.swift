import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Commands that read pipes, and whose output is closed")
struct PipeTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 2).json, to: "a.json")
  }

  private func sh(_ script: String) throws -> Run {
    try Run(script: "cd '\(scratch.path)' && \(script)")
  }

  @Test("PNG images can be compared through pipes, and other files are rejected")
  func compare() throws {
    try Data(TestImages.png(width: 4, height: 3)).write(to: URL(fileURLWithPath: scratch / "a.png"))
    let same = try sh("\"$0\" compare /dev/stdin a.png <a.png")
    expectEqual(same.end, .exit(0), "\(same.complaint)")
    let refused = try sh("cat a.json | \"$0\" compare /dev/stdin a.json")
    #expect(
      refused.complained(.differs) && refused.complaint.contains("only PNG images can be read"),
      "\(refused.complaint)")
    let tested = try sh("cat a.json | \"$0\" test /dev/stdin")
    #expect(
      tested.complained(.usage) && tested.complaint.contains("/dev/stdin: not a regular file"),
      "\(tested.complaint)")
  }

  @Test("verify fails even if nothing reads its output")
  func closedOutput() throws {
    let run = try sh(
      """
      "$0" render a.json -o f.%d.png --manifest m && rm f.0.png \
        && mkfifo p && { : <p & exec 3>p; wait; exec "$0" verify m >&3; }
      """)
    expectEqual(run.end, .exit(65), "\(run.complaint)")
  }

  @Test("a thumbnail of standard input doesn't name a file")
  func thumbnail() throws {
    let run = try sh("exec \"$0\" thumbnail - - 64 <a.json")
    try expectEqual(run.image().size, PixelSize(width: 64, height: 16))
    #expect(run.output.firstRange(of: Array("Thumb::".utf8)) == nil)
  }

  @Test("a file named - isn't mistaken for standard input or output")
  func hyphen() throws {
    try expectEqual(
      sh("cp a.json ./- && exec \"$0\" render - -o - <a.json").image().size,
      PixelSize(width: 240, height: 60))
  }

  @Test("commands give up on a file that never arrives")
  func timeout() throws {
    mkfifo(scratch / "pipe.json", 0o600)
    for command in ["thumbnail pipe.json t.png 32", "info pipe.json"] {
      let run = try sh("exec \"$0\" \(command) --timeout 0.1")
      #expect(
        run.complained(.timedOut) && run.complaint.contains("--timeout expired"),
        "\(run.end) \(run.complaint)")
    }
    expectEqual(scratch.allNames, ["a.json", "pipe.json"])
  }
}
