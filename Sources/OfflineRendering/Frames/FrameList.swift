import AnimCore

/// The frames to draw, in order.
package protocol FrameList: Sendable {
  var count: Int { get }

  /// Returns the number of the frame at an index below ``count``.
  func number(at index: Int) -> Int

  /// Returns the scene instant of the frame at an index below ``count``.
  func instant(at index: Int) -> SceneInstant
}

/// An instant of a scene, with the greatest known precision.
package enum SceneInstant: Hashable, Sendable {
  /// The time since the start.
  case time(Timestamp)
  /// A frame of the scene, counted at a rate if the scene has no frame rate.
  case frame(Fraction, rate: RefreshRate)
  /// The time in a video, in seconds. The scene computes its frame directly, which avoids rounding to a timestamp.
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
  /// Shows the scene at an instant.
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

/// Individually selected frames.
package struct ChosenFrames: FrameList {
  private let numbers: [Int]
  private let instants: [SceneInstant]

  package var count: Int { numbers.count }

  /// Creates a single frame.
  ///
  /// - Parameter number: The number of the frame, for hashes.
  package init(_ instant: SceneInstant, number: Int = 0) {
    numbers = [number]
    instants = [instant]
  }

  /// Creates frames of a scene.
  ///
  /// - Parameter rate: The frame rate if the scene doesn't have one.
  package init(_ numbers: [Int], rate: RefreshRate) {
    self.numbers = numbers
    instants = numbers.map { .frame(Fraction($0), rate: rate) }
  }

  package func number(at index: Int) -> Int { numbers[index] }

  package func instant(at index: Int) -> SceneInstant { instants[index] }
}

/// The frames of one cycle of a scene, each with its own duration.
package struct TimedFrames: FrameList {
  private let times: FrameTimes
  private let numbers: FrameNumbers
  private let offset: Int

  package var count: Int { numbers.count }

  /// - Parameters:
  ///   - times: The start times of the frames; see ``Playback/playedTimes``.
  ///   - selection: The selected frames, or `nil` for all.
  ///   - offset: The number of the first frame.
  ///   - pastEnd: The handling of numbers past the last frame.
  package init(
    _ times: FrameTimes, _ selection: FrameSelection? = nil, offset: Int = 0,
    pastEnd: VideoFrames.PastEnd = .error
  ) throws(FrameNumberError) {
    let total = times.exactCount.ceiling
    let wanted = try selection?.numbers(of: total, first: offset)
    numbers = try (wanted ?? FrameNumbers(offset..<offset + total))
      .checked(first: offset, total: total, pastEnd)
    (self.times, self.offset) = (times, offset)
  }

  package func number(at index: Int) -> Int { numbers[index] }

  package func instant(at index: Int) -> SceneInstant { .played(span(at: index).lowerBound) }

  /// Returns the time range in which the frame at an index is shown, in seconds.
  func span(at index: Int) -> Range<Fraction> {
    let frame = numbers[index] - offset
    return times.begin(of: Fraction(frame))..<times.begin(of: Fraction(frame + 1))
  }

  /// Returns the duration of the frame at an index, in seconds.
  package func duration(at index: Int) -> Fraction {
    let span = span(at: index)
    return span.upperBound - span.lowerBound
  }

  /// Returns the start times of the frames in a video that contains only them.
  ///
  /// - Parameter speed: The playback speed, above zero.
  package func videoTimes(speed: Fraction) -> FrameTimes? {
    var end = Fraction(0)
    return FrameTimes(
      ends: (0..<count).map { index in
        end = end + duration(at: index) / speed
        return end
      })
  }

  /// Returns the frame numbers in a video at the given rate, which repeats each frame for its own duration.
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
