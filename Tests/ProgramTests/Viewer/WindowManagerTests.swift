import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import X11Viewer
@testable import XWindow

/// The viewer under window managers that hide windows in different ways.
@Suite("Window managers", .serialized, .xServer)
struct WindowManagerTests {
  private let server: XServer
  private let scratch: ScratchDirectory

  init() throws {
    server = try XServer(screen: "800x600x24")
    scratch = try ScratchDirectory()
  }

  @Test(
    "fullscreen covers exactly the screen and restores the window, which sleeps while it is hidden",
    arguments: WindowManager.allCases)
  func manager(_ kind: WindowManager) throws {
    let manager = try kind.start(on: server, in: scratch)
    let viewer = try RunningViewer(["--scene", "squares", "--size", "300x200"], on: server)
    try expectFullscreen(viewer)
    try expectVisibility(viewer, kind)
    withExtendedLifetime(manager) {}
  }

  private func expectVisibility(_ viewer: RunningViewer, _ kind: WindowManager) throws {
    let record = ProcessRecord(pid: viewer.process.pid)
    try record.waitUntilRunning()
    // Twice, since a state left behind the first time wouldn't be a change the second time.
    for size in [PixelSize(width: 280, height: 190), PixelSize(width: 320, height: 210)] {
      try kind.hide(viewer)
      try record.waitUntilAsleep()
      try server.run("xdotool", "windowsize", viewer.id, "\(size.width)", "\(size.height)")
      try kind.show(viewer)
      try record.waitUntilRunning()
      // Tiling window managers choose the size.
      #expect(kind == .i3 || viewer.size == size)
    }
    // Over the whole screen, and ignored by window managers.
    let cover = try HostWindow(on: server, PixelRect(x0: 0, y0: 0, x1: 800, y1: 600))
    try record.waitUntilAsleep()
    try cover.destroy()
    try record.waitUntilRunning()
  }

  private func expectFullscreen(_ viewer: RunningViewer) throws {
    let connection = try Connection(display: server.display)
    func area() throws -> PixelRect {
      try Window(adopting: viewer.number, on: connection).areaOnScreen
    }
    let before = try area()
    for _ in 0..<2 {
      try viewer.press("f")
      try waitUntil("it covers the screen") {
        try area() == PixelRect(x0: 0, y0: 0, x1: 800, y1: 600)
      }
      try viewer.press("f")
      try waitUntil("it is back at \(before)") { try area() == before }
    }
  }

  @Test("a resize with _NET_WM_SYNC_REQUEST is acknowledged even while the window is hidden")
  func hiddenResize() throws {
    let viewer = try RunningViewer(["--scene", "squares", "--size", "300x200"], on: server)
    let manager = try Connection(display: server.display)
    let counter = try #require(
      manager.property(manager.atoms[.netWMSyncRequestCounter], cx11_XA_CARDINAL, of: viewer.number)
        .first)
    func value() throws -> Int64 {
      try manager.trappingErrors { display in
        var value = XSyncValue()
        XSyncQueryCounter(display, counter, &value)
        return Int64(value.hi) << 32 | Int64(value.lo)
      }
    }
    func resize(to width: UInt32, announcing value: Int) throws {
      try manager.trappingErrors { display in
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = viewer.number
        event.xclient.message_type = manager.atoms[.wmProtocols]
        event.xclient.format = 32
        event.xclient.data.l = (Int(manager.atoms[.netWMSyncRequest]), 0, value, 0, 0)
        XSendEvent(display, viewer.number, 0, 0, &event)
        XResizeWindow(display, viewer.number, width, 100)
      }
    }
    try resize(to: 310, announcing: 5)
    try waitUntil("it is acknowledged") { try value() == 5 }
    try manager.trappingErrors { _ = XUnmapWindow($0, viewer.number) }
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
    try resize(to: 320, announcing: 7)
    try waitUntil("it is acknowledged", within: 2) { try value() == 7 }
  }
}
