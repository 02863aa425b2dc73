import AnimCore

/// The scenes of the catalogue.
final class ScenePlaylist: Playlist {
  /// The place in the catalogue of the scene on show.
  private var index: Int
  private let make: (Int) -> any Scene

  let changeDescriptor: Int32 = -1

  /// - Parameters:
  ///   - index: the place of the scene to begin with.
  ///   - make: makes the scene of a place.
  init(index: Int, make: @escaping (Int) -> any Scene) {
    self.index = index
    self.make = make
  }

  func open() -> PlaylistItem {
    PlaylistItem(name: "scene \(SceneCatalog.entries[index].name)", scene: make(index))
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
