import AnimCore

/// How long a document moves.
package enum AnimationExtent: Hashable, Sendable {
  /// Nothing moves.
  case still
  /// After so many seconds, everything stays as it is.
  case finite(Fraction)
  /// From a time on, everything is as it was a period before.
  case periodic(Fraction, from: Fraction)
  /// It goes on for ever, and takes more than a minute, or for ever, to come back.
  case endless
}

/// A time with a name.
package struct AnimationMarker: Hashable, Sendable {
  /// The id of the animation that begins.
  package let name: String
  /// In seconds from the beginning of the document.
  package let time: Fraction
}

extension AnimationTimeline {
  /// How long the document moves: until the last interval ends if all do, else for as long as it takes
  /// until all that repeats begins anew.
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
    let simulation = timing.resolved(to: Self.horizon)
    let goesOn = simulation.nextTime != nil
    var hasLoops = false
    for (index, intervals) in simulation.intervals.enumerated() where !intervals.isEmpty {
      if goesOn, let loop = loop(of: intervals) {
        hasLoops = true
        collector.addPeriod(loop.period, from: loop.start)
      } else {
        addExtent(of: animations[index], intervals, to: &collector)
      }
    }
    if !simulation.cuts.isEmpty || hasLoops && beginsOrEndsBeyondHorizon {
      collector.isEndless = true
    } else if goesOn, !hasLoops {
      addRest(simulation, to: &collector)
    }
    return collector.extent
  }

  /// Loops that come back within a minute have shown themselves twice by then.
  private static let horizon = ClockValue(nanoseconds: 180_000_000_000)
  /// Longer than anything that somebody looks at to the end.
  private static let farHorizon = ClockValue(nanoseconds: 86_400_000_000_000)

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
      // What accumulates never comes back.
      if animation.effect?.accumulates ?? false {
        collector.isEndless = true
      } else {
        collector.addPeriod(timing.duration, from: max(last.begin, .zero))
      }
    }
  }

  private var beginsOrEndsBeyondHorizon: Bool {
    animations.contains { animation in
      (animation.timing.begins + animation.timing.ends).contains { condition in
        if case .offset(let time) = condition { time > Self.horizon } else { false }
      }
    }
  }

  /// The loop of what still begins again and again at the horizon.
  private func loop(of intervals: [TimingInterval]) -> IntervalLoop? {
    guard let last = intervals.last, last.begin + Self.longestPeriod > Self.horizon else {
      return nil
    }
    return IntervalLoop(intervals)
  }

  /// What is to come after the horizon without a loop: ends that are far away.
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

  fileprivate static let longestPeriod = ClockValue(nanoseconds: 60_000_000_000)

  /// When each animation with an id begins for the first time, in the order of time.
  package func markers(in document: SVGDocument) -> [AnimationMarker] {
    let simulation = timing.resolved(to: Self.horizon)
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

  /// What is cut of loops that have no end, up to a time.
  package func cuts(to time: Fraction, in document: SVGDocument) -> [AnimationDiagnostic] {
    timing.resolved(to: ClockValue(seconds: time)).cuts.map { cut in
      switch cut {
      case .endless(let index):
        AnimationDiagnostic(
          reason: .endlessLoop, position: document.position(of: animations[index].element))
      case .limit:
        AnimationDiagnostic(
          reason: .tooManyIntervals, position: document.position(of: SVGDocument.root))
      }
    }
  }
}

extension SMILAnimation.Effect {
  fileprivate var accumulates: Bool {
    switch self {
    case .attribute(_, _, let function): function.accumulates
    case .transform(_, let function): function.accumulates
    case .motion(let function): function.accumulates
    case .discard: false
    }
  }
}

/// Intervals of an element that come again and again.
private struct IntervalLoop {
  let period: ClockValue
  let start: ClockValue

  /// The shortest loop of the last intervals that has come twice; nil if there is none.
  init?(_ intervals: [TimingInterval]) {
    let last = intervals.count - 1
    for length in 1...64 where 2 * length <= last {
      let period = intervals[last].begin - intervals[last - length].begin
      guard period > .zero else { continue }
      // Those after this one are as that which is so many before each.
      var first = last
      // The last one may not have got its end yet.
      while first >= length,
        intervals[first].begin - intervals[first - length].begin == period,
        first == last || intervals[first].end - intervals[first - length].end == period
      {
        first -= 1
      }
      if last - first >= 2 * length - 1 || first < length {
        self.period = period
        start = max(intervals[first + 1 - length].begin, .zero)
        return
      }
    }
    return nil
  }
}

/// Ends and periods, from which the extent of a document follows.
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
    // The least common multiple, if it is not too long.
    var (divisor, rest) = (period.nanoseconds, length.nanoseconds)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (product, overflow) = (period.nanoseconds / divisor).multipliedReportingOverflow(
      by: length.nanoseconds)
    if overflow || product > AnimationTimeline.longestPeriod.nanoseconds {
      isEndless = true
    } else {
      self.period = ClockValue(nanoseconds: product)
    }
  }

  var extent: AnimationExtent {
    if isEndless { return .endless }
    if let period {
      guard period <= AnimationTimeline.longestPeriod else { return .endless }
      return .periodic(period.seconds, from: max(start, end ?? .zero).seconds)
    }
    guard let end, end > .zero else { return .still }
    return .finite(end.seconds)
  }
}
