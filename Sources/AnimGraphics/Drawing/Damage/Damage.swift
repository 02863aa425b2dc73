/// The changes between two frames, as tiles and, while there are few, as exact rectangles.
///
/// Small changes fill only a part of their tiles, and the rest needn't be painted or sent. Exact
/// rectangles are discarded once there are so many that tiles are faster.
package struct Damage {
  /// The tiles that contain a change.
  package internal(set) var tiles: TileSet
  var boxes = DamageBoxes()

  /// Creates the damage of an image that hasn't changed.
  package init(of size: PixelSize) { tiles = TileSet(TileGrid(size: size)) }

  /// Creates damage with these tiles, and without exact rectangles.
  package init(_ tiles: TileSet) {
    self.tiles = tiles
    boxes.giveUp()
  }

  package mutating func clear() {
    tiles.clear()
    boxes.clear()
  }

  package mutating func markAll() { mark(tiles.grid.size.bounds) }

  /// Marks a rectangle. Pixels outside the image are ignored.
  package mutating func mark(_ rect: PixelRect) {
    let part = rect.intersection(tiles.grid.size.bounds)
    tiles.mark(inside: part)
    boxes.add(part)
  }

  /// Adds the changes of `other`. If they belong to an image of another size, they replace these.
  package mutating func add(_ other: Damage) {
    guard tiles.grid == other.tiles.grid else {
      self = other
      return
    }
    tiles.formUnion(other.tiles)
    boxes.add(other.boxes)
  }

  /// Removes tiles.
  package mutating func subtract(_ hidden: TileSet) {
    tiles.subtract(hidden)
    boxes.giveUp()
  }

  /// Calls `body` with rectangles that contain every change: exact ones, which may overlap, or
  /// otherwise those of the tiles.
  package func forEachRectangle(_ body: (PixelRect) -> Void) {
    if isExact {
      for rectangle in boxes.rectangles { body(rectangle) }
    } else {
      tiles.forEachRectangle(body)
    }
  }

  /// Whether ``forEachRectangle(_:)`` returns exact rectangles.
  package var isExact: Bool { boxes.isComplete }
}

extension TileSet {
  /// Marks at least the tiles in which `new` may paint different pixels than `old`. The set must be
  /// of the size of `new`.
  ///
  /// Commands are compared with those at the same index, or near it if some were inserted or
  /// removed; groups with the same style by their contents, outlines by their corners and batches
  /// square by square. So a list should keep the order of its commands from frame to frame.
  /// Everything is marked if the images differ in size or background, or if the changes are so
  /// scattered that painting and sending the entire image is faster.
  public mutating func markDamage(from old: DisplayList, to new: DisplayList) {
    var damage = Damage(TileSet(TileGrid(size: .zero)))
    swap(&damage.tiles, &self)
    damage.mark(from: old, to: new)
    swap(&damage.tiles, &self)
  }
}

extension Damage {
  /// Marks the changes between two frames like ``TileSet/markDamage(from:to:)``.
  package mutating func mark(from old: DisplayList, to new: DisplayList) {
    guard old.size == new.size, old.background == new.background else {
      markAll()
      return
    }
    let pair = DisplayListComparison(old: old, new: new)
    markDamage(
      pair, old.commands.indices, new.commands.indices, within: new.size.bounds)
    tiles.joinScattered(
      marks: old.commands.count + old.squares.count + new.commands.count + new.squares.count)
    if boxes.isComplete, boxes.cost >= tiles.cost { boxes.giveUp() }
  }

  /// Compares the commands of a group or of the entire list.
  ///
  /// - Parameter area: The pixels that they can change.
  private mutating func markDamage(
    _ pair: DisplayListComparison, _ olds: Range<Int>, _ news: Range<Int>, within area: PixelRect
  ) {
    var (i, j) = (olds.lowerBound, news.lowerBound)
    // If everything is new, searching for equal commands is a waste of time.
    var failures = 0
    while i < olds.upperBound, j < news.upperBound {
      if pair.areSame(i, j) {
        failures = 0
      } else if failures < DisplayListComparison.mismatchLimit,
        let (skipped, added) = pair.findSame(from: i, in: olds, j, in: news)
      {
        failures = 0
        for _ in 0..<skipped { mark(pair.old, &i, within: area) }
        for _ in 0..<added { mark(pair.new, &j, within: area) }
        continue
      } else {
        failures += 1
        markDamage(pair, i, j, within: area)
      }
      i += pair.old.commands[i].extent
      j += pair.new.commands[j].extent
    }
    while i < olds.upperBound { mark(pair.old, &i, within: area) }
    while j < news.upperBound { mark(pair.new, &j, within: area) }
  }

