/// Maps a clock's time to a scene's: paused, slower or faster, set forwards or backwards, and held
/// while no frames are shown.
///
/// The clock is the display's for frames, and that of the day for a clock's hands. A value; every
/// change is made *at* an instant of the clock and holds from there on, so that scene time has no
/// jumps but those of ``seek(to:at:)`` and ``step(frames:of:at:)``. Scene time is never below zero.
package struct Timeline: Hashable, Sendable {
  /// Seconds of scene time per second of the clock, above 0.
  package private(set) var speed = 1.0
  /// Whether scene time stands still because the user wants it to.
  package private(set) var isPaused = false
  /// Whether scene time stands still because no frames are shown.
  package private(set) var isHeld = false

  /// Where the present stretch of even motion began, by both clocks.
  private var clockAnchor: Timestamp
  private var sceneAnchor: Timestamp

  /// Plays at normal speed.
  /// - Parameters:
  ///   - start: the clock's time at which scene time begins to run.
  ///   - sceneTime: what scene time is then.
  package init(start: Timestamp, sceneTime: Timestamp = .zero) {
    clockAnchor = start
    sceneAnchor = max(sceneTime, .zero)
  }
}

extension Timeline {
  /// Whether scene time runs with the clock, second by second.
  package var isSteady: Bool { !isPaused && !isHeld && speed == 1 }

  /// Scene time at an instant of the clock. Before the latest change, it is what it was at that
  /// change.
  package func sceneTime(at instant: Timestamp) -> Timestamp {
    guard !isPaused, !isHeld, instant > clockAnchor else { return sceneAnchor }
    let elapsed = instant.nanoseconds(since: clockAnchor)
    if speed == 1 { return sceneAnchor.advanced(byNanoseconds: elapsed) }
    let span = (Double(elapsed) * speed).rounded()
    return sceneAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
  }

  /// The instant of the clock, to the microsecond, at which scene time reaches `sceneTime`, and not
  /// before; `nil` if it never will, standing still.
  package func instant(reaching sceneTime: Timestamp) -> Timestamp? {
    if sceneTime <= sceneAnchor { return clockAnchor }
    guard !isPaused, !isHeld else { return nil }
    let span = (Double(sceneTime.nanoseconds(since: sceneAnchor)) / speed).rounded(.down)
    var instant = clockAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
    // The rounding to whole nanoseconds of both clocks.
    while self.sceneTime(at: instant) < sceneTime, instant.nanoseconds < .max {
      instant.nanoseconds += 1
    }
    return instant
  }

  /// By how many seconds `sceneTime` is behind the scene time that a timeline that runs evenly since
  /// its latest change has at `instant`, which may lie before that change too.
  package func delay(of sceneTime: Timestamp, at instant: Timestamp) -> Seconds {
    (instant - clockAnchor) * speed - (sceneTime - sceneAnchor)
  }
}

extension Timeline {
  /// Scene time stands still from `instant` on.
  package mutating func pause(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = true
  }

  /// Scene time runs again from `instant` on.
  package mutating func resume(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = false
  }

  /// No frames are shown: scene time stands still from `instant` on, until it is released.
  package mutating func hold(at instant: Timestamp) {
    anchor(at: instant)
    isHeld = true
  }

  /// Frames are shown again: the scene time at which it was held is that of `instant`.
  package mutating func release(at instant: Timestamp) {
    anchor(at: instant)
    isHeld = false
  }

  /// Scene time runs at another speed from `instant` on; while paused, once it is resumed.
  /// - Throws: ``TimelineError`` if the speed is not in 0.001…1,000.
  package mutating func setSpeed(_ speed: Double, at instant: Timestamp) throws(TimelineError) {
    guard (0.001...1_000).contains(speed) else { throw .speed(speed) }
    anchor(at: instant)
    self.speed = speed
  }

  /// Scene time is `sceneTime` at `instant`, or zero if that is below, and runs or rests as
  /// before.
  package mutating func seek(to sceneTime: Timestamp, at instant: Timestamp) {
    clockAnchor = instant
    sceneAnchor = max(sceneTime, .zero)
  }

  /// Pauses, and goes forwards (or backwards, if negative) by whole frames of a film of `rate`,
  /// whose frame 0 is at zero. From between two of its frames the first step goes to the nearer
  /// end in that direction.
  package mutating func step(frames: Int, of rate: RefreshRate, at instant: Timestamp) {
    pause(at: instant)
    let before = rate.slot(atOrBefore: sceneAnchor.nanoseconds)
    let isBetween = rate.nanoseconds(toSlot: before) != sceneAnchor.nanoseconds
    let start = frames < 0 && isBetween ? before + 1 : before
    let (frame, overflow) = start.addingReportingOverflow(frames)
    guard !overflow else { return }
    sceneAnchor = Timestamp(nanoseconds: max(rate.nanoseconds(toSlot: frame), 0))
  }

  private mutating func anchor(at instant: Timestamp) {
    sceneAnchor = sceneTime(at: instant)
    clockAnchor = instant
  }
}

/// Why a ``Timeline`` cannot run as asked.
package enum TimelineError: Error, Hashable, Sendable {
  /// A speed outside 0.001…1,000, or not a number.
  case speed(Double)
}

extension TimelineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .speed(let speed): "The speed must be from 0.001 to 1000, not \(speed)."
    }
  }
}
