/// The start times of the frames of an animation: evenly spaced at a frame rate, or with individual
/// durations.
///
/// Times are exact fractions of a second, so errors don't accumulate over many frames.
public struct FrameTimes: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    /// The rate and the number of frames, which need not be an integer. The last frame then ends
    /// early.
    case uniform(RefreshRate, count: Fraction)
    /// The end of each frame, in seconds since the start of the first.
    case listed([Fraction])
  }

  private let kind: Kind
  /// The frame rate, or `nil` if frames have different durations.
  public let frameRate: RefreshRate?
  /// The rate of a video that shows every frame for its exact time, or `nil` if it would exceed
  /// ``maximumCommonRate``.
  public let commonRate: RefreshRate?

  /// The maximum rate of videos of frames with different durations, in hertz.
  public static let maximumCommonRate = 240.0
  /// The minimum length of an animation, in frames.
  package static let minimumCount = Fraction(1) / 10_000

  /// Creates the times of frames at a constant rate.
  ///
  /// - Parameters:
  ///   - rate: The number of frames per second.
  ///   - count: The number of frames, at least a ten-thousandth. If it isn't an integer, the last
  ///     frame ends early.
  public init(rate: RefreshRate, count: Double) {
    kind = .uniform(rate, count: max(Fraction(decimal: count), Self.minimumCount))
    (frameRate, commonRate) = (rate, rate)
  }

  /// Creates the times of frames with individual durations.
  ///
  /// - Parameters:
  ///   - durations: The duration of each frame, in ticks.
  ///   - ticksPerSecond: The number of ticks per second, which is 100 for a GIF.
  /// - Returns: `nil` if there are no frames or a value isn't positive.
  public init?(durations: [Int], ticksPerSecond: Int) {
    guard ticksPerSecond > 0, durations.allSatisfy({ $0 > 0 }) else { return nil }
    var end = Fraction(0)
    self.init(
      ends: durations.map { duration in
        end = end + Fraction(duration) / Fraction(ticksPerSecond)
        return end
      })
  }

  /// Creates the times of frames with individual durations.
  ///
  /// - Parameter ends: The end of each frame, in seconds since the start of the first.
  /// - Returns: `nil` if there are no frames or a frame ends before its start.
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

  /// Returns the longest time that divides both times, by Euclid's algorithm, or `nil` if it is too
  /// short for a frame of a video.
  private static func commonDivisor(_ a: Fraction, _ b: Fraction) -> Fraction? {
    let least = 1 / Fraction(Int(maximumCommonRate))
    var (divisor, rest) = (a, b)
    while rest != 0 {
      guard rest >= least else { return nil }
      let next = divisor - Fraction((divisor / rest).floor) * rest
      // Fractions that don't fit into their bits are rounded, and may have no divisor.
      guard next >= 0, next < rest else { return nil }
      (divisor, rest) = (rest, next)
    }
    return divisor >= least ? divisor : nil
  }
}

extension FrameTimes {
  /// The number of frames, which may not be an integer.
  public var count: Double { exactCount.double }

  package var exactCount: Fraction {
    switch kind {
    case .uniform(_, let count): count
    case .listed(let ends): Fraction(ends.count)
    }
  }

  /// The total duration of all frames, in seconds.
  public var duration: Seconds { begin(of: exactCount).double }

  /// The end of each frame, in seconds since the start of the first, or `nil` if it follows from a
  /// rate.
  var listedEnds: [Fraction]? {
    if case .listed(let ends) = kind { ends } else { nil }
  }

  /// Returns the start of a frame, in seconds since the start of the first. Fractional frames are
  /// interpolated linearly. The frame is clamped to the existing frames.
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
