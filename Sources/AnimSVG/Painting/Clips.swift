import AnimCore

// Clips and masks cut the innermost group of a list.
extension SVGPainter {
  /// Returns the `clipPath` or `mask` with an identifier, or `nil` if it doesn't exist or is being
  /// drawn, so that references to itself are ignored.
  func cutter(_ id: String?, _ name: ElementName) -> Int? {
    guard let id, let element = self.element(id: id), document[element].name == name,
      !references.contains(element)
    else { return nil }
    guard references.count < PaintingLimits.references else {
      omit(.references, of: element)
      return nil
    }
    return element
  }

  /// The `clipPath` that a style refers to; nil for none.
  func clipper(_ style: Style) -> Int? {
    guard case .element(let id)? = style.clipPath else { return nil }
    return cutter(id, .clipPath)
  }

  /// The `mask` element that a style refers to, or `nil` if the style has no mask or other layers.
  private func masker(_ style: Style) -> Int? {
    guard case .element(let id)? = style.mask.first, style.mask.count == 1 else { return nil }
    return cutter(id, .mask)
  }

  /// The outline of a shape that cuts an element.
  func path(
    of shape: BasicShape, cutting element: Int, _ style: Style, _ place: Place
  ) -> Path {
    let box: Rect? =
      switch shape.box {
      case .fill: bounds(of: element, place, style)
      case .stroke:
        bounds(of: element, place, style).map {
          strokeBounds(of: element, style, place.view, around: $0)
        }
      case .view: Rect(origin: .zero, size: place.view)
      }
    guard let box else { return Path() }
    return shape.path(in: box) { self.reader.resolve($0, $1, style, box.size) }
  }

  /// Clips the innermost group by a `clipPath`.
  ///
  /// - Parameters:
  ///   - place: that of the content of the clipped element.
  ///   - bounds: the box of the clipped element.
  func clip(
    by element: Int, _ place: Place, bounds: () -> Rect?, into list: inout DisplayList
  ) {
    work.spend(on: .clip)
    let style = documentStyle(of: element)
    var inner = place
    inner.style = style
    inner.context = nil
    var isEmpty = !conditionsHold(element)
    if let own = transform(of: element, style, place.view, bounds: { nil }) {
      inner.transform = own.followed(by: place.transform)
    } else {
      isEmpty = true
    }
    if reader.text(.clipPathUnits, of: element) == "objectBoundingBox" {
      if let box = bounds(), !box.isEmpty {
        inner.transform = box.unitTransform.followed(by: inner.transform)
      } else {
        isEmpty = true
      }
    }
    references.append(element)
    defer { references.removeLast() }
    if isEmpty {
      list.clip(to: Path())
    } else if let single = singleShape(element, inner) {
      list.clip(
        to: single.path, rule: single.style.clipRule, transform: single.place.transform)
    } else {
      list.withMatte { list in self.drawClipContent(of: element, inner, into: &list) }
    }
    guard let next = clipper(style) else { return }
    var outer = place
    outer.style = style
    clip(by: next, outer, bounds: bounds, into: &list)
  }

  /// Returns the shape of a clip that consists of a single shape without a clip.
  @inline(never)
  private func singleShape(
    _ element: Int, _ place: Place
  ) -> (path: Path, style: Style, place: Place)? {
    let children = children(of: element).lazy.filter {
      self.document[$0].name.isClipContent
    }
    var iterator = children.makeIterator()
    guard let child = iterator.next(), iterator.next() == nil, document[child].name.isShape,
      conditionsHold(child)
    else { return nil }
    let style = reader.style(of: child, parent: place.style)
    guard style.isDisplayed, style.isVisible, style.clipPath == nil,
      let path = path(of: child, style, place.view),
      let own = transform(of: child, style, place.view, bounds: { path.bounds })
    else { return nil }
    var inner = place
    inner.transform = own.followed(by: place.transform)
    return (path, style, inner)
  }

  private func drawClipContent(of element: Int, _ place: Place, into list: inout DisplayList) {
    for child in children(of: element) where document[child].name.isClipContent {
      drawClipShape(child, place, into: &list)
    }
  }

