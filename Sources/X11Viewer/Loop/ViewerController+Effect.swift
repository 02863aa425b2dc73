import AnimCore
import AnimationFormats
import FramePacing
import Logging
import XWindow

extension ViewerController {
  /// Work for the loop.
  enum Effect: Hashable {
    /// End the run.
    case end
    case setFullscreen(Bool)
    /// Enlarge the window for its current contents, unless the user has chosen its size.
    case growWindow
    /// Show the pointer even over a fullscreen window, or hide it there again.
    case showPointer(Bool)
    /// Draw a frame, because something other than the scene has changed.
    case redraw
    /// Draw a frame at a later instant, because something disappears then.
    case redrawLater(at: Timestamp)
    /// Change the time; with `nil`, only set the scene back from a frame drawn ahead. The loop then
    /// calls ``didChangeTime(_:isPaused:speed:at:)``.
    case changeTime(TimeChange?)
    /// Set the clocks of ``ViewerController/item`` ahead by this many seconds, or back if negative.
    case adjustClocks(Seconds)
    /// Watch only this folder for changes; see ``folderChanged(_:in:)``.
    case watch(String)
    /// List the files, and call ``didList(_:in:)``, at once or later.
    case listFiles
    /// Open a file, and call ``didOpen(_:in:)``.
    case openFile(FileRequest)
    /// Open the file or folder with this path, instead of the playlist, and call
    /// ``didDrop(_:in:)``.
    case openPath(String)
    /// Open the data of a file instead of the playlist, and call ``didDrop(_:data:in:)``.
    case openData([UInt8])
    /// Find completions of a partial path, and call ``didComplete(_:)``.
    case complete(String)
    /// Request the data that another program has copied, and call ``didPaste(_:in:)``.
    case paste
    /// Move a file to the trash, and call ``didMoveToTrash(_:_:in:)``.
    case moveToTrash(String)
    /// Run a command of the user's own about a file.
    case run(String, path: String)
    /// Tell the source of a drop whether it was accepted. If not, list the previous files again.
    case finishDrop(isTaken: Bool)
    /// Create the built-in scene with this index, and call ``didOpen(_:in:)``.
    case openScene(Int)
    /// Read pages of the files, as many as are visible, and call ``didBeginReading(in:)``.
    case readCells(PlaylistConfiguration)
    /// Read these files again for the overview, or any files if `nil`.
    case readAgain(Set<String>?)
    /// Search for the font, and call ``didFindFont(in:)``.
    case findFont
    /// Tell the state machine of ``ViewerController/item``.
    case tellMachine([Interaction])
    /// Save something, or copy it for other programs, and call ``didShare(_:at:)``.
    case share(ShareRequest)
    /// Run the scene of ``ViewerController/item`` from the same time, played according to
    /// ``ViewerController/chosenPlayback``, and no overview.
    case runScene
    /// Draw enlarged pixels of ``ViewerController/item`` smooth, or sharp.
    case smoothPixels(Bool)
    /// Run the overview, at the same time.
    case runOverview
    case setTitle(String)
    /// Report every movement of the pointer, or no longer.
    case followPointer(Bool)
    /// Print a message.
    case log(Logger.Level, String)
    /// Show ``ViewerController/windowBackdrop``, and ``ViewerController/backdrop`` behind all pages.
    case showBackdrop
    /// Measure how long the server takes for each frame, or no longer.
    case timeCompletions(Bool)
  }

  /// The state on which the effect of an action depends.
  struct Situation {
    /// The size of the image in pixels.
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

  /// Returns the position of a pixel in points, or the middle of the window for `nil`.
  func point(_ position: WindowPosition?) -> Point {
    guard let position else { return Point(x: view.width / 2, y: view.height / 2) }
    return Point(x: Double(position.x) / scale, y: Double(position.y) / scale)
  }
}
