import AnimCore

/// The times of numbered frames.
package struct Film: Sendable {
  private let start: Fraction
  package let rate: RefreshRate
  /// Seconds of scene time per second of film.
  private let speed: Fraction
  /// The part of the scene that repeats, or `nil` if it doesn't repeat.
  private let loop: SceneLoop?
  /// The number of frames after which the film repeats, or `nil` if it isn't a seamless film of a loop.
  private let framesPerRound: Int?

  /// - Parameters:
  ///   - speed: Seconds of scene time per second of film, above zero.
  ///   - loop: The part of the scene that repeats, or `nil` if it doesn't repeat.
  package init(start: Timestamp, rate: RefreshRate, speed: Double = 1.0, loop: SceneLoop? = nil) {
    self.start = Fraction(start)
    self.rate = rate
    self.speed = Fraction(decimal: speed)
    self.loop = loop
    framesPerRound = nil
  }

  /// Creates the times of a seamless film of a loop.
  ///
  /// The loop fills the nearest integral number of frames, so the frame after the last one is the first one. The speed
  /// differs from `speed` by less than half a frame per round.
  ///
  /// - Parameter speed: Seconds of scene time per second of film, above zero.
  package init(of loop: SceneLoop, rate: RefreshRate, speed: Double = 1.0) {
    start = loop.start
    self.rate = rate
    self.loop = loop
    let frames = max((loop.period / Fraction(decimal: speed) * Fraction(rate)).rounded, 1)
    framesPerRound = frames
    self.speed = loop.period * Fraction(rate) / Fraction(frames)
  }

  /// The time of a frame in seconds. Frame i is at start + speed·i·den/num, computed from i alone,
  /// so that errors do not accumulate, and a part of a film is the same as in the whole film.
  private func seconds(of number: Int) -> Fraction {
    let number = framesPerRound.map { number % $0 } ?? number
    let time = start + speed * (Fraction(number) / Fraction(rate))
    return loop?.firstTime(showing: time) ?? time
  }

  /// What a frame shows.
  package func instant(of number: Int) -> SceneInstant { .played(seconds(of: number)) }

  /// The number of frames of a film whose last one begins before scene time `end`, at least one.
  func count(until end: Fraction) -> Int {
    min(max(((end - start) / speed * Fraction(rate)).ceiling, 1), FramePosition.largest)
  }

  /// The number of frames until a scene with an end has been played; nil if it is endless.
  ///
  /// - Parameter repetitions: how many times it is played.
  package func count(of scene: any Scene, repetitions: Int) -> Int? {
    if let framesPerRound {
      let (frames, overflow) = framesPerRound.multipliedReportingOverflow(by: repetitions)
      return overflow ? FramePosition.largest : min(frames, FramePosition.largest)
    }
    if let loop { return count(until: loop.start + loop.period * Fraction(repetitions)) }
    return scene.playback.map { count(until: $0.exactCycleDuration * Fraction(repetitions)) }
  }

  /// The number of frames in `duration` seconds of film, rounded to nearest; at least one.
  package func count(lasting duration: Seconds) -> Int {
    max(1, (Fraction(decimal: duration) * Fraction(rate)).rounded)
  }
}

/// The frames of a film to render.
package struct FilmFrames: FrameList {
  package let film: Film
  /// The numbers of the frames, as the user counts them: the film's first frame has the number
  /// ``offset``.
  let numbers: FrameNumbers
  let offset: Int

  package var count: Int { numbers.count }

  package func number(at index: Int) -> Int { numbers[index] }

  package func instant(at index: Int) -> SceneInstant {
    film.instant(of: numbers[index] - offset)
  }

  /// What happens to frames past the end of a film.
  package enum PastEnd: String, CaseIterable, Sendable {
    /// They are an error.
    case error
    /// They are skipped.
    case clip
  }

  /// - Parameters:
  ///   - total: the number of frames in the film; nil if it has no end.
  ///   - offset: the number of the film's first frame.
  package init(
    film: Film, numbers: FrameNumbers, total: Int?, offset: Int, pastEnd: PastEnd
  ) throws(FrameNumberError) {
    self.film = film
    self.offset = offset
    self.numbers = try numbers.checked(first: offset, total: total, pastEnd)
  }
}

/// The numbers of the wanted frames, in ascending order.
package enum FrameNumbers: Hashable, Sendable {
  /// `count` numbers, from `first` on, `step` apart.
  case regular(first: Int, count: Int, step: Int)
  case list([Int])

  /// All numbers in a range.
  package init(_ range: Range<Int>) {
    self = .regular(first: range.lowerBound, count: range.count, step: 1)
  }

  package var count: Int {
    switch self {
    case .regular(_, let count, _): count
    case .list(let numbers): numbers.count
    }
  }

  /// The number at an index below ``count``.
  package subscript(index: Int) -> Int {
    switch self {
    case .regular(let first, _, let step): first + index * step
    case .list(let numbers): numbers[index]
    }
  }

  var first: Int? { count > 0 ? self[0] : nil }
  var last: Int? { count > 0 ? self[count - 1] : nil }

  /// The numbers in ranges, which are in order and do not overlap.
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

  /// The numbers of those frames that there are.
  ///
  /// - Parameters:
  ///   - offset: the number of the first.
  ///   - total: how many there are; nil if there is no end.
  func checked(
    first offset: Int, total: Int?, _ pastEnd: FilmFrames.PastEnd
  ) throws(FrameNumberError) -> FrameNumbers {
    guard let first, let last else { throw .noFrames }
    guard first >= offset else { throw .beforeFirst(Fraction(first), first: offset) }
    if let total, last - offset >= total, pastEnd == .error {
      throw .pastEnd(Fraction(max(first, offset + total)), last: offset + total - 1)
    }
    return total.map { clipped(to: offset + $0) } ?? self
  }

  /// The numbers below `end`.
  func clipped(to end: Int) -> FrameNumbers {
    switch self {
    case .regular(let first, let count, let step):
      let room = end > first ? (end - first - 1) / step + 1 : 0
      return .regular(first: first, count: min(count, room), step: step)
    case .list(let numbers): return .list(numbers.filter { $0 < end })
    }
  }
}
