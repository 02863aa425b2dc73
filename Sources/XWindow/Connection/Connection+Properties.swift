import CX11

// Properties of windows: named values that clients and window managers leave for each other.
extension Connection {
  /// Sets a property of 32-bit values.
  func setProperty(_ name: Atom, _ type: Atom, of window: ResourceID, to values: [Int]) {
    guard let display else { return }
    // Xlib takes such values as C longs, whatever their size.
    values.withUnsafeBytes { bytes in
      _ = XChangeProperty(
        display, window, name, type, 32, PropModeReplace,
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(values.count))
    }
  }

  /// Sets a property of text.
  func setProperty(_ name: Atom, _ type: Atom, of window: ResourceID, to text: [UInt8]) {
    guard let display else { return }
    XChangeProperty(
      display, window, name, type, 8, PropModeReplace, text, Int32(text.count))
  }

  func deleteProperty(_ name: Atom, of window: ResourceID) {
    if let display { XDeleteProperty(display, window, name) }
  }

  /// The 32-bit values of a property; none if it is missing or of another type, or if the window is
  /// gone. Waits for the server's answer.
  func property(_ name: Atom, _ type: Atom, of window: ResourceID) -> [UInt] {
    let values = try? trappingErrors { display -> [UInt] in
      var (actualType, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, name, 0, 1024, 0, type, &actualType, &format, &count, &rest, &data)
      guard let data else { return [] }
      defer { XFree(data) }
      guard actualType == type, format == 32 else { return [] }
      return UnsafeRawPointer(data).withMemoryRebound(to: UInt.self, capacity: Int(count)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    return values ?? []
  }
}
