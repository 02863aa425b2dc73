import CX11
import Testing

@testable import X11Viewer

@Suite(.serialized)
struct RootWindowTests {
  @Test(
    "window numbers are read as X programs print them",
    arguments: [
      ("0x1a00003", 0x1a00003), ("0X1A", 0x1A), ("27262979", 27_262_979), ("0", nil), ("", nil),
      ("root", nil), ("-1", nil), ("0x20000000", nil), ("1a", nil),
    ] as [(String, ResourceID?)])
  func numbers(text: String, id: ResourceID?) {
    #expect(Connection.windowID(text) == id)
  }

  @Test("a virtual root is drawn on in place of the root")
  func virtualRoot() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    #expect(connection.screenSaverWindow == connection.rootWindow)
    let desktop = try Window(on: connection, WindowOptions())
    connection.setProperty(
      connection.atoms[.swmVirtualRoot], cx11_XA_WINDOW, of: desktop.id, to: [Int(desktop.id)])
    #expect(connection.screenSaverWindow == desktop.id)
  }
}
