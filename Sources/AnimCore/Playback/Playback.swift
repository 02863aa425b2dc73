/// The playback of the frames of an animation: their range, speed, order and number of repetitions.
/// It computes the frame at a time, and the time at which the next frame is due.
///
/// All computations are exact. Frames and times are fractions. A ``Timestamp`` is a whole number of
/// nanoseconds, so a frame starts at the nanosecond closest to its exact start. Stepping, seeking,
/// videos and windows therefore show the same frame at the same time, at any rate and in any
/// repetition.
///
/// Frames are counted from 0. If ``hasSubframes`` is set, fractional frames lie between two frames.
/// Animations whose frames have different durations have no fractional frames. Each frame keeps its
/// duration in any order.
public struct Playback: Hashable, Sendable {
  /// The start of each frame, at normal speed and in forward order.
  public let times: FrameTimes
  /// The frames that are played. The upper bound isn't shown. A new value is clamped to the
  /// existing frames and is never empty. If frames have different durations, it is extended to
  /// whole frames.
  public var range: Range<Double> {
    get { frames.lowerBound.double..<frames.upperBound.double }
    set {
      frames = Self.clamped(newValue, times)
      cycle = Cycle(times, frames, speed, mode)
    }
  }
  /// The frames of ``range``.
  package private(set) var frames: Range<Fraction>
  /// The playback speed as a multiple of normal speed, which is positive. Other values count as 1.
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
  /// The number of repetitions, or `nil` for endless playback. Values below 1 count as 1. The last
  /// frame stays after the last repetition.
  public var repetitions: Int? {
    didSet { repetitions = repetitions.map { max($0, 1) } }
  }
  /// A Boolean value that indicates whether images between whole frames are shown. Always `false`
  /// if the durations of frames differ.
  public var hasSubframes: Bool {
    get { wantsSubframes && times.listedEnds == nil }
    set { wantsSubframes = newValue }
  }
  private var wantsSubframes: Bool
  /// The frames that are marked on a time line, in any order.
  public var markers: [SceneMarker]
  private var cycle: Cycle

  /// Creates the playback of frames.
  ///
  /// - Parameters:
  ///   - times: The start of each frame.
  ///   - range: The frames to play, or `nil` for all. See ``range``.
  ///   - speed: The speed; see ``speed``.
  ///   - mode: The order of the frames.
  ///   - repetitions: The number of repetitions, or `nil` for endless playback.
  ///   - hasSubframes: Whether to show fractional frames.
  ///   - markers: The marked frames.
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

/// A named event at a frame of an animation.
public struct SceneMarker: Hashable, Sendable {
  /// The frame, counted from 0.
  public var frame: Double
  /// The name.
  public var name: String

  /// Creates a marker at a frame.
  public init(frame: Double, name: String) {
    self.frame = frame
    self.name = name
  }
}

// Derived values that hold at all times.
extension Playback {
  /// The last frame of ``range`` that is shown: the first one plus as many whole frames as fit.
  public var lastFrame: Double { cycle.last.double }

  /// A Boolean value that indicates whether more than one frame is shown.
  public var isAnimated: Bool { cycle.last > cycle.first }

  /// The number of frames that one cycle shows. It is larger than the number of frames for playback
  /// back and forth, and may not be whole.
  public var cycleCount: Double { cycle.count.double }

  /// The duration of one cycle, in seconds.
  public var cycleDuration: Seconds { exactCycleDuration.double }

  package var exactCycleDuration: Fraction { cycle.duration }

  /// The start of each frame that one cycle shows, in playback order, or `nil` if it follows from a
  /// rate.
  package var playedTimes: FrameTimes? { cycle.stepEnds.flatMap { FrameTimes(ends: $0) } }

  /// The duration of ``range`` in one direction, in seconds.
  public var rangeDuration: Seconds {
    guard times.listedEnds == nil, let frameRate else {
      let length = times.begin(of: frames.upperBound) - times.begin(of: frames.lowerBound)
      return (length / Fraction(decimal: speed)).double
    }
    return ((frames.upperBound - frames.lowerBound) / Fraction(frameRate)).double
  }

  /// The rate at which frames are played, or `nil` if frames have different durations.
  public var frameRate: RefreshRate? {
    guard let rate = times.frameRate else { return nil }
    if times.listedEnds == nil { return Cycle.pace(rate, speed) }
    return (Fraction(rate) * Fraction(decimal: speed)).rate
  }

