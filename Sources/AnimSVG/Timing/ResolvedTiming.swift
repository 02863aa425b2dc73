import AnimCore
import AnimGraphics

#if os(Linux)
  import Synchronization
#endif

/// The intervals of a document's animation elements, resolved on demand.
///
/// Thread-safe: results don't depend on how much has already been resolved.
final class ResolvedTiming: Sendable {
  private let simulation: Mutex<TimingSimulation>

  init(_ elements: [TimedElement], events: [TimingEvent] = [], limits: TimingLimits = .init()) {
    simulation = Mutex(TimingSimulation(elements, events: events, limits: limits))
  }

  /// Fills `states` with the last interval of each element that has started by a document time.
  ///
  /// Copies only the relevant intervals. Allocates no memory if `states` has an element for each animation element and
  /// the time is already resolved.
  func states(at time: Fraction, _ states: inout [TimingInterval?]) {
    let instant = ClockValue(nanoseconds: Int64(clamping: (time * 1_000_000_000).floor))
    simulation.withLock { simulation in
      simulation.advance(to: instant)
      if states.count != simulation.intervals.count {
        states = Array(repeating: nil, count: simulation.intervals.count)
      }
      for index in states.indices {
        states[index] = simulation.intervals[index].last(at: instant)
      }
    }
  }

  /// Returns the number of intervals that have started up to a time of the document.
  func intervalCount(at time: Fraction) -> Int {
    let instant = ClockValue(nanoseconds: Int64(clamping: (time * 1_000_000_000).floor))
    return simulation.withLock { simulation in
      simulation.advance(to: instant)
      return simulation.intervals.reduce(0) { $0 + $1.count(at: instant) }
    }
  }

  /// Returns the simulation resolved up to a time, or as far as `limits` allow.
  func resolved(to time: ClockValue) -> TimingSimulation {
    simulation.withLock { simulation in
      simulation.advance(to: time)
      return simulation
    }
  }
}

extension [TimingInterval] {
  /// Returns the last interval that exists at a time.
  fileprivate func last(at time: ClockValue) -> TimingInterval? {
    self[..<count(at: time)].last
  }

  /// Returns the number of intervals that exist at a time or before.
  fileprivate func count(at time: ClockValue) -> Int {
    indices.partitioningIndex { self[$0].appears > time }
  }
}

// MARK: - Positions in intervals

/// The position of an animation within its repetitions.
struct RepetitionPhase: Hashable, Sendable {
  /// The number of repetitions before this one.
  var iteration: Int
  /// The fraction of the simple duration, 0 ... 1. It is 1 only if the animation is frozen at the end of a repetition.
  var fraction: Double
}

extension TimingAttributes {
  /// Returns the position of an animation with this interval at a time, or `nil` if it has no
  /// effect then.
  ///
  /// SMIL Animation 3.3.5: a frozen animation keeps the last value of its active duration, which is
  /// f(dur) if it ends with an entire repetition. While `min` holds an interval open after playback
  /// has ended, the animation is frozen or has no effect, as after the end.
  func phase(of interval: TimingInterval, at time: Fraction) -> RepetitionPhase? {
    let plays = interval.begin + repeatedDuration
    let end = min(interval.end, plays)
    if time < end.seconds || end.isIndefinite {
      return phase(time - interval.begin.seconds)
    }
    guard freezes else { return nil }
    var frozen = phase(end.seconds - interval.begin.seconds)
    if frozen.fraction == 0, frozen.iteration > 0 {
      frozen = RepetitionPhase(iteration: frozen.iteration - 1, fraction: 1)
    }
    return frozen
  }

  private func phase(_ local: Fraction) -> RepetitionPhase {
    guard !duration.isIndefinite else { return RepetitionPhase(iteration: 0, fraction: 0) }
    let repetitions = local / duration.seconds
    let iteration = repetitions.floor
    // A single division of integers is correctly rounded, so a third of a duration equals a key time of one third.
    return RepetitionPhase(
      iteration: iteration, fraction: (repetitions - Fraction(iteration)).double)
  }
}
