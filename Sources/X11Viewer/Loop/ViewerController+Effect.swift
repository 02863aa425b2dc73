import AnimCore
import FramePacing
import XWindow

extension ViewerController {
  /// What the loop must do.
  enum Effect: Hashable {
    /// End the run.
    case end
    case setFullscreen(Bool)
    /// Show the pointer even over a fullscreen window, or hide it there again.
    case showPointer(Bool)
    /// Draw a frame, because something other than the scene has changed.
    case redraw
    /// Draw one at a later instant, because something disappears then.
    case redrawLater(at: Timestamp)
    /// Change the time; with nil, only set the scene back from a frame drawn ahead. The loop then
    /// calls ``didChangeTime(_:isPaused:speed:at:)``.
    case changeTime(TimeChange?)
    /// Set the clocks of ``ViewerController/item`` ahead by this many seconds, or back if negative.
    case adjustClocks(Seconds)
    /// Open the item at this index, and ``show(_:at:)`` it, if there is one.
    case open(index: Int)
    /// Open the item that is this many ahead, or back if negative, and ``show(_:at:)`` it.
    case turn(Int)
    /// Open the first item or the last, and ``show(_:at:)`` it; if there is no other, go to the start
    /// or the last frame of this one.
    case turnToEnd(PlaylistEnd)
    /// Show all pages at once, and tell ``beginOverview(_:selected:in:)``, unless there is only one.
    case showOverview
    /// Open a page, and ``show(_:at:)`` it.
    case openPage(OverviewPage)
    /// Save something, or copy it for other programs.
    case share(ShareRequest)
    /// Run the overview, if there is one, or else the scene of ``ViewerController/item``, played as
    /// ``ViewerController/chosenPlayback`` says, at the same time.
    case runScene
    case setTitle(String)
    /// Report every movement of the pointer, or no longer.
    case followPointer(Bool)
    /// Print a warning.
    case warn(String)
    case setBackdrop(Backdrop)
    /// Open the item with its next theme, and ``ViewerController/reload(_:sceneTime:at:)`` it.
    case turnTheme
    /// Open the item with its state machine on or off, and ``ViewerController/show(_:at:)`` it.
    case toggleMachine
    /// Measure how long the server takes for each frame, or no longer.
    case timeCompletions(Bool)
  }

  /// What the effect of an action depends on.
  struct Situation {
    /// The size of the picture in pixels.
    var size: PixelSize
    /// Pixels per point.
    var scale = 1.0
    var isFullscreen = false
    /// Whether scene time is paused.
    var isPaused = false
    /// The scene time that is shown.
    var sceneTime = Timestamp.zero
    /// The time of the turn.
    var now = Timestamp.zero
  }
}

extension ViewerController.Situation {
  /// The window's size in points.
  var view: Size {
    Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
  }

  /// A pixel of the window in points; the middle of the window for nil.
  func point(_ position: WindowPosition?) -> Point {
    guard let position else { return Point(x: view.width / 2, y: view.height / 2) }
    return Point(x: Double(position.x) / scale, y: Double(position.y) / scale)
  }
}
