import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

@Suite("Files that are not images")
struct InputLimitTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try Data(TestImages.png(width: 40, height: 30)).write(
      to: URL(fileURLWithPath: directory / "a.png"))
  }

  /// Runs the program in 100 MB of address space. The program is `$0`, and the image is `$1`.
  private func run(_ script: String) throws -> Run {
    try Run(script: "cd '\(directory.path)'; ulimit -v 100000; \(script)")
  }

  @Test("images are compared with little memory")
  func little() throws {
    try expectEqual(run("exec \"$0\" compare a.png a.png").end, .exit(0))
  }

  @Test(
    "endless files are rejected with little memory",
    arguments: [
      "exec \"$0\" compare /dev/zero a.png", "exec \"$0\" compare a.png /dev/zero",
      // An image up to the end of its header.
      "(head -c 33 a.png; exec cat /dev/zero) | \"$0\" compare /dev/stdin a.png",
    ])
  func endless(script: String) throws {
    let run = try run(script)
    #expect(run.complained(.differs), "\(run.end) \(run.complaint)")
  }

  @Test("an image that doesn't fit in memory is rejected")
  func large() throws {
    // A header of 10,000 pixels each way, which are 700 MB, and no pixels.
    let text =
      "iVBORw0KGgoAAAANSUhEUgAAJxAAACcQCAIAAAA1LPVwAAAACUlEQVR4nGMA"
      + "AAABAAFe/335AAAAAElFTkSuQmCC"
    try #require(Data(base64Encoded: text)).write(to: URL(fileURLWithPath: directory / "large.png"))
    let run = try run("exec \"$0\" compare large.png a.png")
    #expect(run.complained(.differs), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("10000 by 10000"), "\(run.complaint)")
  }
}
