import AnimCore

/// The mapping from a clock to scene time, which can be paused, slowed down, sped up and set, and
/// which stops while no frames are shown.
///
/// The clock is that of the display for frames, and the time of day for the hands of a clock. Each
/// change is made *at* an instant of the clock and applies from then on, so scene time jumps only
/// in ``seek(to:at:)`` and ``step(frames:of:at:)``. Scene time is never negative.
package struct Timeline: Hashable, Sendable {
  /// Seconds of scene time per second of the clock, above 0.
  package private(set) var speed = 1.0
  /// Whether the user has paused scene time.
  package private(set) var isPaused = false
  /// Whether scene time is stopped because no frames are shown.
  private(set) var isHeld = false

  /// The last change, from which scene time runs evenly, by both clocks.
  private var clockAnchor: Timestamp
  private var sceneAnchor: Timestamp

  /// Creates a timeline at normal speed.
  /// - Parameters:
  ///   - start: The time of the clock at which scene time starts.
  ///   - sceneTime: The scene time at that instant.
  init(start: Timestamp, sceneTime: Timestamp = .zero) {
    clockAnchor = start
    sceneAnchor = max(sceneTime, .zero)
  }
}

extension Timeline {
  /// Whether scene time runs at the speed of the clock.
  package var isSteady: Bool { !isPaused && !isHeld && speed == 1 }

  /// Returns the scene time at an instant of the clock. Instants before the last change are treated
  /// as the instant of the change.
  package func sceneTime(at instant: Timestamp) -> Timestamp {
    guard !isPaused, !isHeld, instant > clockAnchor else { return sceneAnchor }
    let elapsed = instant.nanoseconds(since: clockAnchor)
    if speed == 1 { return sceneAnchor.advanced(byNanoseconds: elapsed) }
    let span = (Double(elapsed) * speed).rounded()
    return sceneAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
  }

  /// Returns the instant of the clock at which scene time reaches `sceneTime`, to the microsecond
  /// and never too early, or `nil` if scene time is stopped.
  func instant(reaching sceneTime: Timestamp) -> Timestamp? {
    if sceneTime <= sceneAnchor { return clockAnchor }
    guard !isPaused, !isHeld else { return nil }
    let span = (Double(sceneTime.nanoseconds(since: sceneAnchor)) / speed).rounded(.down)
    var instant = clockAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
    // Both clocks are rounded to integral nanoseconds.
    while self.sceneTime(at: instant) < sceneTime, instant.nanoseconds < .max {
      instant.nanoseconds += 1
    }
    return instant
  }

  /// Returns the seconds by which `sceneTime` is behind the scene time at `instant`. Before the
  /// last change, scene time is extrapolated evenly.
  func delay(of sceneTime: Timestamp, at instant: Timestamp) -> Seconds {
    (instant - clockAnchor) * speed - (sceneTime - sceneAnchor)
  }
}

extension Timeline {
  /// Stops scene time at a time.
  mutating func pause(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = true
  }

  /// Resumes scene time at a time.
  mutating func resume(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = false
  }

  /// Stops scene time at a time until it is released, because no frames are shown.
  mutating func hold(at instant: Timestamp) {
    anchor(at: instant)
    isHeld = true
  }

  /// Continues scene time at `instant` from where it was held, because frames are shown again.
  mutating func release(at instant: Timestamp) {
    anchor(at: instant)
    isHeld = false
  }

  /// Changes the speed at a time or, while paused, when scene time is resumed.
  /// - Throws: ``TimelineError`` if the speed isn't in 0.001…1,000.
  mutating func setSpeed(_ speed: Double, at instant: Timestamp) throws(TimelineError) {
    guard (0.001...1_000).contains(speed) else { throw .speed(speed) }
    anchor(at: instant)
    self.speed = speed
  }

  /// Sets scene time at `instant` to `sceneTime`, or to zero if that is negative. A paused timeline
  /// stays paused.
  mutating func seek(to sceneTime: Timestamp, at instant: Timestamp) {
    clockAnchor = instant
    sceneAnchor = max(sceneTime, .zero)
  }

  /// Pauses, and moves forward, or backward if negative, by integral frames of a video of `rate`,
  /// whose frame 0 is at zero. Between two frames, the first step goes to the next frame in that
  /// direction.
  mutating func step(frames: Int, of rate: RefreshRate, at instant: Timestamp) {
    pause(at: instant)
    let before = rate.slot(atOrBefore: sceneAnchor.nanoseconds)
    let isBetween = rate.nanoseconds(toSlot: before) != sceneAnchor.nanoseconds
    let start = frames < 0 && isBetween ? before + 1 : before
    let (frame, overflow) = start.addingReportingOverflow(frames)
    guard !overflow else { return }
    sceneAnchor = Timestamp(nanoseconds: max(rate.nanoseconds(toSlot: frame), 0))
  }

