import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite("Events about the window", .xServer)
struct WindowReportTests {
  @Test("a position is valid if it is relative to the screen: from a manager, or without a frame")
  func position() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    let size = PixelSize(width: 30, height: 20)
    func move(_ x: Int, _ origin: PositionOrigin) -> Int {
      window.handle(
        .configure(size: size, position: WindowPosition(x: x, y: 0), origin: origin))
      return window.position.x
    }
    expectEqual(move(5, .parent), 5)
    window.handle(.reparented(parent: 77))
    expectEqual(move(6, .parent), 5)
    expectEqual(move(7, .screen), 7)
    expectEqual(window.size, size)
    window.handle(.reparented(parent: connection.rootWindow))
    expectEqual(move(8, .parent), 8)
  }

  @Test("a resize is completed by a frame of the new size, once")
  func resize() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    let (old, new) = (window.size, PixelSize(width: 30, height: 20))
    window.handle(.syncRequest(value: 9))
    window.didPublish(old)
    expectEqual(window.resizeRequest, .announced(9))
    window.handle(
      .configure(size: new, position: WindowPosition(x: 0, y: 0), origin: .parent))
    window.didPublish(old)
    expectEqual(window.resizeRequest, .due(9))
    window.didPublish(new)
    expectEqual(window.resizeRequest, .none)
  }
}
