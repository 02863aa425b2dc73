import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

/// The second connection plays the window manager, down to single messages.
@Suite("Communication between a window and its manager", .serialized, .xServer)
struct WindowStateTests {
  private let server: XServer
  private let connection: Connection
  private let manager: Connection
  private let display: XDisplay

  init() throws {
    server = try XServer(screen: "800x600x24")
    connection = try Connection(display: server.display)
    manager = try Connection(display: server.display)
    display = try #require(manager.display)
  }

  /// Announces a window manager that supports fullscreen, and receives its messages.
  private func manage() throws -> Window {
    let check = try Window(on: manager, WindowConfiguration())
    let atoms = manager.atoms
    for window in [check.id, manager.rootWindow] {
      manager.setProperty(
        atoms[.netSupportingWMCheck], cx11_XA_WINDOW, of: window, to: [Int(check.id)])
    }
    manager.setProperty(
      atoms[.netSupported], cx11_XA_ATOM, of: manager.rootWindow,
      to: [Int(atoms[.netWMStateFullscreen])])
    XSelectInput(display, manager.rootWindow, SubstructureRedirectMask | SubstructureNotifyMask)
    manager.synchronize()
    return check
  }

  private func makeWindow(_ geometry: String = "300x200+40+50") throws -> Window {
    var configuration = WindowConfiguration()
    configuration.geometry = try WindowGeometry(geometry)
    let window = try Window(on: connection, configuration)
    connection.synchronize()
    return window
  }

  /// Returns the next message to the root window.
  private func message() throws -> XClientMessageEvent {
    connection.synchronize()
    manager.synchronize()
    var event = XEvent()
    try #require(XCheckTypedEvent(display, ClientMessage, &event) != 0)
    return event.xclient
  }

  private func words(_ message: XClientMessageEvent) -> [Int] {
    let data = message.data.l
    return [data.0, data.1, data.2, data.3, data.4]
  }

  private func state(_ window: Window) -> [Atom] {
    connection.synchronize()
    return manager.property(manager.atoms[.netWMState], cx11_XA_ATOM, of: window.id)
  }

  private func bypass(_ window: Window) -> [UInt] {
    connection.synchronize()
    return manager.property(manager.atoms[.netWMBypassCompositor], cx11_XA_CARDINAL, of: window.id)
  }

  @Test("before it is mapped, a property requests fullscreen; afterwards, a message does")
  func fullscreen() throws {
    let check = try manage()
    let window = try makeWindow()
    let fullscreen = manager.atoms[.netWMStateFullscreen]
    window.setFullscreen(true)
    expectEqual(state(window), [fullscreen])
    #expect(window.isFullscreen && bypass(window) == [1])
    window.setFullscreen(false)
    #expect(state(window).isEmpty)
    #expect(!window.isFullscreen && bypass(window).isEmpty)
    window.map()
    connection.settle(window.handle)
    for isWanted in [true, false] {
      window.setFullscreen(isWanted)
      // Nothing changes until the request is granted.
      #expect(window.isFullscreen != isWanted)
      let request = try message()
      #expect(request.window == window.id && request.format == 32)
      expectEqual(request.message_type, manager.atoms[.netWMState])
      expectEqual(words(request), [isWanted ? 1 : 0, Int(fullscreen), 0, 1, 0])
      manager.setProperty(
        manager.atoms[.netWMState], cx11_XA_ATOM, of: window.id,
        to: isWanted ? [Int(fullscreen)] : [])
      manager.synchronize()
      connection.settle(window.handle)
      expectEqual(window.isFullscreen, isWanted)
      expectEqual(bypass(window), (isWanted ? [1] : []))
    }
    withExtendedLifetime(check) {}
  }

  @Test("any of the properties of a window manager can hide and show it")
  func hidden() throws {
    let window = try makeWindow()
    window.map()
    try connection.wait(window.handle, until: window.isVisible)
    let atoms = manager.atoms
    func set(_ name: Atoms.Name, _ type: Atom, _ values: [Int]) {
      manager.setProperty(atoms[name], type, of: window.id, to: values)
      manager.synchronize()
      connection.settle(window.handle)
    }
    set(.netWMState, cx11_XA_ATOM, [Int(atoms[.netWMStateHidden])])
    #expect(!window.isVisible && window.isMapped)
    set(.netWMState, cx11_XA_ATOM, [Int(atoms[.netWMStateFullscreen])])
    #expect(window.isVisible && window.isFullscreen)
    set(.netWMState, cx11_XA_ATOM, [])
    #expect(!window.isFullscreen)
    for (value, isVisible) in [(3, false), (1, true), (0, false), (1, true)] {
      set(.wmState, atoms[.wmState], [value, 0])
      expectEqual(window.isVisible, isVisible, "state \(value)")
    }
    // A state of another type is ignored.
    set(.wmState, cx11_XA_CARDINAL, [3, 0])
    #expect(window.isVisible)
  }

