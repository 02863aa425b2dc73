import AnimCore

extension ResolvedTree {
  /// Returns the transform of an element into its parent's space, or `nil` if it is not finite.
  ///
  /// - Parameter bounds: the element's own box, for a `transform-box` that refers to it.
  @inline(never)
  func transform(
    of element: Int, _ style: Style, _ view: Size, bounds: () -> Rect?
  ) -> Transform? {
    let motion = reader.animated?.motion(of: element)
    let placement = reader.animated?.placement(of: element)
    func box() -> Rect { referenceBox(of: element, style, view, bounds: bounds) }
    func map(_ list: TransformList) -> Transform {
      work.spend(list.functions.count, on: .transform)
      let size = list.hasPercentages ? box().size : view
      return list.transform { self.reader.resolve($0, $1 ? .y : .x, style, size) }
    }
    var matrix = Transform.identity
    switch style.transform {
    case .identity where placement == nil: return motion ?? .identity
    case .identity: break
    case .matrix(let known): matrix = known
    case .list(let list): matrix = map(list)
    }
    // Without a value, the fixed point is the origin of the box.
    let usesBox = style.transformOrigin != nil || style.transformBox.isOfElement
    let origin =
      usesBox ? point(style.transformOrigin ?? .start, in: box(), style) : .zero
    if let placement {
      if let anchor = placement.anchor {
        matrix = matrix.followed(
          by: Transform(translation: origin - point(anchor, in: box(), style)))
      }
      matrix = matrix.followed(by: placement.transform)
        .followed(by: Transform(translation: .zero - origin))
        .followed(by: map(placement.outer))
    }
    if origin != .zero {
      matrix = Transform(translation: .zero - origin).followed(by: matrix)
        .followed(by: Transform(translation: origin - .zero))
    }
    if let motion { matrix = matrix.followed(by: motion) }
    return matrix.isFinite ? matrix : nil
  }

  private func point(_ position: TransformOrigin, in box: Rect, _ style: Style) -> Point {
    Point(
      x: box.minX + reader.resolve(position.x, .x, style, box.size),
      y: box.minY + reader.resolve(position.y, .y, style, box.size))
  }

  /// The box that `transform-box` names.
  private func referenceBox(
    of element: Int, _ style: Style, _ view: Size, bounds: () -> Rect?
  ) -> Rect {
    guard style.transformBox.isOfElement, let box = bounds() else {
      return Rect(origin: .zero, size: view)
    }
    return style.transformBox.hasStroke ? strokeBounds(of: element, style, view, around: box) : box
  }
}

extension StyleValue.Keyword {
  /// Whether a `transform-box` is a box of the element itself.
  fileprivate var isOfElement: Bool {
    [.fillBox, .strokeBox, .contentBox, .borderBox].contains(self)
  }

  /// Whether a `transform-box` is around the stroke as well.
  fileprivate var hasStroke: Bool { self == .strokeBox || self == .borderBox }
}
