import AnimCore
import Glibc
import LinuxSystem
import XWindow

/// A clock that sometimes stops the process for two seconds, between any two steps of its loop:
/// before or after every eleventh time that the clock is read.
package final class StoppedClock {
  /// Long ago, so that no timer has to be waited for.
  private var now = Timestamp.now - 10_000
  private var readings = 0
  package private(set) var stops = 0
  private let end: EventDescriptor

  package init() throws { end = try EventDescriptor() }

  package func continuations() -> ContinuationWatcher {
    ContinuationWatcher(owning: dup(end.fileDescriptor))
  }

  package func read() -> Timestamp {
    readings += 1
    let before = now
    now = now + 0.0001
    guard readings % 11 == 0 else { return before }
    stops += 1
    now = now + 2
    end.signal()
    return stops.isMultiple(of: 2) ? now : before
  }
}
