import AnimCore

// The boxes of what layers draw, by which it is known whether a pointer is on them.
extension ShapeTree {
  /// The smallest rectangle around all that is painted, with the width of strokes; nil for nothing.
  func box(at time: Double) -> Rect? {
    var box: Rect?
    for case .style(let style, let group, let outlines, _) in entries {
      var path = Path()
      for index in outlines {
        let outline = self.outlines[index]
        path.append(self.path(of: outline), transform(from: outline.group, to: group))
      }
      guard var bounds = path.bounds else { continue }
      if case .stroke(let stroke) = style.kind {
        bounds = bounds.inset(by: -stroke.style(at: time).width / 2)
      }
      var placed = Path()
      placed.append(Path(bounds), groups[group].toLayer)
      if let bounds = placed.bounds { box = box.map { $0.around(bounds) } ?? bounds }
    }
    return box
  }
}

extension TextNode {
  /// The smallest rectangle of pixels around the text; nil for nothing.
  func box(at time: Double, _ texts: TextLayouts) -> Rect? {
    guard pictures(at: time, texts) > 0 else { return nil }
    // Text is drawn far from the edges of a large picture, and the pixels that it may touch count.
    let side = 16_384
    var list = DisplayList(size: PixelSize(width: side, height: side), background: .clear)
    let origin = Double(side / 2)
    draw(
      at: time, into: &list, Transform(a: 1, b: 0, c: 0, d: 1, tx: origin, ty: origin), opacity: 1,
      texts, limit: FrameLimits.points)
    var box: Rect?
    for command in list.commands {
      let bounds = Rect(
        x: Double(command.bounds.x0) - origin, y: Double(command.bounds.y0) - origin,
        width: Double(command.bounds.x1 - command.bounds.x0),
        height: Double(command.bounds.y1 - command.bounds.y0))
      if !bounds.isEmpty { box = box.map { $0.around(bounds) } ?? bounds }
    }
    return box
  }
}

extension Rect {
  /// Whether the point lies in the rectangle or on its edge, and the rectangle is not empty.
  func touches(_ point: Point) -> Bool {
    !isEmpty && point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// The smallest rectangle around both, also if one of them is flat.
  fileprivate func around(_ other: Rect) -> Rect {
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
}
