import CX11
import Glibc

/// Records what goes wrong on one connection: refused requests, and its loss.
///
/// Xlib reports both through C callbacks. The whole process has one error callback, which receives
/// only the display. So each connection's record is kept in Xlib's own list of extension data for
/// the display, and found there, without any global state of ours.
final class Faults {
  /// Whether the connection is lost. Xlib must then not be called any more.
  private(set) var isLost = false
  /// Errors that have not been taken yet, the oldest first. Only a few are kept, since more say
  /// nothing new.
  private var errors: [RequestError] = []
  /// The open traps, the innermost last.
  private var traps: [Trap] = []

  private struct Trap {
    /// The serial number of its first request.
    var start: UInt
    var caught: RequestError?
  }

  private static let errorLimit = 64

  /// Takes the oldest error that no trap caught.
  func takeError() -> RequestError? {
    errors.isEmpty ? nil : errors.removeFirst()
  }

  /// Runs `body` and returns the first error among the requests from `start` on. Traps nest: each
  /// takes its own errors, even while an inner one is open.
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

extension Faults {
  /// Makes Xlib report errors on `display` to this record, which must live until the display is
  /// closed.
  func watch(_ display: XDisplay) {
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    // Xlib frees the entry when the display is closed, so it comes from malloc.
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
        Faults.of(display)?.record(RequestError(event.pointee))
      }
      return 0
    }
    // Xlib's own handler would print a message on top of ours.
    _ = XSetIOErrorHandler { _ in 0 }
    // Without a handler here, Xlib calls exit().
    XSetIOErrorExitHandler(
      display,
      { _, pointer in
        guard let pointer else { return }
        Unmanaged<Faults>.fromOpaque(pointer).takeUnretainedValue().isLost = true
      }, pointer)
  }

  /// The record that watches `display`; nil if there is none.
  private static func of(_ display: XDisplay) -> Faults? {
    let ours = unsafeBitCast(release, to: UnsafeRawPointer.self)
    var next = list(of: display)?.pointee
    while let entry = next {
      if let release = entry.pointee.free_private, let pointer = entry.pointee.private_data,
        unsafeBitCast(release, to: UnsafeRawPointer.self) == ours
      {
        return Unmanaged<Faults>.fromOpaque(pointer).takeUnretainedValue()
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

  /// Does not free the record, which the ``Connection`` owns. The address of this function
  /// identifies our entry among those of other extensions.
  private static let release: @convention(c) (UnsafeMutablePointer<XExtData>?) -> Int32 = { _ in 0 }
}
