import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite("Window position", .serialized, .xServer)
struct WindowPositionTests {
  private let server: XServer
  private let connection: Connection
  private let window: Window

  init() throws {
    server = try XServer(screen: "800x600x24")
    connection = try Connection(display: server.display)
    var configuration = WindowConfiguration()
    configuration.geometry = try WindowGeometry("300x200+40+50")
    window = try Window(on: connection, configuration)
  }

  @Test("without a window manager, the server's report is used")
  func alone() throws {
    expectEqual(window.position, WindowPosition(x: 40, y: 50))
    window.map()
    try connection.wait(window.handle, until: window.isMapped)
    try server.run("xdotool", "windowmove", "\(window.id)", "210", "120")
    try connection.wait(window.handle, until: window.position == WindowPosition(x: 210, y: 120))
    expectEqual(window.areaOnScreen, PixelRect(x0: 210, y0: 120, x1: 510, y1: 320))
  }

  @Test("in the frame of a window manager, the window manager's report is used")
  func managed() throws {
    let manager = try server.startWindowManager()
    window.map()
    try connection.wait(window.handle, until: window.isVisible)
    for (x, y) in [(210, 120), (5, 300)] {
      try server.run("xdotool", "windowmove", "--sync", "\(window.id)", "\(x)", "\(y)")
      // The frame is at the requested position, and the window inside it.
      try connection.wait(
        window.handle,
        until: (x...x + 10).contains(window.position.x) && (y...y + 40).contains(window.position.y))
      let area = window.areaOnScreen
      expectEqual(window.position, WindowPosition(x: area.x0, y: area.y0))
    }
    withExtendedLifetime(manager) {}
  }

  @Test("a window that gets a parent and then loses it has its own position again")
  func reparented() throws {
    let parent = try HostWindow(on: server, PixelRect(x0: 100, y0: 100, x1: 600, y1: 500))
    window.map()
    try connection.wait(window.handle, until: window.isMapped)
    try parent.connection.trappingErrors {
      XReparentWindow($0, window.id, parent.id, 3, 4)
      XMoveWindow($0, window.id, 9, 9)
    }
    connection.settle(window.handle)
    expectEqual(window.position, WindowPosition(x: 40, y: 50))
    expectEqual(window.areaOnScreen.x0, 109)
    try parent.connection.trappingErrors {
      XReparentWindow($0, window.id, parent.connection.rootWindow, 0, 0)
      XMoveWindow($0, window.id, 77, 88)
    }
    try connection.wait(window.handle, until: window.position == WindowPosition(x: 77, y: 88))
  }
}
