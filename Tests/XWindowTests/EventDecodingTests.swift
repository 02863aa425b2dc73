import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

/// A second client sends events to the window, as the server and other clients do.
@Suite("Decoding of the server's events", .serialized, .xServer)
struct EventDecodingTests {
  private let server: XServer
  private let connection: Connection
  private let other: Connection
  private let window: Window

  init() throws {
    server = try XServer.shared()
    connection = try Connection(display: server.display)
    other = try Connection(display: server.display)
    window = try Window(on: connection, WindowConfiguration())
    connection.settle()
  }

  /// Returns the event that the window's client decodes from an event of `type` sent by the other
  /// client.
  private func decoded(_ type: Int32, _ fill: (inout XEvent) -> Void = { _ in }) throws -> [Event] {
    let display: XDisplay = try #require(other.display)
    var event = XEvent()
    event.type = type
    event.xany.window = window.id
    fill(&event)
    XSendEvent(display, window.id, 0, 0, &event)
    other.synchronize()
    var events: [Event] = []
    connection.settle { events.append($0) }
    return events
  }

  private func message(
    _ name: Atoms.Name, _ data: (Int, Int, Int, Int, Int)
  ) throws -> [Event] {
    try decoded(ClientMessage) {
      $0.xclient.message_type = other.atoms[name]
      $0.xclient.format = 32
      $0.xclient.data.l = data
    }
  }

  @Test("areas, sizes and positions are decoded")
  func geometry() throws {
    let exposed = try decoded(Expose) {
      ($0.xexpose.x, $0.xexpose.y, $0.xexpose.width, $0.xexpose.height) = (3, 5, 7, 11)
      $0.xexpose.count = 2
    }
    expectEqual(exposed, [.expose(area: PixelRect(x0: 3, y0: 5, x1: 10, y1: 16), remaining: 2)])
    let configured = try decoded(ConfigureNotify) {
      ($0.xconfigure.x, $0.xconfigure.y) = (-1, 2)
      ($0.xconfigure.width, $0.xconfigure.height) = (30, 40)
      $0.xconfigure.window = window.id
    }
    // A configuration that a client sends comes from a window manager.
    expectEqual(
      configured,
      [
        .configure(
          size: PixelSize(width: 30, height: 40), position: WindowPosition(x: -1, y: 2),
          origin: .screen)
      ])
    let display: XDisplay = try #require(other.display)
    XMoveResizeWindow(display, window.id, 6, 7, 80, 90)
    other.synchronize()
    var events: [Event] = []
    connection.settle { events.append($0) }
    expectEqual(
      events,
      [
        .configure(
          size: PixelSize(width: 80, height: 90), position: WindowPosition(x: 6, y: 7),
          origin: .parent)
      ])
  }

