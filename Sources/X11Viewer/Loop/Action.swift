import AnimCore

/// What a key or a mouse button asks the viewer to do.
enum Action: Hashable {
  case quit
  /// Ends fullscreen, or the viewer where that is off.
  case leave
  case togglePause
  /// By so many frames, forward or back.
  case step(Int)
  case multiplySpeed(Double)
  case resetSpeed
  case seek(by: Seconds)
  case seekToStart
  /// To the start, and playing.
  case restart
  /// Sets the clock on, or back.
  case adjustClock(Seconds)
  case toggleFullscreen
  case saveScreenshot
  case toggleStatistics
  case toggleHelp
  /// The scene at a place in the catalogue.
  case showScene(Int)
  /// So many places on in the catalogue, or back.
  case turnScenes(Int)
}
