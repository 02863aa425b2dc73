extension Disc {
  /// The point of the circle in a direction from its centre, in pixels.
  func rim(_ direction: Direction) -> (x: Double, y: Double) {
    let scale = radius.pixels / 1_073_741_824
    return (x.pixels + scale * Double(direction.dx), y.pixels + scale * Double(direction.dy))
  }
}

extension Sector {
  /// The pixels that the slice touches: a rectangle around the centre, the two corners, and the
  /// outermost points of the circle between them.
  var extent: PixelRect {
    let whole = disc.extent
    let a = disc.rim(start)
    let b = disc.rim(end)
    let one: Int32 = 1 << 30
    let left = min(a.x, b.x, disc.x.pixels)
    let top = min(a.y, b.y, disc.y.pixels)
    let right = max(a.x, b.x, disc.x.pixels)
    let bottom = max(a.y, b.y, disc.y.pixels)
    return PixelRect(
      x0: holds(Direction(dx: -one, dy: 0)) ? whole.x0 : Int(left.rounded(.down)),
      y0: holds(Direction(dx: 0, dy: -one)) ? whole.y0 : Int(top.rounded(.down)),
      x1: holds(Direction(dx: one, dy: 0)) ? whole.x1 : Int(right.rounded(.up)),
      y1: holds(Direction(dx: 0, dy: one)) ? whole.y1 : Int(bottom.rounded(.up))
    ).intersection(whole)
  }

  /// Whether a direction points into the slice or along one of its edges.
  private func holds(_ direction: Direction) -> Bool {
    if isReflex { return !(end.turns(to: direction) > 0 && direction.turns(to: start) > 0) }
    return start.turns(to: direction) >= 0 && direction.turns(to: end) >= 0
  }
}

extension Direction {
  /// Positive if `other` is less than half a turn clockwise from here.
  func turns(to other: Direction) -> Int64 {
    Int64(dx) * Int64(other.dy) - Int64(dy) * Int64(other.dx)
  }
}
