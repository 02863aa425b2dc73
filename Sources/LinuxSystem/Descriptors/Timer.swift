import CLinux
import Glibc

/// A timerfd on CLOCK_MONOTONIC, armed for one absolute time.
///
/// Unlike the timeouts of poll and nanosleep, timerfd isn't subject to timer slack (prctl(2), PR_SET_TIMERSLACK).
/// Absolute deadlines don't drift.
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

  /// Arms the timer for an instant of ``MonotonicClock``, or disarms it if that is `nil`. An instant in the past
  /// expires immediately. Makes no system call if nothing changes.
  ///
  /// The count of an expired timer isn't read, which saves a system call per frame. The descriptor stays readable until
  /// the timer is armed for another instant, which resets the count (timerfd_create(2), on read).
  package mutating func arm(atNanoseconds deadline: Int64?) {
    guard deadline != armed else { return }
    armed = deadline
    // Zero would disarm the timer, so use the first nanosecond of the clock instead of earlier instants.
    let nanoseconds = deadline.map { max(1, $0) } ?? 0
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    timerfd_settime(fileDescriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
