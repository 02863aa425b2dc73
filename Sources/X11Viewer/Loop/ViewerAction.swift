import AnimCore
import FramePacing

/// An action that a key or a mouse button triggers.
enum ViewerAction: Hashable {
  case quit
  /// Leaves fullscreen, or quits if not fullscreen.
  case leave
  case time(TimeChange)
  /// Sets the clock ahead by this many seconds, or back if negative.
  case adjustClock(Seconds)
  case toggleFullscreen
  case saveScreenshot
  case toggleStatistics
  case toggleHelp
  /// Shows the scene at this index in the catalogue.
  case showScene(Int)
  /// Moves this many scenes or files ahead, or back if negative.
  case turn(Int)
  case turnBackdrop
}
