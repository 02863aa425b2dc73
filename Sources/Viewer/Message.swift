import AnimCore
import AnimationFormats
import DemoScenes
import FramePacing
import LinuxSystem
import OfflineRendering
import XWindow

/// An input of a ``Viewer``: an action or event of the user, a change of a frame or file, or the
/// result of an ``Effect``.
package enum Message {
  /// The first item is about to be shown. The help key may be named after its first frame.
  case begin(hintsAtHelp: Bool)
  /// The user has requested an action with the pointer at this position, in pixels of the window, or
  /// `nil` for the window's centre.
  case action(ViewerAction, at: WindowPosition? = nil)
  /// An event of a key, a button or the pointer. Other events are ignored.
  case event(Event)
  /// A frame was drawn. The messages are those of the state machine since the previous frame.
  case drawn([SceneMessage])
  /// Show a message for a moment.
  case say(String)

  /// The time was changed. The change is `nil` if the scene was only set back from a frame drawn
  /// ahead.
  case timeChanged(TimeChange?, isPaused: Bool, speed: Double)
  /// The time of day is this many seconds ahead of the clocks, or behind if negative.
  case clocksDiffer(by: Seconds)

  /// The existing files.
  case listed([String])
  /// A file was opened or couldn't be opened.
  case opened(Result<OpenedFile, Failure>)
  case openedScene(DemoScene)
  case folderChanged(FolderWatcher.Change)
  /// The files to show instead of the playlist, or the reason why the search failed. The data are those
  /// of a pasted file, or `nil`.
  case dropped(Result<FileList, Failure>, data: [UInt8]? = nil)
  /// Another program's copied data have arrived.
  case pasted(Paste.Answer)
  case completed(PathCompletion)
  /// The file at a path was moved to the trash, or couldn't be moved for this reason.
  case movedToTrash(String, failure: Failure?)
  /// Content for the clipboard is ready, with its name for the user.
  case copied(Clipboard.Content, name: String)
  /// The result of saving or copying.
  case shared(ShareRequest.Result)
  /// Commands of the user, or requests to the system, have failed for these reasons.
  case failed([String])
  /// The font can be used. Only the first such message counts.
  case foundFont

  /// The pages of the overview are being read, so it can be shown.
  case readingCells
  /// These files aren't animations, for these reasons.
  case skipped([String: Failure])
  /// The animations in the folder have changed while the overview is shown.
  case listedPages([String])
}
