import AnimCore

/// The frames to draw, in order.
package protocol FrameList: Sendable {
  var count: Int { get }

  /// The number by which the frame at an index below ``count`` is known.
  func number(at index: Int) -> Int

  /// What the frame at an index below ``count`` shows.
  func instant(at index: Int) -> SceneInstant
}

/// An instant of a scene, as exactly as it is known.
package enum SceneInstant: Hashable, Sendable {
  /// A time since the start.
  case time(Timestamp)
  /// A frame of the scene, counted at a rate if the scene has none of its own.
  case frame(Fraction, rate: RefreshRate)
  /// After this many seconds of a film. The frames that a scene has then played follow from that
  /// without going through a time, which would be rounded.
  case played(Fraction)
}

extension SceneInstant {
  /// Returns the number of the frame that a scene shows at this instant, counted from 0.
  ///
  /// - Parameter rate: The frame rate for a scene without its own rate.
  package func frameNumber(in scene: any Scene, rate: RefreshRate) -> Int {
    func number(at time: Timestamp) -> Int {
      scene.playback.map { Fraction($0.frame(at: time)).floor }
        ?? (Fraction(time) * Fraction(rate)).floor
    }
    return switch self {
    case .time(let time): number(at: time)
    case .frame(let frame, _): frame.floor
    case .played(let seconds): number(at: seconds.timestamp)
    }
  }
}

extension Scene {
  /// Sets the state for an instant.
  func show(_ instant: SceneInstant) {
    switch instant {
    case .time(let time): update(to: time.seconds)
    case .frame(let frame, _) where playback != nil: show(frame: frame.double)
    case .frame(let frame, let rate): update(to: time(of: frame, at: rate).seconds)
    case .played(let seconds):
      if countedRate == nil, let playback {
        show(frame: playback.frame(afterPlaying: seconds).double)
      } else {
        update(to: seconds.timestamp.seconds)
      }
    }
  }
}

/// Frames that were chosen one by one.
package struct ChosenFrames: FrameList {
  private let numbers: [Int]
  private let instants: [SceneInstant]

  package var count: Int { numbers.count }

  /// A single frame.
  ///
  /// - Parameter number: The number of the frame, for hashes.
  package init(_ instant: SceneInstant, number: Int = 0) {
    numbers = [number]
    instants = [instant]
  }

  /// Frames of a scene.
  ///
  /// - Parameter rate: the rate at which they are counted if the scene has none of its own.
  package init(_ numbers: [Int], rate: RefreshRate) {
    self.numbers = numbers
    instants = numbers.map { .frame(Fraction($0), rate: rate) }
  }

  package func number(at index: Int) -> Int { numbers[index] }

  package func instant(at index: Int) -> SceneInstant { instants[index] }
}

/// Frames that a scene shows when all is played once, each for its own time.
package struct TimedFrames: FrameList {
  private let times: FrameTimes
  private let numbers: FrameNumbers
  private let offset: Int

  package var count: Int { numbers.count }

  /// - Parameters:
  ///   - times: when each begins; see ``Playback/playedTimes``.
  ///   - selection: which of them are wanted; nil for all.
  ///   - offset: the number of the first.
  ///   - pastEnd: what happens to numbers past the last.
  package init(
    _ times: FrameTimes, _ selection: FrameSelection? = nil, offset: Int = 0,
    pastEnd: FilmFrames.PastEnd = .error
  ) throws(FrameNumberError) {
    let total = times.exactCount.ceiling
    let wanted = try selection?.numbers(of: total, first: offset)
    numbers = try (wanted ?? FrameNumbers(offset..<offset + total))
      .checked(first: offset, total: total, pastEnd)
    (self.times, self.offset) = (times, offset)
  }

  package func number(at index: Int) -> Int { numbers[index] }

  package func instant(at index: Int) -> SceneInstant { .played(span(at: index).lowerBound) }

  /// From when to when the frame at an index is shown, in seconds.
  func span(at index: Int) -> Range<Fraction> {
    let frame = numbers[index] - offset
    return times.begin(of: Fraction(frame))..<times.begin(of: Fraction(frame + 1))
  }

  /// For how long the frame at an index is shown, in seconds.
  package func duration(at index: Int) -> Fraction {
    let span = span(at: index)
    return span.upperBound - span.lowerBound
  }

  /// When each of the frames begins in a film of nothing else.
  ///
  /// - Parameter speed: how many times faster they are shown, above zero.
  package func filmTimes(speed: Fraction) -> FrameTimes? {
    var end = Fraction(0)
    return FrameTimes(
      ends: (0..<count).map { index in
        end = end + duration(at: index) / speed
        return end
      })
  }

  /// The frames of a film at a rate that show these, as often as it takes to show each for its own time.
  package func numbers(at rate: RefreshRate, speed: Fraction) throws(FrameNumberError)
    -> FrameNumbers
  {
    func slot(_ time: Fraction) -> Int { offset + (time / speed * Fraction(rate)).ceiling }
    var ranges: [Range<Int>] = []
    for index in 0..<count {
      let (begin, end) = (slot(span(at: index).lowerBound), slot(span(at: index).upperBound))
      if let last = ranges.last, last.upperBound == begin {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(begin..<end)
      }
    }
    return try FrameNumbers(ranges)
  }
}
