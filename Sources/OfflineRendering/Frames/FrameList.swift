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

  /// A single frame, which needs no number.
  package init(_ instant: SceneInstant) {
    numbers = [0]
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

/// The frames that a scene shows when all is played once, each for its own time.
package struct TimedFrames: FrameList {
  private let times: FrameTimes
  private let offset: Int

  package var count: Int { times.exactCount.ceiling }

  /// - Parameters:
  ///   - times: when each begins; see ``Playback/playedTimes``.
  ///   - offset: the number of the first.
  package init(_ times: FrameTimes, offset: Int = 0) { (self.times, self.offset) = (times, offset) }

  package func number(at index: Int) -> Int { index + offset }

  package func instant(at index: Int) -> SceneInstant {
    .played(times.begin(of: Fraction(index)))
  }
}
