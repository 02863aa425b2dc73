import AnimCore

/// How the user changes the scene's time.
enum TimeChange: Hashable {
  case togglePause
  /// By this many frames, forward or back.
  case step(Int)
  case multiplySpeed(Double)
  case resetSpeed
  case seek(by: Seconds)
  case seekToStart
  /// To a scene time, and on from there as before.
  case move(to: Timestamp)
  /// To a scene time, and stopped there.
  case pause(at: Timestamp)
  case resume
  /// To the start, and playing.
  case restart
}

extension TimeChange {
  /// Whether the user asks for another speed.
  var changesSpeed: Bool {
    switch self {
    case .multiplySpeed, .resetSpeed: true
    default: false
    }
  }
}

extension Timeline {
  /// Changes the time from `instant` of the display's clock on. A speed that is out of range leaves
  /// the old one.
  ///
  /// - Parameters:
  ///   - frames: the rate of the frames to step by.
  ///   - start: the scene time at which the scene began.
  mutating func apply(
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