  /// Compares two commands that differ.
  private mutating func markDamage(
    _ pair: DisplayListComparison, _ i: Int, _ j: Int, within area: PixelRect
  ) {
    let a = pair.old.commands[i]
    let b = pair.new.commands[j]
    guard a.role == b.role, a.role.isContent || a.color == b.color else {
      mark(a, of: pair.old, within: area)
      mark(b, of: pair.new, within: area)
      return
    }
    if let changed = pair.changedPixels(i, j) { return mark(changed.intersection(area)) }
    switch (a.shape, b.shape) {
    case (.squares(let first, let count, let side), .squares(let first2, let count2, let side2))
    where side == side2 && a.bounds == b.bounds:
      markChangedSquares(
        pair.old.squares, Int(first)..<Int(first + count), pair.new.squares,
        Int(first2)..<Int(first2 + count2),
        side: side, bounds: a.bounds.intersection(area))
      return
    case (.group(let group, let count), .group(let group2, let count2))
    where pair.composeAlike(group, group2):
      if group.filterCount > 0 {
        mark(pair.filteredDamage(i, j).intersection(area))
        return
      }
      markDamage(
        pair, i + 1..<i + 1 + Int(count), j + 1..<j + 1 + Int(count2),
        within: area.intersection(a.bounds.union(b.bounds)))
      return
    case (.sector(let sector), .sector(let sector2)) where a.color == b.color:
      if markDifference(a, sector, b, sector2, within: area) { return }
    default:
      break
    }
    markShape(a, of: pair.old, within: area)
    markShape(b, of: pair.new, within: area)
  }

  /// Marks where two sectors differ, if only one edge has moved.
  private mutating func markDifference(
    _ a: Command, _ sector: Sector, _ b: Command, _ sector2: Sector, within area: PixelRect
  ) -> Bool {
    // Both must be clipped in the same way.
    let shared = sector.extent.intersection(sector2.extent)
    guard a.bounds.intersection(shared) == b.bounds.intersection(shared) else { return false }
    return markDifference(
      sector, sector2, within: a.bounds.union(b.bounds).intersection(area))
  }

  /// Marks the area that a command in only one list may change, and advances past the command.
  private mutating func mark(_ list: DisplayList, _ index: inout Int, within area: PixelRect) {
    mark(list.commands[index], of: list, within: area)
    index += list.commands[index].extent
  }

  private mutating func mark(_ command: Command, of list: DisplayList, within area: PixelRect) {
    if command.role.isContent {
      markShape(command, of: list, within: area)
    } else {
      // If it is missing, the entire group looks different.
      mark(area)
    }
  }

  /// Marks everything that the shape of a command may touch.
  private mutating func markShape(
    _ command: Command, of list: DisplayList, within area: PixelRect
  ) {
    let bounds = command.bounds.intersection(area)
    switch command.shape {
    case .squares(let first, let count, let side):
      markSquares(list.squares, Int(first)..<Int(first + count), side: side, bounds: bounds)
    case .path(let first, let count, _) where count == 1:
      markPolygon(list.polygon(Int(first)), within: bounds)
    default:
      mark(bounds)
    }
  }

  /// The number of corners beyond which checking them for every strip takes longer than it saves.
  private static let outlineCorners = 24

  private mutating func markPolygon(_ corners: ArraySlice<FixedPoint>, within bounds: PixelRect) {
    guard corners.count <= Self.outlineCorners else {
      mark(bounds)
      return
    }
    markOutline(within: bounds) { span in
      guard var start = corners.last else { return }
      for end in corners {
        span.add(from: (start.x.pixels, start.y.pixels), to: (end.x.pixels, end.y.pixels))
        start = end
      }
    }
  }
}

