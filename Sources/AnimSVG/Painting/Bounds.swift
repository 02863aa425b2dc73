import AnimCore

// The boxes that paints, clips and masks may refer to: of the fills alone, without strokes, clips and markers.
extension ResolvedTree {
  /// Returns the bounding box of an element in its own space, or `nil` if nothing in it has a
  /// position.
  ///
  /// - Parameter isPainted: Whether to return the box of everything that the element may paint
  ///   before its filters. It may be larger than necessary.
  func bounds(of resolved: ResolvedElement, isPainted: Bool = false) -> Rect? {
    guard enterForBounds() else { return nil }
    defer { leave() }
    switch resolved.kind {
    case .group, .choice: return boundsOfChildren(of: resolved, isPainted)
    case .use(_, let offset): return boundsOfChildren(of: resolved, isPainted).map { $0 + offset }
    case .view(let view):
      return boundsOfChildren(of: resolved, isPainted)?.transformed(by: view.transform)
    case .image: return imageRect(resolved)
    case .text: return margined(textBounds(resolved), resolved, isPainted)
    case .shape:
      return margined(
        path(of: resolved.element, resolved.style, resolved.context.view)?.bounds, resolved,
        isPainted)
    case .foreignObject, .nothing: return nil
    }
  }

  private func boundsOfChildren(of resolved: ResolvedElement, _ isPainted: Bool) -> Rect? {
    var union: Rect?
    forEachChild(of: resolved) { child, context in
      if let box = bounds(around: child, context, isPainted) {
        union = union.map { $0.enclosing(box) } ?? box
      }
      return true
    }
    return union
  }

  /// Returns the box of an element in its parent's space, or `nil` if it isn't drawn.
  @inline(never)
  private func bounds(
    around child: ResolvedElement.Child, _ context: DrawingContext, _ isPainted: Bool
  ) -> Rect? {
    guard let resolved = resolveContent(of: child, in: context),
      var box = bounds(of: resolved, isPainted: isPainted),
      let elementTransform = transform(of: resolved, bounds: { box })
    else { return nil }
    if isPainted {
      for function in resolved.style.filters {
        box = box.grown(
          by: function.margin { reader.resolve($0, .x, resolved.style, context.view) })
      }
    }
    return elementTransform == .identity ? box : box.transformed(by: elementTransform)
  }

  /// Returns the box of a shape or a text, with a margin for everything that it paints.
  @inline(never)
  private func margined(_ box: Rect?, _ resolved: ResolvedElement, _ isPainted: Bool) -> Rect? {
    guard isPainted, let box else { return box }
    let margin = paintMargin(of: resolved.element, resolved.style, resolved.context.view)
    return box.grown(by: Size(width: margin, height: margin))
  }

  /// Returns the distance by which lines, markers and letters may exceed the box of a shape or a
  /// text.
  @inline(never)
  private func paintMargin(of element: Int, _ style: Style, _ view: Size) -> Double {
    let width = reader.resolve(style.strokeWidth, .diagonal, style, view)
    // Letters may be larger than what they are counted for.
    var margin = document[element].name == .text ? style.fontSize / 4 : 0
    if style.stroke != .none { margin += width / 2 * max(style.miterLimit, 1.5) }
    let hasMarkers = [style.markerStart, style.markerMid, style.markerEnd].contains { $0 != nil }
    // By default, markers are three line widths wide.
    if hasMarkers { margin += 10 * max(width, 1) }
    return margin
  }

  /// Returns the box of an element with its stroke, if it is a shape.
  ///
  /// - Parameter box: The box of the fill.
  func strokeBounds(of element: Int, _ style: Style, _ view: Size, around box: Rect) -> Rect {
    guard style.stroke != .none, let path = path(of: element, style, view),
      var line = strokeStyle(
        style, DrawingContext(style: style, transform: .identity, view: view), dashScale: 1)
    else { return box }
    // Without its gaps.
    line.dashes = []
    work.spend(path.pointCount, on: .measuredPoint)
    return path.outline(of: line).bounds.map { box.enclosing($0) } ?? box
  }
}

extension Rect {
  /// Returns the rectangle enlarged on all sides.
  func grown(by margin: Size) -> Rect {
    Rect(
      x: minX - margin.width, y: minY - margin.height, width: width + 2 * margin.width,
      height: height + 2 * margin.height)
  }

  /// The transform from the unit square to the rectangle.
  var unitTransform: Transform {
    Transform(a: width, b: 0, c: 0, d: height, tx: minX, ty: minY)
  }
}
