import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite(.serialized, .xServer)
struct WindowTests {
  private let server: XServer
  private let connection: Connection

  init() throws {
    server = try XServer(screen: "800x600x24")
    connection = try Connection(display: server.display)
  }

  private func makeWindow(_ configuration: WindowConfiguration = WindowConfiguration()) throws
    -> Window
  {
    let window = try Window(on: connection, configuration)
    connection.synchronize()
    return window
  }

  private func makeVisibleWindow(
    _ configuration: WindowConfiguration = WindowConfiguration()
  ) throws -> Window {
    let window = try makeWindow(configuration)
    window.map()
    try connection.wait(window.handle, until: window.isVisible)
    return window
  }

  private func properties(_ window: Window) throws -> String {
    connection.synchronize()
    return try server.run("xprop", "-id", "\(window.id)")
  }

  @Test("a window has the properties that window managers read")
  func hints() throws {
    var configuration = WindowConfiguration()
    configuration.title = "Fächer – 扇"
    configuration.instanceName = "fan"
    configuration.geometry = try WindowGeometry("320x200-10+20")
    let text = try properties(try makeWindow(configuration))
    for line in [
      "_NET_WM_NAME(UTF8_STRING) = \"Fächer – 扇\"",
      "WM_CLASS(STRING) = \"fan\", \"X11Viewer\"",
      "_NET_WM_PID(CARDINAL) = \(getpid())",
      "WM_PROTOCOLS(ATOM): protocols  WM_DELETE_WINDOW, _NET_WM_PING, _NET_WM_SYNC_REQUEST",
      "_NET_WM_WINDOW_TYPE(ATOM) = _NET_WM_WINDOW_TYPE_NORMAL",
      "user specified size: 320 by 200", "program specified minimum size: 64 by 64",
      "window gravity: NorthEast", "Client accepts input or input focus: True",
      "Initial state is Normal State",
    ] {
      #expect(text.contains(line), "\(line) in\n\(text)")
    }
    #expect(text.contains("WM_CLIENT_MACHINE(STRING) = \"\(ProcessInfo.processInfo.hostName)"))
    #expect(text.contains("user specified location"))
    #expect(text.contains("_NET_WM_SYNC_REQUEST_COUNTER(CARDINAL) = "))
    try expectEqual(makeWindow(configuration).areaOnScreen.x0, 800 - 320 - 10)
  }

  @Test("without a requested position, the window manager chooses one")
  func noPosition() throws {
    let text = try properties(try makeWindow())
    #expect(!text.contains("user specified"))
    #expect(!text.contains("location"))
  }

  @Test("a title in Latin-1 has the type that old programs can read")
  func latinTitle() throws {
    let window = try makeWindow()
    window.setTitle("Fächer")
    #expect(try properties(window).contains("WM_NAME(STRING) = \"Fächer\""))
  }

