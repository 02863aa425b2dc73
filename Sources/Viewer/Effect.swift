import AnimCore
import AnimationFormats
import FramePacing
import LinuxSystem
import XWindow

/// Work that a ``Viewer`` asks its window to do. Results return as ``Message`` values, at once or
/// later.
package enum Effect: Hashable {
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
  /// Show a message for a moment: ``Message/say(_:)``.
  case say(String)
  /// Change the time; with `nil`, only set the scene back from a frame drawn ahead. Then send
  /// ``Message/timeChanged(_:isPaused:speed:)``.
  case changeTime(TimeChange?)
  /// Set the clocks of ``Viewer/item`` ahead by this many seconds, or back if negative.
  case adjustClocks(Seconds)
  /// Watch only this folder, and send ``Message/folderChanged(_:)``.
  case watch(String)
  /// List the files, and send ``Message/listed(_:)``.
  case listFiles
  /// Open a file, and send ``Message/opened(_:)``.
  case openFile(FileRequest)
  /// Find the file or folder with this path, and send ``Message/dropped(_:data:)``.
  case openPath(String)
  /// Use these data as a file, and send ``Message/dropped(_:data:)``.
  case openData([UInt8])
  /// Find completions of a partial path, and send ``Message/completed(_:)``.
  case complete(String)
  /// Request the data that another program has copied, and send ``Message/pasted(_:)``.
  case paste
  /// Move a file to the trash, and send ``Message/movedToTrash(_:failure:)``.
  case moveToTrash(String)
  /// Run a command of the user with a file. Send ``Message/failed(_:)`` if that fails.
  case run(String, path: String)
  /// Tell the source of a drop whether it was accepted. If not, list the previous files again.
  case finishDrop(isTaken: Bool)
  /// Create the built-in scene with this index, and send ``Message/openedScene(_:)``.
  case openScene(Int)
  /// Read pages of the files, as many as are visible, and send ``Message/readingCells``.
  case readCells(PlaylistConfiguration)
  /// Read these files again for the overview if it is shown, or any files if `nil`.
  case readAgain(Set<String>?)
  /// Search for the font, and send ``Message/foundFont``.
  case findFont
  /// Tell the state machine of ``Viewer/item``.
  case tellMachine([Interaction])
  /// Save something, and send ``Message/shared(_:)``. Or prepare it for the clipboard, and send
  /// ``Message/copied(_:name:)``, or ``Message/shared(_:)`` if that fails.
  case share(ShareRequest)
  /// Put content on the clipboard, and send ``Message/shared(_:)`` with its name.
  case copy(Clipboard.Content, name: String)
  /// Run the overview if it is shown, or otherwise the scene of ``Viewer/item`` according to
  /// ``Viewer/chosenPlayback``. The time doesn't change.
  case runScene
  /// Draw enlarged pixels of ``Viewer/item`` smooth, or sharp.
  case smoothPixels(Bool)
  case setTitle(String)
  /// Report every movement of the pointer, or no longer.
  case followPointer(Bool)
  /// Have an input method compose what the user types, or no longer.
  case takeText(Bool)
  /// Print a message.
  case log(LogLevel, String)
  /// Show ``Viewer/windowBackdrop``, and ``Viewer/cellBackdrop`` behind the pages of an overview.
  case showBackdrop
  /// Measure how long the server takes for each frame, or no longer.
  case timeCompletions(Bool)
}

/// The importance of a printed message.
package enum LogLevel: Hashable {
  case notice
  case warning
  case error
}

/// The state of the window on which the response to a message depends.
package struct Situation {
  /// The size of the image in pixels.
  var size: PixelSize
  /// Pixels per point.
  var scale: Double
  var isFullscreen: Bool
  /// Whether scene time is paused.
  var isPaused: Bool
  /// The scene time that is shown.
  var sceneTime: Timestamp
  /// The time of the turn.
  var now: Timestamp

  package init(
    size: PixelSize, scale: Double = 1, isFullscreen: Bool = false, isPaused: Bool = false,
    sceneTime: Timestamp = .zero, now: Timestamp = .zero
  ) {
    (self.size, self.scale) = (size, scale)
    (self.isFullscreen, self.isPaused) = (isFullscreen, isPaused)
    (self.sceneTime, self.now) = (sceneTime, now)
  }
}

extension Situation {
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
