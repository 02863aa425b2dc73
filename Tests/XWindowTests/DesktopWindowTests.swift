import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite("Windows on the desktop", .serialized, .xServer)
struct DesktopWindowTests {
  private let server: XServer
  private let connection: Connection
  private let other: Connection
  private let display: XDisplay
  private let screen = PixelRect(x0: 0, y0: 0, x1: 640, y1: 480)

  init() throws {
    server = try XServer()
    connection = try Connection(display: server.display)
    other = try Connection(display: server.display)
    display = try #require(other.display)
  }

  private func makeWindow(_ change: (inout WindowConfiguration) -> Void) throws -> Window {
    var configuration = WindowConfiguration(size: PixelSize(width: 64, height: 48))
    change(&configuration)
    let window = try Window(on: connection, configuration)
    connection.synchronize()
    return window
  }

  /// Starts a compositor that does nothing.
  private func composite() -> ResourceID {
    let owner = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    XSetSelectionOwner(display, XInternAtom(display, "_NET_WM_CM_S0", 0), owner, 0)
    other.synchronize()
    return owner
  }

  private func property(_ name: Atoms.Name, of window: Window) -> [UInt] {
    other.property(other.atoms[name], cx11_XA_CARDINAL, of: window.id)
  }

  @Test("tell the window manager their types", arguments: WindowType.allCases)
  func types(type: WindowType) throws {
    let window = try makeWindow { $0.type = type }
    let types = other.property(other.atoms[.netWMWindowType], cx11_XA_ATOM, of: window.id)
    let name = "_NET_WM_WINDOW_TYPE_\(type.rawValue.uppercased())"
    #expect(types == [XInternAtom(display, name, 0)])
  }

  @Test("tell the window manager their states, desktop and opacity")
  func states() throws {
    let window = try makeWindow {
      ($0.layer, $0.isOnAllDesktops, $0.isUnlisted, $0.opacity) = (.below, true, true, 0.5)
    }
    let states = other.property(other.atoms[.netWMState], cx11_XA_ATOM, of: window.id)
    let names: [Atoms.Name] = [
      .netWMStateBelow, .netWMStateSticky, .netWMStateSkipTaskbar, .netWMStateSkipPager,
    ]
    #expect(Set(states) == Set(names.map { other.atoms[$0] }))
    #expect(property(.netWMDesktop, of: window).first.map { $0 & 0xFFFF_FFFF } == 0xFFFF_FFFF)
    #expect(property(.netWMWindowOpacity, of: window) == [0x7FFF_FFFF])
    window.setOpacity(1)
    connection.synchronize()
    #expect(property(.netWMWindowOpacity, of: window).isEmpty)
  }

  @Test("have alpha if they are transparent")
  func alpha() throws {
    let window = try makeWindow { $0.isTransparent = true }
    #expect(window.isTransparent && window.format.depth == 32 && window.format.isNative)
    #expect(try !makeWindow { _ in }.isTransparent)
  }

  /// Draws an image of a square of 16 pixels at (8, 8), on a transparent background.
  private func draw(_ renderer: ShmRenderer, at x: Double = 8) throws {
    var list = DisplayList(size: PixelSize(width: 64, height: 48), background: .clear)
    list.fill(Rect(x: x, y: 8, width: 16, height: 16), .red)
    try renderer.draw(list)
    renderer.publish()
    connection.settle(renderer.handle)
  }

  private func shape(_ window: Window, _ kind: Int32) -> [PixelRect] {
    var (count, order): (Int32, Int32) = (0, 0)
    let list = XShapeGetRectangles(display, window.id, kind, &count, &order)
    defer { if let list { XFree(list) } }
    return UnsafeBufferPointer(start: list, count: Int(count)).map { PixelRect($0) }
  }

  @Test("have the shape of their image for clicks with a compositor, and completely without one")
  func shapes() throws {
    let window = try makeWindow { $0.isTransparent = true }
    let renderer = ShmRenderer(for: window, over: .best(for: window))
    let (whole, drawn) = (window.size.bounds, PixelRect(x0: 8, y0: 8, x1: 24, y1: 24))
    connection.watchCompositor()
    #expect(!connection.isComposited)
    renderer.shapeWindow(receivingClicks: .drawnPixels)
    try draw(renderer)
    #expect(shape(window, ShapeBounding) == [drawn])
    let owner = composite()
    try connection.wait { $0 == .compositorChange }
    #expect(connection.isComposited)
    renderer.shapeWindow(receivingClicks: .drawnPixels)
    try draw(renderer)
    #expect(shape(window, ShapeBounding) == [whole])
    #expect(shape(window, ShapeInput) == [drawn])
    try draw(renderer, at: 30)
    #expect(shape(window, ShapeInput) == [PixelRect(x0: 30, y0: 8, x1: 46, y1: 24)])
    renderer.shapeWindow(receivingClicks: .nowhere)
    try draw(renderer)
    #expect(shape(window, ShapeInput).isEmpty)
    XDestroyWindow(display, owner)
    other.synchronize()
    try connection.wait { $0 == .compositorChange }
    #expect(!connection.isComposited)
  }

