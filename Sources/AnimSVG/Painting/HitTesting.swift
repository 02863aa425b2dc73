import AnimCore

// Hit testing on the painted shapes: SVG 2, 15.6 (the property pointer-events).
extension SVGPainter {
  /// Returns the topmost element at a point that receives pointer events, or `nil`. The content of
  /// a `use` counts as that `use`.
  ///
  /// - Parameters:
  ///   - view: the size of the document.
  ///   - point: in its view.
  func element(at point: Point, _ values: AnimatedValues?, view: Size) -> Int? {
    reader.setValues(values)
    work.beginHit()
    beginPicture()
    let root = SVGDocument.root
    guard let (style, place) = rootPlace(view, .identity) else { return nil }
    return hitChildren(of: root, style, place, point)
  }

  /// The uppermost hit inside an element, unless its clip leaves the point out.
  private func hitChildren(
    of element: Int, _ style: Style, _ place: Place, _ point: Point
  ) -> Int? {
    guard isInClip(style, element, place, point) else { return nil }
    for child in Array(children(of: element)).reversed() {
      if let hit = hit(child, place, point) { return hit }
    }
    return nil
  }

  /// Returns the element hit at a point of the list, or `nil`.
  private func hit(_ element: Int, _ place: Place, _ point: Point) -> Int? {
    guard document[element].name.isDrawn, conditionsHold(element), enterForHit() else { return nil }
    defer { leave() }
    guard reader.animated?.isDiscarded(element) != true else { return nil }
    let style = reader.style(of: element, parent: place.style)
    guard style.isDisplayed else { return nil }
    let own = transform(of: element, style, place.view) {
      self.bounds(of: element, place, style)
    }
    guard let own else { return nil }
    var inner = place
    inner.style = style
    inner.transform = own.followed(by: place.transform)
    guard let inverse = inner.transform.inverse else { return nil }
    let local = inverse.apply(to: point)
    switch document[element].name {
    case .g, .a: return hitChildren(of: element, style, inner, point)
    case .switch:
      let child = children(of: element).first {
        document[$0].name.isDrawn && conditionsHold($0)
      }
      guard isInClip(style, element, inner, point) else { return nil }
      return child.flatMap { hit($0, inner, point) }
    case .svg: return hitView(element, style, inner, use: nil, point)
    case .use:
      guard let target = target(ofUse: element), isInClip(style, element, inner, point) else {
        return nil
      }
      inner.transform = Transform(translation: useOffset(element, style, place.view))
        .followed(by: inner.transform)
      return withUse(of: target) {
        let hit: Int?
        switch document[target].name {
        case .symbol, .svg:
          let targetStyle = reader.style(of: target, parent: style)
          inner.style = targetStyle
          hit = hitView(target, targetStyle, inner, use: element, point)
        default: hit = self.hit(target, inner, point)
        }
        return hit.map { _ in element }
      }
    case .image:
      let rect = imageRect(element, style, place.view)
      return rect.map { isHit($0, style, local) } == true
        && isInClip(style, element, inner, point) ? element : nil
    case .text:
      let rect = textBounds(element, style, inner)
      return rect.map { isHit($0, style, local) } == true
        && isInClip(style, element, inner, point) ? element : nil
    default:
      return isHitShape(element, style, inner, local) && isInClip(style, element, inner, point)
        ? element : nil
    }
  }

  private func hitView(
    _ element: Int, _ style: Style, _ place: Place, use: Int?, _ point: Point
  ) -> Int? {
    guard let view = view(of: element, style, place.view, use: use) else { return nil }
    if view.isClipped {
      guard let inverse = place.transform.inverse,
        view.rect.includes(inverse.apply(to: point))
      else { return nil }
    }
    var inner = place
    inner.transform = view.transform.followed(by: place.transform)
    inner.view = view.size
    return hitChildren(of: element, style, inner, point)
  }

