import AnimCore
import CX11
import Glibc

// Windows for screen savers.
extension Connection {
  /// The root window, which is behind all others.
  var rootWindow: ResourceID { display.map { XDefaultRootWindow($0) } ?? 0 }

  /// Returns the window for a screen saver: the window in XSCREENSAVER_WINDOW, or a replacement of
  /// the root window by a window manager (`__SWM_VROOT`), or the root window. Waits for the server.
  func screenSaverWindow() throws(WindowError) -> ResourceID {
    let text = getenv("XSCREENSAVER_WINDOW").map { String(cString: $0) } ?? ""
    guard text.isEmpty else {
      // Never fall back to another window, because the specified one may exist to hide the desktop.
      guard let window = Self.windowID(text) else { throw .invalidSaverWindow(text) }
      return window
    }
    return virtualRoot ?? rootWindow
  }

  private var virtualRoot: ResourceID? {
    let root = rootWindow
    let children = (try? trappingErrors { childWindows(of: root, on: $0) }) ?? []
    for child in children {
      let named = property(atoms[.swmVirtualRoot], cx11_XA_WINDOW, of: child)
      if let window = named.first, window != 0 { return window }
    }
    return nil
  }

  /// Parses a window ID: decimal, or hexadecimal after `0x`. Returns `nil` for other text and for
  /// zero.
  package static func windowID(_ text: String) -> ResourceID? {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    let number =
      isHexadecimal ? ResourceID(text.dropFirst(2), radix: 16) : ResourceID(text, radix: 10)
    // Identifiers have 29 bits.
    return number.flatMap { $0 > 0 && $0 < 1 << 29 ? $0 : nil }
  }
}

// The screen and its window manager.
extension Connection {
  /// The size of the screen in pixels, including all outputs.
  package var screenSize: PixelSize {
    guard let display else { return .zero }
    let screen = XDefaultScreen(display)
    return PixelSize(
      width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }

  /// Returns whether a window manager is running that supports an EWMH state or property.
  func windowManagerSupports(_ hint: Atom) -> Bool {
    guard let display else { return false }
    let root = XDefaultRootWindow(display)
    let check = atoms[.netSupportingWMCheck]
    // The window must also refer to itself, because the property on the root window outlives the
    // window manager.
    guard let manager = property(check, cx11_XA_WINDOW, of: root).first,
      property(check, cx11_XA_WINDOW, of: manager).first == manager
    else { return false }
    return property(atoms[.netSupported], cx11_XA_ATOM, of: root).contains(hint)
  }
}

/// The state of another client's window on the server.
struct FoundWindow {
  /// The attributes, which are all zero if the window doesn't exist.
  var attributes = XWindowAttributes()
  /// The position of the window's top left corner on the screen.
  var position = WindowPosition(x: 0, y: 0)
  /// Whether the window is the root window or a child of it.
  var isOnRoot = false

  /// Queries the server. The caller must trap errors.
  init(_ id: ResourceID, on display: XDisplay) {
    guard XGetWindowAttributes(display, id, &attributes) != 0 else { return }
    let root = XDefaultRootWindow(display)
    var (x, y, child): (Int32, Int32, ResourceID) = (0, 0, 0)
    XTranslateCoordinates(display, id, root, 0, 0, &x, &y, &child)
    position = WindowPosition(x: Int(x), y: Int(y))
    var (owner, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
    var list: UnsafeMutablePointer<ResourceID>?
    guard XQueryTree(display, id, &owner, &parent, &list, &count) != 0 else { return }
    if let list { XFree(list) }
    isOnRoot = parent == root || id == root
  }
}