  @Test("set no shape again while the outline stays the same")
  func stillOutline() throws {
    let window = try makeWindow { $0.isTransparent = true }
    let renderer = ShmRenderer(for: window, over: .best(for: window))
    renderer.shapeWindow(receivingClicks: .drawnPixels)
    try draw(renderer)
    try draw(renderer)
    var list = DisplayList(size: PixelSize(width: 64, height: 48), background: .clear)
    list.fill(Rect(x: 8, y: 8, width: 16, height: 16), .blue)
    let before = connection.requestCount
    try renderer.draw(list)
    renderer.publish()
    // Only the put of the changed tiles.
    #expect(connection.requestCount - before == 1)
  }

  @Test("are neither painted nor sent where they are hidden, until they are visible again")
  func hiddenAreas() throws {
    let window = try makeWindow { _ in }
    let renderer = ShmRenderer(for: window, over: .best(for: window))
    window.map()
    try connection.wait(window.handle, until: window.isVisible)
    func show(_ color: Color) throws -> PixelImage {
      try renderer.draw(DisplayList(size: PixelSize(width: 64, height: 48), background: color))
      renderer.publish()
      connection.settle(renderer.handle)
      return try image(of: window)
    }
    _ = try show(.red)
    #expect(renderer.hide([PixelRect(x0: 0, y0: 0, x1: 32, y1: 48)]))
    let half = try show(.blue)
    #expect(half[0, 0] == Color.red.argb && half[32, 0] == Color.blue.argb)
    #expect(renderer.hide([]) && !renderer.hide([]))
    let whole = try show(.green)
    #expect(whole[0, 0] == Color.green.argb && whole[32, 0] == Color.green.argb)
  }

