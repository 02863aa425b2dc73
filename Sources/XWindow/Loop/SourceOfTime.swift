import AnimCore
import LinuxSystem

// Here the kernel's numbers become the library's instants: what runs in a window takes its time from
// this clock, and what does not is handed another.
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

/// Sleeps until `descriptor` can be read or was closed by the other end. Returns false if that has
/// not happened by `deadline`; without one, it waits forever.
package func waitUntilReadable(_ descriptor: Int32, until deadline: Timestamp?) -> Bool {
  waitUntilReadable(descriptor, untilNanoseconds: deadline?.nanoseconds)
}

/// The time of day, which may be set while the viewer runs.
package struct TimeOfDay {
  /// Local time as an instant, which jumps when people set their clocks.
  package var localTime: () -> Timestamp
  /// Reports when the clock was set.
  package var steps: ClockStepWatcher

  /// The system's time of day.
  package static func system() throws(SystemError) -> TimeOfDay {
    TimeOfDay(
      localTime: { Timestamp(nanoseconds: WallClock.localNanoseconds) }, steps: try .make())
  }
}