  /// The rate of a video that shows every frame for its exact time, or `nil` if it would be too high; see
  /// ``FrameTimes/commonRate``.
  public var commonRate: RefreshRate? {
    if let frameRate { return frameRate }
    let rate = times.commonRate.flatMap { (Fraction($0) * Fraction(decimal: speed)).rate }
    return rate.flatMap { $0.hertz <= FrameTimes.maximumCommonRate ? $0 : nil }
  }
}

// MARK: - Times and frames

extension Playback {
  /// Returns the frame that is shown at a time since the start. Times before the start count as 0.
  public func frame(at time: Timestamp) -> Double { frame(position(at: time)).double }

  /// Returns the frame that is shown `time` seconds after the start. Negative, infinite and invalid
  /// times count as 0.
  public func frame(at time: Seconds) -> Double { frame(at: Timestamp(finite: time)) }

  /// Returns the frame that is shown after exactly this number of seconds.
  package func frame(afterPlaying seconds: Fraction) -> Fraction {
    frame(cycle.position(after: max(seconds, 0)))
  }

  /// Returns the time at which a frame is first shown, since the start. The frame is clamped to the
  /// range that is played.
  public func time(of frame: Double) -> Timestamp { time(of: Fraction(frame)) }

  /// Returns the time at which a frame is first shown, since the start. The frame is clamped to the
  /// range that is played.
  package func time(of frame: Fraction) -> Timestamp { exactTime(of: frame).timestamp }

  /// Returns the number of seconds before a frame is first shown. The frame is clamped to the range
  /// that is played.
  package func exactTime(of frame: Fraction) -> Fraction {
    let frame = min(max(frame, cycle.first), cycle.last)
    let offset = mode.beginsAtEnd ? cycle.last - frame : frame - cycle.first
    return cycle.begin(ofCycle: 0, offset: offset)
  }

