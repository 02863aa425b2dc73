import AnimCore

/// The tiles of a picture that contain something that the server cannot draw, kept from frame to
/// frame.
struct ComposedTiles {
  private(set) var tiles = TileSet(TileGrid(size: .zero))
  private var before = TileSet(TileGrid(size: .zero))

  /// Takes the next frame, and adds to `changed` the tiles that the server draws now but did not
  /// before, and vice versa, because server and viewer paint edges differently.
  mutating func advance(to list: DisplayList, _ changed: inout TileSet) {
    swap(&tiles, &before)
    if tiles.grid == changed.grid { tiles.clear() } else { tiles = TileSet(changed.grid) }
    list.forEachCommand { command, isBeyondServer in
      if isBeyondServer { tiles.mark(command.bounds) }
    }
    guard before.grid == tiles.grid else { return }
    before.formSymmetricDifference(tiles)
    changed.formUnion(before)
  }
}

extension TileSet {
  /// Takes over the tiles of `other`, and its grid.
  mutating func replace(with other: TileSet) {
    if grid == other.grid { clear() } else { self = TileSet(other.grid) }
    formUnion(other)
  }
}
