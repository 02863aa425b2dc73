/// Maps the display's time to a scene's: paused, slower or faster, set forwards or backwards.
///
/// A value; every change is made *at* an instant of the display's time and holds from there on,
/// so that scene time has no jumps but those of ``seek(to:at:)`` and ``step(frames:of:at:)``. Scene
/// time is never below zero.
public struct Playback: Hashable, Sendable {
  /// Seconds of scene time per second of display time, above 0.
  public private(set) var speed = 1.0
  /// Whether scene time stands still.
  public private(set) var isPaused = false

  /// Where the present stretch of even motion began, by both clocks.
  private var displayAnchor: Timestamp
  private var sceneAnchor: Timestamp

  /// Plays at normal speed.
  /// - Parameters:
  ///   - start: the display's time at which scene time begins to run.
  ///   - sceneTime: what scene time is then.
  public init(start: Timestamp, sceneTime: Timestamp = .zero) {
    displayAnchor = start
    sceneAnchor = max(sceneTime, .zero)
  }
}

extension Playback {
  /// Scene time at an instant of the display's time. Before the latest change, it is what it was
  /// at that change.
  public func sceneTime(at instant: Timestamp) -> Timestamp {
    guard !isPaused, instant > displayAnchor else { return sceneAnchor }
    let elapsed = instant.nanoseconds(since: displayAnchor)
    if speed == 1 { return sceneAnchor.advanced(byNanoseconds: elapsed) }
    let span = (Double(elapsed) * speed).rounded()
    return sceneAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
  }

  /// The instant of the display's time, to the microsecond, at which scene time has come to
  /// `sceneTime`, and not before; `nil` if it never will, being paused.
  public func displayTime(reaching sceneTime: Timestamp) -> Timestamp? {
    if sceneTime <= sceneAnchor { return displayAnchor }
    guard !isPaused else { return nil }
    let span = (Double(sceneTime.nanoseconds(since: sceneAnchor)) / speed).rounded(.down)
    var instant = displayAnchor.advanced(byNanoseconds: Int64(exactly: span) ?? .max)
    // The rounding to whole nanoseconds of both clocks.
    while self.sceneTime(at: instant) < sceneTime, instant.nanoseconds < .max {
      instant.nanoseconds += 1
    }
    return instant
  }
}

extension Playback {
  /// Scene time stands still from `instant` on.
  public mutating func pause(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = true
  }

  /// Scene time runs again from `instant` on.
  public mutating func resume(at instant: Timestamp) {
    anchor(at: instant)
    isPaused = false
  }

  /// Scene time runs at another speed from `instant` on; while paused, once it is resumed.
  /// - Throws: ``PlaybackError`` if the speed is not in 0.001…1,000.
  public mutating func setSpeed(_ speed: Double, at instant: Timestamp) throws(PlaybackError) {
    guard (0.001...1_000).contains(speed) else { throw .speed(speed) }
    anchor(at: instant)
    self.speed = speed
  }

  /// Scene time is `sceneTime` at `instant`, or zero if that is below, and runs or rests as
  /// before.
  public mutating func seek(to sceneTime: Timestamp, at instant: Timestamp) {
    displayAnchor = instant
    sceneAnchor = max(sceneTime, .zero)
  }

  /// Pauses, and goes forwards (or backwards, if negative) by whole frames of a film of `rate`,
  /// whose frame 0 is at zero. From between two of its frames the first step goes to the nearer
  /// end in that direction.
  public mutating func step(frames: Int, of rate: RefreshRate, at instant: Timestamp) {
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
    displayAnchor = instant
  }
}

/// Why a ``Playback`` cannot be as asked.
public enum PlaybackError: Error, Hashable, Sendable {
  /// A speed outside 0.001…1,000, or not a number.
  case speed(Double)
}

extension PlaybackError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .speed(let speed): "The speed must be from 0.001 to 1000, not \(speed)."
    }
  }
}
