import CX11
import Glibc
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

/// Tests the properties of a new window that another client can read.
@Suite("Requests for a new window", .serialized, .xServer)
struct NewWindowTests {
  private let server: XServer
  private let connection: Connection
  private let other: Connection

  init() throws {
    server = try XServer.shared(screen: "800x600x24")
    connection = try Connection(display: server.display)
    other = try Connection(display: server.display)
  }

  private func makeWindow(
    _ geometry: String? = nil, size: PixelSize = PixelSize(width: 500, height: 400)
  ) throws -> Window {
    var configuration = WindowConfiguration()
    configuration.size = size
    configuration.geometry = try geometry.map { try WindowGeometry($0) }
    let window = try Window(on: connection, configuration)
    connection.synchronize()
    return window
  }

  private func attributes(_ window: Window) throws -> XWindowAttributes {
    try other.trappingErrors { display in
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, window.id, &attributes)
      return attributes
    }
  }

  private func properties(_ window: Window) throws -> String {
    connection.synchronize()
    return try server.run("xprop", "-id", "\(window.id)")
  }

  @Test("the necessary events are selected, and those of the pointer only while it is followed")
  func events() throws {
    let window = try makeWindow()
    let usual =
      ExposureMask | StructureNotifyMask | VisibilityChangeMask | PropertyChangeMask | KeyPressMask
      | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | Button1MotionMask | FocusChangeMask
    try expectEqual(other.selectedEvents(on: window.id), usual)
    window.followPointer(true)
    connection.synchronize()
    #expect(
      try other.selectedEvents(on: window.id)
        == usual | PointerMotionMask | EnterWindowMask | LeaveWindowMask)
    window.followPointer(false)
    connection.synchronize()
    try expectEqual(other.selectedEvents(on: window.id), usual)
  }

  @Test("a window of another client is only observed, even if pointer events were requested")
  func adoptedEvents() throws {
    let host = try HostWindow(on: server)
    let window = try Window(adopting: host.id, on: connection)
    window.followPointer(true)
    connection.synchronize()
    #expect(
      try other.selectedEvents(on: host.id)
        == ExposureMask | StructureNotifyMask | VisibilityChangeMask)
  }

  @Test(
    "it has no border, keeps its contents when resized, and leaves its position to the window manager"
  )
  func plain() throws {
    let found = try attributes(try makeWindow("300x200+40+50"))
    #expect(found.x == 40 && found.y == 50 && found.width == 300 && found.height == 200)
    #expect(found.border_width == 0 && found.override_redirect == 0)
    #expect(found.class == InputOutput && found.map_state == IsUnmapped)
    expectEqual(found.bit_gravity, NorthWestGravity)
    let display: XDisplay = try #require(other.display)
    expectEqual(found.colormap, XDefaultColormap(display, XDefaultScreen(display)))
    expectEqual(found.depth, 24)
  }

  @Test("it has no background, which would be visible before its image")
  func background() throws {
    let host = try HostWindow(on: server, PixelRect(x0: 0, y0: 0, x1: 100, y1: 100))
    let image = GraphicsContext(for: host.id, on: host.connection)
    image.setForeground(0x12_3456)
    image.fill([PixelRect(x0: 0, y0: 0, x1: 100, y1: 100)], on: host.id)
    host.connection.synchronize()
    let window = try makeWindow("80x80+10+10")
    window.map()
    try connection.wait(window.handle, until: window.isVisible)
    let seen = try #require(
      connection.readPixels(
        of: connection.rootWindow, PixelRect(x0: 0, y0: 0, x1: 100, y1: 100),
        PixelPacker(window.format)))
    #expect(seen.allSatisfy { $0 == 0xFF12_3456 })
  }

  @Test("on a screen whose pixels are indices, it has a truecolour visual and its own colormap")
  func otherVisual() throws {
    let indexed = try XServer(screen: "100x100x8", ["-cc", "3"])
    let client = try Connection(display: indexed.display)
    guard let window = try? Window(on: client, WindowConfiguration()) else {
      try Test.cancel("this server has no other visual")
    }
    let found = try client.trappingErrors { display in
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, window.id, &attributes)
      return (attributes, XDefaultColormap(display, XDefaultScreen(display)))
    }
    expectEqual(found.0.visual.pointee.class, TrueColor)
    #expect(found.0.colormap != found.1)
  }

  struct Hints: Sendable {
    var geometry: String?
    var size = PixelSize(width: 500, height: 400)
    var flags: Int
    var minimum = PixelSize(width: 64, height: 64)
    var wanted: PixelSize
    var gravity: Int32 = 0
  }

  @Test(
    "size hints contain the user's request",
    arguments: [
      Hints(flags: PMinSize | PSize, wanted: PixelSize(width: 500, height: 400)),
      Hints(
        geometry: "320x200", flags: PMinSize | USSize, wanted: PixelSize(width: 320, height: 200)),
      Hints(geometry: "320", flags: PMinSize | USSize, wanted: PixelSize(width: 320, height: 400)),
      Hints(
        geometry: "x200", flags: PMinSize | PSize, wanted: PixelSize(width: 500, height: 200)),
      Hints(
        geometry: "+5+6", flags: PMinSize | PSize | USPosition | PWinGravity,
        wanted: PixelSize(width: 500, height: 400), gravity: NorthWestGravity),
      Hints(
        geometry: "320x200-5+6", flags: PMinSize | USSize | USPosition | PWinGravity,
        wanted: PixelSize(width: 320, height: 200), gravity: NorthEastGravity),
      Hints(
        geometry: "+5-6", flags: PMinSize | PSize | USPosition | PWinGravity,
        wanted: PixelSize(width: 500, height: 400), gravity: SouthWestGravity),
      Hints(
        size: PixelSize(width: 40, height: 300), flags: PMinSize | PSize,
        minimum: PixelSize(width: 40, height: 64), wanted: PixelSize(width: 40, height: 300)),
      Hints(
        size: PixelSize(width: 300, height: 30), flags: PMinSize | PSize,
        minimum: PixelSize(width: 64, height: 30), wanted: PixelSize(width: 300, height: 30)),
    ])
  func sizeHints(row: Hints) throws {
    let window = try makeWindow(row.geometry, size: row.size)
    let display: XDisplay = try #require(other.display)
    var (hints, supplied) = (XSizeHints(), 0)
    #expect(XGetWMNormalHints(display, window.id, &hints, &supplied) != 0)
    expectEqual(hints.flags, row.flags)
    expectEqual(PixelSize(width: Int(hints.min_width), height: Int(hints.min_height)), row.minimum)
    expectEqual(PixelSize(width: Int(hints.width), height: Int(hints.height)), row.wanted)
    expectEqual(window.size, row.wanted)
    if row.flags & PWinGravity != 0 { expectEqual(hints.win_gravity, row.gravity) }
  }

  @Test("it accepts the focus from the window manager, and starts as a normal window")
  func managerHints() throws {
    let window = try makeWindow()
    let display: XDisplay = try #require(other.display)
    let hints = try #require(XGetWMHints(display, window.id))
    defer { XFree(hints) }
    expectEqual(hints.pointee.flags, InputHint | StateHint)
    #expect(hints.pointee.input == 1 && hints.pointee.initial_state == NormalState)
  }

  @Test(
    "a title is also that of the icon, and in the encoding of old programs if possible",
    arguments: [("Fächer ÿ", "STRING"), ("Ā", "UTF8_STRING"), ("扇", "UTF8_STRING")])
  func titles(title: String, type: String) throws {
    let window = try makeWindow()
    window.setTitle(title)
    let text = try properties(window)
    for line in [
      "\nWM_NAME(\(type)) = \"\(title)\"", "WM_ICON_NAME(\(type)) = \"\(title)\"",
      "_NET_WM_NAME(UTF8_STRING) = \"\(title)\"", "_NET_WM_ICON_NAME(UTF8_STRING) = \"\(title)\"",
    ] {
      #expect("\n\(text)".contains(line), "\(line) in \(text)")
    }
  }

  @Test("its instance is that of the options, of RESOURCE_NAME, or the program's name")
  func instance() async throws {
    #expect(try properties(try makeWindow()).contains("\"x11viewer\", \"X11Viewer\""))
    await #expect(processExitsWith: .success) { [name = server.display as String] in
      setenv("RESOURCE_NAME", "other", 1)
      let connection = try Connection(display: name)
      var configuration = WindowConfiguration()
      let plain = try Window(on: connection, configuration)
      configuration.instanceName = "mine"
      let named = try Window(on: connection, configuration)
      func instance(_ window: Window) -> String {
        guard let display = connection.display else { return "" }
        var hint = XClassHint()
        XGetClassHint(display, window.id, &hint)
        return String(cString: hint.res_name)
      }
      exit(instance(plain) == "other" && instance(named) == "mine" ? 0 : 1)
    }
  }

  @Test("valid icons are set together, and nothing is set without one")
  func icons() throws {
    let window = try makeWindow()
    let name = connection.atoms[.netWMIcon]
    func icons() -> [UInt] {
      // Xlib extends the sign of 32 bits.
      other.property(name, cx11_XA_CARDINAL, of: window.id).map { $0 & 0xFFFF_FFFF }
    }
    let incomplete = WindowIcon(size: PixelSize(width: 2, height: 2), argb: [1, 2, 3])
    window.setIcons([incomplete])
    connection.synchronize()
    #expect(icons().isEmpty)
    let wide = WindowIcon(size: PixelSize(width: 3, height: 1), argb: [0xFF00_0001, 2, 3])
    let tall = WindowIcon(size: PixelSize(width: 1, height: 2), argb: [4, 5])
    window.setIcons([wide, incomplete, tall])
    connection.synchronize()
    expectEqual(icons(), [3, 1, 0xFF00_0001, 2, 3, 1, 2, 4, 5])
    window.setIcons([tall])
    connection.synchronize()
    expectEqual(icons(), [1, 2, 4, 5])
  }

  @Test("it announces a counter for resizing, which is initially zero and removed with the window")
  func counter() throws {
    var window: Window? = try makeWindow()
    let id = try #require(window?.id)
    let counter = try #require(
      other.property(other.atoms[.netWMSyncRequestCounter], cx11_XA_CARDINAL, of: id).first)
    expectEqual(counter, window?.syncCounter)
    func value() -> Int64? {
      try? other.trappingErrors { display in
        var value = XSyncValue(hi: 9, lo: 9)
        XSyncQueryCounter(display, counter, &value)
        return Int64(value.hi) << 32 | Int64(value.lo)
      }
    }
    expectEqual(value(), 0)
    #expect(
      other.property(other.atoms[.wmProtocols], cx11_XA_ATOM, of: id)
        == [.wmDeleteWindow, .netWMPing, .netWMSyncRequest].map { other.atoms[$0] })
    window = nil
    connection.synchronize()
    #expect(value() == nil)
    #expect(throws: WindowError.noSuchWindow(id)) { try Window(adopting: id, on: other) }
  }

  @Test("without the extension for counters, resizing is not paced")
  func noCounter() throws {
    let bare = try XServer(["-extension", "SYNC"])
    let client = try Connection(display: bare.display)
    guard client.extensions.sync == nil else {
      try Test.cancel("Xvfb does not disable SYNC here")
    }
    let window = try Window(on: client, WindowConfiguration())
    #expect(window.syncCounter == nil)
  }

  @Test("an adopted window isn't destroyed when it is no longer used")
  func adoptedStays() throws {
    let host = try HostWindow(on: server)
    var window: Window? = try Window(adopting: host.id, on: connection)
    #expect(window != nil)
    window = nil
    connection.synchronize()
    #expect(throws: Never.self) { try Window(adopting: host.id, on: connection) }
  }

  @Test("each kind of window is opened")
  func targets() throws {
    let host = try HostWindow(on: server)
    var configuration = WindowConfiguration()
    #expect(try Window.open(configuration, on: connection).isOwned)
    configuration.target = .existing(host.id)
    try expectEqual(Window.open(configuration, on: connection).id, host.id)
    configuration.target = .screenSaver
    try expectEqual(Window.open(configuration, on: connection).id, connection.rootWindow)
  }
}