  @Test("a query makes up for all lost events")
  func asked() throws {
    let window = try makeWindow()
    window.map()
    connection.settle()
    #expect(!window.isVisible)
    window.askForVisibility()
    #expect(window.isVisible)
    let atoms = manager.atoms
    func lose(_ name: Atoms.Name, _ type: Atom, _ values: [Int]) {
      manager.setProperty(atoms[name], type, of: window.id, to: values)
      manager.synchronize()
      connection.settle()
    }
    for (name, type, on, off) in [
      (Atoms.Name.netWMState, cx11_XA_ATOM, [Int(atoms[.netWMStateHidden])], []),
      (.wmState, atoms[.wmState], [3, 0], [1, 0]),
    ] as [(Atoms.Name, Atom, [Int], [Int])] {
      lose(name, type, on)
      #expect(window.isVisible)
      window.askForVisibility()
      #expect(!window.isVisible)
      lose(name, type, off)
      window.askForVisibility()
      #expect(window.isVisible)
    }
    XUnmapWindow(display, window.id)
    manager.synchronize()
    connection.settle()
    window.askForVisibility()
    #expect(!window.isMapped)
  }

  @Test("a resize is completed when it is hidden, too, and only after it was configured")
  func resize() throws {
    let window = try makeWindow()
    let size = PixelSize(width: 30, height: 20)
    func configure() {
      window.handle(.configure(size: size, position: window.position, origin: .parent))
    }
    configure()
    window.completeResize()
    expectEqual(counter(window), 0)
    window.handle(.syncRequest(value: 0x2_8000_0001))
    window.completeResize()
    expectEqual(counter(window), 0)
    configure()
    // A second configuration doesn't change the expected one.
    configure()
    window.completeResize()
    expectEqual(counter(window), 0x2_8000_0001)
    window.handle(.syncRequest(value: 7))
    // A later request replaces one that wasn't completed.
    window.handle(.syncRequest(value: 8))
    configure()
    window.didPublish(PixelSize(width: 30, height: 21))
    expectEqual(counter(window), 0x2_8000_0001)
    window.didPublish(size)
    expectEqual(counter(window), 8)
  }

  private func counter(_ window: Window) -> Int64? {
    connection.synchronize()
    guard let counter = window.syncCounter else { return nil }
    var value = XSyncValue()
    XSyncQueryCounter(display, counter, &value)
    return Int64(value.hi) << 32 | Int64(value.lo)
  }

  @Test("a ping is answered with its own contents, sent to the root window")
  func ping() throws {
    let check = try manage()
    let window = try makeWindow()
    let words = [Int(manager.atoms[.netWMPing]), 1, Int(window.id), -4, 5]
    window.handle(
      .ping(PingMessage(data: [words[0], words[1], words[2], words[3], words[4], 0, 0, 0])))
    let answer = try message()
    expectEqual(answer.message_type, manager.atoms[.wmProtocols])
    expectEqual(answer.window, manager.rootWindow)
    expectEqual(self.words(answer), words)
    withExtendedLifetime(check) {}
  }

  @Test("without a window manager, it covers the output that shows most of it, even at the start")
  func covering() throws {
    var configuration = WindowConfiguration()
    configuration.isFullscreen = true
    configuration.geometry = try WindowGeometry("300x200+40+50")
    let window = try Window(on: connection, configuration)
    #expect(window.isFullscreen)
    connection.settle(window.handle)
    expectEqual(window.size, PixelSize(width: 800, height: 600))
    expectEqual(window.position, WindowPosition(x: 0, y: 0))
    var (hints, supplied) = (XSizeHints(), 0)
    #expect(XGetWMNormalHints(display, window.id, &hints, &supplied) != 0)
    // A manager of ICCCM alone moves the window itself, and keeps all other hints.
    #expect(hints.flags & PWinGravity != 0 && hints.win_gravity == StaticGravity)
    #expect(hints.flags & PMinSize != 0 && hints.min_width == 64)
    window.setFullscreen(false)
    connection.settle(window.handle)
    expectEqual(window.size, PixelSize(width: 300, height: 200))
    expectEqual(window.position, WindowPosition(x: 40, y: 50))
  }

  @Test("a vblank is accepted once, if it answers the last request")
  func vblanks() throws {
    let window = try makeWindow()
    let vblanks = try #require(VblankEvents(of: window))
    func answer() throws -> Vblank {
      let event = try connection.wait { if case .vblank = $0 { true } else { false } }
      guard case .vblank(let vblank) = event else { throw MissingEvent() }
      return vblank
    }
    vblanks.request()
    #expect(vblanks.isPending)
    let first = try answer()
    // A new request cancels the previous one.
    vblanks.ask()
    #expect(vblanks.isPending && !vblanks.accept(first))
    let second = try answer()
    #expect(second.serial != first.serial)
    #expect(vblanks.accept(second) && !vblanks.isPending)
    #expect(!vblanks.accept(second))
  }

  @Test("the window for vblank requests is a single child, and is destroyed with its owner")
  func probe() throws {
    let window = try makeWindow()
    func children() throws -> [XWindowAttributes] {
      connection.synchronize()
      return try manager.trappingErrors { display in
        var (root, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
        var list: UnsafeMutablePointer<ResourceID>?
        XQueryTree(display, window.id, &root, &parent, &list, &count)
        defer { if let list { XFree(list) } }
        return UnsafeBufferPointer(start: list, count: Int(count)).map {
          var attributes = XWindowAttributes()
          XGetWindowAttributes(display, $0, &attributes)
          return attributes
        }
      }
    }
    var vblanks = VblankEvents(of: window)
    vblanks?.follow(PixelRect(x0: 0, y0: 0, x1: 800, y1: 600))
    vblanks?.follow(PixelRect(x0: 0, y0: 0, x1: 800, y1: 600))
    let probes = try children()
    expectEqual(probes.count, 1)
    #expect(probes.first?.class == InputOnly && probes.first?.map_state == IsUnmapped)
    vblanks = nil
    #expect(try children().isEmpty)
  }
}
