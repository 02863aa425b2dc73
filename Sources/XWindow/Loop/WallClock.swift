import AnimCore
import CLinux
import Glibc

/// The time of day.
package enum WallClock {
  /// Local time as an instant: CLOCK_REALTIME plus the offset of the process's time zone, so that
  /// it jumps when people set their clocks.
  static var localTime: Timestamp {
    var instant = timespec()
    clock_gettime(CLOCK_REALTIME, &instant)
    var local = tm()
    localtime_r(&instant.tv_sec, &local)
    let seconds = Int64(instant.tv_sec) + Int64(local.tm_gmtoff)
    return Timestamp(nanoseconds: seconds * 1_000_000_000 + Int64(instant.tv_nsec))
  }

  /// Local time in seconds since midnight.
  package static var timeOfDay: Seconds {
    let day: Int64 = 86_400_000_000_000
    let since = localTime.nanoseconds % day
    return Double(since < 0 ? since + day : since) / 1e9
  }
}

/// The time of day, which may be set while the viewer runs.
package struct TimeOfDay {
  /// See ``WallClock/localTime``.
  package var localTime: () -> Timestamp
  /// Reports when the clock was set.
  package var steps: ClockStepWatcher

  /// The system's time of day.
  package static func system() throws(SystemError) -> TimeOfDay {
    TimeOfDay(localTime: { WallClock.localTime }, steps: try .make())
  }
}

/// Reports that the system's clock was set or the machine was suspended, with a timerfd on
/// CLOCK_REALTIME that never expires, but is cancelled in these cases (timerfd_create(2)).
package final class ClockStepWatcher {
  package let fileDescriptor: Int32

  /// - Parameter fileDescriptor: becomes readable when the clock is set, until it is read.
  init(owning fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  static func make() throws(SystemError) -> ClockStepWatcher {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "timerfd_create") }
    let watcher = ClockStepWatcher(owning: descriptor)
    watcher.rearm()
    return watcher
  }

  deinit { close(fileDescriptor) }

  /// Continues to watch after the descriptor became readable.
  package func rearm() {
    var count: UInt64 = 0
    // Fails with ECANCELED, after which the descriptor is no longer readable.
    _ = read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
    var never = itimerspec()
    never.it_value.tv_sec = .max
    timerfd_settime(
      fileDescriptor, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &never, nil)
  }
}
