import Glibc

/// Measures how long work takes, for reports and for limits.
///
/// This is the only reason for which anything but a source of time may ask a clock: no picture depends
/// on what a stopwatch shows.
package struct Stopwatch: Sendable {
  /// The time that counts.
  package enum Measure: Sendable {
    case elapsed
    /// The processor time of the calling thread.
    case processor
  }

  private let clock: clockid_t
  private let start: Int64

  /// Starts to measure.
  package init(_ measure: Measure = .elapsed) {
    clock = measure == .elapsed ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID
    start = Clock.read(clock)
  }

  /// Nanoseconds since the start.
  package var nanoseconds: Int64 { Clock.read(clock) - start }

  /// Seconds since the start.
  package var seconds: Double { Double(nanoseconds) / 1e9 }
}
