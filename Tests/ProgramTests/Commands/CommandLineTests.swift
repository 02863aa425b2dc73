import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import DemoScenes
@testable import X11Viewer

@Suite("The command line, by the program")
struct CommandLineTests {
  @Test("a command uses the name of the program for itself")
  func usage() throws {
    for arguments in [["help", "render"]] {
      let run = try Run(arguments)
      expectEqual(run.end, .exit(0))
      let text = String(decoding: run.output, as: UTF8.self)
      #expect(text.contains("USAGE: x11viewer render "), "\(text.prefix(300))")
      #expect(text.contains("--version"))
    }
  }
}
