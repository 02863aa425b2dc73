@testable import AnimCore

/// One step in a viewer's run: the rest of the current sleep, then an event.
enum CycleStep: Hashable {
  /// The sleep ends as planned.
  case sleep
  /// A signal or a spurious wake-up ends the sleep early.
  case wakeEarly(Double)
  case expose(Double)
  /// The contents change because of a key or a new size.
  case key(Double)
  case togglePause
  case seek
  case hide
  case show
  case displayChange(Int)
  /// SIGSTOP, and this many seconds later SIGCONT.
  case stop(Double)
  /// The machine is suspended for this many seconds, without notice.
  case stall(Double)
  /// The server is stopped for this many seconds.
  case serverStop(Double)
  /// The server's next completion or vblank is lost.
  case loseCompletion
  case loseStamp
  /// The next stamp is from another clock.
  case foreignStamp
  case scene(ModelScene)
  /// The milliseconds that drawing a frame takes, and that the server needs for it.
  case work(drawing: Double, server: Double)
  case cannotDraw
}

/// A scene's demand after each frame.
enum ModelScene: Int, CaseIterable {
  case moving
  case everySecond
  case finished
}

/// An invariant of the cycle that was violated.
struct CycleViolation: Error, CustomStringConvertible {
  let description: String
}
