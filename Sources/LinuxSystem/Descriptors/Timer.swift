import CLinux
import Glibc

/// A timerfd on CLOCK_MONOTONIC, armed for one absolute instant at a time.
///
/// timerfd is not subject to timer slack, which the time-outs of poll and nanosleep are
/// (prctl(2), PR_SET_TIMERSLACK), and an absolute deadline cannot drift.
package struct Timer: ~Copyable {
  package let fileDescriptor: Int32
  private var armed: Int64?

  private init(fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  package static func make() throws(SystemError) -> Timer {
    let descriptor = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "timerfd_create") }
    return Timer(fileDescriptor: descriptor)
  }

  deinit { close(fileDescriptor) }

  /// Arms the timer for an instant of ``MonotonicClock``. If that is in the past, it expires at once; nil disarms it.
  /// Makes no system call if nothing changes.
  ///
  /// The count of a timer that has expired is not read, which saves a call in each frame: the
  /// descriptor stays readable until the timer is armed for another instant, which starts the
  /// count from zero (timerfd_create(2), on read).
  package mutating func arm(atNanoseconds deadline: Int64?) {
    guard deadline != armed else { return }
    armed = deadline
    // Zero would disarm the timer, so an instant before the clock's zero becomes its first
    // nanosecond.
    let nanoseconds = deadline.map { max(1, $0) } ?? 0
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    timerfd_settime(fileDescriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
