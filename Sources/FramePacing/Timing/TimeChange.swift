import AnimCore

/// A change of scene time by the user.
package enum TimeChange: Hashable {
  case togglePause
  /// Steps by this many frames, forward or back, and pauses.
  case step(Int)
  case multiplySpeed(Double)
  case resetSpeed
  case seek(by: Seconds)
  case seekToStart
  /// Moves to a scene time, and continues or stays paused as before.
  case move(to: Timestamp)
  /// Moves to a scene time, and pauses there.
  case pause(at: Timestamp)
  case resume
  /// Moves to the start, and plays.
  case restart
}

extension TimeChange {
  /// Whether this changes the speed.
  package var changesSpeed: Bool {
    switch self {
    case .multiplySpeed, .resetSpeed: true
    default: false
    }
  }
}

extension Timeline {
  /// Applies a change, from `instant` of the display's clock on. A speed that is out of range is
  /// ignored.
  ///
  /// - Parameters:
  ///   - frames: the frame rate to step by.
  ///   - start: the scene time at which the run began.
  package mutating func apply(
    _ change: TimeChange, frames: RefreshRate, start: Timestamp, at instant: Timestamp
  ) {
    switch change {
    case .togglePause: if isPaused { resume(at: instant) } else { pause(at: instant) }
    case .step(let count): step(frames: count, of: frames, at: instant)
    case .multiplySpeed(let factor): try? setSpeed(speed * factor, at: instant)
    case .resetSpeed: try? setSpeed(1, at: instant)
    case .seek(by: let span): seek(to: sceneTime(at: instant) + span, at: instant)
    case .seekToStart: seek(to: start, at: instant)
    case .move(to: let time): seek(to: time, at: instant)
    case .pause(at: let time):
      seek(to: time, at: instant)
      pause(at: instant)
    case .resume: resume(at: instant)
    case .restart:
      seek(to: start, at: instant)
      resume(at: instant)
    }
  }
}
