import AnimCore
import CX11

/// The window to open, and the properties of a new window.
package struct WindowConfiguration {
  /// The window to open. All other properties apply only to a new window, and another client's
  /// window remains unchanged.
  package var target = WindowTarget.new
  /// The title, which may contain any Unicode text.
  package var title = "x11viewer"
  /// The instance in WM_CLASS, which selects resources and window rules, or `nil` for the value of
  /// RESOURCE_NAME or the name of the program.
  package var instanceName: String?
  /// The class in WM_CLASS, which is also StartupWMClass in the viewer's desktop file.
  var className = "X11Viewer"
  /// The size in pixels if ``geometry`` doesn't specify one.
  package var size = PixelSize(width: 1280, height: 720)
  package var geometry: WindowGeometry?
  package var isFullscreen = false
  /// The monitor on which to open the window, in pixels of the screen, or `nil` for the entire
  /// screen. The geometry is relative to its corner.
  package var monitor: PixelRect?
  /// Whether to request a window without a frame.
  package var isBorderless = false
  package var type = WindowType.normal
  /// The position among other windows.
  package var layer = WindowLayer.normal
  /// Whether the window is on all desktops.
  package var isOnAllDesktops = false
  /// Whether task bars and pagers omit the window.
  package var isUnlisted = false
  /// Whether window managers ignore the window. It is then below or above all others, depending on its layer.
  package var isUnmanaged = false
  /// Whether to use a visual with alpha, if the server has one.
  package var isTransparent = false
  /// The opacity of the entire window, from 0 to 1, which compositors apply.
  package var opacity = 1.0
  /// Whether to hide the pointer over the window even if it isn't fullscreen.
  package var hidesPointer = false
  /// The minimum size for the window manager, in pixels.
  package var minimumSize = PixelSize(width: 64, height: 64)

  package init(
    target: WindowTarget = WindowTarget.new, title: String = "x11viewer",
    instanceName: String? = nil, className: String = "X11Viewer",
    size: PixelSize = PixelSize(width: 1280, height: 720),
    geometry: WindowGeometry? = nil, isFullscreen: Bool = false,
    minimumSize: PixelSize = PixelSize(width: 64, height: 64)
  ) {
    self.target = target
    self.title = title
    self.instanceName = instanceName
    self.className = className
    self.size = size
    self.geometry = geometry
    self.isFullscreen = isFullscreen
    self.minimumSize = minimumSize
  }
}

extension WindowConfiguration {
  /// The states that the window has from the start.
  var states: [Atoms.Name] {
    let layer: [Atoms.Name] =
      switch layer {
      case .below: [.netWMStateBelow]
      case .normal: []
      case .above: [.netWMStateAbove]
      }
    return layer + (isOnAllDesktops ? [.netWMStateSticky] : [])
      + (isUnlisted ? [.netWMStateSkipTaskbar, .netWMStateSkipPager] : [])
  }

  /// Returns the position of a window, or `nil` to leave it to the window manager. Without an
  /// offset, the window is centred on the requested monitor.
  func position(of size: PixelSize, on screen: PixelSize) -> WindowPosition? {
    guard let monitor else { return geometry?.position(of: size, on: screen) }
    let room = PixelSize(width: monitor.width, height: monitor.height)
    let offset =
      geometry?.position(of: size, on: room)
      ?? WindowPosition(
        x: max(0, (room.width - size.width) / 2), y: max(0, (room.height - size.height) / 2))
    return WindowPosition(x: monitor.x0 + offset.x, y: monitor.y0 + offset.y)
  }
}

/// A kind of window, by which window managers place and decorate it (EWMH, `_NET_WM_WINDOW_TYPE`).
package enum WindowType: String, CaseIterable, Hashable, Sendable {
  case normal, desktop, dock, toolbar, menu, utility, splash, dialog, notification

  var atom: Atoms.Name {
    switch self {
    case .normal: .netWMWindowTypeNormal
    case .desktop: .netWMWindowTypeDesktop
    case .dock: .netWMWindowTypeDock
    case .toolbar: .netWMWindowTypeToolbar
    case .menu: .netWMWindowTypeMenu
    case .utility: .netWMWindowTypeUtility
    case .splash: .netWMWindowTypeSplash
    case .dialog: .netWMWindowTypeDialog
    case .notification: .netWMWindowTypeNotification
    }
  }
}

/// The position of a window among others.
package enum WindowLayer: Hashable, Sendable {
  case below, normal, above
}

/// The window that shows the image.
package enum WindowTarget: Hashable {
  /// A new window.
  case new
  /// A window of another client.
  case existing(ResourceID)
  /// The window for a screen saver; see ``Connection/screenSaverWindow()``.
  case screenSaver
}

