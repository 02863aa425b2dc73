import AnimCore
import CX11

/// The server's number of a window, pixmap, segment or other object.
package typealias ResourceID = UInt

/// The server's number for a name; see ``Atoms``.
package typealias Atom = UInt

/// The events and errors from the server that this program uses.
package enum Event: Hashable {
  /// A part of the window needs to be redrawn. `remaining` more such events follow immediately.
  case expose(area: PixelRect, remaining: Int)
  /// The window has a new size or a new position. In an event from the server, the position is
  /// relative to the parent, which may be the window manager's frame. In an event from a window
  /// manager, it is relative to the screen (ICCCM 4.1.5).
  case configure(size: PixelSize, position: WindowPosition, origin: PositionOrigin)
  /// The window has another parent, such as the window manager's frame.
  case reparented(parent: ResourceID)
  case key(KeyStroke)
  case button(ButtonClick)
  /// A button was released.
  case buttonReleased(Int)
  /// The pointer has moved to this position, in pixels of the window.
  case pointer(x: Int, y: Int)
  case pointerLeft
  case mapped
  case unmapped
  case visibility(isFullyObscured: Bool)
  /// A property of the window was set or deleted.
  case property(Atom)
  /// The user has requested to close the window through the window manager.
  case deleteWindow
  /// The window manager checks whether the client responds; see ``Window/handle(_:)``.
  case ping(PingMessage)
  /// The window manager is about to resize the window. It expects `value` in the counter once the
  /// window is painted in its new size.
  case syncRequest(value: Int64)
  /// A drag over the window; see ``DropTarget``.
  case drag(DragMessage)
  /// The requested data is in this property. The property is zero if there is no data.
  case selection(Atom, property: Atom)
  /// Another client requests data of a selection that this client owns; see ``Clipboard``.
  case selectionRequest(PasteRequest)
  /// Another client has become the owner of this selection.
  case selectionCleared(Atom)
  /// A client that receives data in parts has read one; see ``Clipboard``.
  case propertyDeleted(Atom, of: ResourceID)
  /// The server has processed a fence from ``FenceChannel/send()``.
  case fence(UInt32)
  /// The server has finished reading a put from the shared segment.
  case shmCompletion(segment: ResourceID)
  /// Outputs, modes or their arrangement have changed, so the refresh rate must be queried again.
  case screenChange
  /// Another window, or a property of the root window, has changed; see ``CoverWatcher``.
  case desktop(DesktopChange)
  /// A compositor has started or ended; see ``Connection/isComposited``.
  case compositorChange
  case vblank(Vblank)
  /// The window was destroyed.
  case destroyed
  /// The server refused an earlier request.
  case error(RequestError)
}

extension Event {
  /// Whether the event only reports completed work, so handling it sends no requests. Such events
  /// arrive with every frame.
  package var isNotice: Bool {
    switch self {
    case .shmCompletion, .fence, .vblank: true
    default: false
    }
  }
}

/// The position of a window, in pixels from the top left corner of its screen.
package struct WindowPosition: Hashable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// The reference of a ``WindowPosition`` in an event.
package enum PositionOrigin: Hashable {
  case parent
  case screen
}

/// A pressed mouse button.
package struct ButtonClick: Hashable {
  /// The button: 1, 2 and 3 for left, middle and right, and 4 and 5 for the wheel, up and down.
  package var button: Int
  /// The x coordinate, in pixels of the window.
  package var x: Int
  package var y: Int
  /// The server time in milliseconds, which wraps around after 49 days.
  package var time: UInt32
  package var modifiers: Modifiers
}

/// A vertical blank reported by the server.
package struct Vblank: Hashable {
  /// The number of the request.
  var serial: UInt32
  /// The media stream counter: the number of the output's vblank.
  package var msc: UInt64
  /// The time of the vblank in microseconds of CLOCK_MONOTONIC, or zero if it is unknown.
  package var ust: UInt64
}

/// A `_NET_WM_PING` message, which must be returned unchanged.
package struct PingMessage: Hashable {
  /// The words of the message.
  var data: SIMD8<Int>
}

