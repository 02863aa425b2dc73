import AnimCore

/// Compares each frame with the previous one.
package struct FrameDamage {
  package init() {}

  /// The last frame, which the next one is compared with.
  package private(set) var list: DisplayList?
  /// The changes of the last frame: everything if it was the first frame or had a new size.
  package private(set) var changes = Damage(of: .zero)
  /// Whether the entire last frame counts as changed.
  package private(set) var isComplete = false

  /// The tiles of ``changes``.
  package var tiles: TileSet { changes.tiles }

  /// Compares the next frame. Allocates memory only if the size changes.
  package mutating func advance(to next: DisplayList) {
    if let list, list.size == next.size {
      changes.clear()
      changes.mark(from: list, to: next)
      isComplete = false
    } else {
      changes = Damage(of: next.size)
      changes.markAll()
      isComplete = true
    }
    list = next
  }

  /// Marks the entire last frame as changed.
  package mutating func markAll() {
    changes.markAll()
    isComplete = true
  }
}

extension TileSet {
  /// Returns the set of all tiles of an image of `size`.
  package static func all(of size: PixelSize) -> TileSet {
    var tiles = TileSet(TileGrid(size: size))
    tiles.markAll()
    return tiles
  }

  /// Adds `other`. If the set belongs to an image of another size, it is replaced.
  package mutating func add(_ other: TileSet) {
    if grid == other.grid { formUnion(other) } else { self = other }
  }
}
