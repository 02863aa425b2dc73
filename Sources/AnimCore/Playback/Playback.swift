/// How the frames of an animation are played: which of them, how fast, in which order and how often;
/// and what follows from that: the frame at a time, and the time at which the next one is due.
///
/// All of it is exact. Frames and times are fractions; where a time is a ``Timestamp``, which is a whole
/// number of nanoseconds, a frame begins at the nanosecond that is nearest to its beginning. So
/// stepping, seeking, films and windows show the same frame at the same time, at any rate and in any
/// repetition.
///
/// Frames are counted from 0. A picture between two whole frames has a fraction, where there are such
/// pictures: ``hasSubframes``. Where frames last differently long there are none, and each frame is
/// shown for its own time in any order.
public struct Playback: Hashable, Sendable {
  /// When each frame begins, at normal speed and from the first to the last.
  public let times: FrameTimes
  /// The frames that are played, of which the upper bound is not shown. What is set is clamped to the
  /// frames that there are, and is never empty; where frames last differently long, it is widened to
  /// whole ones.
  public var range: Range<Double> {
    get { frames.lowerBound.double..<frames.upperBound.double }
    set {
      frames = Self.clamped(newValue, times)
      cycle = Cycle(times, frames, speed, mode)
    }
  }
  /// The same as ``range``.
  package private(set) var frames: Range<Fraction>
  /// How many times faster than at normal speed it is played; above 0. Anything else counts as 1.
  public var speed: Double {
    didSet {
      if !(speed > 0 && speed.isFinite) { speed = 1 }
      cycle = Cycle(times, frames, speed, mode)
    }
  }
  /// The order of the frames.
  public var mode: PlaybackMode {
    didSet { cycle = Cycle(times, frames, speed, mode) }
  }
  /// How many times all is played; nil for any number of times. Less than 1 counts as 1. Then the last
  /// frame stays.
  public var repetitions: Int? {
    didSet { repetitions = repetitions.map { max($0, 1) } }
  }
  /// Whether pictures between whole frames are shown; never where frames last differently long.
  public var hasSubframes: Bool {
    get { wantsSubframes && times.listedEnds == nil }
    set { wantsSubframes = newValue }
  }
  private var wantsSubframes: Bool
  /// The frames that are marked on a time line, in any order.
  public var markers: [SceneMarker]
  private var cycle: Cycle

  /// Plays frames.
  ///
  /// - Parameters:
  ///   - times: when each begins.
  ///   - range: which of them are played; nil for all. See ``range``.
  ///   - speed: see ``speed``.
  ///   - mode: the order.
  ///   - repetitions: how many times they are played; nil for any number of times.
  ///   - hasSubframes: whether pictures between whole frames are shown.
  ///   - markers: the frames that are marked.
  public init(
    _ times: FrameTimes, range: Range<Double>? = nil, speed: Double = 1,
    mode: PlaybackMode = .forward, repetitions: Int? = nil, hasSubframes: Bool = true,
    markers: [SceneMarker] = []
  ) {
    self.times = times
    self.speed = speed > 0 && speed.isFinite ? speed : 1
    self.mode = mode
    self.repetitions = repetitions.map { max($0, 1) }
    wantsSubframes = hasSubframes
    self.markers = markers
    frames = range.map { Self.clamped($0, times) } ?? 0..<times.exactCount
    cycle = Cycle(times, frames, self.speed, mode)
  }

  private static func clamped(_ range: Range<Double>, _ times: FrameTimes) -> Range<Fraction> {
    let (count, least) = (times.exactCount, FrameTimes.minimumCount)
    let start = min(max(Fraction(decimal: range.lowerBound), 0), count - least)
    let end = max(min(Fraction(decimal: range.upperBound), count), start + least)
    return times.listedEnds == nil
      ? start..<end : Fraction(start.floor)..<Fraction(end.ceiling)
  }
}

/// A frame of an animation at which something begins, and what.
public struct SceneMarker: Hashable, Sendable {
  /// The frame, counted from 0.
  public var frame: Double
  /// The name.
  public var name: String

  /// A marker at a frame.
  public init(frame: Double, name: String) {
    self.frame = frame
    self.name = name
  }
}

// What follows for all times.
extension Playback {
  /// The last frame of ``range`` that is shown, as many whole frames after the first as there are.
  public var lastFrame: Double { cycle.last.double }

  /// Whether more than one frame is shown.
  public var moves: Bool { cycle.last > cycle.first }

  /// How many frames are shown when all is played once: more than there are where they are played forth
  /// and back; not always a whole number.
  public var cycleCount: Double { cycle.count.double }

  /// How long it takes to play all once, in seconds.
  public var cycleDuration: Seconds { exactCycleDuration.double }

