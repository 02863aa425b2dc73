import Glibc

/// CLOCK_MONOTONIC, the clock of timerfd and the Present extension.
package enum MonotonicClock {
  /// The time, in nanoseconds since the origin of the clock.
  package static var nanoseconds: Int64 { Clock.read(CLOCK_MONOTONIC) }
}

enum Clock {
  /// Returns the time of a clock, in nanoseconds since its origin.
  static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
