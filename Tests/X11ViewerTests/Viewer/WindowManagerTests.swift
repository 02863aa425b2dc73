import AnimCore
import Testing

@testable import X11Viewer

/// The viewer under window managers that each have their own idea of how to hide a window.
@Suite("Under window managers", .serialized)
struct WindowManagerTests {
  private let server: XServer
  private let scratch: ScratchDirectory

  init() throws {
    server = try XServer(screen: "800x600x24")
    scratch = try ScratchDirectory()
  }

  @Test(
    "it sleeps while it cannot be seen, and runs again when it can",
    arguments: WindowManager.allCases)
  func visibility(_ kind: WindowManager) throws {
    let manager = try kind.start(on: server, in: scratch)
    let viewer = try Viewer(["--scene", "squares", "--size", "300x200"], on: server)
    let record = ProcessRecord(pid: viewer.process.pid)
    try record.waitUntilRunning()
    // Twice, since a state that was left behind the first time is nothing new the second time.
    for size in [PixelSize(width: 280, height: 190), PixelSize(width: 320, height: 210)] {
      try kind.hide(viewer)
      try record.waitUntilAsleep()
      try server.run("xdotool", "windowsize", viewer.id, "\(size.width)", "\(size.height)")
      try kind.show(viewer)
      try record.waitUntilRunning()
      // Whoever tiles decides about sizes.
      #expect(kind == .i3 || viewer.size == size)
    }
    // Over the whole screen, and no window manager's business.
    let cover = try HostWindow(on: server, PixelRect(x0: 0, y0: 0, x1: 800, y1: 600))
    try record.waitUntilAsleep()
    try cover.destroy()
    try record.waitUntilRunning()
    withExtendedLifetime(manager) {}
  }

  @Test(
    "fullscreen covers the screen and nothing else, and ends where it began",
    arguments: WindowManager.allCases)
  func fullscreen(_ kind: WindowManager) throws {
    let manager = try kind.start(on: server, in: scratch)
    let viewer = try Viewer(["--scene", "squares", "--size", "300x200"], on: server)
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
    withExtendedLifetime(manager) {}
  }
}
