import TestSupport
import Testing
import XServerSupport

@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Files whose names are not UTF-8", .xServer)
struct FileNameCommandTests {
  private let scratch: ScratchDirectory

  /// Two animations, one of which has an e with an acute accent in its name, encoded in Latin-1.
  init() throws {
    scratch = try ScratchDirectory()
    let bytes = Array(TestAnimation(frames: 4).json.utf8)
    try OutputFile.write(
      bytes, to: scratch / String(fileName: Array("caf".utf8) + [0xE9] + Array(".json".utf8)))
    try OutputFile.write(bytes, to: scratch / "zoo.json")
  }

  private func run(_ script: String, on server: XServer? = nil) throws -> Run {
    try Run(
      script: "cd '\(scratch.path)'; name=$(printf 'caf\\351'); set -e; \(script)", on: server)
  }

  @Test("commands in the sandbox open them, and write files with such names")
  func commands() throws {
    let run = try run(
      "\"$0\" render $name.json -o $name.%d.png --manifest $name.txt; \"$0\" verify $name.txt")
    expectEqual(run.end, .exit(0), "\(run.complaint)")
  }

  @Test("standard output has their bytes in octal digits")
  func text() throws {
    let run = try run("\"$0\" info --brief .")
    #expect(run.end == .exit(0) && run.text.contains("caf\\351.json"), "\(run.text)")
  }

  @Test("the window shows them, and saves images under such names")
  func window() throws {
    let server = try XServer.shared()
    let run = try run(
      "\"$0\" $name.json --stop-after 3 --screenshot $name.png; test -s $name.png", on: server)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
  }
}
