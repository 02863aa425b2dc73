import AnimCore
import DemoScenes
import OfflineRendering

/// A playlist of the scenes in the catalogue.
package struct ScenePlaylist {
  /// The index of the current scene in the catalogue.
  package private(set) var index: Int

  package init(index: Int = 0) { self.index = index }

  /// Moves by a number of scenes, or back if negative, wrapping around.
  mutating func move(by count: Int, into effects: inout [Effect]) {
    let all = SceneCatalog.entries.count
    show(at: (index + count % all + all) % all, into: &effects)
  }

  /// Moves to the scene at an index.
  mutating func show(at index: Int, into effects: inout [Effect]) {
    guard SceneCatalog.entries.indices.contains(index) else { return }
    self.index = index
    effects.append(.openScene(index))
  }

  /// Returns the presentation of the current scene.
  package func item(_ scene: DemoScene) -> PlaylistItem {
    let entry = SceneCatalog.entries[index]
    return PlaylistItem(
      name: "scene \(entry.name)", source: .scene(hasClock: entry.parts.contains("clock")),
      imageName: entry.name,
      opened: OpenedItem(scene: scene.scene, adjustClocks: scene.adjustClocks))
  }
}