  package var exactCycleDuration: Fraction { cycle.duration }

  /// When each frame begins that is shown when all is played once, in the order in which they are; nil where
  /// that follows from a rate.
  package var playedTimes: FrameTimes? { cycle.stepEnds.flatMap { FrameTimes(ends: $0) } }

  /// How long it takes to play ``range`` from one end to the other, in seconds.
  public var rangeDuration: Seconds {
    guard times.listedEnds == nil, let frameRate else {
      let length = times.begin(of: frames.upperBound) - times.begin(of: frames.lowerBound)
      return (length / Fraction(decimal: speed)).double
    }
    return ((frames.upperBound - frames.lowerBound) / Fraction(frameRate)).double
  }

  /// The rate at which frames are played; nil where they last differently long.
  public var frameRate: RefreshRate? {
    guard let rate = times.frameRate else { return nil }
    if times.listedEnds == nil { return Cycle.pace(rate, speed) }
    return (Fraction(rate) * Fraction(decimal: speed)).rate
  }

  /// A rate at which each frame begins on a whole number: that of a film which shows them all. Nil if it
  /// would be too high; see ``FrameTimes/commonRate``.
  public var commonRate: RefreshRate? {
    if let frameRate { return frameRate }
    let rate = times.commonRate.flatMap { (Fraction($0) * Fraction(decimal: speed)).rate }
    return rate.flatMap { $0.hertz <= FrameTimes.maximumCommonRate ? $0 : nil }
  }
}

// MARK: - Times and frames

extension Playback {
  /// The frame that is shown at a time since the start. Times before the start count as 0.
  public func frame(at time: Timestamp) -> Double { frame(position(at: time)).double }

  /// The frame that is shown at `time` seconds since the start. What is below zero, infinite or not a
  /// number counts as 0.
  public func frame(at time: Seconds) -> Double { frame(at: Timestamp(finite: time)) }

  /// The frame that is shown after exactly so many seconds were played.
  package func frame(afterPlaying seconds: Fraction) -> Fraction {
    frame(cycle.position(after: max(seconds, 0)))
  }

  /// When a frame is first shown, since the start. The frame is clamped to those that are played.
  public func time(of frame: Double) -> Timestamp { time(of: Fraction(frame)) }

  /// When a frame is first shown, since the start. The frame is clamped to those that are played.
  package func time(of frame: Fraction) -> Timestamp { exactTime(of: frame).timestamp }

  /// How many seconds are played until a frame is first shown. The frame is clamped to those that are
  /// played.
  package func exactTime(of frame: Fraction) -> Fraction {
    let frame = min(max(frame, cycle.first), cycle.last)
    let offset = mode.beginsAtEnd ? cycle.last - frame : frame - cycle.first
    return cycle.begin(ofCycle: 0, offset: offset)
  }

  /// When another picture is due: the first instant after `time` at which another frame is shown, `time`
  /// itself while the frame changes continuously, and nil if it never changes again.
  public func nextChange(after time: Timestamp) -> Timestamp? {
    guard moves else { return nil }
    let position = position(at: time)
    guard !isOver(position) else { return nil }
    if isAtEnd(position) {
      return repetitions == position.cycle + 1
        ? nil : cycle.begin(ofCycle: position.cycle + 1, offset: 0).timestamp
    }
    if hasSubframes { return time }
    let next = position.offset.floor + 1
    return
      (next < cycle.stepCount
      ? cycle.begin(ofCycle: position.cycle, offset: Fraction(next))
      : cycle.begin(ofCycle: position.cycle + 1, offset: 0)).timestamp
  }

  /// When another picture is due, in seconds; see ``nextChange(after:)-(Timestamp)``.
  package func nextChange(after time: Seconds) -> Seconds? {
    nextChange(after: Timestamp(finite: time))?.seconds
  }

  /// Whether all was played as often as it is, so that nothing changes any more; false where nothing ever moves.
  package func hasEnded(at time: Timestamp) -> Bool {
    moves && repetitions != nil && nextChange(after: time) == nil
  }

  /// The time from which nothing changes any more, in seconds: infinite unless all is played only so many times.
  package var duration: Seconds {
    guard moves else { return 0 }
    return repetitions.map { cycleDuration * Double($0) } ?? .infinity
  }

  /// The time at which a frame begins that is so many frames after the one that is shown at `time`, or
  /// before it if negative. Between two frames, the first step goes to the next one in that direction.
  /// Beyond the first and the last one there is no step.
  package func time(stepping count: Int, from time: Timestamp) -> Timestamp {
    let position = position(at: time)
    let last = lastStep
    let hasEnded = isOver(position)
    let before = hasEnded ? last ?? .max : step(of: position)
    guard before < .max else { return time }
    // At the end, the last frame stays for ever: there is no way into it.
    let isBetween = !hasEnded && begin(ofStep: before) != time
    let (step, overflow) = (count < 0 && isBetween ? before + 1 : before)
      .addingReportingOverflow(count)
    guard !overflow else { return time }
    let begin = begin(ofStep: min(max(step, 0), last ?? .max))
    return count > 0 ? max(begin, time) : begin
  }

