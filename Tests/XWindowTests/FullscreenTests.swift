import CX11
import Glibc
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite("Fullscreen", .serialized, .xServer)
struct FullscreenTests {
  private let server: XServer
  private let connection: Connection
  private let screen = PixelSize(width: 800, height: 600)

  init() throws {
    server = try XServer(screen: "800x600x24")
    connection = try Connection(display: server.display)
  }

  /// Returns a mapped window of 300×200 at (40, 50), or at the window manager's position.
  private func makeWindow(isFullscreen: Bool = false) throws -> Window {
    var configuration = WindowConfiguration()
    configuration.geometry = try WindowGeometry("300x200+40+50")
    configuration.isFullscreen = isFullscreen
    let window = try Window(on: connection, configuration)
    window.map()
    try connection.wait(window.handle, until: window.isMapped)
    return window
  }

  private func properties(_ window: Window) throws -> String {
    connection.synchronize()
    return try server.run("xprop", "-id", "\(window.id)")
  }

  @Test("without a window manager, it covers the screen, and restores the window's geometry")
  func alone() throws {
    let window = try makeWindow()
    window.setFullscreen(true)
    try connection.wait(window.handle, until: window.size == screen)
    #expect(window.isFullscreen)
    expectEqual(window.areaOnScreen, screen.bounds)
    #expect(try properties(window).contains("_NET_WM_BYPASS_COMPOSITOR(CARDINAL) = 1"))
    window.setFullscreen(false)
    try connection.wait(
      window.handle, until: window.size == PixelSize(width: 300, height: 200))
    #expect(!window.isFullscreen)
    expectEqual(window.areaOnScreen, PixelRect(x0: 40, y0: 50, x1: 340, y1: 250))
    #expect(try !properties(window).contains("BYPASS"))
  }

  @Test("hides the pointer, unless it is wanted, and only in fullscreen")
  func pointer() throws {
    guard let display = connection.display else { return }
    try connection.setRootPointer()
    let window = try makeWindow()
    XWarpPointer(display, 0, window.id, 0, 0, 0, 0, 20, 20)
    #expect(try !isPointerHidden())
    window.showsPointer = true
    window.showsPointer = false
    #expect(try !isPointerHidden())
    window.setFullscreen(true)
    try connection.wait(window.handle, until: window.size == screen)
    #expect(try isPointerHidden())
    window.showsPointer = true
    #expect(try !isPointerHidden())
    window.showsPointer = false
    #expect(try isPointerHidden())
    window.setFullscreen(false)
    #expect(try !isPointerHidden())
  }

  private func isPointerHidden() throws -> Bool {
    try connection.pointerImage().allSatisfy { $0 == 0 }
  }

  @Test("without a window manager, a covered window is raised to the top")
  func raised() throws {
    let window = try makeWindow()
    let cover = try HostWindow(on: server, PixelRect(x0: 0, y0: 0, x1: 500, y1: 400))
    try connection.wait(window.handle, until: !window.isVisible)
    window.setFullscreen(true)
    try connection.wait(window.handle, until: window.isVisible && window.size == screen)
    try expectEqual(connection.viewableWindows().last, window.id)
    withExtendedLifetime(cover) {}
  }

  @Test("two requests act as one, and the first geometry is restored")
  func twice() throws {
    let window = try makeWindow()
    window.setFullscreen(false)
    window.setFullscreen(true)
    window.setFullscreen(true)
    try connection.wait(window.handle, until: window.size == screen)
    window.setFullscreen(true)
    window.setFullscreen(false)
    try connection.wait(
      window.handle, until: window.size == PixelSize(width: 300, height: 200))
    expectEqual(window.areaOnScreen, PixelRect(x0: 40, y0: 50, x1: 340, y1: 250))
  }

  @Test("without a window manager, a property set by another client doesn't end it")
  func foreignProperty() throws {
    let window = try makeWindow()
    window.setFullscreen(true)
    connection.setProperty(
      connection.atoms[.netWMState], cx11_XA_ATOM, of: window.id, to: [Int]())
    try connection.wait(window.handle) { $0 == .property(connection.atoms[.netWMState]) }
    #expect(window.isFullscreen)
  }

  @Test("properties left behind by a dead window manager are ignored")
  func deadWindowManager() throws {
    let root = connection.rootWindow
    let atoms = connection.atoms
    connection.setProperty(
      atoms[.netSupported], cx11_XA_ATOM, of: root, to: [Int(atoms[.netWMStateFullscreen])])
    let gone = try HostWindow(on: server, PixelRect(x0: 0, y0: 0, x1: 1, y1: 1))
    connection.setProperty(
      atoms[.netSupportingWMCheck], cx11_XA_WINDOW, of: root, to: [Int(gone.id)])
    let window = try makeWindow()
    window.setFullscreen(true)
    try connection.wait(window.handle, until: window.size == screen)
    #expect(window.isFullscreen)
  }

  @Test("a window manager grants it, before and after mapping")
  func managed() throws {
    let manager = try server.startWindowManager()
    let window = try makeWindow(isFullscreen: true)
    try connection.wait(window.handle, until: window.size == screen)
    #expect(window.isFullscreen)
    window.setFullscreen(false)
    try connection.wait(
      window.handle,
      until: !window.isFullscreen && window.size == PixelSize(width: 300, height: 200))
    window.setFullscreen(true)
    try connection.wait(window.handle, until: window.isFullscreen && window.size == screen)
    withExtendedLifetime(manager) {}
  }
}
