import AnimCore

/// Compares each frame with the one before it.
struct FrameDamage {
  /// The frame that the next one is compared with.
  private(set) var list: DisplayList?
  /// The tiles that the last frame changed: all of them where there was none before, or one of
  /// another size.
  private(set) var tiles = TileSet(TileGrid(size: .zero))
  /// Whether the last frame was taken for a new picture, all of it.
  private(set) var isComplete = false

  /// Takes the next frame. Allocates only where the size changes.
  mutating func advance(to next: DisplayList) {
    if let list, list.size == next.size {
      tiles.clear()
      tiles.markDamage(from: list, to: next)
      isComplete = false
    } else {
      tiles = .all(of: next.size)
      isComplete = true
    }
    list = next
  }

  /// Takes the last frame for a new picture, all of it.
  mutating func markAll() {
    tiles.markAll()
    isComplete = true
  }
}

extension TileSet {
  /// The set with all tiles of a picture of `size`.
  static func all(of size: PixelSize) -> TileSet {
    var tiles = TileSet(TileGrid(size: size))
    tiles.markAll()
    return tiles
  }

  /// Adds `other`. Sets of another size are about another picture, and replaced by it.
  mutating func add(_ other: TileSet) {
    if grid == other.grid { formUnion(other) } else { self = other }
  }
}