// MARK: - Outlines

// Slanted and thin shapes touch few tiles of their bounding box.
extension Damage {
  /// Marks the tiles that an outline may touch inside `bounds`. `addEdges` is called once per
  /// strip, to add all edges of the outline.
  private mutating func markOutline(
    within bounds: PixelRect, _ addEdges: (inout OutlineSpan) -> Void
  ) {
    let part = bounds.intersection(tiles.grid.size.bounds)
    guard !part.isEmpty else { return }
    let height = Self.stripHeight
    for top in stride(from: part.y0 & -height, to: part.y1, by: height) {
      // One more pixel on every side, since painting rounds.
      var span = OutlineSpan(top: Double(top - 1), bottom: Double(top + height + 1))
      addEdges(&span)
      guard span.left <= span.right else { continue }
      let row = PixelRect(
        x0: Int(span.left) - 2, y0: top, x1: Int(span.right) + 2, y1: top + height)
      mark(row.intersection(part))
    }
  }

  /// Lower strips would follow a slant more closely, but with more rectangles.
  private static let stripHeight = 4 * TileGrid.tileHeight

  /// Marks the tiles in which two slices of a disc that share one edge may differ.
  ///
  /// - Returns: `false` if they differ in more than one edge, in which case nothing is marked.
  private mutating func markDifference(_ a: Sector, _ b: Sector, within bounds: PixelRect) -> Bool {
    guard let wedge = a.difference(to: b) else { return false }
    let center = (x: wedge.disc.x.pixels, y: wedge.disc.y.pixels)
    let start = wedge.disc.rim(wedge.start)
    let end = wedge.disc.rim(wedge.end)
    // The intersection of the tangents at both ends, outside the arc between them.
    let part = 1 / (1 + wedge.start.cosine(to: wedge.end))
    let tip = (
      x: center.x + (start.x - center.x + end.x - center.x) * part,
      y: center.y + (start.y - center.y + end.y - center.y) * part
    )
    markOutline(within: bounds) { span in
      span.add(from: center, to: start)
      span.add(from: start, to: tip)
      span.add(from: tip, to: end)
      span.add(from: end, to: center)
    }
    return true
  }
}

extension Command.Role {
  var isContent: Bool { self == .content }
}

/// The horizontal extent of an outline between two heights, in pixels.
struct OutlineSpan {
  let top: Double
  let bottom: Double
  /// Greater than ``right`` if the outline isn't between the heights.
  private(set) var left = Double.infinity
  private(set) var right = -Double.infinity

  init(top: Double, bottom: Double) {
    self.top = top
    self.bottom = bottom
  }

  /// Adds an edge of the outline.
  mutating func add(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    guard max(start.y, end.y) >= top, min(start.y, end.y) <= bottom else { return }
    let (high, low) = start.y < end.y ? (start, end) : (end, start)
    let slope = (low.x - high.x) / (low.y - high.y)
    let first = high.y < top ? high.x + (top - high.y) * slope : high.x
    let last = low.y > bottom ? high.x + (bottom - high.y) * slope : low.x
    left = min(left, first, last)
    right = max(right, first, last)
  }
}

extension Sector {
  /// Returns the slice that is part of only one of the two sectors, or `nil` if it is a quarter of
  /// the disc or more.
  fileprivate func difference(to other: Sector) -> Sector? {
    guard disc == other.disc else { return nil }
    let (a, b, kept): (Direction, Direction, Direction)
    if start == other.start {
      (a, b, kept) = (end, other.end, start)
    } else if end == other.end {
      (a, b, kept) = (start, other.start, end)
    } else {
      return nil
    }
    guard a.cosine(to: b) > 0 else { return nil }
    let (first, last) = a.turns(to: b) > 0 ? (a, b) : (b, a)
    // Unless the shared edge lies between these edges, both reach it from the other side.
    if first.turns(to: kept) > 0, kept.turns(to: last) > 0 { return nil }
    return Sector(disc: disc, start: first, end: last, isReflex: false)
  }
}

extension Direction {
  fileprivate func cosine(to other: Direction) -> Double {
    (Double(dx) * Double(other.dx) + Double(dy) * Double(other.dy)) * 0x1p-60
  }
}
