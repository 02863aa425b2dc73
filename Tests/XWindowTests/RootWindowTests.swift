import CX11
import TestSupport
import Testing
import XServerSupport

@testable import XWindow

@Suite(.serialized, .xServer)
struct RootWindowTests {
  @Test(
    "window numbers are parsed as X programs print them",
    arguments: [
      ("0x1a00003", 0x1a00003), ("0X1A", 0x1A), ("27262979", 27_262_979), ("0", nil), ("", nil),
      ("root", nil), ("-1", nil), ("0x20000000", nil), ("1a", nil),
    ] as [(String, ResourceID?)])
  func numbers(text: String, id: ResourceID?) {
    expectEqual(Connection.windowID(text), id)
  }

  @Test("a screen saver draws on the root window by default")
  func root() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    try expectEqual(connection.screenSaverWindow(), connection.rootWindow)
  }
}
