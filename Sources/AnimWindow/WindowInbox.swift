import LinuxSystem
import Synchronization

/// Takes work for the thread of a ``LayerWindow`` from any other, such as what a download has brought.
///
/// ```swift
/// let inbox = window.inbox
/// Task.detached {
///   let image = await load()
///   inbox.post { show(image) }
/// }
/// ```
public final class WindowInbox: Sendable {
  /// Readable when there is work.
  let ready: EventDescriptor
  private let work = Mutex<[@Sendable () -> Void]>([])

  init(_ ready: EventDescriptor) { self.ready = ready }

  /// Has the window's thread do some work soon, after all that was posted before and before the next frame. Once the
  /// window is closed, nothing more is done.
  public func post(_ work: @escaping @Sendable () -> Void) {
    self.work.withLock { $0.append(work) }
    ready.signal()
  }

  /// Does what was posted.
  func perform() {
    ready.clear()
    let work = work.withLock { work in
      defer { work = [] }
      return work
    }
    for item in work { item() }
  }
}
