import AnimCore

// The boxes of layers, for hit testing.
extension ShapeTree {
  /// Returns the bounding box of everything that is painted, including the width of strokes, or
  /// `nil` for nothing.
  func box(at time: EvaluationTime) -> Rect? {
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
  /// Returns the bounding box of the text's pixels, or `nil` for nothing.
  func box(at time: EvaluationTime, _ texts: LetterLayouts) -> Rect? {
    guard images(at: time, texts) > 0 else { return nil }
    // Draw the text far from the edges of a large image, and use the pixels that it may touch.
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
  /// Returns whether the point is inside the rectangle or on its edge, and the rectangle isn't
  /// empty.
  func touches(_ point: Point) -> Bool {
    !isEmpty && point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Returns the bounding box of both rectangles, even if one of them is flat.
  fileprivate func around(_ other: Rect) -> Rect {
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
}