  @Test("sizes beyond the range of the protocol are rejected", arguments: [(0, 5), (5, 32_768)])
  func sizes(width: Int, height: Int) throws {
    var configuration = WindowConfiguration()
    configuration.size = PixelSize(width: width, height: height)
    #expect(throws: WindowError.invalidSize(width: width, height: height)) {
      try Window(on: connection, configuration)
    }
  }

  @Test("the largest and the smallest window can be created")
  func extremes() throws {
    for size in [PixelSize(width: 32_767, height: 1), PixelSize(width: 1, height: 1)] {
      var configuration = WindowConfiguration()
      configuration.size = size
      let window = try makeWindow(configuration)
      window.map()
      try connection.wait(window.handle, until: window.isMapped)
      expectEqual(window.size, size)
    }
  }

  @Test("an iconified window detects that it is hidden")
  func hidden() throws {
    let manager = try server.startWindowManager()
    let window = try makeVisibleWindow()
    try server.run("xdotool", "windowminimize", "\(window.id)")
    try connection.wait(window.handle, until: !window.isVisible)
    try server.run("xdotool", "windowmap", "\(window.id)")
    try connection.wait(window.handle, until: window.isVisible)
    withExtendedLifetime(manager) {}
  }

  @Test("the close button sends a message, and doesn't kill the client")
  func close() throws {
    let manager = try server.startWindowManager()
    let window = try makeVisibleWindow()
    try server.closeWindow(window.id)
    try connection.wait(window.handle) { $0 == .deleteWindow }
    #expect(!connection.isLost)
    withExtendedLifetime(manager) {}
  }

  @Test("a window behind another one is fully obscured")
  func obscured() throws {
    var configuration = WindowConfiguration()
    configuration.size = PixelSize(width: 100, height: 100)
    let window = try makeVisibleWindow(configuration)
    var cover: Window? = try makeWindow()
    cover?.map()
    // The events of both windows arrive here; the last visibility event is that of the covered one.
    try connection.wait(window.handle) { $0 == .visibility(isFullyObscured: true) }
    #expect(!window.isVisible)
    cover = nil
    try connection.wait(window.handle) { $0 == .visibility(isFullyObscured: false) }
  }

  @Test("keys have a meaning, modifiers, and a repeat flag")
  func keys() throws {
    let window = try makeVisibleWindow()
    try server.run("xdotool", "mousemove", "100", "100", "windowfocus", "\(window.id)")
    var keys: [KeyStroke] = []
    try server.run("xdotool", "key", "q", "Shift+bracketleft", "ctrl+w", "Escape")
    try connection.wait(
      { if case .key(let key) = $0 { keys.append(key) } }, until: keys.last?.keysym == 0xFF1B)
    let plain = keys.filter { $0.keysym < 0xFFE0 }
    expectEqual(plain.map(\.keysym), [0x71, 0x7B, 0x77, 0xFF1B])
    expectEqual(plain.map(\.modifiers), [[], .shift, .control, []])
    #expect(plain.allSatisfy { !$0.isRepeat })
    keys = []
    try server.run("xdotool", "keydown", "a", "sleep", "1", "keyup", "a", "key", "b")
    try connection.wait(
      { if case .key(let key) = $0 { keys.append(key) } }, until: keys.last?.keysym == 0x62)
    expectEqual(keys.dropLast().map(\.isRepeat), [false] + keys.dropFirst(2).map { _ in true })
    expectEqual(keys.last?.isRepeat, false)
  }

  @Test("the first held key repeats without being released")
  func firstHeldKey() throws {
    let window = try makeVisibleWindow()
    try server.run("xdotool", "mousemove", "100", "100", "windowfocus", "\(window.id)")
    var keys: [KeyStroke] = []
    let typist = try server.start(
      "xdotool", "keydown", "a", "sleep", "1.5", "keyup", "a", "key", "b")
    try connection.wait(
      { if case .key(let key) = $0 { keys.append(key) } }, until: keys.last?.keysym == 0x62)
    try typist.wait()
    #expect(keys.count > 3)
    expectEqual(keys.map(\.isRepeat), keys.indices.map { 0 < $0 && $0 < keys.count - 1 })
  }

  @Test(
    "a key that was held when the focus was lost doesn't count as a repeat when it is pressed again"
  )
  func focusLost() throws {
    var configuration = WindowConfiguration()
    configuration.size = PixelSize(width: 100, height: 100)
    let window = try makeVisibleWindow(configuration)
    try server.run("xdotool", "windowfocus", "--sync", "\(window.id)")
    var presses = 0
    func count(_ event: Event) {
      if case .key(let key) = event, !key.isRepeat { presses += 1 }
    }
    try server.run("xdotool", "keydown", "a")
    try connection.wait(count, until: presses == 1)
    // Its release is reported to the root window, since the pointer isn't over ours.
    try server.run(
      "xdotool", "mousemove", "400", "300", "windowfocus", "\(connection.rootWindow)", "keyup", "a")
    try server.run("xdotool", "windowfocus", "--sync", "\(window.id)", "key", "a")
    try connection.wait(count, until: presses == 2)
  }

  @Test("button events have a time and a position, so that double clicks can be recognised")
  func buttons() throws {
    var configuration = WindowConfiguration()
    configuration.geometry = try WindowGeometry("300x200+40+50")
    let window = try makeVisibleWindow(configuration)
    try server.run(
      "xdotool", "mousemove", "60", "80", "click", "--repeat", "2", "--delay", "50", "1")
    var clicks: [ButtonClick] = []
    try connection.wait(
      { if case .button(let click) = $0 { clicks.append(click) } }, until: clicks.count == 2)
    expectEqual(clicks.map(\.button), [1, 1])
    expectEqual(clicks.map(\.x), [20, 20])
    expectEqual(clicks.map(\.y), [30, 30])
    #expect(clicks[1].time >= clicks[0].time)
    withExtendedLifetime(window) {}
  }
}
