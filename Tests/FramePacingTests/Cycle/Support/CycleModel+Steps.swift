@testable import AnimCore

extension CycleModel {
  mutating func run(_ steps: [CycleStep]) throws(CycleViolation) {
    try runTurns()
    for step in steps {
      try take(step)
      try runTurns()
    }
  }

  mutating func take(_ step: CycleStep) throws(CycleViolation) {
    slept = 0
    switch step {
    case .sleep: wake(at: naturalEnd)
    case .wakeEarly(let part): wake(at: instant(part))
    case .expose(let part), .key(let part): arrive(step, at: instant(part))
    case .togglePause, .seek, .hide, .show, .displayChange: arrive(step, at: instant(0.5))
    case .stop(let span):
      slept = span
      didStop(at: now)
      now = now + span
      cycle.didWake()
      cycle.didContinue(at: now)
    case .stall(let span):
      let end = naturalEnd
      slept = span
      let isLong = sleepEnd.map { end + span - $0 > 0.25 } ?? false
      if isLong { didStop(at: end) }
      wake(at: end + span)
    case .serverStop(let span):
      isStoppedUntil = max(isStoppedUntil, now + span)
      for index in completions.indices {
        completions[index] = completions[index].map { max($0, isStoppedUntil) }
      }
      wake(at: naturalEnd)
    case .loseCompletion: losesCompletion = true
    case .loseStamp: losesStamp = true
    case .foreignStamp: isForeign = true
    case .scene(let scene):
      self.scene = scene
      arrive(.key(0), at: now)
    case .work(let drawing, let server): (self.drawing, serverTime) = (drawing / 1e3, server / 1e3)
    case .cannotDraw:
      cannotDraw = true
      arrive(.key(0), at: now)
    }
  }

  mutating func didStop(at instant: Timestamp) {
    guard isShown else { return }
    // Between two stops without a frame, time advances.
    beforeStop = stood ? beforeStop + max(0, instant - ranFrom) : max(0, instant - drawnAt)
    (stood, isStopped) = (true, true)
  }

  /// The time at which the sleep ends without other events: its own end, or the server's next
  /// message.
  var naturalEnd: Timestamp {
    var end = sleepEnd ?? now + 1
    guard isListening else { return end }
    for completion in completions { if let completion { end = min(end, completion) } }
    if let answer { end = min(end, answer) }
    return max(end, now)
  }

  /// Returns an instant during the sleep.
  func instant(_ part: Double) -> Timestamp { now + part * (naturalEnd - now) }

  /// An event arrives from the server, and is read when the loop next reads.
  mutating func arrive(_ step: CycleStep, at instant: Timestamp) {
    events.append(step)
    wake(at: isListening ? instant : naturalEnd)
  }

  mutating func wake(at instant: Timestamp) {
    now = max(now, instant)
    cycle.didWake()
  }

  /// The time at which the reply to the request for a stamp arrives, if any.
  var answer: Timestamp? {
    asked.map { max(isStoppedUntil, vblank(after: $0)) }
  }

  func vblank(after instant: Timestamp) -> Timestamp {
    Timestamp(seconds: ((instant.seconds / Self.vblank).rounded(.down) + 1) * Self.vblank)
  }
}
