import AnimCore

/// Compares each frame with the one before it.
package struct FrameDamage {
  package init() {}

  /// The last frame, with which the next one is compared.
  package private(set) var list: DisplayList?
  /// The tiles that the last frame changed: all of them if it was the first, or had a new size.
  package private(set) var tiles = TileSet(TileGrid(size: .zero))
  /// Whether the whole of the last frame counts as changed.
  package private(set) var isComplete = false

  /// Takes the next frame. Allocates only if the size changes.
  package mutating func advance(to next: DisplayList) {
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

  /// Marks the whole of the last frame as changed.
  package mutating func markAll() {
    tiles.markAll()
    isComplete = true
  }
}

extension TileSet {
  /// The set of all tiles of a picture of `size`.
  package static func all(of size: PixelSize) -> TileSet {
    var tiles = TileSet(TileGrid(size: size))
    tiles.markAll()
    return tiles
  }

  /// Adds `other`. A set of another size belongs to another picture, and is replaced.
  package mutating func add(_ other: TileSet) {
    if grid == other.grid { formUnion(other) } else { self = other }
  }
}
