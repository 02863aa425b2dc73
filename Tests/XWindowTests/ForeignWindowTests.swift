import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite("Windows of other clients", .serialized, .xServer)
struct ForeignWindowTests {
  private let server: XServer
  private let connection: Connection

  init() throws {
    server = try XServer.shared(screen: "800x600x24")
    connection = try Connection(display: server.display)
  }

  @Test("another client's window keeps its visual, and no property of it is changed")
  func adopted() throws {
    let host = try HostWindow(on: server)
    let window = try Window(adopting: host.id, on: connection)
    #expect(!window.isOwned)
    expectEqual(window.size, PixelSize(width: 320, height: 200))
    expectEqual(window.format.depth, 24)
    #expect(window.isVisible)
    expectEqual(window.areaOnScreen, PixelRect(x0: 30, y0: 20, x1: 350, y1: 220))
    window.setTitle("mine")
    window.setIcons([WindowIcon(size: PixelSize(width: 1, height: 1), argb: [0])])
    window.setFullscreen(true)
    window.map()
    connection.settle { if case .error(let error) = $0 { Issue.record("\(error)") } }
    #expect(try !server.run("xprop", "-id", "\(host.id)").contains("_NET_WM"))
    expectEqual(window.areaOnScreen, PixelRect(x0: 30, y0: 20, x1: 350, y1: 220))
    let deep = try HostWindow(on: server, depth: 32)
    try expectEqual(Window(adopting: deep.id, on: connection).format.depth, 32)
    // Any window will do, such as the root window.
    let root = try Window(adopting: connection.rootWindow, on: connection)
    expectEqual(root.size, PixelSize(width: 800, height: 600))
    #expect(root.isVisible)
  }

  @Test("a window whose parent is not mapped is invisible until the parent is mapped")
  func unviewable() throws {
    let outer = try HostWindow(on: server)
    let host = try HostWindow(on: server, PixelRect(x0: 5, y0: 7, x1: 105, y1: 107), in: outer.id)
    try outer.connection.trappingErrors { _ = XUnmapWindow($0, outer.id) }
    let window = try Window(adopting: host.id, on: connection)
    #expect(window.isMapped && !window.isVisible)
    try outer.connection.trappingErrors { _ = XMapWindow($0, outer.id) }
    try connection.wait(window.handle, until: window.isVisible)
    expectEqual(window.position, WindowPosition(x: 35, y: 27))
    // The event for a move within the parent doesn't give the position on the screen.
    try host.connection.trappingErrors { _ = XMoveWindow($0, host.id, 1, 1) }
    try connection.wait(window.handle) { if case .configure = $0 { true } else { false } }
    expectEqual(window.position, WindowPosition(x: 35, y: 27))
  }

  @Test("a window that doesn't exist or has no pixels is reported by its number")
  func unusable() throws {
    let error = #expect(throws: WindowError.noSuchWindow(0x123)) {
      try Window(adopting: 0x123, on: connection)
    }
    #expect(
      error?.description
        == "window 0x123: no such window; check --window-id and XSCREENSAVER_WINDOW")
    let other = try Connection(display: server.display)
    let inputOnly = try other.trappingErrors { display in
      XCreateWindow(
        display, XDefaultRootWindow(display), 0, 0, 9, 9, 0, 0, UInt32(InputOnly), nil, 0, nil)
    }
    #expect(throws: WindowError.unusableWindow(inputOnly)) {
      try Window(adopting: inputOnly, on: connection)
    }
    // Even after that, another window can be used.
    #expect(throws: Never.self) { try Window(adopting: connection.rootWindow, on: connection) }
  }

  @Test("destruction of the window by its owner is an event")
  func destroyed() throws {
    let host = try HostWindow(on: server)
    let window = try Window(adopting: host.id, on: connection)
    try host.destroy()
    try connection.wait(window.handle) { $0 == .destroyed }
    #expect(!window.isVisible)
  }
}
