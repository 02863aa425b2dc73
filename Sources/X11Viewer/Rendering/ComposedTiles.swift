import AnimCore

/// The tiles of a picture in which there is more to be seen than the server can draw, frame by frame.
struct ComposedTiles {
  private(set) var tiles = TileSet(TileGrid(size: .zero))
  private var before = TileSet(TileGrid(size: .zero))

  /// Takes the next frame, and adds to `changed` the tiles that the server draws now and did not
  /// before, or the other way round: the two paint edges in different ways.
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
  /// Takes the tiles of `other`, and its grid.
  mutating func replace(with other: TileSet) {
    if grid == other.grid { clear() } else { self = TileSet(other.grid) }
    formUnion(other)
  }
}