  private func isHitShape(
    _ element: Int, _ style: Style, _ place: Place, _ point: Point
  ) -> Bool {
    guard let areas = HitAreas(style), let path = path(of: element, style, place.view) else {
      return false
    }
    if areas.hasFill, path.contains(point, style.fillRule) { return true }
    if areas.hasBox, path.bounds?.includes(point) == true { return true }
    guard areas.hasStroke,
      let line = strokeStyle(style, place, dashScale: dashScale(element, path))
    else { return false }
    work.spend(path.pointCount, on: .measuredPoint)
    return path.outline(of: line).contains(point)
  }

  /// Whether a point is in a box that counts as filled.
  private func isHit(_ rect: Rect, _ style: Style, _ point: Point) -> Bool {
    HitAreas(style) != nil && rect.includes(point)
  }

  /// Whether the clip of an element, and those on it, leave a point of the list.
  private func isInClip(
    _ style: Style, _ element: Int, _ place: Place, _ point: Point
  ) -> Bool {
    if case .shape(let shape)? = style.clipPath {
      let path = self.path(of: shape, cutting: element, style, place)
      return path.transformed(by: place.transform).contains(point, shape.rule)
    }
    guard let clip = clipper(style) else { return true }
    let clipStyle = documentStyle(of: clip)
    guard conditionsHold(clip),
      let own = transform(of: clip, clipStyle, place.view, bounds: { nil })
    else { return false }
    var inner = place
    inner.style = clipStyle
    inner.transform = own.followed(by: place.transform)
    if reader.text(.clipPathUnits, of: clip) == "objectBoundingBox" {
      guard let box = bounds(of: element, place, style), !box.isEmpty else { return false }
      inner.transform = box.unitTransform.followed(by: inner.transform)
    }
    references.append(clip)
    defer { references.removeLast() }
    let isInside = children(of: clip).contains { isInClipShape($0, inner, point) }
    return isInside && isInClip(clipStyle, clip, place, point)
  }

  private func isInClipShape(_ element: Int, _ place: Place, _ point: Point) -> Bool {
    guard conditionsHold(element), enterForHit() else { return false }
    defer { leave() }
    let style = reader.style(of: element, parent: place.style)
    guard style.isDisplayed, style.isVisible,
      let own = transform(
        of: element, style, place.view, bounds: { self.bounds(of: element, place, style) })
    else { return false }
    var inner = place
    inner.style = style
    inner.transform = own.followed(by: place.transform)
    guard isInClip(style, element, inner, point),
      let local = inner.transform.inverse?.apply(to: point)
    else { return false }
    switch document[element].name {
    case .text: return textBounds(element, style, inner)?.includes(local) == true
    case .use:
      guard let target = target(ofUse: element),
        document[target].name.isShape || document[target].name == .text
      else { return false }
      inner.transform = Transform(translation: useOffset(element, style, place.view))
        .followed(by: inner.transform)
      return withUse(of: target) { isInClipShape(target, inner, point) }
    default:
      return path(of: element, style, place.view)?.contains(local, style.clipRule) == true
    }
  }
}

/// The areas of a shape that receive pointer events.
private struct HitAreas {
  var hasFill = false
  var hasStroke = false
  var hasBox = false

  /// Nil for none.
  init?(_ style: Style) {
    switch style.pointerEvents {
    case .none: return nil
    case .auto, .visiblePainted, .visible, .visibleFill, .visibleStroke:
      guard style.isVisible else { return nil }
    default: break
    }
    switch style.pointerEvents {
    case .visibleFill, .fill: hasFill = true
    case .visibleStroke, .stroke: hasStroke = true
    case .visible, .all: (hasFill, hasStroke) = (true, true)
    case .boundingBox: hasBox = true
    default: (hasFill, hasStroke) = (style.fill != .none, style.stroke != .none)
    }
    if !hasFill, !hasStroke, !hasBox { return nil }
  }
}

extension Rect {
  /// Whether a point is inside or at an edge.
  fileprivate func includes(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}