  @Test("changes of the window are decoded as separate events")
  func states() throws {
    try expectEqual(decoded(MapNotify), [.mapped])
    try expectEqual(decoded(UnmapNotify), [.unmapped])
    try expectEqual(decoded(DestroyNotify), [.destroyed])
    try expectEqual(decoded(ReparentNotify) { $0.xreparent.parent = 77 }, [.reparented(parent: 77)])
    try expectEqual(decoded(PropertyNotify) { $0.xproperty.atom = 39 }, [.property(39)])
    try expectEqual(
      decoded(SelectionNotify) {
        $0.xselection.selection = 7
        $0.xselection.property = 31
      }, [.selection(7, property: 31)])
    for (state, isFullyObscured) in [
      (VisibilityUnobscured, false), (VisibilityPartiallyObscured, false),
      (VisibilityFullyObscured, true),
    ] {
      #expect(
        try decoded(VisibilityNotify) { $0.xvisibility.state = state }
          == [.visibility(isFullyObscured: isFullyObscured)])
    }
  }

  @Test("button and pointer events have a number, position, time and modifiers")
  func pointer() throws {
    let pressed = try decoded(ButtonPress) {
      $0.xbutton.button = 3
      ($0.xbutton.x, $0.xbutton.y) = (-4, 9)
      ($0.xbutton.x_root, $0.xbutton.y_root) = (100, 200)
      $0.xbutton.time = 123_456
      $0.xbutton.state = UInt32(ControlMask | Button1Mask)
    }
    expectEqual(
      pressed, [.button(ButtonClick(button: 3, x: -4, y: 9, time: 123_456, modifiers: .control))])
    expectEqual(connection.userTime, 123_456)
    try expectEqual(decoded(ButtonRelease) { $0.xbutton.button = 2 }, [.buttonReleased(2)])
    let moved = try decoded(MotionNotify) {
      ($0.xmotion.x, $0.xmotion.y) = (17, -8)
      ($0.xmotion.x_root, $0.xmotion.y_root) = (100, 200)
    }
    expectEqual(moved, [.pointer(x: 17, y: -8)])
    try expectEqual(decoded(LeaveNotify), [.pointerLeft])
  }

  @Test("a key has a meaning, and repeats until it is released")
  func keys() throws {
    func stroke(_ type: Int32, _ keycode: UInt32, _ state: Int32 = 0) throws -> KeyStroke? {
      let events = try decoded(type) {
        $0.xkey.keycode = keycode
        $0.xkey.state = UInt32(state)
      }
      guard case .key(let stroke)? = events.first, events.count == 1 else {
        #expect(events.isEmpty)
        return nil
      }
      return stroke
    }
    // The keys of q and w on a US keyboard.
    let (q, w): (UInt32, UInt32) = (24, 25)
    #expect(
      try stroke(KeyPress, q)
        == KeyStroke(keysym: 0x71, latinKeysym: nil, modifiers: [], isRepeat: false))
    try expectEqual(stroke(KeyPress, q)?.isRepeat, true)
    // The release of another key doesn't end it.
    #expect(try stroke(KeyRelease, w) == nil)
    try expectEqual(stroke(KeyPress, q, ShiftMask)?.isRepeat, true)
    #expect(try stroke(KeyRelease, q) == nil)
    #expect(
      try stroke(KeyPress, q, ShiftMask | Mod4Mask)
        == KeyStroke(keysym: 0x51, latinKeysym: nil, modifiers: [.shift, .logo], isRepeat: false))
    try expectEqual(stroke(KeyPress, w, LockMask)?.keysym, 0x57)
    try expectEqual(stroke(KeyPress, w)?.isRepeat, true)
    #expect(try decoded(FocusOut).isEmpty)
    try expectEqual(stroke(KeyPress, w)?.isRepeat, false)
  }

  @Test("a key is pressed at the position of the pointer, if that is over the window")
  func keyPosition() throws {
    for (x, y, isOnScreen, isOver) in [
      (5, 7, true, true), (0, 0, true, true), (-1, 7, true, false), (5, -1, true, false),
      (5, 7, false, false),
    ] as [(Int32, Int32, Bool, Bool)] {
      let events = try decoded(KeyPress) {
        $0.xkey.keycode = 24
        ($0.xkey.x, $0.xkey.y) = (x, y)
        $0.xkey.same_screen = isOnScreen ? 1 : 0
      }
      guard case .key(let stroke)? = events.first else {
        Issue.record("no key: \(events)")
        return
      }
      expectEqual(stroke.pointer, (isOver ? WindowPosition(x: Int(x), y: Int(y)) : nil))
    }
  }

  @Test("only Shift, Control, Alt and the logo key are modifiers")
  func modifiers() {
    let masks: [(Int32, Modifiers)] = [
      (ShiftMask, .shift), (LockMask, []), (ControlMask, .control), (Mod1Mask, .alt),
      (Mod2Mask, []), (Mod3Mask, []), (Mod4Mask, .logo), (Mod5Mask, []), (Button1Mask, []),
      (1 << 13, []),
    ]
    for (mask, modifiers) in masks { expectEqual(Modifiers(state: UInt32(mask)), modifiers) }
    let all: Modifiers = [.shift, .control, .alt, .logo]
    expectEqual(Modifiers(state: 0xFFFF), all)
    expectEqual(all.rawValue.nonzeroBitCount, 4)
  }

  @Test("messages of window managers are recognised by their first word")
  func protocols() throws {
    let atoms = other.atoms
    func word(_ name: Atoms.Name) -> Int { Int(atoms[name]) }
    try expectEqual(message(.wmProtocols, (word(.wmDeleteWindow), 0, 0, 0, 0)), [.deleteWindow])
    try expectEqual(
      message(.wmProtocols, (word(.netWMPing), 1, -2, 3, 4)),
      [
        .ping(PingMessage(data: [word(.netWMPing), 1, -2, 3, 4, 0, 0, 0]))
      ])
    // The lower half has no sign, and the upper half has that of the whole.
    try expectEqual(
      message(.wmProtocols, (word(.netWMSyncRequest), 9, -2, 5, 0)),
      [
        .syncRequest(value: 0x5_FFFF_FFFE)
      ])
    try expectEqual(
      message(.wmProtocols, (word(.netWMSyncRequest), 9, 3, -1, 0)),
      [
        .syncRequest(value: -0xFFFF_FFFD)
      ])
    #expect(try message(.wmProtocols, (word(.wmState), 0, 0, 0, 0)).isEmpty)
    #expect(try message(.netWMName, (word(.wmDeleteWindow), 0, 0, 0, 0)).isEmpty)
    try expectEqual(message(.fence, (-1, 0, 0, 0, 0)), [.fence(.max)])
  }

  @Test("a drag event has a source, types and, since version 3, a time")
  func drags() throws {
    for (version, hasMore) in [(3, false), (5, true)] {
      try expectEqual(
        message(.xdndEnter, (88, version << 24 | (hasMore ? 1 : 0), 11, 12, 13)),
        [
          .drag(.enter(source: 88, types: [11, 12, 13], hasMore: hasMore))
        ])
    }
    #expect(try message(.xdndEnter, (88, 2 << 24, 11, 12, 13)).isEmpty)
    try expectEqual(message(.xdndPosition, (88, 0, 0, 0, 0)), [.drag(.position(source: 88))])
    try expectEqual(message(.xdndLeave, (88, 0, 0, 0, 0)), [.drag(.leave(source: 88))])
    try expectEqual(message(.xdndDrop, (88, 0, 1234, 0, 0)), [.drag(.drop(source: 88, time: 1234))])
    #expect(try message(.xdndStatus, (88, 0, 0, 0, 0)).isEmpty)
  }

  @Test("only completions, fences and vblanks are decoded as notices without a request")
  func notices() {
    let notices: [Event] = [
      .shmCompletion(segment: 1), .fence(1), .vblank(Vblank(serial: 1, msc: 2, ust: 3)),
    ]
    let others: [Event] = [
      .expose(area: .empty, remaining: 0), .mapped, .unmapped, .destroyed, .deleteWindow,
      .pointerLeft, .pointer(x: 0, y: 0), .buttonReleased(1), .property(1), .screenChange,
      .selection(1, property: 0), .syncRequest(value: 0), .visibility(isFullyObscured: false),
    ]
    #expect(notices.allSatisfy { $0.isNotice })
    #expect(!others.contains { $0.isNotice })
  }
}
