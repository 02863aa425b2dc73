extension DisplayList {
  /// Clips what `body` appends to a rectangle. If nothing extends beyond the rectangle, or if its
  /// edges are on pixel boundaries, no separate picture is composed.
  ///
  /// - Parameters:
  ///   - rect: the rectangle, in the space that `transform` maps to points of the view.
  ///   - isIsolated: see ``GroupStyle/isIsolated``.
  public mutating func withClip(
    _ rect: Rect, transform: Transform = .identity, isIsolated: Bool = false,
    _ body: (inout DisplayList) -> Void
  ) {
    let outer = view.clip
    let extent = ClipExtent(rect, transform.followed(by: view.transform))
    view.clip = outer.intersection(extent.touched)
    withGroup(GroupStyle(isIsolated: isIsolated)) { list in
      let first = list.commands.count
      body(&list)
      if extent.isExact || extent.contains(list.contentBounds(from: first)) { return }
      var path = Path()
      path.addRect(rect)
      list.clip(to: path, transform: transform)
    }
    view.clip = outer
  }

  /// The pixels that the content of a group may touch; `first` is the index of its first command.
  private func contentBounds(from first: Int) -> PixelRect {
    var bounds = PixelRect.empty
    var index = first
    while index < commands.count {
      if commands[index].role == .content { bounds = bounds.union(commands[index].bounds) }
      index += commands[index].extent
    }
    return bounds
  }
}

/// The pixels that a transformed rectangle covers.
private struct ClipExtent {
  /// The smallest rectangle of pixels that encloses the rectangle.
  let touched: PixelRect
  /// Whether the rectangle covers all of ``touched``.
  let isExact: Bool
  private let rect: Rect
  private let inverse: Transform?

  init(_ rect: Rect, _ transform: Transform) {
    self.rect = rect
    inverse = transform.inverse
    let corners = [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ].map { transform.apply(to: $0) }
    var low = FixedPoint(x: Fixed(corners[0].x), y: Fixed(corners[0].y))
    var high = low
    for corner in corners {
      let (x, y) = (Fixed(corner.x), Fixed(corner.y))
      low = FixedPoint(x: min(low.x, x), y: min(low.y, y))
      high = FixedPoint(x: max(high.x, x), y: max(high.y, y))
    }
    touched = PixelRect(enclosing: low, high)
    let isStraight =
      transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0
    isExact =
      isStraight
      && [low.x, low.y, high.x, high.y].allSatisfy { Fixed(pixel: $0.floor) == $0 }
  }

  /// Whether all pixels of `pixels` are inside the rectangle.
  func contains(_ pixels: PixelRect) -> Bool {
    if pixels.isEmpty { return true }
    guard let inverse else { return false }
    for x in [pixels.x0, pixels.x1] {
      for y in [pixels.y0, pixels.y1] {
        let corner = inverse.apply(to: Point(x: Double(x), y: Double(y)))
        if !(corner.x >= rect.minX && corner.x <= rect.maxX && corner.y >= rect.minY
          && corner.y <= rect.maxY)
        {
          return false
        }
      }
    }
    return true
  }
}
