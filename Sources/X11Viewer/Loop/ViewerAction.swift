import AnimCore

/// What a key or a mouse button asks the viewer to do.
enum ViewerAction: Hashable {
  case quit
  /// Ends fullscreen, or the viewer where that is off.
  case leave
  case time(TimeChange)
  /// Sets the clock on, or back.
  case adjustClock(Seconds)
  case toggleFullscreen
  case saveScreenshot
  case toggleStatistics
  case toggleHelp
  /// The scene at a place in the catalogue.
  case showScene(Int)
  /// This many scenes or files on, or back.
  case turn(Int)
  case turnBackdrop
}
