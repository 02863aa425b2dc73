import AnimCore
import AnimationFormats
import LinuxSystem
import OfflineRendering

/// The items to browse: the built-in scenes, or files.
package enum Playlist {
  case scenes(ScenePlaylist)
  case files(FilePlaylist)
}

/// The decision of a playlist about the item to show.
package enum PlaylistDecision {
  /// Show an item from its start.
  case show(PlaylistItem)
  /// Show an item as the latest version of the current one.
  case reload(PlaylistItem)
  /// Keep the current item, for this reason.
  case stay(PlaylistRefusal)
  /// Keep the current item, which is already the first or the last.
  case isAtEnd(PlaylistEnd)
  /// Report that nothing can be shown.
  case fail(Failure)
}

/// A file to open, with its playback options.
package struct FileRequest: Hashable {
  package var path: String
  package var configuration: FileConfiguration
}

/// The reason why a key has no effect.
package enum PlaylistRefusal: Hashable {
  case noOther
  case noOverview
  case isGone(OverviewPage)
  case noThemes
  case noMachine

  /// The message for the user.
  var message: String {
    switch self {
    case .noOther: "no other animation here"
    case .noOverview: "only files have an overview; this is a built-in scene"
    case .isGone(let page): "\(page.name) is gone"
    case .noThemes: "the file has no themes"
    case .noMachine: "the file has no state machine"
    }
  }
}

/// The first or last item of a playlist.
package enum PlaylistEnd: Hashable {
  case first
  case last
}

/// The pages of a playlist, for an overview.
package struct OverviewContent {
  package var pages: OverviewPages
  /// The index of the current page.
  var selected: Int
  var configuration: PlaylistConfiguration
}

/// The playback options for the files of a playlist. The marker, slots and animation apply only to the first file.
package struct PlaylistConfiguration: Hashable, Sendable {
  var first: String
  let files: FileConfiguration
  /// The files that are known not to be animations, which the overview omits.
  package var others: Set<String> = []

  package func forFile(at path: String) -> FileConfiguration {
    path == first ? files : files.withoutParts
  }
}

/// A file that a playlist skips.
struct SkippedFile: Hashable {
  var name: String
  /// The reason why it can't be drawn, in a sentence that includes its name.
  var reason: String
}
