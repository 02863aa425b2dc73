import Glibc

/// Measures the duration of work, for reports and for limits.
///
/// Other than for this purpose, only a time source may read a clock. No image depends on a
/// stopwatch.
package struct Stopwatch: Sendable {
  /// The kind of time to measure.
  package enum Measure: Sendable {
    case elapsed
    /// The processor time of the calling thread.
    case processor
  }

  private let clock: clockid_t
  private let start: Int64

  /// Starts the measurement.
  package init(_ measure: Measure = .elapsed) {
    clock = measure == .elapsed ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID
    start = Clock.read(clock)
  }

  /// The time since the start, in nanoseconds.
  package var nanoseconds: Int64 { Clock.read(clock) - start }

  /// The time since the start, in seconds.
  package var seconds: Double { Double(nanoseconds) / 1e9 }
}
