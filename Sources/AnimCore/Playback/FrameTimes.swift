/// When each frame of an animation begins: evenly, at a rate, or at a time of its own.
///
/// Times are exact fractions of a second, so that no frame begins too early or too late however many
/// there are before it.
public struct FrameTimes: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    /// The count need not be whole; then the last frame ends early.
    case uniform(RefreshRate, count: Fraction)
    /// When each frame ends, in seconds since the first began.
    case listed([Fraction])
  }

  private let kind: Kind
  /// The rate of the frames; nil where they last differently long.
  public let frameRate: RefreshRate?
  /// A rate at which each frame begins on a whole number: that of a film which shows them all. Nil if
  /// it would be above ``maximumCommonRate``.
  public let commonRate: RefreshRate?

  /// The highest rate at which films are made of frames that last differently long, in hertz.
  public static let maximumCommonRate = 240.0
  /// The least that there is of an animation, in frames.
  package static let minimumCount = Fraction(1) / 10_000

  /// Frames at a rate.
  ///
  /// - Parameters:
  ///   - rate: how many there are in a second.
  ///   - count: how many there are. It need not be whole: then the last frame ends early. What is less
  ///     than a ten-thousandth of a frame counts as that.
  public init(rate: RefreshRate, count: Double) {
    kind = .uniform(rate, count: max(Fraction(decimal: count), Self.minimumCount))
    (frameRate, commonRate) = (rate, rate)
  }

  /// Frames that may last differently long.
  ///
  /// - Parameters:
  ///   - durations: how long each frame lasts, in ticks.
  ///   - ticksPerSecond: how many ticks there are in a second: 100 for a GIF.
  /// - Returns: nil if there is no frame, or if anything is not above zero.
  public init?(durations: [Int], ticksPerSecond: Int) {
    guard ticksPerSecond > 0, durations.allSatisfy({ $0 > 0 }) else { return nil }
    var end = Fraction(0)
    self.init(
      ends: durations.map { duration in
        end = end + Fraction(duration) / Fraction(ticksPerSecond)
        return end
      })
  }

  /// Frames that may last differently long.
  ///
  /// - Parameter ends: when each frame ends, in seconds since the first began.
  /// - Returns: nil if there is no frame, or if one ends before it has begun.
  package init?(ends: [Fraction]) {
    var (shared, common): (Fraction?, Fraction?) = (ends.first, ends.first)
    var begin = Fraction(0)
    for end in ends {
      let duration = end - begin
      guard duration > 0 else { return nil }
      if duration != shared { shared = nil }
      common = common.flatMap { Self.commonDivisor($0, duration) }
      begin = end
    }
    guard !ends.isEmpty else { return nil }
    kind = .listed(ends)
    frameRate = shared.flatMap { (1 / $0).rate }
    commonRate = common.flatMap { (1 / $0).rate }
  }

  /// The longest time of which both are multiples, by Euclid's algorithm; nil if it is too short for a
  /// film's frame.
  private static func commonDivisor(_ a: Fraction, _ b: Fraction) -> Fraction? {
    let least = 1 / Fraction(Int(maximumCommonRate))
    var (divisor, rest) = (a, b)
    while rest != 0 {
      guard rest >= least else { return nil }
      let next = divisor - Fraction((divisor / rest).floor) * rest
      // Fractions that do not fit into their bits are rounded, and need not have a divisor.
      guard next >= 0, next < rest else { return nil }
      (divisor, rest) = (rest, next)
    }
    return divisor >= least ? divisor : nil
  }
}

extension FrameTimes {
  /// How many frames there are; not always a whole number.
  public var count: Double { exactCount.double }

  package var exactCount: Fraction {
    switch kind {
    case .uniform(_, let count): count
    case .listed(let ends): Fraction(ends.count)
    }
  }

  /// How long it takes to show all frames once, in seconds.
  public var duration: Seconds { begin(of: exactCount).double }

  /// When each frame ends, in seconds since the first began; nil where that follows from a rate.
  var listedEnds: [Fraction]? {
    if case .listed(let ends) = kind { ends } else { nil }
  }

  /// When a frame begins, in seconds since the first began. Between whole frames, time goes on evenly;
  /// the frame is clamped to those that there are.
  package func begin(of frame: Fraction) -> Fraction {
    switch kind {
    case .uniform(let rate, let count): return min(max(frame, 0), count) / Fraction(rate)
    case .listed(let ends):
      let index = min(max(frame.floor, 0), ends.count - 1)
      let begin = index == 0 ? 0 : ends[index - 1]
      let part = min(max(frame - Fraction(index), 0), 1)
      return begin + part * (ends[index] - begin)
    }
  }
}