  /// Pauses and moves by integral frames, each of which has its own start time.
  mutating func step(frames: Int, of playback: Playback, at instant: Timestamp) {
    pause(at: instant)
    sceneAnchor = playback.time(stepping: frames, from: sceneAnchor)
  }

  private mutating func anchor(at instant: Timestamp) {
    sceneAnchor = sceneTime(at: instant)
    clockAnchor = instant
  }
}

/// The reason why a ``Timeline`` refuses a change.
enum TimelineError: Error, Hashable, Sendable {
  /// A speed outside 0.001…1,000, or NaN.
  case speed(Double)
}

extension TimelineError: CustomStringConvertible {
  var description: String {
    switch self {
    case .speed(let speed): "speed: \(speed) is out of range; use a value from 0.001 to 1000"
    }
  }
}

/// A change of scene time by the user.
package enum TimeChange: Hashable {
  case togglePause
  /// Steps by a number of frames, forward or backward, and pauses.
  case step(Int)
  case multiplySpeed(Double)
  case resetSpeed
  case seek(by: Seconds)
  case seekToStart
  /// Moves to a scene time. A paused timeline stays paused.
  case move(to: Timestamp)
  /// Moves to a scene time, and pauses there.
  case pause(at: Timestamp)
  /// Moves to the initial scene time, and pauses there.
  case pauseAtStart
  case resume
  /// Moves to the start, and plays.
  case restart
}

/// The sequence of frames that scene time steps through.
package enum FrameSteps: Hashable, Sendable {
  /// The frames of an endless scene, which are counted at a rate.
  case rate(RefreshRate)
  case playback(Playback)
}

extension TimeChange {
  /// Whether the change affects the speed.
  package var changesSpeed: Bool {
    switch self {
    case .multiplySpeed, .resetSpeed: true
    default: false
    }
  }
}

extension Timeline {
  /// Applies a change at `instant` of the display's clock. Ignores a speed that is out of range.
  ///
  /// - Parameters:
  ///   - frames: The frames to step through.
  ///   - start: The initial scene time of the run.
  package mutating func apply(
    _ change: TimeChange, frames: FrameSteps, start: Timestamp, at instant: Timestamp
  ) {
    switch change {
    case .togglePause:
      if case .playback(let playback) = frames, playback.hasEnded(at: sceneTime(at: instant)) {
        // Playing an animation that has ended restarts it.
        seek(to: .zero, at: instant)
        resume(at: instant)
      } else if isPaused {
        resume(at: instant)
      } else {
        pause(at: instant)
      }
    case .step(let count):
      switch frames {
      case .rate(let rate): step(frames: count, of: rate, at: instant)
      case .playback(let playback): step(frames: count, of: playback, at: instant)
      }
    case .multiplySpeed(let factor): try? setSpeed(speed * factor, at: instant)
    case .resetSpeed: try? setSpeed(1, at: instant)
    case .seek(by: let span): seek(to: sceneTime(at: instant) + span, at: instant)
    case .seekToStart: seek(to: start, at: instant)
    case .move(to: let time): seek(to: time, at: instant)
    case .pause(at: let time):
      seek(to: time, at: instant)
      pause(at: instant)
    case .pauseAtStart:
      seek(to: start, at: instant)
      pause(at: instant)
    case .resume: resume(at: instant)
    case .restart:
      seek(to: start, at: instant)
      resume(at: instant)
    }
  }
}

/// Compares scene time with the time of day, to find out how slow the clocks of a scene are.
///
/// They become slow while no frames are shown, which stops scene time, during a suspend, and when
/// the system's clock is set, including for daylight saving time.
package struct WallTimeline {
  /// The mapping from the time of day to scene time.
  private var timeline: Timeline
  /// The seconds by which clocks were set ahead since ``timeline`` started.
  private var corrected: Seconds = 0
  /// The second of the last comparison.
  private var comparedSecond: Int64 = .min

  /// - Parameters:
  ///   - start: A time of day at which clocks are correct.
  ///   - sceneTime: The scene time at `start`.
  package init(start: Timestamp, sceneTime: Timestamp) {
    timeline = Timeline(start: start, sceneTime: sceneTime)
  }

  /// Accepts the clocks as they are: from now on, `sceneTime` corresponds to this time of day.
  package mutating func restart(at timeOfDay: Timestamp, sceneTime: Timestamp) {
    self = WallTimeline(start: timeOfDay, sceneTime: sceneTime)
  }

  /// Returns the integral seconds by which the caller must set clocks ahead. Compares only once a
  /// second.
  package mutating func correction(of sceneTime: Timestamp, at timeOfDay: Timestamp) -> Seconds {
    let second = timeOfDay.nanoseconds / 1_000_000_000
    guard second != comparedSecond else { return 0 }
    comparedSecond = second
    let slow = (timeline.delay(of: sceneTime, at: timeOfDay) - corrected).rounded()
    corrected += slow
    return slow
  }
}