/// Converts Xlib's events into ``Event`` values. Other events are dropped.
struct EventDecoder {
  /// The key that is held down, for distinguishing a press from its repetitions.
  private var heldKey: UInt32?
  /// Whether the server was requested to repeat only presses.
  private var isRepeatDetectable = false
  /// The positions of the keys, once they were needed since the keyboard last changed.
  private var keyPositions: KeyPositions?
  /// The server's time of the last key or button event in milliseconds, or zero before the first.
  private(set) var userTime: UInt = 0
  /// The server's time of the last pointer event in milliseconds, or zero before the first.
  private(set) var pointerTime: UInt = 0
  /// The position on the screen in the last pointer event.
  private(set) var pointerOnScreen = WindowPosition(x: 0, y: 0)

  mutating func decode(_ event: inout XEvent, on connection: Connection) -> Event? {
    if connection.watchesDesktop, event.xany.window == connection.rootWindow,
      let change = DesktopChange(event)
    {
      return .desktop(change)
    }
    return switch event.type {
    case Expose: expose(event.xexpose)
    case ConfigureNotify: configure(event.xconfigure)
    case ReparentNotify: .reparented(parent: event.xreparent.parent)
    case MapNotify: .mapped
    case UnmapNotify: .unmapped
    case DestroyNotify: .destroyed
    case VisibilityNotify:
      .visibility(isFullyObscured: event.xvisibility.state == VisibilityFullyObscured)
    case PropertyNotify: property(event.xproperty, connection)
    case KeyPress: keyPress(&event.xkey, connection)
    case ButtonPress: buttonPress(event.xbutton)
    case ButtonRelease: buttonRelease(event.xbutton)
    case MotionNotify: motion(event.xmotion)
    case EnterNotify, LeaveNotify: crossing(event.xcrossing)
    case SelectionNotify:
      .selection(event.xselection.selection, property: event.xselection.property)
    case SelectionRequest: .selectionRequest(PasteRequest(event.xselectionrequest))
    case SelectionClear: .selectionCleared(event.xselectionclear.selection)
    case KeyRelease: releaseKey(event.xkey)
    case FocusIn, FocusOut: focus(event.type == FocusIn, connection)
    case MappingNotify: refreshKeyboard(&event.xmapping)
    case ClientMessage: message(event.xclient, connection.atoms)
    case GenericEvent: vblank(&event, connection)
    default: extensionEvent(&event, connection)
    }
  }
}

extension EventDecoder {
  private func expose(_ event: XExposeEvent) -> Event {
    let (x, y) = (Int(event.x), Int(event.y))
    let area = PixelRect(x0: x, y0: y, x1: x + Int(event.width), y1: y + Int(event.height))
    return .expose(area: area, remaining: Int(event.count))
  }

  private func configure(_ event: XConfigureEvent) -> Event {
    .configure(
      size: PixelSize(width: Int(event.width), height: Int(event.height)),
      position: WindowPosition(x: Int(event.x), y: Int(event.y)),
      origin: event.send_event != 0 ? .screen : .parent)
  }

  private mutating func keyPress(_ event: inout XKeyEvent, _ connection: Connection) -> Event {
    detectRepeat(connection)
    var keysym: KeySym = 0
    var latin: CChar = 0
    XLookupString(&event, &latin, 1, &keysym, nil)
    let text = connection.inputMethod?.text(of: &event)
    let isRepeat = heldKey == event.keycode
    // Text that an input method enters isn't a key.
    if event.keycode != 0 { (heldKey, userTime) = (event.keycode, event.time) }
    // A key can be pressed while the pointer is elsewhere. To the right of and below the window, it
    // is harmless to treat the pointer as being over the window.
    let isOver = event.same_screen != 0 && event.x >= 0 && event.y >= 0
    return .key(
      KeyStroke(
        keysym: keysym,
        latinKeysym: connection.display.flatMap {
          LatinKeysym(event, on: $0).value(&keyPositions)
        },
        inputText: text, modifiers: Modifiers(state: event.state), isRepeat: isRepeat,
        pointer: isOver ? WindowPosition(x: Int(event.x), y: Int(event.y)) : nil))
  }

  private mutating func buttonPress(_ event: XButtonEvent) -> Event {
    (userTime, pointerTime) = (event.time, event.time)
    pointerOnScreen = WindowPosition(x: Int(event.x_root), y: Int(event.y_root))
    return .button(ButtonClick(event))
  }

  /// Handles a pointer that enters or leaves the window. If the window appears under a pointer at
  /// rest, the pointer enters it.
  private mutating func crossing(_ event: XCrossingEvent) -> Event {
    pointerTime = event.time
    return event.type == EnterNotify ? .pointer(x: Int(event.x), y: Int(event.y)) : .pointerLeft
  }

