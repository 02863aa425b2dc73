import CX11

/// A request that the server refused.
package struct RequestError: Error, Hashable {
  /// The number of the refused request, counted from the start of the connection.
  var serial: UInt
  /// BadWindow, BadMatch, …, or an extension's own code.
  var code: UInt8
  /// The kind of the request: a core request, or an extension's major opcode.
  package var majorOpcode: UInt8
  /// The request within its extension; zero for core requests.
  var minorOpcode: UInt8
  /// The window, pixmap, segment or other identifier that the error is about.
  var resource: UInt
}

extension RequestError {
  init(_ event: XErrorEvent) {
    self.init(
      serial: event.serial, code: event.error_code, majorOpcode: event.request_code,
      minorOpcode: event.minor_code, resource: event.resourceid)
  }

  /// Whether the request was about a window or pixmap that no longer exists.
  package var isMissingDrawable: Bool { [BadDrawable, BadWindow].contains(Int32(code)) }

  /// Whether the server had not enough memory for the request.
  var isOutOfMemory: Bool { Int32(code) == BadAlloc }
}

extension RequestError: CustomStringConvertible {
  package var description: String {
    let name =
      switch Int32(code) {
      case BadRequest: "BadRequest"
      case BadValue: "BadValue"
      case BadWindow: "BadWindow"
      case BadPixmap: "BadPixmap"
      case BadMatch: "BadMatch"
      case BadDrawable: "BadDrawable"
      case BadAccess: "BadAccess"
      case BadAlloc: "BadAlloc"
      case BadLength: "BadLength"
      default: "error \(code)"
      }
    let resource = "0x" + String(resource, radix: 16)
    return "\(name) in request \(majorOpcode).\(minorOpcode) on \(resource)"
  }
}