  /// Returns the first time after `time` at which another frame is shown, `time` itself while the
  /// frame changes continuously, or `nil` if it never changes again.
  public func nextChange(after time: Timestamp) -> Timestamp? {
    guard isAnimated else { return nil }
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

  /// Returns the time of the next change in seconds; see ``nextChange(after:)-(Timestamp)``.
  package func nextChange(after time: Seconds) -> Seconds? {
    nextChange(after: Timestamp(finite: time))?.seconds
  }

  /// Returns whether all repetitions have been played, so that nothing changes any more. Returns
  /// `false` for still images.
  package func hasEnded(at time: Timestamp) -> Bool {
    isAnimated && repetitions != nil && nextChange(after: time) == nil
  }

  /// The time after which nothing changes, in seconds. It is infinite unless the number of
  /// repetitions is limited.
  package var duration: Seconds {
    guard isAnimated else { return 0 }
    return repetitions.map { cycleDuration * Double($0) } ?? .infinity
  }

  /// The times of the first repetition in seconds, or `nil` if the number of repetitions is limited
  /// or nothing moves.
  package var loop: Range<Seconds>? {
    isAnimated && repetitions == nil && cycleDuration > 0 ? 0..<cycleDuration : nil
  }

  /// Returns the start of the frame `count` frames after the one at `time`, or before it if `count`
  /// is negative. Between two frames, the first step goes to the nearest frame in that direction.
  /// Steps end at the first and the last frame.
  package func time(stepping count: Int, from time: Timestamp) -> Timestamp {
    let position = position(at: time)
    let last = lastStep
    let hasEnded = isOver(position)
    let before = hasEnded ? last ?? .max : step(of: position)
    guard before < .max else { return time }
    // At the end, the last frame stays forever, so it isn't possible to be between frames.
    let isBetween = !hasEnded && begin(ofStep: before) != time
    let (step, overflow) = (count < 0 && isBetween ? before + 1 : before)
      .addingReportingOverflow(count)
    guard !overflow else { return time }
    let begin = begin(ofStep: min(max(step, 0), last ?? .max))
    return count > 0 ? max(begin, time) : begin
  }

  /// Returns the frame at a position of a time line, 0...1, on which equal times have equal
  /// lengths.
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

  /// Returns the position of a frame on a time line, 0...1, on which equal times have equal
  /// lengths.
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
  /// Creates a timestamp by rounding to the nearest nanosecond. Negative, infinite and invalid
  /// times become zero.
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

  /// Returns whether the frame that is shown stays until playback restarts.
  private func isAtEnd(_ position: Cycle.Position) -> Bool {
    switch mode {
    case .forward: repetitions != nil && cycle.first + position.offset >= cycle.last
    case .reverse: cycle.last - position.offset <= cycle.first
    case .bounce, .reverseBounce: false
    }
  }

  private func frame(_ position: Cycle.Position) -> Fraction {
    // A part of a frame stays as it is.
    guard isAnimated else { return cycle.first }
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

  /// Returns the distance in frames from the start, for playback back and forth.
  private func bounced(_ offset: Fraction) -> Fraction {
    let turn = cycle.last - cycle.first
    return offset <= turn ? offset : max(turn + turn - offset, 0)
  }

  /// Returns the index of the step that is shown at a position. The whole frames are counted in
  /// playback order, including all repetitions.
  private func step(of position: Cycle.Position) -> Int {
    let (before, overflow) = position.cycle.multipliedReportingOverflow(by: cycle.stepCount)
    return overflow ? .max : before + position.offset.floor
  }

  /// The last step, or `nil` if there is no end. For playback back and forth, it is the frame at
  /// which playback started.
  private var lastStep: Int? {
    repetitions.map { count in
      let (steps, overflow) = count.multipliedReportingOverflow(by: cycle.stepCount)
      return overflow ? .max : mode.returns && isAnimated ? steps : steps - 1
    }
  }

  private func begin(ofStep step: Int) -> Timestamp {
    let (number, rest) = step.quotientAndRemainder(dividingBy: cycle.stepCount)
    return cycle.begin(ofCycle: number, offset: Fraction(rest)).timestamp
  }
}

/// One cycle of playback, from its first frame until it repeats.
private struct Cycle: Hashable, Sendable {
  private enum Steps: Hashable, Sendable {
    /// Steps of equal duration, except for the last.
    case uniform(framesPerSecond: Fraction)
    /// The end of each step, in seconds since the start of the cycle.
    case listed(ends: [Fraction])
  }

  /// A position in time.
  struct Position {
    /// The number of complete cycles before.
    var cycle: Int
    /// The number of frames since the current cycle began, from 0 and below the cycle's count.
    var offset: Fraction
  }

  /// The first and the last frame that are shown. The first one is the lower one in any order.
  let first: Fraction
  let last: Fraction
  /// The number of frames that are shown.
  let count: Fraction
  /// The number of frames that are shown completely or in part.
  let stepCount: Int
  /// The duration, in seconds.
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

  /// The end of each step, in seconds since the start of the cycle, or `nil` if it follows from a
  /// rate.
  var stepEnds: [Fraction]? {
    if case .listed(let ends) = steps { ends } else { nil }
  }

  /// Returns a rate at a speed, rounded and clamped like any rate.
  static func pace(_ rate: RefreshRate, _ speed: Double) -> RefreshRate {
    speed == 1 ? rate : RefreshRate(hertz: rate.hertz * speed)
  }

  private static func order(_ frames: ClosedRange<Int>, _ mode: PlaybackMode) -> [Int] {
    let order = mode.beginsAtEnd ? frames.reversed() : Array(frames)
    return mode.returns ? order + order.dropFirst().dropLast().reversed() : order
  }

  /// Returns the start of a part of a cycle, in seconds since the start of the first cycle.
  func begin(ofCycle cycle: Int, offset: Fraction) -> Fraction {
    switch steps {
    case .uniform(let framesPerSecond):
      return (Fraction(cycle) * count + offset) / framesPerSecond
    case .listed(let ends):
      let step = min(offset.floor, ends.count)
      return Fraction(cycle) * duration + (step > 0 ? ends[step - 1] : 0)
    }
  }

  /// Returns the position after exactly this number of seconds.
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

  /// Returns the position at an instant, which represents all times that are rounded to it, from
  /// half a nanosecond before it to less than half a nanosecond after it. A frame that begins among
  /// them has begun.
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

  /// Returns the number of times at or before a timestamp. The times are in ascending order.
  static func count(of times: [Fraction], begunAt instant: Timestamp) -> Int {
    count(of: times, before: Fraction(instant) + halfNanosecond)
  }

  private static func count(of times: [Fraction], notAfter instant: Fraction) -> Int {
    times.indices.partitioningIndex { times[$0] > instant }
  }

  private static func count(of times: [Fraction], before instant: Fraction) -> Int {
    times.indices.partitioningIndex { times[$0] >= instant }
  }
}
