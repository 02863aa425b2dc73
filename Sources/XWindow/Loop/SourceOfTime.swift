import AnimCore
import LinuxSystem

// Conversion of the kernel's time to the library's timestamps. Everything in a window uses this
// clock, and everything else receives another clock.
extension Timestamp {
  /// The current time of CLOCK_MONOTONIC.
  package static var now: Timestamp { Timestamp(nanoseconds: MonotonicClock.nanoseconds) }
}

extension Timer {
  /// Arms the timer for `deadline`; see ``LinuxSystem/Timer/arm(atNanoseconds:)``.
  package mutating func arm(at deadline: Timestamp?) {
    arm(atNanoseconds: deadline?.nanoseconds)
  }
}

/// Waits until `descriptor` is readable or its other end is closed. Returns `false` if `deadline`
/// passes first. Without a deadline, waits forever.
package func waitUntilReadable(_ descriptor: Int32, until deadline: Timestamp?) -> Bool {
  waitUntilReadable(descriptor, untilNanoseconds: deadline?.nanoseconds)
}

/// The time of day, which may be set while the viewer is running.
package struct TimeOfDay {
  /// Returns the local time as a timestamp, which jumps when the clock is set.
  package var localTime: () -> Timestamp
  /// Reports that the clock was set.
  package var steps: ClockStepWatcher

  /// Returns the system's time of day.
  package static func system() throws(SystemError) -> TimeOfDay {
    TimeOfDay(
      localTime: { Timestamp(nanoseconds: WallClock.localNanoseconds) }, steps: try .make())
  }
}
