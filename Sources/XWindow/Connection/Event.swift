import AnimCore

/// The number of a window, pixmap, segment or other object in the server.
package typealias ResourceID = UInt

/// A name that the server keeps as a number: see ``Atoms``.
package typealias Atom = UInt

/// The events and errors from the server that this program uses.
package enum Event: Hashable {
  /// Part of the window lost its contents. `remaining` more such events follow immediately.
  case expose(area: PixelRect, remaining: Int)
  /// The window has a new size, a new position, or both. If the event comes from the server, the
  /// position is relative to the parent, which may be the window manager's frame; if it comes from
  /// a window manager, it is relative to the screen (ICCCM 4.1.5).
  case configure(size: PixelSize, position: WindowPosition, origin: PositionOrigin)
  /// The window has another parent, such as the window manager's frame.
  case reparented(parent: ResourceID)
  case key(KeyStroke)
  case button(ButtonClick)
  /// A button was released.
  case buttonReleased(Int)
  /// The pointer has moved, in pixels of the window.
  case pointer(x: Int, y: Int)
  case pointerLeft
  case mapped
  case unmapped
  case visibility(isFullyObscured: Bool)
  /// A property of the window was set or deleted.
  case property(Atom)
  /// The user asked, through the window manager, to close the window.
  case deleteWindow
  /// The window manager checks that the client responds; see ``Window/handle(_:)``.
  case ping(PingMessage)
  /// The window manager is about to resize the window, and expects `value` in the counter when the
  /// window is painted in its new size.
  case syncRequest(value: Int64)
  /// Something is dragged over the window; see ``DropTarget``.
  case drag(DragMessage)
  /// The requested data are in this property; zero if there are none.
  case selection(property: Atom)
  /// A fence from ``FenceChannel/send()`` was passed.
  case fence(UInt32)
  /// The server is done reading a put from the shared segment.
  case shmCompletion(segment: ResourceID)
  /// Outputs, modes or their arrangement changed: ask for the refresh rate again.
  case screenChange
  case vblank(Vblank)
  /// The window was destroyed.
  case destroyed
  /// The server refused a request some time ago.
  case error(RequestError)
}

extension Event {
  /// Whether it only reports that something is done, so that handling it sends no requests. Such
  /// events come with every frame.
  package var isNotice: Bool {
    switch self {
    case .shmCompletion, .fence, .vblank: true
    default: false
    }
  }
}

/// Where a window is, in pixels from the top left corner of its screen.
package struct WindowPosition: Hashable {
  package var x: Int
  package var y: Int
}

/// What a ``WindowPosition`` in an event is relative to: its top left corner.
package enum PositionOrigin: Hashable {
  case parent
  case screen
}

/// A pressed mouse button.
package struct ButtonClick: Hashable {
  /// 1, 2, 3: left, middle, right; 4 and 5: the wheel, up and down.
  package var button: Int
  /// In pixels of the window.
  package var x: Int
  package var y: Int
  /// Milliseconds of the server's clock, which wraps around after 49 days.
  package var time: UInt32
  var modifiers: Modifiers
}

/// A vertical blank, as the server reports it.
package struct Vblank: Hashable {
  /// The number of the request for it.
  var serial: UInt32
  /// The media stream counter: which vblank of the output it was.
  package var msc: UInt64
  /// The time of the vblank, in microseconds of CLOCK_MONOTONIC; zero if the server does not know
  /// it.
  package var ust: UInt64
}

/// A `_NET_WM_PING` message, to be sent back as it is.
package struct PingMessage: Hashable {
  /// The words of the message.
  var data: SIMD8<Int>
}
