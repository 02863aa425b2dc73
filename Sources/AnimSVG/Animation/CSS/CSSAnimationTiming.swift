import AnimCore

/// The timing of an animation in a style sheet. It starts with the document.
struct CSSAnimationTiming: Hashable, Sendable {
  var name = "none"
  var duration = ClockValue.zero
  var delay = ClockValue.zero
  var easing = TimingFunction.standard
  /// The iteration count, which isn't negative, or `nil` for infinity.
  var iterations: Fraction? = 1
  var direction = Direction.normal
  var fill = Fill.none
  var isPaused = false
  var composition = Composition.replace

  enum Direction: String, Sendable {
    case normal, reverse, alternate
    case alternateReverse = "alternate-reverse"
  }

  enum Fill: String, Sendable {
    case none, forwards, backwards, both
  }

  enum Composition: String, Sendable {
    case replace, add, accumulate
  }

  /// The progress of an animation at a time.
  struct Phase: Hashable {
    /// The progress from the first keyframe (0) to the last (1).
    var progress: Double
    /// The number of iterations before this one.
    var iteration: Int
    /// Whether the animation hasn't started yet.
    var isBefore: Bool
  }

  /// Returns the phase of the animation at a time of the document, or `nil` if it has no effect
  /// then.
  ///
  /// Web Animations 1, 4.8: active duration, overall, simple and directed progress.
  func phase(at time: Fraction) -> Phase? {
    let local = (isPaused ? 0 : time) - delay.seconds
    let active = iterations.map { duration.seconds * $0 }
    if local < 0 {
      guard fill == .backwards || fill == .both else { return nil }
      return phase(overall: 0, isEnd: false, isBefore: true)
    }
    if let active, local >= active {
      guard fill == .forwards || fill == .both, let iterations else { return nil }
      return phase(overall: iterations, isEnd: true, isBefore: false)
    }
    guard duration > .zero else {
      // An infinite animation without duration stays at the end of an iteration.
      guard fill == .forwards || fill == .both else { return nil }
      return phase(overall: 1, isEnd: true, isBefore: false)
    }
    return phase(overall: local / duration.seconds, isEnd: false, isBefore: false)
  }

  private func phase(overall: Fraction, isEnd: Bool, isBefore: Bool) -> Phase {
    var iteration = overall.floor
    var progress = (overall - Fraction(iteration)).double
    if isEnd, progress == 0, iteration > 0 {
      iteration -= 1
      progress = 1
    }
    let isReversed =
      switch direction {
      case .normal: false
      case .reverse: true
      case .alternate: iteration % 2 == 1
      case .alternateReverse: iteration % 2 == 0
      }
    return Phase(
      progress: isReversed ? 1 - progress : progress, iteration: iteration, isBefore: isBefore)
  }

  /// The time after which the values no longer change, or `nil` if they change forever.
  var end: ClockValue? {
    guard !isPaused else { return .zero }
    guard let iterations else { return duration > .zero ? nil : max(delay, .zero) }
    return max(
      delay + (duration > .zero ? ClockValue(seconds: duration.seconds * iterations) : .zero), .zero
    )
  }

  /// The period after which an infinite animation repeats.
  var period: ClockValue {
    let isAlternating = direction == .alternate || direction == .alternateReverse
    return isAlternating ? duration + duration : duration
  }
}

// MARK: - Properties

extension CSSAnimationTiming {
  /// Returns the animations that an element's properties specify.
  ///
  /// - Parameters:
  ///   - property: A closure that returns the text of a property, with custom properties replaced.
  ///   - report: A closure that receives each invalid value, and the limit that it exceeds, or
  ///     `nil`.
  static func list(
    _ property: (AttributeName) -> String?, report: (String, ParsingLimit?) -> Void
  ) -> [CSSAnimationTiming] {
    var animations: [CSSAnimationTiming] = []
    if let text = property(.animation) {
      for part in ComponentList.parts(text) {
        do throws(ParsingLimit) {
          guard let animation = try CSSAnimationTiming(shorthand: part) else {
            report(text, nil)
            return []
          }
          animations.append(animation)
        } catch {
          report(text, error)
          return []
        }
      }
    }
    if let names = property(.animationName) {
      let names = ComponentList.parts(names)
      let cached = animations
      animations = names.indices.map { index in
        var animation = cached.isEmpty ? CSSAnimationTiming() : cached[index % cached.count]
        animation.name = unquoted(names[index])
        return animation
      }
    }
    for (name, apply) in longhands {
      guard let text = property(name), !animations.isEmpty else { continue }
      // A list that is too short is repeated.
      let parts = ComponentList.parts(text)
      for index in animations.indices {
        do throws(ParsingLimit) {
          if try apply(&animations[index], parts[index % parts.count]) { continue }
          report(text, nil)
        } catch {
          report(text, error)
        }
        break
      }
    }
    return animations.filter { $0.name != "none" && !$0.name.isEmpty }
  }

