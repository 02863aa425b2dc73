import AnimCore

/// Maps times to frames of an animation, and says when the next one is due.
///
/// Positions are exact fractions of a frame. A time is a whole number of nanoseconds, as a
/// ``Timestamp`` is; it stands for all instants that are rounded to it, so that the nearest time to
/// the beginning of a frame shows exactly that frame, at any rate and in any repetition.
struct LottiePlayback: Hashable, Sendable {
  /// The frames that are played, counted from the start of the animation, which is 0. Never empty.
  let frames: Range<Double>
  /// The same in decimal numbers, as they are written in files and in options.
  private let start: Fraction
  private let length: Fraction
  /// How many frames are shown until all begins again.
  private let cycleLength: Fraction
  /// In frames per second; above zero.
  let rate: RefreshRate
  private let framesPerSecond: Fraction
  /// How many times all is played; nil for any number of times.
  private let repetitions: Int?
  private let mode: LottiePlayMode
  private let hasSubframes: Bool

  /// The least that is played of an animation, in frames: what a part that is empty comes to.
  private static let minimumLength = 1e-4

  init(_ animation: LottieAnimation, _ configuration: LottieSceneConfiguration) {
    let count = max(animation.frameCount, Self.minimumLength)
    let wanted = configuration.range ?? 0..<count
    let first = min(max(wanted.lowerBound, 0), count - Self.minimumLength)
    frames = first..<max(min(wanted.upperBound, count), first + Self.minimumLength)
    start = Fraction(decimal: frames.lowerBound)
    length = Fraction(decimal: frames.upperBound) - start
    let speed = configuration.speed
    rate = RefreshRate(
      hertz: animation.frameRate * (speed > 0 && speed.isFinite ? speed : 1))
    framesPerSecond = Fraction(rate)
    repetitions = configuration.loops ? configuration.loopCount.map { max($0, 1) } : 1
    mode = configuration.mode
    // Forth and back, neither the first frame nor the last is shown twice.
    let steps = length.ceiling - 1
    cycleLength = mode.returns && steps > 0 ? Fraction(2 * steps) : length
    hasSubframes = configuration.hasSubframes
  }

  /// How many frames are played; not always a whole number.
  var count: Double { cycleLength.double }

  /// How long it takes to play some frames.
  func duration(of frames: Double) -> Seconds { frames / framesPerSecond.double }

  /// The last frame that is shown; the end of the range itself is not.
  var lastFrame: Double { last.double }

  private var last: Fraction { start + Fraction(max(length.ceiling - 1, 0)) }

  /// Whether there is more than one frame.
  var moves: Bool { length > 1 }

  /// The frame that is shown at `time` seconds since the start.
  func frame(at time: Seconds) -> Double { frame(position(at: time)) }

  /// The frame that is shown after `count` frames were played since the start.
  func frame(afterPlaying count: Double) -> Double {
    let played = Fraction(decimal: count.isFinite ? max(count, 0) : 0)
    let cycle = (played / cycleLength).floor
    return frame(Position(cycle: cycle, offset: played - Fraction(cycle) * cycleLength))
  }

  private func frame(_ position: Position) -> Double {
    if isOver(position) {
      return mode == .forward || mode == .reverseBounce ? lastFrame : frames.lowerBound
    }
    let offset = hasSubframes ? position.offset : Fraction(position.offset.floor)
    switch mode {
    case .forward: return (repetitions == nil ? start + offset : min(start + offset, last)).double
    case .reverse: return max(last - offset, start).double
    case .bounce: return (start + bounced(offset)).double
    case .reverseBounce: return (last - bounced(offset)).double
    }
  }

  /// Frames away from where it began, of a way forth and back.
  private func bounced(_ offset: Fraction) -> Fraction {
    let turn = last - start
    return offset <= turn ? offset : max(turn + turn - offset, 0)
  }

  private func isOver(_ position: Position) -> Bool {
    repetitions.map { position.cycle >= $0 } ?? false
  }

  /// When the picture after that of `time` is due: `time` itself if it changes continuously, and
  /// nil if it never changes again.
  func nextChange(after time: Seconds) -> Seconds? {
    guard moves else { return nil }
    let position = position(at: time)
    if isOver(position) { return nil }
    if mode == .forward, repetitions == position.cycle + 1, start + position.offset >= last {
      return nil
    }
    if hasSubframes { return time }
    let next = min(Fraction(position.offset.floor + 1), cycleLength)
    return ((Fraction(position.cycle) * cycleLength + next) / framesPerSecond).double
  }

  private struct Position {
    /// How many times all frames were played before.
    var cycle: Int
    /// Frames since the beginning of the current cycle; from 0, below the length.
    var offset: Fraction
  }

  private func position(at time: Seconds) -> Position {
    let elapsed = Fraction(Timestamp(seconds: time.isFinite ? max(time, 0) : 0)) * framesPerSecond
    // The instants that are rounded to the time are less than this before or after it, in frames.
    let rounding = framesPerSecond / 2_000_000_000
    let cycle = (elapsed / cycleLength).floor
    let end = Fraction(cycle + 1) * cycleLength
    if end - elapsed <= rounding { return Position(cycle: cycle + 1, offset: 0) }
    let offset = elapsed - (end - cycleLength)
    let whole = Fraction(offset.rounded)
    let isWhole = (-rounding...rounding).contains(offset - whole)
    return Position(cycle: cycle, offset: isWhole ? whole : offset)
  }
}
