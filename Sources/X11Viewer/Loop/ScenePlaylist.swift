import AnimCore
import DemoScenes

/// A playlist of the scenes in the catalogue.
final class ScenePlaylist: Playlist {
  /// The index of the current scene in the catalogue.
  private var index: Int
  private let make: (Int) -> DemoScene

  let changeDescriptor: Int32 = -1

  /// - Parameters:
  ///   - index: the index of the first scene to show.
  ///   - make: makes the scene with a given index.
  init(index: Int, make: @escaping (Int) -> DemoScene) {
    self.index = index
    self.make = make
  }

  func open() -> PlaylistItem {
    let made = make(index)
    return PlaylistItem(
      name: "scene \(SceneCatalog.entries[index].name)", scene: made.scene,
      adjustClocks: made.adjustClocks)
  }

  func turn(by places: Int) -> PlaylistItem? {
    let count = SceneCatalog.entries.count
    return show((index + places % count + count) % count)
  }

  func show(_ place: Int) -> PlaylistItem? {
    guard SceneCatalog.entries.indices.contains(place) else { return nil }
    index = place
    return open()
  }

  func takeChange() -> Bool { false }
}
