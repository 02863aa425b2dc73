extension TileSet {
  /// Marks the tiles in which `new` may paint other pixels than `old` does; never too few. The
  /// set must be of the size of `new`.
  ///
  /// Commands are compared with those of the same place in the list, polygons by their corners
  /// and batches square by square, so a list should keep the order of its commands from frame to
  /// frame. Everything is marked where the pictures differ in size or background, and where so much
  /// has changed all over the picture that all of it in one piece is painted and sent sooner.
  public mutating func markDamage(from old: DisplayList, to new: DisplayList) {
    guard old.size == new.size, old.background == new.background else {
      markAll()
      return
    }
    let shared = min(old.commands.count, new.commands.count)
    for index in 0..<shared { markDamage(index, from: old, to: new) }
    for command in old.commands[shared...] { mark(command, of: old) }
    for command in new.commands[shared...] { mark(command, of: new) }
    joinScattered(
      marks: old.commands.count + old.squares.count + new.commands.count + new.squares.count)
  }

  /// Compares the commands at one place of two lists.
  private mutating func markDamage(_ index: Int, from old: DisplayList, to new: DisplayList) {
    let a = old.commands[index]
    let b = new.commands[index]
    switch (a.shape, b.shape) {
    case (.squares(let first, let count, let side), .squares(let first2, let count2, let side2))
    where side == side2 && a.bounds == b.bounds:
      markChangedSquares(
        old.squares, Int(first)..<Int(first + count), new.squares,
        Int(first2)..<Int(first2 + count2),
        side: side, bounds: a.bounds)
      return
    case (.polygon(let first, let count), .polygon(let first2, let count2)):
      let corners = old.points[Int(first)..<Int(first + count)]
      let corners2 = new.points[Int(first2)..<Int(first2 + count2)]
      if a.color == b.color, a.bounds == b.bounds, corners.elementsEqual(corners2) { return }
    case (.sector(let sector), .sector(let sector2)) where a.color == b.color:
      if a == b || markDifference(a, sector, b, sector2) { return }
    default:
      if a == b { return }
    }
    mark(a, of: old)
    mark(b, of: new)
  }

  /// Marks where two sectors differ, if that is only where one edge has moved.
  private mutating func markDifference(
    _ a: Command, _ sector: Sector, _ b: Command, _ sector2: Sector
  ) -> Bool {
    // What both may paint must be cut in the same way.
    let shared = sector.extent.intersection(sector2.extent)
    guard a.bounds.intersection(shared) == b.bounds.intersection(shared) else { return false }
    return markDifference(sector, sector2, within: a.bounds.union(b.bounds))
  }

  /// Marks all that a command may paint.
  private mutating func mark(_ command: Command, of list: DisplayList) {
    switch command.shape {
    case .squares(let first, let count, let side):
      markSquares(
        list.squares, Int(first)..<Int(first + count), side: side, bounds: command.bounds)
    case .polygon(let first, let count):
      markPolygon(list.points[Int(first)..<Int(first + count)], within: command.bounds)
    default:
      mark(command.bounds)
    }
  }

  private mutating func markPolygon(_ corners: ArraySlice<FixedPoint>, within bounds: PixelRect) {
    markOutline(within: bounds) { span in
      guard var start = corners.last else { return }
      for end in corners {
        span.add(from: (start.x.pixels, start.y.pixels), to: (end.x.pixels, end.y.pixels))
        start = end
      }
    }
  }
}
