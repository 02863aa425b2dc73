import ArgumentParser
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import DemoScenes
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Options of the program")
struct InvalidOptionTests {
  @Test("an error is a sentence, and results in status 64")
  func error() throws {
    for arguments in [["--fan-duration", "-1"], ["--stats-json", "-", "--stats-csv", "-"]] {
      let run = try Run(arguments)
      #expect(run.complained(.usage) && run.output.isEmpty, "\(run.end) \(run.complaint)")
    }
  }

  @Test(
    "help, the version and the list of scenes are printed on standard output",
    arguments: [["--help"], ["-V"], ["render", "--help"], ["--list-scenes"]])
  func answers(arguments: [String]) throws {
    let run = try Run(arguments)
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "")
    expectEqual(run.output.last, UInt8(ascii: "\n"))
  }
}
