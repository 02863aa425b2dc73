import CX11
import Glibc

// The windows that a screen saver draws on.
extension Connection {
  /// The window behind all others.
  var rootWindow: ResourceID { display.map { XDefaultRootWindow($0) } ?? 0 }

  /// The window for a screen saver to draw on: the one that XSCREENSAVER_WINDOW names, else one
  /// that a window manager put in place of the root window (`__SWM_VROOT`), else the root window.
  /// Waits for the server.
  func screenSaverWindow() throws(WindowError) -> ResourceID {
    let text = getenv("XSCREENSAVER_WINDOW").map { String(cString: $0) } ?? ""
    guard text.isEmpty else {
      // Never uses another window than the named one, which may be there to hide a desktop.
      guard let window = Self.windowID(text) else { throw .invalidSaverWindow(text) }
      return window
    }
    return virtualRoot ?? rootWindow
  }

  private var virtualRoot: ResourceID? {
    let root = rootWindow
    let children =
      (try? trappingErrors { display -> [ResourceID] in
        var (owner, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
        var list: UnsafeMutablePointer<ResourceID>?
        guard XQueryTree(display, root, &owner, &parent, &list, &count) != 0 else { return [] }
        defer { if let list { XFree(list) } }
        return Array(UnsafeBufferPointer(start: list, count: Int(count)))
      }) ?? []
    for child in children {
      let named = property(atoms[.swmVirtualRoot], cx11_XA_WINDOW, of: child)
      if let window = named.first, window != 0 { return window }
    }
    return nil
  }

  /// Parses the number of a window as X programs write it: decimal, or hexadecimal after `0x`. Nil
  /// for anything else, and for zero, which is no window.
  package static func windowID(_ text: String) -> ResourceID? {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    let number =
      isHexadecimal ? ResourceID(text.dropFirst(2), radix: 16) : ResourceID(text, radix: 10)
    // Identifiers have 29 bits.
    return number.flatMap { $0 > 0 && $0 < 1 << 29 ? $0 : nil }
  }
}