  /// The frame at a position of a time line, 0...1, on which equal times have equal lengths.
  public func frame(atProgress progress: Double) -> Double {
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    if let ends = times.listedEnds {
      let (start, end) = (times.begin(of: frames.lowerBound), times.begin(of: frames.upperBound))
      let time = (start + Fraction(progress) * (end - start)).timestamp
      let frame = Fraction(Cycle.count(of: ends, begunAt: time))
      return min(max(frame, cycle.first), cycle.last).double
    }
    let frame = range.lowerBound + progress * (range.upperBound - range.lowerBound)
    return hasSubframes ? frame : frame.rounded(.down)
  }

  /// The position of a frame on a time line, 0...1, on which equal times have equal lengths.
  public func progress(of frame: Double) -> Double {
    guard times.listedEnds == nil else {
      let (start, end) = (times.begin(of: frames.lowerBound), times.begin(of: frames.upperBound))
      let position = (times.begin(of: Fraction(frame)) - start) / (end - start)
      return min(max(position, 0), 1).double
    }
    let length = range.upperBound - range.lowerBound
    return length > 0 ? min(max((frame - range.lowerBound) / length, 0), 1) : 0
  }
}

extension Timestamp {
  /// Rounds to the nearest nanosecond; zero for what is below it, infinite or not a number.
  fileprivate init(finite seconds: Seconds) {
    self.init(seconds: seconds.isFinite ? max(seconds, 0) : 0)
  }
}

// MARK: - Positions

extension Playback {
  private func position(at time: Timestamp) -> Cycle.Position {
    cycle.position(at: max(time, .zero))
  }

  private func isOver(_ position: Cycle.Position) -> Bool {
    repetitions.map { position.cycle >= $0 } ?? false
  }

  /// Whether the frame that is shown stays until all begins again.
  private func isAtEnd(_ position: Cycle.Position) -> Bool {
    switch mode {
    case .forward: repetitions != nil && cycle.first + position.offset >= cycle.last
    case .reverse: cycle.last - position.offset <= cycle.first
    case .bounce, .reverseBounce: false
    }
  }

  private func frame(_ position: Cycle.Position) -> Fraction {
    // A part of a frame stays as it is.
    guard moves else { return cycle.first }
    if isOver(position) {
      return mode == .forward || mode == .reverseBounce ? cycle.last : cycle.first
    }
    let offset = hasSubframes ? position.offset : Fraction(position.offset.floor)
    switch mode {
    case .forward:
      return repetitions == nil ? cycle.first + offset : min(cycle.first + offset, cycle.last)
    case .reverse: return max(cycle.last - offset, cycle.first)
    case .bounce: return cycle.first + bounced(offset)
    case .reverseBounce: return cycle.last - bounced(offset)
    }
  }

  /// Frames away from where it began, of a way forth and back.
  private func bounced(_ offset: Fraction) -> Fraction {
    let turn = cycle.last - cycle.first
    return offset <= turn ? offset : max(turn + turn - offset, 0)
  }

  /// The number of the step that is shown at a position: of the whole frames in the order in which they
  /// are played, all repetitions counted.
  private func step(of position: Cycle.Position) -> Int {
    let (before, overflow) = position.cycle.multipliedReportingOverflow(by: cycle.stepCount)
    return overflow ? .max : before + position.offset.floor
  }

  /// The last step that there is; nil if there is no end. Played forth and back, it is where all began.
  private var lastStep: Int? {
    repetitions.map { count in
      let (steps, overflow) = count.multipliedReportingOverflow(by: cycle.stepCount)
      return overflow ? .max : mode.returns && moves ? steps : steps - 1
    }
  }

  private func begin(ofStep step: Int) -> Timestamp {
    let (number, rest) = step.quotientAndRemainder(dividingBy: cycle.stepCount)
    return cycle.begin(ofCycle: number, offset: Fraction(rest)).timestamp
  }
}

/// What is played from the first frame that is shown until all begins again.
private struct Cycle: Hashable, Sendable {
  private enum Steps: Hashable, Sendable {
    /// All equally long but for the last.
    case uniform(framesPerSecond: Fraction)
    /// When each step ends, in seconds since the cycle began.
    case listed(ends: [Fraction])
  }

  /// Where something is in time.
  struct Position {
    /// How many times all was played before.
    var cycle: Int
    /// Frames since the present cycle began, from 0; below the cycle's count.
    var offset: Fraction
  }

