import AnimCore

/// Maps a clock's time to scene time, which can be paused, slowed down, sped up and set, and stops
/// while no frames are shown.
///
/// The clock is the display's for frames, and the time of day for a clock's hands. A value: each
/// change is made *at* an instant of the clock and applies from there on, so that scene time jumps
/// only in ``seek(to:at:)`` and ``step(frames:of:at:)``. Scene time is never below zero.
package struct Timeline: Hashable, Sendable {
  /// Seconds of scene time per second of the clock, above 0.
  package private(set) var speed = 1.0
  /// Whether the user has paused scene time.
  package private(set) var isPaused = false
  /// Whether scene time is stopped because no frames are shown.
  package private(set) var isHeld = false

  /// The instant since which scene time has run evenly, by both clocks.
  private var clockAnchor: Timestamp
  private var sceneAnchor: Timestamp

  /// Runs at normal speed.
  /// - Parameters:
  ///   - start: the clock's time at which scene time starts.
  ///   - sceneTime: the scene time at that instant.
  package init(start: Timestamp, sceneTime: Timestamp = .zero) {
    clockAnchor = start
    sceneAnchor = max(sceneTime, .zero)
  }
}

extension Timeline {
  /// Whether scene time runs at the speed of the clock.
  package var isSteady: Bool { !isPaused && !isHeld && speed == 1 }

  /// Scene time at an instant of the clock. Instants before the last change are treated as that
  /// change.
  package func sceneTime(at instant: Timestamp) -> Timestamp {
    guard !isPaused, !isHeld, instant > clockAnchor else { return sceneAnchor }
    let elapsed = instant.nanoseconds(since: clockAnchor)
    if speed == 1 { return sceneAnchor.advanced(byNanoseconds: elapsed) }
    let span = (Double(elapsed) * speed).rounded()
    return sceneAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
  }

  /// The instant of the clock at which scene time reaches `sceneTime`, to the microsecond and never
  /// too early; `nil` if scene time is stopped.
  package func instant(reaching sceneTime: Timestamp) -> Timestamp? {
    if sceneTime <= sceneAnchor { return clockAnchor }
    guard !isPaused, !isHeld else { return nil }
    let span = (Double(sceneTime.nanoseconds(since: sceneAnchor)) / speed).rounded(.down)
    var instant = clockAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
    // Allows for the rounding of both clocks to whole nanoseconds.
    while self.sceneTime(at: instant) < sceneTime, instant.nanoseconds < .max {
      instant.nanoseconds += 1
    }
    return instant
  }

  /// The seconds by which `sceneTime` is behind the scene time at `instant`, which may also be
  /// before the last change: scene time is extrapolated evenly.
  package func delay(of sceneTime: Timestamp, at instant: Timestamp) -> Seconds {
    (instant - clockAnchor) * speed - (sceneTime - sceneAnchor)
  }
}

extension Timeline {
  /// Stops scene time from `instant` on.
  package mutating func pause(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = true
  }

  /// Runs scene time again from `instant` on.
  package mutating func resume(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = false
  }

  /// Stops scene time from `instant` on, since no frames are shown, until it is released.
  package mutating func hold(at instant: Timestamp) {
    anchor(at: instant)
    isHeld = true
  }

  /// Continues scene time at `instant` from where it was held, since frames are shown again.
  package mutating func release(at instant: Timestamp) {
    anchor(at: instant)
    isHeld = false
  }

  /// Changes the speed from `instant` on or, while paused, once scene time is resumed.
  /// - Throws: ``TimelineError`` if the speed is not in 0.001…1,000.
  package mutating func setSpeed(_ speed: Double, at instant: Timestamp) throws(TimelineError) {
    guard (0.001...1_000).contains(speed) else { throw .speed(speed) }
    anchor(at: instant)
    self.speed = speed
  }

  /// Sets scene time at `instant` to `sceneTime`, or to zero if that is negative. It keeps running
  /// or stays paused as before.
  package mutating func seek(to sceneTime: Timestamp, at instant: Timestamp) {
    clockAnchor = instant
    sceneAnchor = max(sceneTime, .zero)
  }

  /// Pauses, and moves forwards (or backwards, if negative) by whole frames of a film of `rate`,
  /// whose frame 0 is at zero. Between two frames, the first step goes to the next one in that
  /// direction.
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

/// Why a ``Timeline`` refuses a change.
package enum TimelineError: Error, Hashable, Sendable {
  /// A speed outside 0.001…1,000, or NaN.
  case speed(Double)
}

extension TimelineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .speed(let speed): "speed: \(speed) is out of range; use a value from 0.001 to 1000"
    }
  }
}