/// A geometry in the format of X programs, such as `640x480-0+20`. Each part is optional.
package struct WindowGeometry: Hashable {
  package var width: Int?
  package var height: Int?
  var x: Offset?
  var y: Offset?

  /// A distance in pixels, either from the left or top edge of the screen, or between the right or
  /// bottom edges of window and screen. May be negative.
  package enum Offset: Hashable {
    case near(Int)
    case far(Int)
  }

  /// Parses `text` like every X program (XParseGeometry), but limits numbers to
  /// ``WindowLimit/side``: Xlib would silently overflow.
  package init(_ text: String) throws(WindowError) {
    let numbers = text.split { !($0.isASCII && $0.isNumber) }.map { Int($0) ?? .max }
    guard numbers.allSatisfy({ $0 <= WindowLimit.side }) else { throw .invalidGeometry(text) }
    var (x, y): (Int32, Int32) = (0, 0)
    var (width, height): (UInt32, UInt32) = (0, 0)
    let found = XParseGeometry(text, &x, &y, &width, &height)
    guard found != 0 else { throw .invalidGeometry(text) }
    if found & WidthValue != 0 { self.width = Int(width) }
    if found & HeightValue != 0 { self.height = Int(height) }
    if found & XValue != 0 { self.x = found & XNegative != 0 ? .far(-Int(x)) : .near(Int(x)) }
    if found & YValue != 0 { self.y = found & YNegative != 0 ? .far(-Int(y)) : .near(Int(y)) }
  }

  /// Creates a geometry with a position on the screen, and the size of another geometry.
  package init(at corner: WindowPosition, sizeOf other: WindowGeometry?) {
    (x, y) = (.near(corner.x), .near(corner.y))
    (width, height) = (other?.width, other?.height)
  }

  /// Returns the position of the top left corner of a window of `size` on a screen of size
  /// `screen`, clamped to the protocol's 16 bits, or `nil` if the geometry doesn't specify a
  /// position.
  func position(of size: PixelSize, on screen: PixelSize) -> WindowPosition? {
    guard x != nil || y != nil else { return nil }
    return WindowPosition(
      x: x?.start(of: size.width, on: screen.width) ?? 0,
      y: y?.start(of: size.height, on: screen.height) ?? 0)
  }

  /// The corner that the position refers to. It stays in place when the window manager adds a
  /// frame.
  var gravity: Int32 {
    switch (x, y) {
    case (.far, .far): SouthEastGravity
    case (.far, _): NorthEastGravity
    case (_, .far): SouthWestGravity
    default: NorthWestGravity
    }
  }
}

extension WindowGeometry.Offset {
  fileprivate func start(of length: Int, on screen: Int) -> Int {
    switch self {
    case .near(let distance): distance
    case .far(let distance): Int(Int16(clamping: screen - length - distance))
    }
  }
}

/// An icon for task bars and switchers.
package struct WindowIcon: Hashable {
  var size: PixelSize
  /// The pixels in row order, as words of 0xAARRGGBB with straight alpha.
  var argb: [UInt32]

  package init(size: PixelSize, argb: [UInt32]) {
    self.size = size
    self.argb = argb
  }
}

/// The limits on the size of a window that can be drawn on.
package enum WindowLimit {
  /// The maximum width and height, in pixels. The protocol has 16 bits for sizes and, including a
  /// sign, for coordinates.
  package static let side = 32_767
  /// A description of the limits, for messages.
  package static let description = "at most \(side) pixels per side and \(ImageLimit.area) in total"

  /// Returns whether a window of the given size can be drawn on.
  static func allows(_ size: PixelSize) -> Bool {
    size.isDrawable && max(size.width, size.height) <= side
  }

  /// Returns the reason why a window can't have a size.
  static func refusal(of size: PixelSize) -> String {
    "window: \(size.width)×\(size.height) pixels cannot be shown; use \(description)"
  }
}

/// The reason why no window can be drawn on.
package enum WindowError: Error, Hashable, CustomStringConvertible {
  case invalidSize(width: Int, height: Int)
  case invalidGeometry(String)
  case noTrueColorVisual(depth: Int)
  /// The value of XSCREENSAVER_WINDOW isn't a window ID.
  case invalidSaverWindow(String)
  /// The window doesn't exist, or no longer exists.
  case noSuchWindow(ResourceID)
  /// The window has no pixels or no TrueColor visual.
  case unusableWindow(ResourceID)
  case connectionLost

  package var description: String {
    switch self {
    case .invalidSize(let width, let height):
      WindowLimit.refusal(of: PixelSize(width: width, height: height))
    case .invalidGeometry(let text):
      "\"\(text)\": not a geometry; write WIDTHxHEIGHT+X+Y, such as 640x480-0+20"
    case .noTrueColorVisual(let depth):
      "screen of depth \(depth): has no TrueColor visual; start the server with a depth of "
        + "15, 16, 24 or 30"
    case .invalidSaverWindow(let text):
      "XSCREENSAVER_WINDOW: \"\(text)\" is not the number of a window; write it in decimal, or in "
        + "hexadecimal after 0x"
    case .noSuchWindow(let id):
      "window 0x\(String(id, radix: 16)): no such window; check --window-id and XSCREENSAVER_WINDOW"
    case .unusableWindow(let id):
      "window 0x\(String(id, radix: 16)): cannot be drawn on; choose one with a TrueColor visual"
    case .connectionLost:
      "X server: lost the connection"
    }
  }
}
