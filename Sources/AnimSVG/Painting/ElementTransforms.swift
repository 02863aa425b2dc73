import AnimCore

extension ResolvedTree {
  /// Returns the transform of an element into its parent's space, or `nil` if it isn't finite.
  ///
  /// - Parameter bounds: The element's own box, for a `transform-box` that refers to it.
  @inline(never)
  func transform(
    of element: Int, _ style: Style, _ view: Size, bounds: () -> Rect?
  ) -> Transform? {
    let motion = reader.animated?.motion(of: element)
    let placement = style.placement
    func box() -> Rect { referenceBox(of: element, style, view, bounds: bounds) }
    if case .identity = style.transform, placement == nil { return motion ?? .identity }
    var matrix = map(style.transform, style) { $0 ? box().size : view }
    // Without a value, the fixed point is the origin of the box.
    let usesBox = style.transformOrigin != nil || style.transformBox.isOfElement
    let origin =
      usesBox ? point(style.transformOrigin ?? .start, in: box(), style) : .zero
    if let placement {
      if let displacement = offset(placement, style, view) {
        if let anchor = placement.anchor {
          matrix = matrix.followed(
            by: Transform(translation: origin - point(anchor, in: box(), style)))
        }
        matrix = matrix.followed(by: displacement).followed(
          by: Transform(translation: .zero - origin))
      }
      for value in [placement.scale, placement.rotate, placement.translate] {
        matrix = matrix.followed(by: map(value, style) { $0 ? box().size : view })
      }
    }
    if origin != .zero {
      matrix = Transform(translation: .zero - origin).followed(by: matrix)
        .followed(by: Transform(translation: origin - .zero))
    }
    if let motion { matrix = matrix.followed(by: motion) }
    return matrix.isFinite ? matrix : nil
  }

  /// Returns the transform of a property.
  ///
  /// - Parameter size: A closure that returns the size that percentages refer to, given whether
  ///   there are any.
  func map(_ value: TransformValue, _ style: Style, _ size: (Bool) -> Size) -> Transform {
    switch value {
    case .identity: return .identity
    case .matrix(let matrix): return matrix
    case .list(let list):
      work.spend(list.functions.count, on: .transform)
      let size = size(list.hasPercentages)
      return list.transform { self.reader.resolve($0, $1 ? .y : .x, style, size) }
    }
  }

  /// Returns the transform that puts an element on its `offset-path`: a rotation, followed by a
  /// translation to the position on the path. Returns `nil` if there is no path.
  func offset(
    _ placement: PlacementProperties, _ style: Style, _ view: Size
  ) -> Transform? {
    guard let path = placement.path,
      let (place, direction) = self.place(on: path, placement, style, view)
    else { return nil }
    let rotation = placement.rotation
    let angle = rotation.angle + (rotation.followsPath ? direction?.degrees ?? 0 : 0)
    return Transform(rotation: angle).followed(by: Transform(translation: place - .zero))
  }

  private func place(
    on offsetPath: OffsetPath, _ placement: PlacementProperties, _ style: Style, _ view: Size
  ) -> (Point, direction: Angle?)? {
    // As in Chromium, the box of an element of SVG has no size here.
    func resolve(_ length: Length) -> Double { reader.resolve(length, reference: 0, style) }
    let path: Path
    switch offsetPath {
    case .ray(let ray):
      let line = ray.line(from: placement.position) { Point(x: resolve($0.x), y: resolve($0.y)) }
      let distance = reader.resolve(placement.distance, reference: line.length, style)
      let displacement = Vector(dx: line.direction.cosine, dy: line.direction.sine) * distance
      return (line.start + displacement, line.direction)
    case .element(let id):
      guard let target = document.element(id: id), document[target].name.isShape else { return nil }
      path =
        reader.path(of: target, documentStyle(of: target), view)
        ?? Path(points: [0, 0], isClosed: false)
    case .shape(let shape): path = shape.path(in: .zero) { length, _ in resolve(length) }
    }
    guard case .move(let start)? = path.elements.first(where: { _ in true }) else { return nil }
    let measure = measure(of: path)
    var distance = reader.resolve(placement.distance, reference: measure.length, style)
    if measure.contours.last?.isClosed == true, measure.length > 0 {
      distance -= (distance / measure.length).rounded(.down) * measure.length
    }
    let position = measure.position(at: min(max(distance, 0), measure.length))
    return (position?.point ?? start, position?.tangent.direction)
  }

  /// Returns the measure of a path that elements follow, which is cached until the path changes.
  private func measure(of path: Path) -> PathMeasure {
    work.spend(path.pointCount, on: .measuredPoint)
    if let cached = measures[path] { return cached }
    // Animated paths would otherwise grow the cache forever.
    if measures.count >= 1024 { measures.removeAll() }
    let measure = PathMeasure(path)
    measures[path] = measure
    return measure
  }

  private func point(_ position: TransformOrigin, in box: Rect, _ style: Style) -> Point {
    Point(
      x: box.minX + reader.resolve(position.x, .x, style, box.size),
      y: box.minY + reader.resolve(position.y, .y, style, box.size))
  }

  /// Returns the box that `transform-box` names.
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

  /// Whether a `transform-box` includes the stroke.
  fileprivate var hasStroke: Bool { self == .strokeBox || self == .borderBox }
}
