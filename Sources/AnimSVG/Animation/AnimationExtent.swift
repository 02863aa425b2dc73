import AnimCore

/// The duration of a document's animations.
package enum AnimationExtent: Hashable, Sendable {
  /// The document isn't animated.
  case still
  /// A finite number of seconds, after which nothing changes.
  case finite(Fraction)
  /// The document repeats with a period, starting at a time. Both are in seconds.
  case periodic(Fraction, from: Fraction)
  /// The document never stops changing, and doesn't repeat within the range of ``ClockValue``.
  case endless
}

extension AnimationExtent {
  /// Returns the extent of a document that consists of parts with these extents.
  static func joined(_ extents: [AnimationExtent]) -> AnimationExtent {
    var collector = ExtentCollector()
    for extent in extents {
      switch extent {
      case .still: break
      case .finite(let end): collector.addEnd(ClockValue(seconds: end))
      case .periodic(let period, let start):
        collector.addPeriod(ClockValue(seconds: period), from: ClockValue(seconds: start))
      case .endless: collector.isEndless = true
      }
    }
    return collector.extent
  }
}

/// A time with a name.
package struct AnimationMarker: Hashable, Sendable {
  /// The ID of the animation.
  package let name: String
  /// The start of the animation, in seconds since the start of the document.
  package let time: Fraction
}

extension AnimationTimeline {
  /// Returns the duration: until the last interval ends, if all end, or otherwise until all
  /// repeating animations have returned to their start.
  package func extent() -> AnimationExtent {
    var collector = ExtentCollector()
    for animation in styleAnimations {
      if let end = animation.timing.end {
        collector.addEnd(end)
      } else {
        collector.addPeriod(
          animation.timing.period, from: max(animation.timing.delay, .zero))
      }
    }
    let horizon = horizon
    let simulation = timing.resolved(to: horizon)
    let goesOn = simulation.nextTime != nil
    var hasLoops = false
    for (index, intervals) in simulation.intervals.enumerated() where !intervals.isEmpty {
      if goesOn,
        let loop = IntervalLoop(
          intervals, before: horizon, freezes: animations[index].timing.freezes)
      {
        hasLoops = true
        collector.addPeriod(loop.period, from: loop.start)
      } else if goesOn, intervals.count > 1, let last = intervals.last,
        last.begin.nanoseconds > horizon.nanoseconds / 3 * 2
      {
        // It restarts irregularly.
        collector.isEndless = true
      } else {
        addExtent(of: animations[index], intervals, to: &collector)
      }
    }
    if !simulation.cuts.isEmpty || hasLoops && beginsOrEnds(beyond: horizon) {
      collector.isEndless = true
    } else if goesOn, !hasLoops {
      addRest(simulation, to: &collector)
    }
    return collector.extent
  }

  /// The time until which animations are resolved to find loops.
  ///
  /// A loop of syncbases passes through each animation once, so it is no longer than the sum of all
  /// durations and offsets. After three times this sum, every loop has repeated twice.
  private var horizon: ClockValue {
    let longest = animations.reduce(ClockValue.zero) { $0 + $1.longestStep }
    return min(max(longest + longest + longest, Self.nearHorizon), Self.farHorizon)
  }

  /// The minimum of ``horizon``, 3 min.
  private static let nearHorizon = ClockValue(nanoseconds: 180_000_000_000)
  /// The maximum of ``horizon``, 3 days.
  private static let farHorizon = ClockValue(nanoseconds: 3 * 86_400_000_000_000)

  private func addExtent(
    of animation: SMILAnimation, _ intervals: [TimingInterval], to collector: inout ExtentCollector
  ) {
    let timing = animation.timing
    guard let last = intervals.last else { return }
    for interval in intervals { collector.addEnd(max(interval.begin, .zero)) }
    let plays = last.begin + timing.repeatedDuration
    if !min(plays, last.end).isIndefinite {
      collector.addEnd(min(plays, last.end))
      if timing.freezes, !last.end.isIndefinite { collector.addEnd(last.end) }
    } else if !timing.duration.isIndefinite {
      // Accumulating animations never return to their start.
      if animation.effect?.accumulates ?? false {
        collector.isEndless = true
      } else {
        collector.addPeriod(timing.duration, from: max(last.begin, .zero))
      }
    }
  }

  private func beginsOrEnds(beyond horizon: ClockValue) -> Bool {
    animations.contains { animation in
      (animation.timing.begins + animation.timing.ends).contains { condition in
        if case .offset(let time) = condition { time > horizon } else { false }
      }
    }
  }

  /// Adds intervals after the horizon that aren't part of a loop, such as late ends.
  private func addRest(_ simulation: TimingSimulation, to collector: inout ExtentCollector) {
    var rest = simulation
    rest.advance(to: Self.farHorizon)
    guard rest.nextTime == nil, rest.cuts.isEmpty else {
      collector.isEndless = true
      return
    }
    for (index, intervals) in rest.intervals.enumerated() {
      addExtent(of: animations[index], intervals, to: &collector)
    }
  }

