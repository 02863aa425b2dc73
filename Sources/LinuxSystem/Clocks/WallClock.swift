import CLinux
import Glibc

/// The time of day.
package enum WallClock {
  /// Local time in nanoseconds: CLOCK_REALTIME plus the offset of the process's time zone. It jumps
  /// when the clock is set.
  package static var localNanoseconds: Int64 {
    let now = Clock.read(CLOCK_REALTIME)
    var seconds = time_t(now / 1_000_000_000)
    var local = tm()
    localtime_r(&seconds, &local)
    return now + Int64(local.tm_gmtoff) * 1_000_000_000
  }

  /// Local time in seconds since midnight.
  package static var timeOfDay: Double {
    let day: Int64 = 86_400_000_000_000
    let since = localNanoseconds % day
    return Double(since < 0 ? since + day : since) / 1e9
  }

  /// Seconds since 1970, as in file timestamps.
  package static var unixSeconds: Int { Int(Clock.read(CLOCK_REALTIME) / 1_000_000_000) }
}

/// Reports that the system's clock was set or the machine was suspended, with a timerfd on
/// CLOCK_REALTIME that never expires, but is cancelled in these cases (timerfd_create(2)).
package final class ClockStepWatcher {
  package let fileDescriptor: Int32

  /// - Parameter fileDescriptor: A descriptor that becomes readable when the clock is set, until it
  ///   is read.
  package init(owning fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  package static func make() throws(SystemError) -> ClockStepWatcher {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "timerfd_create") }
    let watcher = ClockStepWatcher(owning: descriptor)
    watcher.rearm()
    return watcher
  }

  deinit { close(fileDescriptor) }

  /// Continues to watch after the descriptor has become readable.
  package func rearm() {
    var count: UInt64 = 0
    // This fails with ECANCELED, and the descriptor is no longer readable.
    _ = read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
    var never = itimerspec()
    never.it_value.tv_sec = .max
    timerfd_settime(
      fileDescriptor, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &never, nil)
  }
}
