import AnimCore

/// The times of the numbered frames of a video.
package struct Video: Sendable {
  private let start: Fraction
  package let rate: RefreshRate
  /// Seconds of scene time per second of video.
  private let speed: Fraction
  /// The part of the scene that repeats, or `nil` if it doesn't repeat.
  private let loop: SceneLoop?
  /// The number of frames after which the video repeats, or `nil` if it isn't a seamless loop.
  private let framesPerRound: Int?

  /// - Parameters:
  ///   - speed: Seconds of scene time per second of video, above zero.
  ///   - loop: The part of the scene that repeats, or `nil` if it doesn't repeat.
  package init(start: Timestamp, rate: RefreshRate, speed: Double = 1.0, loop: SceneLoop? = nil) {
    self.start = Fraction(start)
    self.rate = rate
    self.speed = Fraction(decimal: speed)
    self.loop = loop
    framesPerRound = nil
  }

  /// Creates the times of a seamless video of a loop.
  ///
  /// The loop fills the nearest integral number of frames, so the last frame is followed by the first one. The speed
  /// differs from `speed` by less than half a frame per round.
  ///
  /// - Parameter speed: Seconds of scene time per second of video, above zero.
  package init(of loop: SceneLoop, rate: RefreshRate, speed: Double = 1.0) {
    start = loop.start
    self.rate = rate
    self.loop = loop
    let frames = max((loop.period / Fraction(decimal: speed) * Fraction(rate)).rounded, 1)
    framesPerRound = frames
    self.speed = loop.period * Fraction(rate) / Fraction(frames)
  }

  /// Returns the time of a frame in seconds: start + speed·i·den/num for frame i. Errors don't accumulate, and a part
  /// of a video equals the same part of the complete video.
  private func seconds(of number: Int) -> Fraction {
    let number = framesPerRound.map { number % $0 } ?? number
    let time = start + speed * (Fraction(number) / Fraction(rate))
    return loop?.firstTime(showing: time) ?? time
  }

  /// Returns the instant that a frame shows.
  package func instant(of number: Int) -> SceneInstant { .played(seconds(of: number)) }

  /// Returns the number of frames, at least one, of a video whose last frame starts before scene time `end`.
  func count(until end: Fraction) -> Int {
    min(max(((end - start) / speed * Fraction(rate)).ceiling, 1), FramePosition.largest)
  }

  /// Returns the number of frames that play a scene to its end, or `nil` if the scene is endless.
  ///
  /// - Parameter repetitions: The number of times to play the scene.
  package func count(of scene: any Scene, repetitions: Int) -> Int? {
    if let framesPerRound {
      let (frames, overflow) = framesPerRound.multipliedReportingOverflow(by: repetitions)
      return overflow ? FramePosition.largest : min(frames, FramePosition.largest)
    }
    if let loop { return count(until: loop.start + loop.period * Fraction(repetitions)) }
    return scene.playback.map { count(until: $0.exactCycleDuration * Fraction(repetitions)) }
  }

  /// Returns the number of frames in `duration` seconds of video, rounded to nearest, at least one.
  package func count(lasting duration: Seconds) -> Int {
    max(1, (Fraction(decimal: duration) * Fraction(rate)).rounded)
  }
}

/// The frames of a video to render.
package struct VideoFrames: FrameList {
  package let video: Video
  /// The frame numbers, as specified by users. The number of the first frame of the video is ``offset``.
  let numbers: FrameNumbers
  let offset: Int

  package var count: Int { numbers.count }

  package func number(at index: Int) -> Int { numbers[index] }

  package func instant(at index: Int) -> SceneInstant {
    video.instant(of: numbers[index] - offset)
  }

  /// The handling of frames past the end of a video.
  package enum PastEnd: String, CaseIterable, Sendable {
    /// Missing frames cause an error.
    case error
    /// Missing frames are skipped.
    case clip
  }

  /// - Parameters:
  ///   - total: The number of frames in the video, or `nil` if it is endless.
  ///   - offset: The number of the first frame of the video.
  package init(
    video: Video, numbers: FrameNumbers, total: Int?, offset: Int, pastEnd: PastEnd
  ) throws(FrameNumberError) {
    self.video = video
    self.offset = offset
    self.numbers = try numbers.checked(first: offset, total: total, pastEnd)
  }
}

/// The numbers of the requested frames, in ascending order.
package enum FrameNumbers: Hashable, Sendable {
  /// `count` numbers at intervals of `step`, starting with `first`.
  case regular(first: Int, count: Int, step: Int)
  case list([Int])

  /// Creates all numbers in a range.
  package init(_ range: Range<Int>) {
    self = .regular(first: range.lowerBound, count: range.count, step: 1)
  }

  package var count: Int {
    switch self {
    case .regular(_, let count, _): count
    case .list(let numbers): numbers.count
    }
  }

  /// Accesses the number at an index below ``count``.
  package subscript(index: Int) -> Int {
    switch self {
    case .regular(let first, _, let step): first + index * step
    case .list(let numbers): numbers[index]
    }
  }

  var first: Int? { count > 0 ? self[0] : nil }
  var last: Int? { count > 0 ? self[count - 1] : nil }

  /// Creates the numbers in ranges, which are sorted and don't overlap.
  init(_ ranges: [Range<Int>]) throws(FrameNumberError) {
    if ranges.count == 1 {
      self.init(ranges[0])
      return
    }
    guard ranges.reduce(0, { $0 + $1.count }) <= FrameSelection.listLimit else {
      throw .tooManyFrames
    }
    self = .list(ranges.flatMap { Array($0) })
  }

  /// Returns the numbers of existing frames.
  ///
  /// - Parameters:
  ///   - offset: The number of the first frame.
  ///   - total: The number of frames, or `nil` for an endless video.
  func checked(
    first offset: Int, total: Int?, _ pastEnd: VideoFrames.PastEnd
  ) throws(FrameNumberError) -> FrameNumbers {
    guard let first, let last else { throw .noFrames }
    guard first >= offset else { throw .beforeFirst(Fraction(first), first: offset) }
    if let total, last - offset >= total, pastEnd == .error {
      throw .pastEnd(Fraction(max(first, offset + total)), last: offset + total - 1)
    }
    return total.map { clipped(to: offset + $0) } ?? self
  }

  /// Returns the numbers below `end`.
  func clipped(to end: Int) -> FrameNumbers {
    switch self {
    case .regular(let first, let count, let step):
      let room = end > first ? (end - first - 1) / step + 1 : 0
      return .regular(first: first, count: min(count, room), step: step)
    case .list(let numbers): return .list(numbers.filter { $0 < end })
    }
  }
}
