import Glibc

/// CLOCK_MONOTONIC, which timerfd and the Present extension use too.
package enum MonotonicClock {
  /// Nanoseconds since the clock's own zero.
  package static var nanoseconds: Int64 { Clock.read(CLOCK_MONOTONIC) }
}

enum Clock {
  /// Nanoseconds since a clock's zero.
  static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
