import LinuxSystem
import Synchronization

/// Accepts work for the thread of a ``LayerWindow`` from any other thread, such as the result of a
/// download.
///
/// ```swift
/// let inbox = window.inbox
/// Task.detached {
///   let image = await load()
///   inbox.post { show(image) }
/// }
/// ```
public final class WindowInbox: Sendable {
  /// The event that is readable while there is work.
  let ready: EventDescriptor
  private let work = Mutex<[@Sendable () -> Void]>([])

  init(_ ready: EventDescriptor) { self.ready = ready }

  /// Schedules work on the window's thread, after all earlier work and before the next frame. Once
  /// the window is closed, the work isn't performed.
  public func post(_ work: @escaping @Sendable () -> Void) {
    self.work.withLock { $0.append(work) }
    ready.signal()
  }

  /// Performs the scheduled work.
  func perform() {
    ready.clear()
    let work = work.withLock { work in
      defer { work = [] }
      return work
    }
    for item in work { item() }
  }
}