  private typealias Longhand =
    @Sendable (inout CSSAnimationTiming, String) throws(ParsingLimit) -> Bool

  private static let longhands: [(AttributeName, Longhand)] = [
    (.animationDuration, { $0.set(\.duration, duration($1)) }),
    (.animationDelay, { $0.set(\.delay, time($1)) }),
    (
      .animationTimingFunction,
      { timing, text throws(ParsingLimit) in try timing.set(\.easing, TimingFunction(css: text)) }
    ),
    (.animationIterationCount, { $0.setIterations($1) }),
    (.animationDirection, { $0.set(\.direction, Direction(rawValue: $1.lowercased())) }),
    (.animationFillMode, { $0.set(\.fill, Fill(rawValue: $1.lowercased())) }),
    (.animationPlayState, { $0.setPlayState($1) }),
    (.animationComposition, { $0.set(\.composition, Composition(rawValue: $1.lowercased())) }),
  ]

  private mutating func set<Value>(
    _ keyPath: WritableKeyPath<Self, Value>, _ value: Value?
  ) -> Bool {
    guard let value else { return false }
    self[keyPath: keyPath] = value
    return true
  }

  private mutating func setIterations(_ text: String) -> Bool {
    if text.lowercased() == "infinite" {
      iterations = nil
      return true
    }
    var scanner = TextScanner(text)
    guard let number = scanner.number(), scanner.isAtEnd, number >= 0 else { return false }
    // More than can be played counts as without end.
    iterations = number < 1e15 ? Fraction(decimal: number) : nil
    return true
  }

  private mutating func setPlayState(_ text: String) -> Bool {
    let text = text.lowercased()
    guard text == "running" || text == "paused" else { return false }
    isPaused = text == "paused"
    return true
  }

  private static func time(_ text: String) -> ClockValue? {
    var scanner = TextScanner(text)
    guard let number = scanner.number(), number.isFinite else { return nil }
    let unit = scanner.name()?.lowercased()
    guard scanner.isAtEnd, unit == "s" || unit == "ms" else { return nil }
    let nanoseconds = (number * (unit == "s" ? 1e9 : 1e6)).rounded()
    return ClockValue(nanoseconds: Int64(min(max(nanoseconds, -1e18), 1e18)))
  }

  private static func duration(_ text: String) -> ClockValue? {
    if text == "auto" { return .zero }
    return time(text).flatMap { $0 < .zero ? nil : $0 }
  }

  private static func unquoted(_ text: String) -> String {
    var scanner = TextScanner(text)
    return scanner.quoted() ?? scanner.name() ?? text
  }

  /// Creates the timing that an entry of the shorthand `animation` specifies, or returns `nil` if
  /// the entry is invalid. Each word sets the first property that accepts it; names are tried last.
  private init?(shorthand text: String) throws(ParsingLimit) {
    var hasDuration = false
    var hasDelay = false
    var seen: Set<AttributeName> = []
    var hasName = false
    words: for word in ComponentList.words(text) {
      if let time = Self.time(word) {
        guard !hasDelay else { return nil }
        if hasDuration {
          delay = time
          hasDelay = true
        } else {
          guard time >= .zero else { return nil }
          duration = time
          hasDuration = true
        }
        continue
      }
      for (name, apply) in Self.longhands.dropFirst(2)
      where name != .animationComposition && !seen.contains(name) {
        if try apply(&self, word) {
          seen.insert(name)
          continue words
        }
      }
      guard !hasName else { return nil }
      name = Self.unquoted(word)
      hasName = true
    }
  }
}
