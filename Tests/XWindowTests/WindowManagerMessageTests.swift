import TestSupport
import Testing
import XServerSupport

import let CX11.ClientMessage
import let CX11.SubstructureNotifyMask
import struct CX11.XEvent
import func CX11.XResizeWindow
import func CX11.XSelectInput
import func CX11.XSendEvent
import func CX11.XSyncQueryCounter
import struct CX11.XSyncValue

@testable import AnimGraphics
@testable import XWindow

/// The second connection plays the window manager.
@Suite(.serialized, .xServer)
struct WindowManagerMessageTests {
  private let server: XServer
  private let connection: Connection
  private let manager: Connection
  private let window: Window

  init() throws {
    server = try XServer()
    connection = try Connection(display: server.display)
    manager = try Connection(display: server.display)
    window = try Window(on: connection, WindowConfiguration())
    window.map()
    connection.synchronize()
  }

  private func send(_ protocolName: Atoms.Name, _ data: (Int, Int, Int, Int)) throws {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window.id
    event.xclient.message_type = manager.atoms[.wmProtocols]
    event.xclient.format = 32
    event.xclient.data.l = (
      Int(manager.atoms[protocolName]), data.0, data.1, data.2, data.3
    )
    let display: XDisplay = try #require(manager.display)
    XSendEvent(display, window.id, 0, 0, &event)
    manager.synchronize()
  }

  @Test("a ping is returned to the root window unchanged")
  func ping() throws {
    let display: XDisplay = try #require(manager.display)
    XSelectInput(display, manager.rootWindow, SubstructureNotifyMask)
    try send(.netWMPing, (1234, Int(window.id), 7, 8))
    try connection.wait(window.handle) { if case .ping = $0 { true } else { false } }
    connection.exchange()
    let answer = try manager.wait { if case .ping = $0 { true } else { false } }
    let ping = Int(manager.atoms[.netWMPing])
    expectEqual(answer, .ping(PingMessage(data: [ping, 1234, Int(window.id), 7, 8, 0, 0, 0])))
  }

  @Test("a resize is acknowledged after the first frame in the new size, and not before")
  func resize() throws {
    let display: XDisplay = try #require(manager.display)
    let old = window.size
    let new = PixelSize(width: 200, height: 100)
    try send(.netWMSyncRequest, (0, 5, 3, 0))
    XResizeWindow(display, window.id, 200, 100)
    manager.exchange()
    try connection.wait(window.handle, until: window.size == new)
    expectEqual(counter(), 0)
    window.didPublish(old)
    expectEqual(counter(), 0)
    window.didPublish(new)
    expectEqual(counter(), 0x3_0000_0005)
    // Without another request nothing is acknowledged again.
    XResizeWindow(display, window.id, 201, 100)
    manager.exchange()
    try connection.wait(window.handle, until: window.size.width == 201)
    window.didPublish(window.size)
    expectEqual(counter(), 0x3_0000_0005)
  }

  private func counter() -> Int64? {
    guard let display = connection.display, let counter = window.syncCounter else { return nil }
    var value = XSyncValue()
    XSyncQueryCounter(display, counter, &value)
    return Int64(value.hi) << 32 | Int64(value.lo)
  }
}
