import AnimCore
import DemoScenes
import LinuxSystem
import OfflineRendering

/// A playlist of the scenes in the catalogue.
struct ScenePlaylist: Playlist {
  /// The index of the current scene in the catalogue.
  private(set) var index: Int

  init(index: Int = 0) { self.index = index }

  mutating func move(by count: Int) -> [PlaylistStep] {
    let all = SceneCatalog.entries.count
    return showScene(at: (index + count % all + all) % all)
  }

  func move(to end: PlaylistEnd) -> [PlaylistStep] { [.stay(.isAtEnd(end))] }

  mutating func showScene(at index: Int) -> [PlaylistStep] {
    guard SceneCatalog.entries.indices.contains(index) else { return [] }
    self.index = index
    return [.openScene(index)]
  }

  func didOpen(_ scene: DemoScene) -> [PlaylistStep] { [.show(item(scene))] }

  /// Returns the presentation of the current scene.
  func item(_ scene: DemoScene) -> PlaylistItem {
    let entry = SceneCatalog.entries[index]
    return PlaylistItem(
      name: "scene \(entry.name)", source: .scene(hasClock: entry.parts.contains("clock")),
      imageName: entry.name,
      opened: OpenedItem(scene: scene.scene, adjustClocks: scene.adjustClocks))
  }

  // There are no files.
  func open(_ page: OverviewPage) -> [PlaylistStep] { [.stay(.isGone(page))] }
  func cycleTheme() -> [PlaylistStep] { [.stay(.noThemes)] }
  func toggleMachine() -> [PlaylistStep] { [.stay(.noMachine)] }
  func reload() -> [PlaylistStep] { [] }
  func folderChanged(_ change: FolderWatcher.Change) -> [PlaylistStep] { [] }
  func didList(_ files: [String]) -> [PlaylistStep] { [] }
  func didOpen(_ result: Result<OpenedFile, Failure>) -> [PlaylistStep] { [] }
  func cancelPendingRequest() -> [PlaylistStep] { [] }
  func skip(_ others: [String: Failure]) {}

  func remove(_ path: String) -> [PlaylistStep] { [] }
  var overview: OverviewContent? { nil }
  var skipped: [SkippedFile] { [] }
  var position: String? { nil }
}
