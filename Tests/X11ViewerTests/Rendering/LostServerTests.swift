import TestSupport
import Testing
import XServerSupport

@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite(.xServer)
struct LostServerTests {
  @Test("if the server dies, the connection is lost and nothing else happens")
  func serverDies() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    let renderer = try RendererKind.auto.make(for: window) { _ in }
    window.map()
    connection.synchronize()
    try server.crash()
    connection.settle()
    #expect(connection.isLost)
    // None of it may reach Xlib, which would end the process or block forever.
    window.setTitle("too late")
    window.setFullscreen(true)
    window.didPublish(window.size)
    connection.exchange()
    connection.synchronize()
    renderer.publish()
    renderer.recover()
    #expect(throws: RenderError.connectionLost) { try renderer.readBack() }
    #expect(connection.nextEvent() == nil)
    #expect(connection.output(showing: window.areaOnScreen) == nil)
  }
}
