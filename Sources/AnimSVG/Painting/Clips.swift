import AnimCore

// Clips and masks cut the innermost group of a list.
extension SVGPainter {
  /// Returns the `clipPath` or `mask` with an identifier, or `nil` if it doesn't exist or is being
  /// drawn, so that references to itself are ignored.
  func cutter(_ id: String?, _ name: ElementName) -> Int? {
    guard let element = tree.element(id, name), !references.contains(element) else { return nil }
    guard references.count < PaintingLimits.references else {
      omit(.references, of: element)
      return nil
    }
    return element
  }

  /// Returns the `clipPath` that a style refers to, or `nil` if it refers to none.
  func clipper(_ style: Style) -> Int? {
    guard case .element(let id)? = style.clipPath else { return nil }
    return cutter(id, .clipPath)
  }

  /// Returns the `mask` element that a style refers to, or `nil` if the style has no mask or other
  /// layers.
  private func masker(_ style: Style) -> Int? {
    guard case .element(let id)? = style.mask.first, style.mask.count == 1 else { return nil }
    return cutter(id, .mask)
  }

  /// Clips the innermost group by a `clipPath`.
  ///
  /// - Parameters:
  ///   - context: The drawing context of the clipped element's content.
  ///   - bounds: A closure that returns the box of the clipped element.
  func clip(
    by element: Int, _ context: DrawingContext, bounds: () -> Rect?, into list: inout DisplayList
  ) {
    work.spend(on: .clip)
    references.append(element)
    defer { references.removeLast() }
    if let content = tree.content(ofClip: element, context, bounds: bounds) {
      if let single = singleShape(content) {
        list.clip(
          to: single.path, rule: single.shape.style.clipRule,
          transform: single.shape.context.transform)
      } else {
        list.withMatte { list in self.drawClipShapes(of: content, into: &list) }
      }
    } else {
      list.clip(to: Path())
    }
    if let next = clipper(tree.documentStyle(of: element)) {
      clip(by: next, context, bounds: bounds, into: &list)
    }
  }

  /// Returns the shape of a clip that consists of a single shape without a clip.
  @inline(never)
  private func singleShape(_ content: ResolvedElement) -> (path: Path, shape: ResolvedElement)? {
    var single: ResolvedElement.Child?
    var count = 0
    tree.forEachClipChild(of: content) { child, _ in
      single = child
      count += 1
      return count < 2
    }
    guard count == 1, let single, document[single.element].name.isShape,
      let shape = tree.resolve(single, in: content.context), shape.style.isVisible,
      shape.style.clipPath == nil,
      let path = tree.path(of: shape.element, shape.style, shape.context.view)
    else { return nil }
    return (path, shape)
  }

  private func drawClipShapes(of parent: ResolvedElement, into list: inout DisplayList) {
    tree.forEachClipChild(of: parent) { child, context in
      self.drawClipShape(child, in: context, into: &list)
      return true
    }
  }

  /// Draws a shape, a text or a `use` of one in white, with its clip.
  @inline(never)
  private func drawClipShape(
    _ child: ResolvedElement.Child, in context: DrawingContext, into list: inout DisplayList
  ) {
    guard tree.enterForDrawing(points: list.work) else { return }
    defer { tree.leave() }
    guard var resolved = tree.resolve(child, in: context) else { return }
    resolved.context.style.paintOnlyOutline()
    drawGroup(resolved, into: &list) { list in
      switch resolved.kind {
      case .text: self.drawText(resolved, isOutline: true, into: &list)
      case .use: self.drawClipShapes(of: resolved, into: &list)
      default: self.drawShape(resolved, opacity: 1, into: &list)
      }
    }
  }

  /// Masks the innermost group by a `mask`, or by the alpha of gradients.
  ///
  /// - Parameter bounds: A closure that returns the box of the masked element.
  func mask(
    _ resolved: ResolvedElement, bounds: () -> Rect?, into list: inout DisplayList
  ) {
    let (style, context) = (resolved.style, resolved.context)
    if let mask = masker(style) { return self.mask(by: mask, context, bounds: bounds, into: &list) }
    guard style.mask.areGradients else { return }
    work.spend(on: .clip)
    guard let box = bounds() else { return list.clip(to: Path()) }
    // The border of an element of SVG is its stroke: CSS Masking 1, 7.
    let isRoot = resolved.element == SVGDocument.root
    let area =
      isRoot
      ? canvas.box : tree.strokeBounds(of: resolved.element, style, context.view, around: box)
    list.withMatte(Matte(.alpha)) { list in
      fill(
        area, with: style.mask, style, isRoot ? canvas.transform : context.transform, into: &list)
    }
  }

