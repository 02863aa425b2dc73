import CX11
import Glibc

/// Records the errors of a connection: refused requests, and the loss of the connection.
///
/// Xlib reports both through C callbacks. The process has a single error callback, which only
/// receives the display. To avoid global state, the record of each connection is stored in Xlib's
/// list of extension data for the display.
final class ErrorHandler {
  /// Whether the connection is lost. Xlib must not be called afterwards.
  private(set) var isLost = false
  /// The errors that haven't been taken yet, oldest first. Only a few are kept, because more add no
  /// information.
  private var errors: [RequestError] = []
  /// The open traps, innermost last.
  private var traps: [Trap] = []

  private struct Trap {
    /// The serial number of the first request in the trap.
    var start: UInt
    var caught: RequestError?
  }

  private static let errorLimit = 64

  /// Returns and removes the oldest error that no trap caught.
  func takeError() -> RequestError? {
    errors.isEmpty ? nil : errors.removeFirst()
  }

  /// Calls `body` and returns the first error among the requests since `start`. Traps nest: each
  /// receives the errors of its own requests, even while an inner one is open.
  func trap<Result>(from start: UInt, _ body: () -> Result) -> (Result, RequestError?) {
    traps.append(Trap(start: start))
    let result = body()
    return (result, traps.removeLast().caught)
  }

  private func record(_ error: RequestError) {
    if let trap = traps.lastIndex(where: { error.serial >= $0.start }) {
      traps[trap].caught = traps[trap].caught ?? error
    } else if errors.count < Self.errorLimit {
      errors.append(error)
    }
  }
}

extension ErrorHandler {
  /// Makes Xlib report errors on `display` to this record, which must live until the display is
  /// closed.
  func watch(_ display: XDisplay) {
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    // Xlib frees the entry when the display is closed, so allocate it with malloc.
    let size = MemoryLayout<XExtData>.size
    if let codes = XAddExtension(display),
      let entry = malloc(size)?.bindMemory(to: XExtData.self, capacity: 1)
    {
      entry.initialize(
        to: XExtData(
          number: codes.pointee.extension, next: nil, free_private: Self.release,
          private_data: pointer.assumingMemoryBound(to: CChar.self)))
      XAddToExtensionList(Self.list(of: display), entry)
    }
    _ = XSetErrorHandler { display, event in
      if let display, let event {
        ErrorHandler.of(display)?.record(RequestError(event.pointee))
      }
      return 0
    }
    // Xlib's own handler would print a second message.
    _ = XSetIOErrorHandler { _ in 0 }
    // Without a handler, Xlib calls exit().
    XSetIOErrorExitHandler(
      display,
      { _, pointer in
        guard let pointer else { return }
        Unmanaged<ErrorHandler>.fromOpaque(pointer).takeUnretainedValue().isLost = true
      }, pointer)
  }

  /// Returns the record of `display`, or `nil` if it doesn't have one.
  private static func of(_ display: XDisplay) -> ErrorHandler? {
    let ours = unsafeBitCast(release, to: UnsafeRawPointer.self)
    var next = list(of: display)?.pointee
    while let entry = next {
      if let release = entry.pointee.free_private, let pointer = entry.pointee.private_data,
        unsafeBitCast(release, to: UnsafeRawPointer.self) == ours
      {
        return Unmanaged<ErrorHandler>.fromOpaque(pointer).takeUnretainedValue()
      }
      next = entry.pointee.next
    }
    return nil
  }

  private static func list(
    of display: XDisplay
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<XExtData>?>? {
    XEHeadOfExtensionList(XEDataObject(display: display))
  }

  /// Does nothing, because the ``Connection`` owns the record. The address of this function
  /// identifies the entry among those of other extensions.
  private static let release: @convention(c) (UnsafeMutablePointer<XExtData>?) -> Int32 = { _ in 0 }
}

/// A request that the server refused.
package struct RequestError: Error, Hashable {
  /// The number of the refused request, counted from the start of the connection.
  var serial: UInt
  /// BadWindow, BadMatch, …, or an extension's own code.
  var code: UInt8
  /// The type of the request: a core request, or an extension's major opcode.
  package var majorOpcode: UInt8
  /// The request within its extension, or zero for core requests.
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

  /// Whether the server didn't have enough memory for the request.
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
