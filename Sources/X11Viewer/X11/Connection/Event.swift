import AnimCore

/// The number of a window, pixmap, segment or other object of the server.
typealias ResourceID = UInt

/// A name that the server keeps as a number: see ``Atoms``.
typealias Atom = UInt

/// What the server reports, as far as this program uses it.
enum Event: Hashable {
  /// Part of the window lost its picture. `remaining` more such events follow at once.
  case expose(area: PixelRect, remaining: Int)
  /// The window has a new size, a new position, or both. The server counts the position from the
  /// parent, which may be the window manager's frame, a window manager from the screen's corner
  /// (ICCCM 4.1.5).
  case configure(size: PixelSize, position: WindowPosition, origin: PositionOrigin)
  /// The window has another parent, such as the window manager's frame.
  case reparented(parent: ResourceID)
  case key(KeyStroke)
  case button(ButtonClick)
  /// A button is no longer pressed.
  case buttonReleased(Int)
  /// The pointer has moved, in pixels of the window.
  case pointer(x: Int, y: Int)
  case pointerLeft
  case mapped
  case unmapped
  case visibility(isFullyObscured: Bool)
  /// A property of the window was set or deleted.
  case property(Atom)
  /// The user asks, through the window manager, to close the window.
  case deleteWindow
  /// The window manager asks for a sign of life: see ``Window/handle(_:)``.
  case ping(PingMessage)
  /// The window manager resizes the window next and wants to see `value` in the counter when the
  /// window is painted in its new size.
  case syncRequest(value: Int64)
  /// Something is dragged over the window: see ``DropTarget``.
  case drag(DragMessage)
  /// The data that were asked for are in this property, or there are none and it is zero.
  case selection(property: Atom)
  /// A fence from ``FenceChannel/send()`` was passed.
  case fence(UInt32)
  /// The server is done with a put from the shared segment.
  case shmCompletion(segment: ResourceID)
  /// Outputs, modes or their arrangement changed: ask for the refresh rate again.
  case screenChange
  case vblank(Vblank)
  /// The window is gone.
  case destroyed
  /// The server refused a request some time ago.
  case error(RequestError)
}

extension Event {
  /// Whether it only says that something is done, so that handling it asks nothing of the server.
  /// These come with every frame.
  var isNotice: Bool {
    switch self {
    case .shmCompletion, .fence, .vblank: true
    default: false
    }
  }
}

/// Where a window is, in pixels from the top left corner of its screen.
struct WindowPosition: Hashable {
  var x: Int
  var y: Int
}

/// What a ``WindowPosition`` in an event is counted from: its top left corner.
enum PositionOrigin: Hashable {
  case parent
  case screen
}

/// A pressed mouse button.
struct ButtonClick: Hashable {
  /// 1, 2, 3: left, middle, right; 4 and 5: the wheel, up and down.
  var button: Int
  /// In pixels of the window.
  var x: Int
  var y: Int
  /// Milliseconds of the server's clock, which starts again at zero after 49 days.
  var time: UInt32
  var modifiers: Modifiers
}

/// A vertical blank that the server reports.
struct Vblank: Hashable {
  /// The number that the request for it had.
  var serial: UInt32
  /// The media stream counter: which vblank of the output it was.
  var msc: UInt64
  /// When it was, in microseconds of CLOCK_MONOTONIC; zero where the server does not know.
  var ust: UInt64
}

/// A `_NET_WM_PING` message, to be sent back as it is.
struct PingMessage: Hashable {
  /// The words of the message.
  var data: SIMD8<Int>
}