  /// Masks the innermost group by a `mask`.
  private func mask(
    by element: Int, _ context: DrawingContext, bounds: () -> Rect?, into list: inout DisplayList
  ) {
    work.spend(on: .clip)
    let style = tree.documentStyle(of: element)
    var inner = context
    inner.style = style
    inner.contextPaint = nil
    references.append(element)
    defer { references.removeLast() }
    let usesBoundingBoxUnits = reader.text(.maskUnits, of: element) != "userSpaceOnUse"
    func length(
      _ name: AttributeName, _ axis: ElementReader.Axis, _ fallback: Double
    ) -> Double {
      reader.length(
        name, of: element, axis, isFraction: usesBoundingBoxUnits, style, context.view,
        default: Length(fallback, .percent))
    }
    var region = Rect(
      x: length(.x, .x, -10), y: length(.y, .y, -10), width: length(.width, .x, 120),
      height: length(.height, .y, 120))
    var isEmpty = region.isEmpty || !tree.conditionsHold(element)
    let contentIsOfBox = reader.text(.maskContentUnits, of: element) == "objectBoundingBox"
    if usesBoundingBoxUnits || contentIsOfBox {
      if let box = bounds(), !box.isEmpty {
        if usesBoundingBoxUnits { region = region.transformed(by: box.unitTransform) }
        if contentIsOfBox {
          inner.transform = box.unitTransform.followed(by: inner.transform)
        }
      } else {
        isEmpty = true
      }
    }
    guard !isEmpty else { return list.clip(to: Path()) }
    guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
    groupDepth += 1
    defer { groupDepth -= 1 }
    let channel: Matte.Channel = style.maskIsAlpha ? .alpha : .luma
    list.withMatte(Matte(channel)) { list in
      list.withClip(region, transform: context.transform) { list in
        list.withGroup { list in
          self.drawChildren(of: element, inner, into: &list)
          if let next = self.masker(style) {
            self.mask(by: next, context, bounds: bounds, into: &list)
          }
        }
      }
    }
  }
}

// Clipping is the same wherever it is drawn and hit.
extension ResolvedTree {
  /// Returns the outline of a shape that cuts an element.
  func path(of shape: BasicShape, cutting resolved: ResolvedElement) -> Path {
    let box: Rect? =
      switch shape.box {
      case .fill: bounds(of: resolved)
      case .stroke:
        bounds(of: resolved).map {
          strokeBounds(of: resolved.element, resolved.style, resolved.context.view, around: $0)
        }
      case .view: Rect(origin: .zero, size: resolved.context.view)
      }
    guard let box else { return Path() }
    return shape.path(in: box) { self.reader.resolve($0, $1, resolved.style, box.size) }
  }

  /// Returns the first element with an identifier if it has a name, or `nil`.
  func element(_ id: String?, _ name: ElementName) -> Int? {
    guard let id, let element = element(id: id), document[element].name == name else { return nil }
    return element
  }

  /// Returns the content of a `clipPath`, or `nil` if it clips everything.
  ///
  /// - Parameters:
  ///   - context: The drawing context of the clipped element's content.
  ///   - bounds: A closure that returns the box of the clipped element.
  func content(ofClip clip: Int, _ context: DrawingContext, bounds: () -> Rect?) -> ResolvedElement?
  {
    let style = documentStyle(of: clip)
    guard conditionsHold(clip),
      var transform = transform(of: clip, style, context.view, bounds: { nil })
    else { return nil }
    transform = transform.followed(by: context.transform)
    if reader.text(.clipPathUnits, of: clip) == "objectBoundingBox" {
      guard let box = bounds(), !box.isEmpty else { return nil }
      transform = box.unitTransform.followed(by: transform)
    }
    return ResolvedElement(
      element: clip, kind: .group,
      context: DrawingContext(
        style: style, transform: transform, view: context.view, contextPaint: nil))
  }

  /// Calls `body` for the shapes, texts and their `use` elements in a clip, until it returns
  /// `false`.
  ///
  /// - Parameter parent: The `clipPath`, or a `use` in it.
  func forEachClipChild(
    of parent: ResolvedElement, _ body: (ResolvedElement.Child, DrawingContext) -> Bool
  ) {
    let mayUse = document[parent.element].name != .use
    forEachChild(of: parent) { child, context in
      let name = self.document[child.element].name
      let isPart = name.isShape || name == .text || (name == .use && mayUse)
      return isPart ? body(child, context) : true
    }
  }
}

extension Style {
  /// Removes everything except the outline of the fill and the clip, and fills it with white.
  fileprivate mutating func paintOnlyOutline() {
    nonInherited.opacity = 1
    nonInherited.mask = []
    nonInherited.filters = []
    if hasTextShadows { text.shadows = [] }
    nonInherited.blendMode = .normal
    nonInherited.isIsolated = false
    shared.fill = .color(ExactColor(red: 255, green: 255, blue: 255))
    shared.fillOpacity = 1
    shared.fillRule = shared.clipRule
    shared.stroke = .none
    shared.markerStart = nil
    shared.markerMid = nil
    shared.markerEnd = nil
  }
}
