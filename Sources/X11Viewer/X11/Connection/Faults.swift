import CX11
import Glibc

/// What went wrong on one connection: refused requests, and its loss.
///
/// Xlib reports both through C callbacks. The error callback is one for the whole process and is
/// given only the display, so each connection's record hangs on Xlib's own list of data that
/// extensions keep with a display, and is found there: no state of ours is global.
final class Faults {
  /// Whether the connection is gone. Xlib must not be called any more.
  private(set) var isLost = false
  /// Errors not looked at yet, oldest first; beyond a few, more say nothing new.
  private var errors: [RequestError] = []
  /// The open traps, the innermost last.
  private var traps: [Trap] = []

  private struct Trap {
    /// The first serial number that it is responsible for.
    var start: UInt
    var caught: RequestError?
  }

  private static let errorLimit = 64

  /// Takes the oldest error that no trap has caught.
  func takeError() -> RequestError? {
    errors.isEmpty ? nil : errors.removeFirst()
  }

  /// Runs `body` and returns the first error among the requests from `start` on. Traps nest: each
  /// takes what is its own, also where it comes while an inner one is open.
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
  /// Makes Xlib report to this record what happens on `display`. The record must live until the
  /// display is closed.
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

  /// The record that watches `display`, if one does.
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

  /// Leaves the record alone, which the ``Connection`` owns. Its address is the mark by which our
  /// entry is known among those of other extensions.
  private static let release: @convention(c) (UnsafeMutablePointer<XExtData>?) -> Int32 = { _ in 0 }
}
