import CX11
import Glibc

// Windows of others that a screen saver draws on.
extension Connection {
  /// The window behind all others.
  var rootWindow: ResourceID { display.map { XDefaultRootWindow($0) } ?? 0 }

  /// What `--root` means: the window that XSCREENSAVER_WINDOW names, else one that a window
  /// manager put in the root's place (`__SWM_VROOT`), else the root. Waits for the server.
  var screenSaverWindow: ResourceID {
    if let text = getenv("XSCREENSAVER_WINDOW").map({ String(cString: $0) }),
      let window = Self.windowID(text)
    {
      return window
    }
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
    return root
  }

  /// The number of a window as X programs write it: decimal, or hexadecimal after `0x`. Nil for
  /// anything else, and for zero, which is no window.
  static func windowID(_ text: String) -> ResourceID? {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    let number =
      isHexadecimal ? ResourceID(text.dropFirst(2), radix: 16) : ResourceID(text, radix: 10)
    // Identifiers have 29 bits.
    return number.flatMap { $0 > 0 && $0 < 1 << 29 ? $0 : nil }
  }
}