  private mutating func buttonRelease(_ event: XButtonEvent) -> Event {
    pointerTime = event.time
    return .buttonReleased(Int(event.button))
  }

  private mutating func motion(_ event: XMotionEvent) -> Event {
    pointerTime = event.time
    pointerOnScreen = WindowPosition(x: Int(event.x_root), y: Int(event.y_root))
    return .pointer(x: Int(event.x), y: Int(event.y))
  }

  private func property(_ event: XPropertyEvent, _ connection: Connection) -> Event? {
    guard connection.receivers.contains(event.window) else { return .property(event.atom) }
    return event.state == PropertyDelete ? .propertyDeleted(event.atom, of: event.window) : nil
  }

  /// Makes the server send only presses while a key is held down, so that a release marks the end.
  /// This waits for a reply, so it is done at the first key press, which is long before the key
  /// repeats and doesn't delay the first frame.
  private mutating func detectRepeat(_ connection: Connection) {
    guard !isRepeatDetectable, let display = connection.display else { return }
    isRepeatDetectable = true
    XkbSetDetectableAutoRepeat(display, 1, nil)
  }

  private mutating func releaseKey(_ event: XKeyEvent) -> Event? {
    if event.keycode == heldKey { heldKey = nil }
    return nil
  }

  private mutating func focus(_ isGained: Bool, _ connection: Connection) -> Event? {
    if !isGained { heldKey = nil }
    connection.inputMethod?.setFocus(isGained)
    return nil
  }

  private mutating func refreshKeyboard(_ event: inout XMappingEvent) -> Event? {
    keyPositions = nil
    XRefreshKeyboardMapping(&event)
    return nil
  }

  private func message(_ event: XClientMessageEvent, _ atoms: Atoms) -> Event? {
    let data = event.data.l
    if event.message_type == atoms[.fence] {
      return .fence(UInt32(truncatingIfNeeded: data.0))
    }
    guard event.message_type == atoms[.wmProtocols] else {
      return DragMessage(event, atoms).map(Event.drag)
    }
    switch Atom(bitPattern: data.0) {
    case atoms[.wmDeleteWindow]:
      return .deleteWindow
    case atoms[.netWMPing]:
      return .ping(PingMessage(data: SIMD8(data.0, data.1, data.2, data.3, data.4, 0, 0, 0)))
    case atoms[.netWMSyncRequest]:
      // The counter's value consists of two 32-bit halves, lower half first.
      let low = Int64(UInt32(truncatingIfNeeded: data.2))
      return .syncRequest(value: Int64(data.3) << 32 | low)
    default:
      return nil
    }
  }

  private func vblank(_ event: inout XEvent, _ connection: Connection) -> Event? {
    guard let display = connection.display, let present = connection.extensions.present,
      event.xcookie.extension == Int32(present.majorOpcode),
      XGetEventData(display, &event.xcookie) != 0
    else { return nil }
    defer { XFreeEventData(display, &event.xcookie) }
    guard event.xcookie.evtype == PresentCompleteNotify, let data = event.xcookie.data else {
      return nil
    }
    let notice = data.load(as: XPresentCompleteNotifyEvent.self)
    guard notice.kind == UInt8(PresentCompleteKindNotifyMSC) else { return nil }
    return .vblank(Vblank(serial: notice.serial_number, msc: notice.msc, ust: notice.ust))
  }

  private func extensionEvent(_ event: inout XEvent, _ connection: Connection) -> Event? {
    let extensions = connection.extensions
    if let shm = extensions.sharedMemory, event.type == shm.base.eventBase + ShmCompletion {
      return withUnsafeBytes(of: &event) {
        .shmCompletion(segment: $0.load(as: XShmCompletionEvent.self).shmseg)
      }
    }
    if let randr = extensions.randr,
      [randr.eventBase + RRScreenChangeNotify, randr.eventBase + RRNotify].contains(event.type)
    {
      // Xlib caches the size of the screen, and updates it only on request.
      XRRUpdateConfiguration(&event)
      connection.knownOutputs = nil
      return .screenChange
    }
    if connection.watchesCompositor, let fixes = connection.fixes,
      event.type == fixes.eventBase + XFixesSelectionNotify
    {
      return .compositorChange
    }
    return nil
  }
}

extension ButtonClick {
  init(_ event: XButtonEvent) {
    self.init(
      button: Int(event.button), x: Int(event.x), y: Int(event.y),
      time: UInt32(truncatingIfNeeded: event.time), modifiers: Modifiers(state: event.state))
  }
}