  /// The first and the last frame that are shown, of which the first is the lower one in any order.
  let first: Fraction
  let last: Fraction
  /// How many frames are shown.
  let count: Fraction
  /// How many of them are shown whole, or begin.
  let stepCount: Int
  /// In seconds.
  let duration: Fraction
  private let steps: Steps

  init(_ times: FrameTimes, _ frames: Range<Fraction>, _ speed: Double, _ mode: PlaybackMode) {
    first = frames.lowerBound
    let length = frames.upperBound - first
    let turn = length.ceiling - 1
    last = first + Fraction(turn)
    // Forth and back, neither the first frame nor the last is shown twice.
    count = mode.returns && turn > 0 ? Fraction(2 * turn) : length
    stepCount = count.ceiling
    if let ends = times.listedEnds {
      let order = Self.order(first.floor...first.floor + turn, mode)
      let speed = Fraction(decimal: speed)
      var end = Fraction(0)
      let stepEnds = order.map { frame in
        end = end + (ends[frame] - (frame == 0 ? 0 : ends[frame - 1])) / speed
        return end
      }
      (steps, duration) = (.listed(ends: stepEnds), end)
    } else {
      let pace = Fraction(Self.pace(times.frameRate ?? .assumed, speed))
      (steps, duration) = (.uniform(framesPerSecond: pace), count / pace)
    }
  }

  /// When each step ends, in seconds since the cycle began; nil where that follows from a rate.
  var stepEnds: [Fraction]? {
    if case .listed(let ends) = steps { ends } else { nil }
  }

  /// A rate at a speed; it is rounded and clamped as any rate.
  static func pace(_ rate: RefreshRate, _ speed: Double) -> RefreshRate {
    speed == 1 ? rate : RefreshRate(hertz: rate.hertz * speed)
  }

  private static func order(_ frames: ClosedRange<Int>, _ mode: PlaybackMode) -> [Int] {
    let way = mode.beginsAtEnd ? frames.reversed() : Array(frames)
    return mode.returns ? way + way.dropFirst().dropLast().reversed() : way
  }

  /// When a part of a cycle begins, in seconds since the first one began.
  func begin(ofCycle cycle: Int, offset: Fraction) -> Fraction {
    switch steps {
    case .uniform(let framesPerSecond):
      return (Fraction(cycle) * count + offset) / framesPerSecond
    case .listed(let ends):
      let step = min(offset.floor, ends.count)
      return Fraction(cycle) * duration + (step > 0 ? ends[step - 1] : 0)
    }
  }

  /// The position after exactly so many seconds.
  func position(after seconds: Fraction) -> Position {
    switch steps {
    case .uniform(let framesPerSecond):
      let played = seconds * framesPerSecond
      let cycle = (played / count).floor
      return Position(cycle: cycle, offset: played - Fraction(cycle) * count)
    case .listed(let ends):
      let cycle = (seconds / duration).floor
      let rest = seconds - Fraction(cycle) * duration
      return Position(cycle: cycle, offset: Fraction(Self.count(of: ends, notAfter: rest)))
    }
  }

  /// The position at an instant, which stands for all that are rounded to it, from half a nanosecond
  /// before it to less than half a nanosecond after it: a frame that begins among them has begun.
  func position(at time: Timestamp) -> Position {
    let end = Fraction(time) + Self.halfNanosecond
    switch steps {
    case .uniform(let framesPerSecond):
      // The last cycle, and its last frame, that begin before the end.
      let played = end * framesPerSecond
      let cycle = (played / count).ceiling - 1
      let rest = played - Fraction(cycle) * count
      let step = Fraction(rest.ceiling - 1)
      let half = Self.halfNanosecond * framesPerSecond
      let offset = rest - half
      return Position(cycle: cycle, offset: step >= offset - half ? step : offset)
    case .listed(let ends):
      let cycle = (end / duration).ceiling - 1
      let rest = end - Fraction(cycle) * duration
      return Position(cycle: cycle, offset: Fraction(Self.count(of: ends, before: rest)))
    }
  }

  private static let halfNanosecond = Fraction(1) / 2_000_000_000

  /// How many times, which are in order, are at an instant or before it.
  static func count(of times: [Fraction], begunAt instant: Timestamp) -> Int {
    count(of: times, before: Fraction(instant) + halfNanosecond)
  }

  private static func count(of times: [Fraction], notAfter instant: Fraction) -> Int {
    count(of: times) { $0 <= instant }
  }

  private static func count(of times: [Fraction], before instant: Fraction) -> Int {
    count(of: times) { $0 < instant }
  }

  private static func count(of times: [Fraction], where isBefore: (Fraction) -> Bool) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(times[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