  /// Draws a shape, a text or a `use` of one in white, with its clip.
  @inline(never)
  private func drawClipShape(_ element: Int, _ place: Place, into list: inout DisplayList) {
    guard conditionsHold(element), enter(list) else { return }
    defer { leave() }
    var style = reader.style(of: element, parent: place.style)
    guard style.isDisplayed else { return }
    let own = transform(of: element, style, place.view) { self.bounds(of: element, place, style) }
    guard let own else { return }
    // Only the outline counts.
    style.opacity = 1
    style.mask = []
    style.filters = []
    if style.hasTextShadows { style.text.shadows = [] }
    style.blendMode = .normal
    style.isIsolated = false
    style.fill = .color(ExactColor(red: 255, green: 255, blue: 255))
    style.fillOpacity = 1
    style.fillRule = style.clipRule
    style.stroke = .none
    style.markerStart = nil
    style.markerMid = nil
    style.markerEnd = nil
    var inner = place
    inner.style = style
    inner.transform = own.followed(by: place.transform)
    drawGroup(element, style, inner, into: &list) { list in
      switch self.document[element].name {
      case .text: self.drawText(element, style, inner, isOutline: true, into: &list)
      case .use:
        guard let target = self.target(ofUse: element),
          self.document[target].name.isShape || self.document[target].name == .text
        else { return }
        inner.transform = Transform(
          translation: self.useOffset(element, style, place.view)
        ).followed(by: inner.transform)
        self.withUse(of: target) { self.drawClipShape(target, inner, into: &list) }
      default: self.drawShape(element, style, inner, opacity: 1, into: &list)
      }
    }
  }

  /// Masks the innermost group by a `mask`, or by the alpha of gradients.
  ///
  /// - Parameters:
  ///   - place: The place of the content of the masked element.
  ///   - bounds: Returns the box of the masked element.
  func mask(
    _ element: Int, _ style: Style, _ place: Place, bounds: () -> Rect?,
    into list: inout DisplayList
  ) {
    if let mask = masker(style) { return self.mask(by: mask, place, bounds: bounds, into: &list) }
    guard style.mask.areGradients else { return }
    work.spend(on: .clip)
    guard let box = bounds() else { return list.clip(to: Path()) }
    // The border of an element of SVG is its stroke: CSS Masking 1, 7.
    let isRoot = element == SVGDocument.root
    let area = isRoot ? canvas : strokeBounds(of: element, style, place.view, around: box)
    list.withMatte(Matte(.alpha)) { list in
      fill(area, with: style.mask, style, isRoot ? canvasTransform : place.transform, into: &list)
    }
  }

  /// Masks the innermost group by a `mask`.
  private func mask(
    by element: Int, _ place: Place, bounds: () -> Rect?, into list: inout DisplayList
  ) {
    work.spend(on: .clip)
    let style = documentStyle(of: element)
    var inner = place
    inner.style = style
    inner.context = nil
    references.append(element)
    defer { references.removeLast() }
    let isOfBox = reader.text(.maskUnits, of: element) != "userSpaceOnUse"
    func length(
      _ name: AttributeName, _ axis: ElementReader.Axis, _ fallback: Double
    ) -> Double {
      reader.length(
        name, of: element, axis, isFraction: isOfBox, style, place.view,
        default: Length(fallback, .percent))
    }
    var region = Rect(
      x: length(.x, .x, -10), y: length(.y, .y, -10), width: length(.width, .x, 120),
      height: length(.height, .y, 120))
    var isEmpty = region.isEmpty || !conditionsHold(element)
    let contentIsOfBox = reader.text(.maskContentUnits, of: element) == "objectBoundingBox"
    if isOfBox || contentIsOfBox {
      if let box = bounds(), !box.isEmpty {
        if isOfBox { region = region.transformed(by: box.unitTransform) }
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
      list.withClip(region, transform: place.transform) { list in
        list.withGroup { list in
          self.drawChildren(of: element, inner, into: &list)
          if let next = self.masker(style) {
            self.mask(by: next, place, bounds: bounds, into: &list)
          }
        }
      }
    }
  }
}

extension ElementName {
  /// Whether the element counts inside a clip.
  fileprivate var isClipContent: Bool { isShape || self == .text || self == .use }
}
