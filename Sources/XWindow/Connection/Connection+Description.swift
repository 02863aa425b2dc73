import CX11

extension Connection {
  /// The server's vendor and release, as it reports them.
  package var vendor: String {
    guard let display, let text = XServerVendor(display) else { return "" }
    return "\(String(cString: text)), release \(XVendorRelease(display))"
  }

  /// The depth of the screen in bits.
  package var depth: Int {
    guard let display else { return 0 }
    return Int(XDefaultDepth(display, XDefaultScreen(display)))
  }

  /// The window manager's name for itself (EWMH, `_NET_SUPPORTING_WM_CHECK`); nil if there is none
  /// that follows EWMH. Waits for the server.
  package var windowManagerName: String? {
    guard let display else { return nil }
    let check = atoms[.netSupportingWMCheck]
    let root = XDefaultRootWindow(display)
    guard let manager = property(check, cx11_XA_WINDOW, of: root).first,
      property(check, cx11_XA_WINDOW, of: manager).first == manager
    else { return nil }
    return text(of: manager, atoms[.netWMName]) ?? "unnamed"
  }

  /// A text property in UTF-8; nil if it is missing, empty or of another type.
  private func text(of window: ResourceID, _ name: Atom) -> String? {
    let utf8 = atoms[.utf8String]
    return try? trappingErrors { display in
      var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, name, 0, 256, 0, utf8, &type, &format, &count, &rest, &data)
      guard let data else { return nil }
      defer { XFree(data) }
      guard type == utf8, format == 8, count > 0 else { return nil }
      return String(decoding: UnsafeBufferPointer(start: data, count: Int(count)), as: UTF8.self)
    }
  }
}