  /// Returns the time at which each animation with an id first begins, in chronological order.
  package func markers(in document: SVGDocument) -> [AnimationMarker] {
    let simulation = timing.resolved(to: Self.nearHorizon)
    var markers: [AnimationMarker] = []
    for (animation, intervals) in zip(animations, simulation.intervals) {
      guard let id = document.attribute(.id, of: animation.element), !id.isEmpty,
        let first = intervals.first(where: { $0.begin >= .zero })
      else { continue }
      markers.append(AnimationMarker(name: id, time: first.begin.seconds))
    }
    return markers.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// Returns diagnostics for the endless loops that are stopped before a time.
  func cuts(to time: Fraction, in document: SVGDocument) -> [Diagnostic] {
    timing.resolved(to: ClockValue(seconds: time)).cuts.map { cut in
      switch cut {
      case .endless(let index):
        AnimationFault.endlessLoop.diagnostic(
          at: document.position(of: animations[index].element))
      case .limit:
        AnimationFault.tooManyIntervals.diagnostic(at: document.position(of: SVGDocument.root))
      }
    }
  }
}

extension SMILAnimation {
  /// The maximum time between an event that starts this animation and an event that the animation
  /// causes.
  fileprivate var longestStep: ClockValue {
    var step = ClockValue.zero
    for duration in [timing.repeatedDuration, timing.duration, timing.least]
    where !duration.isIndefinite {
      step = max(step, duration)
    }
    for condition in timing.begins + timing.ends {
      switch condition {
      case .offset(let offset), .sync(_, _, let offset), .event(_, _, let offset),
        .accessKey(_, let offset):
        step = step + max(offset, .zero - offset)
      case .indefinite: break
      }
    }
    return step
  }
}

extension SMILAnimation.Effect {
  fileprivate var accumulates: Bool {
    switch self {
    case .value(_, let function): function.accumulates
    case .transform(_, let function): function.accumulates
    case .motion(let function): function.accumulates
    case .discard: false
    }
  }
}

/// The repeating intervals of an animation.
private struct IntervalLoop {
  let period: ClockValue
  /// The time from which the animation's effect repeats.
  let start: ClockValue

  /// Creates the shortest loop that still repeats at the horizon, or returns `nil` if none does.
  init?(_ intervals: [TimingInterval], before horizon: ClockValue, freezes: Bool) {
    let last = intervals.count - 1
    for length in 1...64 where 2 * length <= last {
      let period = intervals[last].begin - intervals[last - length].begin
      guard period > .zero, intervals[last].begin + period + period > horizon else { continue }
      // The first interval of the loop: it and all later ones repeat the one that is `length` before.
      var first = last
      // The end of the last interval may not be resolved.
      while first >= length,
        intervals[first].begin - intervals[first - length].begin == period,
        first == last || intervals[first].end - intervals[first - length].end == period
      {
        first -= 1
      }
      guard last - first >= 2 * length - 1 || first < length else { continue }
      self.period = period
      let begin = first + 1 - length
      start = max(
        Self.start(of: intervals[begin..<begin + length], intervals[..<begin], period, freezes),
        .zero)
      return
    }
    return nil
  }

  /// Returns the time from which the effect of a loop repeats, given the intervals of its first
  /// round and those before it.
  ///
  /// An animation that isn't frozen has no effect between its intervals, so the time before its
  /// first interval is like the time between two intervals.
  private static func start(
    of round: ArraySlice<TimingInterval>, _ earlier: ArraySlice<TimingInterval>,
    _ period: ClockValue, _ freezes: Bool
  ) -> ClockValue {
    guard let first = round.first, let last = round.last else { return .zero }
    guard !freezes, !last.end.isIndefinite else { return first.begin }
    let ends = earlier.map(\.end) + [last.end - period]
    return min(ends.max() ?? .zero, first.begin)
  }
}

/// A collector of end times and periods, which determine the extent of a document.
private struct ExtentCollector {
  private var end: ClockValue?
  private var period: ClockValue?
  private var start = ClockValue.zero
  var isEndless = false

  mutating func addEnd(_ time: ClockValue) { end = max(end ?? time, time) }

  mutating func addPeriod(_ length: ClockValue, from time: ClockValue) {
    start = max(start, time)
    guard length > .zero, let period else {
      period = length
      return
    }
    // The least common multiple.
    var (divisor, rest) = (period.nanoseconds, length.nanoseconds)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (product, overflow) = (period.nanoseconds / divisor).multipliedReportingOverflow(
      by: length.nanoseconds)
    let multiple = ClockValue(nanoseconds: product)
    if overflow || multiple.nanoseconds != product {
      isEndless = true
    } else {
      self.period = multiple
    }
  }

  var extent: AnimationExtent {
    if isEndless { return .endless }
    if let period {
      return .periodic(period.seconds, from: max(start, end ?? .zero).seconds)
    }
    guard let end, end > .zero else { return .still }
    return .finite(end.seconds)
  }
}
