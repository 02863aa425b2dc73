import AnimCore

// The boxes that paints, clips and masks may refer to: of the fills alone, without strokes, clips and markers.
extension SVGPainter {
  /// Returns the bounding box of an element in its own space, or `nil` if nothing in it has a
  /// position.
  ///
  /// - Parameters:
  ///   - place: the place of the element or of its contents.
  ///   - style: the element's.
  func bounds(
    of element: Int, _ place: Place, _ style: Style
  ) -> Rect? {
    guard enterForBounds() else { return nil }
    defer { leave() }
    var inner = place
    inner.style = style
    switch document[element].name {
    case .g, .a: return boundsOfChildren(of: element, inner)
    case .svg where element == SVGDocument.root: return boundsOfChildren(of: element, inner)
    case .switch:
      let child = children(of: element).first {
        document[$0].name.isDrawn && conditionsHold($0)
      }
      return child.flatMap { boundsAround($0, inner) }
    case .use:
      guard let target = target(ofUse: element) else { return nil }
      let offset = useOffset(element, style, place.view)
      return withUse(of: target) {
        let box: Rect?
        switch document[target].name {
        case .symbol, .svg:
          let targetStyle = reader.style(of: target, parent: style)
          inner.style = targetStyle
          box = boundsOfView(target, targetStyle, inner, use: element)
        default: box = boundsAround(target, inner)
        }
        return box.map { $0 + offset }
      }
    case .svg, .symbol: return boundsOfView(element, style, inner, use: nil)
    case .image: return imageRect(element, style, place.view)
    default:
      let box =
        document[element].name == .text
        ? textBounds(element, style, place) : path(of: element, style, place.view)?.bounds
      guard countsPaint, let box else { return box }
      let margin = paintMargin(of: element, style, place.view)
      return box.grown(by: Size(width: margin, height: margin))
    }
  }

  /// The box of all that an element may paint in its own space before its filters: rather too large than too small.
  func paintedBounds(of element: Int, _ place: Place, _ style: Style) -> Rect? {
    let outer = countsPaint
    countsPaint = true
    defer { countsPaint = outer }
    return bounds(of: element, place, style)
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

  /// The box of an element with the line around it, if it is a shape.
  ///
  /// - Parameter box: that of its fill.
  func strokeBounds(of element: Int, _ style: Style, _ view: Size, around box: Rect) -> Rect {
    guard style.stroke != .none, let path = path(of: element, style, view),
      var line = strokeStyle(
        style, Place(style: style, transform: .identity, view: view), dashScale: 1)
    else { return box }
    // Without its gaps.
    line.dashes = []
    work.spend(path.pointCount, on: .measuredPoint)
    return path.outline(of: line).bounds.map { box.enclosing($0) } ?? box
  }

  @inline(never)
  private func boundsOfView(
    _ element: Int, _ style: Style, _ place: Place, use: Int?
  ) -> Rect? {
    guard let view = view(of: element, style, place.view, use: use) else { return nil }
    var inner = place
    inner.view = view.size
    return boundsOfChildren(of: element, inner)?.transformed(by: view.transform)
  }

  private func boundsOfChildren(of element: Int, _ place: Place) -> Rect? {
    var union: Rect?
    for child in children(of: element) {
      guard let box = boundsAround(child, place) else { continue }
      union = union.map { $0.enclosing(box) } ?? box
    }
    return union
  }

  /// Returns the box of an element in its parent's space, or `nil` if it isn't drawn.
  @inline(never)
  private func boundsAround(_ element: Int, _ place: Place) -> Rect? {
    guard document[element].name.isDrawn, conditionsHold(element) else { return nil }
    let style = reader.style(of: element, parent: place.style)
    guard style.isDisplayed, var box = bounds(of: element, place, style),
      let own = transform(of: element, style, place.view, bounds: { box })
    else { return nil }
    if countsPaint {
      for function in style.filters {
        box = box.grown(by: function.margin { reader.resolve($0, .x, style, place.view) })
      }
    }
    return own == .identity ? box : box.transformed(by: own)
  }
}

extension Rect {
  /// The rectangle with more on all sides.
  func grown(by margin: Size) -> Rect {
    Rect(
      x: minX - margin.width, y: minY - margin.height, width: width + 2 * margin.width,
      height: height + 2 * margin.height)
  }

  /// The map of the unit square to the rectangle.
  var unitTransform: Transform {
    Transform(a: width, b: 0, c: 0, d: height, tx: minX, ty: minY)
  }
}
