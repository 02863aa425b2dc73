import CX11

// Selections: data that one client passes to another through a property (ICCCM 2).
extension Connection {
  /// Asks the owner of a selection for its data, which arrive with ``Event/selection(property:)``.
  func requestSelection(
    _ selection: Atom, as type: Atom, into property: Atom, of window: ResourceID, at time: UInt
  ) {
    if let display { XConvertSelection(display, selection, type, property, window, time) }
  }

  /// Deletes a property and returns its bytes; nil if it is missing, of another type, or longer
  /// than `limit`. Waits for the server's answer.
  func takeBytes(
    _ name: Atom, _ type: Atom, of window: ResourceID, limit: Int
  ) -> [UInt8]? {
    let bytes = try? trappingErrors { display -> [UInt8]? in
      var (actualType, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, name, 0, limit / 4, 0, type, &actualType, &format, &count, &rest, &data)
      XDeleteProperty(display, window, name)
      guard let data else { return nil }
      defer { XFree(data) }
      guard actualType == type, format == 8, rest == 0 else { return nil }
      return Array(UnsafeBufferPointer(start: data, count: Int(count)))
    }
    return bytes ?? nil
  }

  /// Sends a client message to a window, and to no other client.
  func send(_ type: Atom, to window: ResourceID, _ data: (Int, Int, Int, Int, Int)) {
    guard let display else { return }
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = type
    event.xclient.format = 32
    event.xclient.data.l = data
    XSendEvent(display, window, 0, 0, &event)
  }
}