  private func image(of window: Window) throws -> PixelImage {
    let pixels = try #require(
      connection.readPixels(of: window.id, window.size.bounds, PixelPacker(window.format)))
    let image = PixelImage(size: window.size)
    image.withMutablePixels { _ = $0.update(fromContentsOf: pixels) }
    return image
  }

  /// Makes an image of one colour the background of an area of the root window, and disconnects.
  private func paintRoot(_ color: Color, in area: PixelRect) throws {
    let connection = try Connection(display: server.display)
    let image = PixelImage(size: PixelSize(width: 640, height: 480))
    image.withMutablePixels { $0.update(repeating: color.argb) }
    try connection.setBackground(image, in: [area])
  }

  private func rootColors(_ points: (x: Int, y: Int)...) throws -> [UInt32] {
    let packer = PixelPacker(try Window(adopting: other.rootWindow, on: other).format)
    return try points.map { point in
      let pixel = PixelRect(x0: point.x, y0: point.y, x1: point.x + 1, y1: point.y + 1)
      return try #require(other.readPixels(of: other.rootWindow, pixel, packer)?.first)
    }
  }

  @Test(
    "the background of the root window outlives its program, and keeps what isn't painted again")
  func rootBackground() throws {
    let left = PixelRect(x0: 0, y0: 0, x1: 320, y1: 480)
    try paintRoot(.red, in: left)
    #expect(try rootColors((0, 0), (319, 479), (320, 0)) == [Color.red, .red, .black].map(\.argb))
    try paintRoot(.blue, in: PixelRect(x0: 160, y0: 0, x1: 640, y1: 240))
    #expect(
      try rootColors((0, 0), (159, 0), (160, 239), (160, 240), (639, 0), (639, 479))
        == [Color.red, .red, .blue, .red, .blue, .black].map(\.argb))
  }

  @Test("the background of the root window is named by both properties, and frees the previous one")
  func rootProperties() throws {
    func pixmaps() -> [UInt] {
      [Atoms.Name.xrootPixmap, .esetrootPixmap].flatMap {
        other.property(other.atoms[$0], cx11_XA_PIXMAP, of: other.rootWindow)
      }
    }
    func exists(_ pixmap: UInt) -> Bool {
      var (root, x, y): (ResourceID, Int32, Int32) = (0, 0, 0)
      var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
      let status = try? other.trappingErrors {
        XGetGeometry($0, pixmap, &root, &x, &y, &width, &height, &border, &depth)
      }
      return (status ?? 0) != 0
    }
    try paintRoot(.red, in: screen)
    let first = pixmaps()
    try #require(first.count == 2 && first[0] == first[1])
    #expect(exists(first[0]))
    try paintRoot(.blue, in: screen)
    let second = pixmaps()
    try #require(second.count == 2 && second[0] == second[1])
    #expect(exists(second[0]) && !exists(first[0]))
    // If the properties differ, another program may still use its pixmap.
    other.setProperty(
      other.atoms[.esetrootPixmap], cx11_XA_PIXMAP, of: other.rootWindow, to: [1])
    other.synchronize()
    try paintRoot(.green, in: screen)
    #expect(exists(second[0]))
  }

  @Test("the screen is blank while the screen saver of the server is active")
  func blankScreen() throws {
    #expect(!connection.isScreenBlank)
    XForceScreenSaver(display, ScreenSaverActive)
    other.synchronize()
    #expect(connection.isScreenBlank)
    XForceScreenSaver(display, ScreenSaverReset)
    other.synchronize()
    #expect(!connection.isScreenBlank)
  }

  /// Creates the watcher of a window at the bottom, and returns a closure that tells whether others cover the screen.
  private func watch() throws -> (window: Window, covers: () -> Bool) {
    let window = try makeWindow { configuration in
      configuration.isUnmanaged = true
      configuration.layer = .below
      configuration.monitor = screen
      configuration.size = PixelSize(width: 640, height: 480)
    }
    window.map()
    let watcher = CoverWatcher(below: window)
    return (
      window,
      { [connection, screen] in
        connection.settle { event in
          window.handle(event)
          watcher.handle(event)
        }
        return watcher.takeChange() && watcher.covers(screen)
      }
    )
  }

  @Test("are covered by opaque windows above that leave no gap")
  func covers() throws {
    let (window, covers) = try watch()
    #expect(!covers())
    let left = try HostWindow(on: server, PixelRect(x0: 0, y0: 0, x1: 320, y1: 480))
    #expect(!covers())
    let right = try HostWindow(on: server, PixelRect(x0: 320, y0: 0, x1: 640, y1: 480))
    #expect(covers())
    try right.resize(to: PixelSize(width: 319, height: 480))
    #expect(!covers())
    try right.resize(to: PixelSize(width: 320, height: 480))
    #expect(covers())
    XLowerWindow(display, left.id)
    other.synchronize()
    #expect(!covers())
    withExtendedLifetime(window) {}
  }

  @Test("aren't covered by translucent windows while a compositor runs")
  func translucent() throws {
    let (window, covers) = try watch()
    let cover = try HostWindow(on: server, screen, depth: 32)
    #expect(covers())
    let owner = composite()
    XRaiseWindow(display, cover.id)
    other.synchronize()
    #expect(!covers())
    // Its opaque region covers the screen.
    other.setProperty(
      other.atoms[.netWMOpaqueRegion], cx11_XA_CARDINAL, of: cover.id, to: [0, 0, 640, 480])
    XRaiseWindow(display, cover.id)
    XUnmapWindow(display, cover.id)
    XMapWindow(display, cover.id)
    other.synchronize()
    #expect(covers())
    other.setProperty(
      other.atoms[.netWMWindowOpacity], cx11_XA_CARDINAL, of: cover.id, to: [0x7FFF_FFFF])
    XUnmapWindow(display, cover.id)
    XMapWindow(display, cover.id)
    other.synchronize()
    #expect(!covers())
    withExtendedLifetime((window, owner)) {}
  }

  @Test("aren't covered where another window is shaped")
  func shaped() throws {
    let (window, covers) = try watch()
    let cover = try HostWindow(on: server, screen)
    #expect(covers())
    var hole = XRectangle(x: 0, y: 0, width: 640, height: 400)
    XShapeCombineRectangles(
      display, cover.id, ShapeBounding, 0, 0, &hole, 1, ShapeSet, YXBanded)
    XUnmapWindow(display, cover.id)
    XMapWindow(display, cover.id)
    other.synchronize()
    #expect(!covers())
    withExtendedLifetime(window) {}
  }
}
