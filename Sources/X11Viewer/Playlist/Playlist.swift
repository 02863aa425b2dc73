import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering

/// What is paged through: which item comes next, what is skipped and why, and how each is presented.
///
/// A value, which reads no file: it asks for what it needs by a ``PlaylistStep``, is told what came of
/// that, and goes on. Whatever it decides, it decides in this order: it asks which files there are,
/// then to open one, and then says what to show.
protocol Playlist {
  /// Moves by some items, or back if negative, wrapping around.
  mutating func turn(by count: Int) -> [PlaylistStep]
  /// Moves to the next item, because the file at a path was moved to the trash.
  mutating func remove(_ path: String) -> [PlaylistStep]
  /// Moves to the first item or the last.
  mutating func turn(to end: PlaylistEnd) -> [PlaylistStep]
  /// Moves to the built-in scene at an index.
  mutating func showScene(at index: Int) -> [PlaylistStep]
  /// Moves to a page of the overview.
  mutating func open(_ page: OverviewPage) -> [PlaylistStep]
  /// Shows the current item with its next theme.
  mutating func turnTheme() -> [PlaylistStep]
  /// Shows the current item with its state machine on or off.
  mutating func toggleMachine() -> [PlaylistStep]
  /// Shows the current version of the current item.
  mutating func reload() -> [PlaylistStep]
  /// Something in the folder of the current item has changed.
  mutating func folderChanged(_ change: FolderWatcher.Change) -> [PlaylistStep]
  /// What was asked for is no longer wanted: what is shown stays.
  mutating func stayAsShown() -> [PlaylistStep]
  /// These files are no animations, for a reason each.
  mutating func leaveOut(_ others: [String: Failure])
  /// All pages, for an overview; nil if there is none.
  var overview: OverviewContent? { get }
  /// What was left out, since it cannot be drawn.
  var skipped: [SkippedFile] { get }
  /// Where the current item is among the others, such as "3 of 12"; nil if there are no others.
  var position: String? { get }

  // What has come of a step.
  // It may be told later, and other calls may come before; files that were asked for earlier are then not told.
  /// These files are there.
  mutating func didList(_ files: [String]) -> [PlaylistStep]
  /// A file was opened, or could not be.
  mutating func didOpen(_ result: Result<OpenedFile, Failure>) -> [PlaylistStep]
  /// A built-in scene was made.
  mutating func didOpen(_ scene: DemoScene) -> [PlaylistStep]
}

/// What a ``Playlist`` asks for, or has decided.
enum PlaylistStep {
  /// Watch a folder for changes, and no other.
  case watch(String)
  /// Tell which files there are.
  case list
  case open(FileRequest)
  case openScene(Int)
  /// Show an item from its start.
  case show(PlaylistItem)
  /// Show the item as the present version of what is shown.
  case reload(PlaylistItem)
  /// Nothing else is shown.
  case stay(PlaylistRefusal)
  /// Say why a file was skipped.
  case report(Failure)
  /// Nothing can be shown.
  case fail(Failure)
  /// Files at these paths were written or removed; nil if any may have been.
  case changed(Set<String>?)
}

/// A file to open, and how it is played.
struct FileRequest: Hashable {
  var path: String
  var configuration: FileConfiguration
}

/// Why a key leads nowhere.
enum PlaylistRefusal: Hashable {
  case noOther
  case noOverview
  case isAtEnd(PlaylistEnd)
  case isGone(OverviewPage)
  case noThemes
  case noMachine
}

/// The first item of a playlist, or its last.
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

/// How the files of a playlist are played: a marker, slots and an animation count for the first of
/// them only.
struct PlaylistConfiguration: Hashable, Sendable {
  var first: String
  let files: FileConfiguration
  /// Files that are known to be no animations, and are no pages of an overview.
  var others: Set<String> = []

  func forFile(at path: String) -> FileConfiguration {
    path == first ? files : files.withoutParts
  }
}

/// A file that is left out of a playlist.
struct SkippedFile: Hashable {
  var name: String
  /// Why it cannot be drawn, in a sentence that names it.
  var reason: String
}
