import AnimCore

/// A search for the topmost element at a point that receives pointer events: SVG 2, 15.6 (the property
/// pointer-events).
struct HitTest {
  private let tree: ResolvedTree
  /// The point, in points of the list.
  private let point: Point
  /// The clips that are being tested.
  private var references: [Int] = []

  init(_ tree: ResolvedTree, _ point: Point) {
    self.tree = tree
    self.point = point
  }

  /// Returns the topmost element inside `parent` at the point, or `nil` if nothing is hit. The
  /// content of a `use` counts as the `use`.
  mutating func hit(inside parent: ResolvedElement) -> Int? {
    guard isInClip(parent) else { return nil }
    var found: Int?
    tree.forEachChild(of: parent, isReversed: true) { child, context in
      found = hit(child, in: context)
      return found == nil
    }
    return found
  }

  private mutating func hit(_ child: ResolvedElement.Child, in context: DrawingContext) -> Int? {
    guard tree.enterForHit() else { return nil }
    defer { tree.leave() }
    guard let resolved = tree.resolve(child, in: context),
      let local = resolved.context.transform.inverse?.apply(to: point)
    else { return nil }
    let element = resolved.element
    switch resolved.kind {
    case .group, .choice: return hit(inside: resolved)
    case .use: return hit(inside: resolved).map { _ in element }
    case .view(let view):
      if view.isClipped, !view.rect.includes(local) { return nil }
      return hit(inside: resolved)
    case .image:
      return isHit(tree.imageRect(resolved), resolved.style, local) && isInClip(resolved)
        ? element : nil
    case .text:
      return isHit(tree.textBounds(resolved), resolved.style, local) && isInClip(resolved)
        ? element : nil
    case .shape: return isHitShape(resolved, local) && isInClip(resolved) ? element : nil
    case .foreignObject, .nothing: return nil
    }
  }

  private func isHitShape(_ shape: ResolvedElement, _ point: Point) -> Bool {
    let style = shape.style
    guard let areas = HitAreas(style),
      let path = tree.path(of: shape.element, style, shape.context.view)
    else { return false }
    if areas.hasFill, path.contains(point, style.fillRule) { return true }
    if areas.hasBox, path.bounds?.includes(point) == true { return true }
    guard areas.hasStroke,
      let line = tree.strokeStyle(
        style, shape.context, dashScale: tree.dashScale(shape.element, path))
    else { return false }
    tree.work.spend(path.pointCount, on: .measuredPoint)
    return path.outline(of: line).contains(point)
  }

  /// Returns whether a point is in a box that counts as filled.
  private func isHit(_ rect: Rect?, _ style: Style, _ point: Point) -> Bool {
    HitAreas(style) != nil && rect?.includes(point) == true
  }

  /// Returns whether the point is inside the clip of an element.
  private mutating func isInClip(_ resolved: ResolvedElement) -> Bool {
    switch resolved.style.clipPath {
    case nil: return true
    case .shape(let shape)?:
      let path = tree.path(of: shape, cutting: resolved)
      return path.transformed(by: resolved.context.transform).contains(point, shape.rule)
    case .element(let id)?: return isInClip(id, of: resolved)
    }
  }

  /// Returns whether the point is inside a `clipPath`, if it exists, and inside the clips of the
  /// `clipPath`.
  private mutating func isInClip(_ id: String, of resolved: ResolvedElement) -> Bool {
    guard let clip = tree.element(id, .clipPath), !references.contains(clip),
      references.count < PaintingLimits.references
    else { return true }
    let content = tree.content(ofClip: clip, resolved.context) { tree.bounds(of: resolved) }
    guard let content else { return false }
    references.append(clip)
    defer { references.removeLast() }
    guard isInClipShapes(of: content) else { return false }
    guard case .element(let next)? = content.style.clipPath else { return true }
    return isInClip(next, of: resolved)
  }

  private mutating func isInClipShapes(of parent: ResolvedElement) -> Bool {
    var isInside = false
    tree.forEachClipChild(of: parent) { child, context in
      isInside = isInClipShape(child, in: context)
      return !isInside
    }
    return isInside
  }

  private mutating func isInClipShape(_ child: ResolvedElement.Child, in context: DrawingContext)
    -> Bool
  {
    guard tree.enterForHit() else { return false }
    defer { tree.leave() }
    guard let resolved = tree.resolve(child, in: context), resolved.style.isVisible,
      isInClip(resolved), let local = resolved.context.transform.inverse?.apply(to: point)
    else { return false }
    switch resolved.kind {
    case .text: return tree.textBounds(resolved)?.includes(local) == true
    case .use: return isInClipShapes(of: resolved)
    default:
      return tree.path(of: resolved.element, resolved.style, resolved.context.view)?
        .contains(local, resolved.style.clipRule) == true
    }
  }
}

extension SVGPainter {
  /// Returns the topmost element at a point that receives pointer events, or `nil`.
  ///
  /// - Parameters:
  ///   - point: The point in the view.
  ///   - view: The size of the document.
  func element(at point: Point, _ values: AnimatedValues?, view: Size) -> Int? {
    reader.setValues(values)
    work.beginHit()
    tree.beginFrame(.identity)
    guard let root = tree.root(view) else { return nil }
    var test = HitTest(tree, point)
    return test.hit(inside: root.element)
  }
}

/// The areas of a shape that receive pointer events.
private struct HitAreas {
  var hasFill = false
  var hasStroke = false
  var hasBox = false

  /// Creates the areas of a style, or returns `nil` if the shape doesn't receive pointer events.
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
  /// Returns whether a point is inside the rectangle or on its edge.
  fileprivate func includes(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}
