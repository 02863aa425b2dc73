import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering

/// The logic for browsing: the next item, the skipped files with the reasons, and the presentation of each item.
///
/// A playlist is a value that reads no files. It requests operations as ``PlaylistStep`` values and receives their
/// results. The order is always the same: it requests the list of files, then opens one, and then shows the result.
protocol Playlist {
  /// Moves by a number of items, or back if negative, wrapping around.
  mutating func move(by count: Int) -> [PlaylistStep]
  /// Moves to the next item, because the file at a path was moved to the trash.
  mutating func remove(_ path: String) -> [PlaylistStep]
  /// Moves to the first item or the last.
  mutating func move(to end: PlaylistEnd) -> [PlaylistStep]
  /// Moves to the built-in scene at an index.
  mutating func showScene(at index: Int) -> [PlaylistStep]
  /// Moves to a page of the overview.
  mutating func open(_ page: OverviewPage) -> [PlaylistStep]
  /// Shows the current item with its next theme.
  mutating func cycleTheme() -> [PlaylistStep]
  /// Turns the state machine of the current item on or off.
  mutating func toggleMachine() -> [PlaylistStep]
  /// Shows the current version of the current item.
  mutating func reload() -> [PlaylistStep]
  /// Handles changes in the folder of the current item.
  mutating func folderChanged(_ change: FolderWatcher.Change) -> [PlaylistStep]
  /// Cancels pending requests. The current item remains.
  mutating func cancelPendingRequest() -> [PlaylistStep]
  /// Excludes files that aren't animations, each with the reason.
  mutating func skip(_ others: [String: Failure])
  /// The pages for an overview, or `nil` if there is no overview.
  var overview: OverviewContent? { get }
  /// The files that were skipped because they can't be drawn.
  var skipped: [SkippedFile] { get }
  /// The position of the current item, such as "3 of 12", or `nil` if there are no others.
  var position: String? { get }

  // Results of steps. They may arrive later, after other calls, and only for the latest request.
  /// Handles the list of existing files.
  mutating func didList(_ files: [String]) -> [PlaylistStep]
  /// Handles a file that was opened or couldn't be opened.
  mutating func didOpen(_ result: Result<OpenedFile, Failure>) -> [PlaylistStep]
  /// Handles a built-in scene that was created.
  mutating func didOpen(_ scene: DemoScene) -> [PlaylistStep]
}

/// A request or decision of a ``Playlist``.
enum PlaylistStep {
  /// Watch only this folder for changes.
  case watch(String)
  /// List the files.
  case list
  case open(FileRequest)
  case openScene(Int)
  /// Show an item from its start.
  case show(PlaylistItem)
  /// Show an item as the latest version of the current one.
  case reload(PlaylistItem)
  /// Keep the current item, for this reason.
  case stay(PlaylistRefusal)
  /// Report why a file was skipped.
  case report(Failure)
  /// Report that nothing can be shown.
  case fail(Failure)
  /// Files at these paths were written or removed. `nil` if any file may have been.
  case changed(Set<String>?)
}

/// A file to open, with its playback options.
struct FileRequest: Hashable {
  var path: String
  var configuration: FileConfiguration
}

/// The reason why a key has no effect.
enum PlaylistRefusal: Hashable {
  case noOther
  case noOverview
  case isAtEnd(PlaylistEnd)
  case isGone(OverviewPage)
  case noThemes
  case noMachine
}

/// The first or last item of a playlist.
enum PlaylistEnd: Hashable {
  case first
  case last
}

/// The pages of a playlist, for an overview.
struct OverviewContent {
  var pages: OverviewPages
  /// The index of the current page.
  var selected: Int
  var configuration: PlaylistConfiguration
}

/// The playback options for the files of a playlist. The marker, slots and animation apply only to the first file.
struct PlaylistConfiguration: Hashable, Sendable {
  var first: String
  let files: FileConfiguration
  /// The files that are known not to be animations, which the overview omits.
  var others: Set<String> = []

  func forFile(at path: String) -> FileConfiguration {
    path == first ? files : files.withoutParts
  }
}

/// A file that a playlist skips.
struct SkippedFile: Hashable {
  var name: String
  /// The reason why it can't be drawn, in a sentence that includes its name.
  var reason: String
}
