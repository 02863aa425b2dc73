import AnimCore

/// Draws a document at an instant. The image depends only on the document and the animated values.
/// Data that is cached between images only saves time.
final class SVGPainter {
  let tree: ResolvedTree
  let glyphs: GlyphDrawings
  /// The number of SVG images that contain this document.
  let imageDepth: Int
  var gradients = GradientCache()
  private(set) var canvas = ResolvedTree.Canvas()
  /// The time of the image and of the images in it.
  private(set) var time: Fraction = 0
  /// The number of groups, clips and masks that are being drawn.
  var groupDepth = 0
  /// Clips, masks, markers and patterns that are being drawn.
  var references: [Int] = []

  init(
    _ document: SVGDocument, _ reader: ElementReader, _ resources: SVGResources, isAnimated: Bool,
    imageDepth: Int, _ work: DrawingWork
  ) {
    tree = ResolvedTree(
      document, reader, resources, isAnimated: isAnimated, imageDepth: imageDepth, work)
    glyphs = GlyphDrawings(resources, depth: imageDepth, work)
    self.imageDepth = imageDepth
  }

  var document: SVGDocument { tree.document }
  var reader: ElementReader { tree.reader }
  var work: DrawingWork { tree.work }

  /// - Parameter element: The incomplete element, if it should be reported.
  func omit(_ omission: Omission, of element: Int? = nil) {
    tree.omissions.add(omission, of: element)
  }

  /// The omissions, in the alphabetical order of their messages.
  var omissions: [Diagnostic] { tree.omissions.diagnostics(reader.excesses) }

  /// Draws the document, or one of its elements, at an instant. The view starts at the origin.
  func draw(
    _ values: AnimatedValues?, of element: Int = SVGDocument.root, at time: Fraction, view: Size,
    into list: inout DisplayList, _ transform: Transform
  ) {
    self.time = time
    reader.setValues(values)
    defer { reader.endFrame() }
    if imageDepth == 0 { work.beginFrame(after: list.work, size: list.size) }
    tree.beginFrame(transform)
    glyphs.beginFrame()
    guard let root = tree.root(view) else { return }
    canvas = root.canvas
    if element != SVGDocument.root {
      draw(element, root.element.context, into: &list)
      if work.isExhausted { omit(.steps) }
      return
    }
    let style = root.element.style
    // That of the root covers the canvas, and is not moved by the root's transform: CSS Backgrounds 3, 2.11.
    if let color = style.backgroundColor {
      list.fill(canvas.box, color, transform)
    }
    fill(canvas.box, with: style.background, style, transform, into: &list)
    drawGroup(root.element, into: &list) { list in
      self.drawContent(ofRoot: root.element, into: &list)
    }
    if work.isExhausted { omit(.steps) }
  }

  /// Draws the content of the root, clipped to its rounded corners.
  private func drawContent(ofRoot root: ResolvedElement, into list: inout DisplayList) {
    let style = root.style
    guard style.cornerRadii.contains(where: { !$0.isZero }) else {
      return drawChildren(of: root, into: &list)
    }
    groupDepth += 1
    defer { groupDepth -= 1 }
    let path = BasicShape(cornerRadii: style.cornerRadii).path(in: canvas.box) {
      self.reader.resolve($0, $1, style, self.canvas.box.size)
    }
    list.withGroup { list in
      drawChildren(of: root, into: &list)
      list.clip(to: path, transform: canvas.transform)
    }
  }

  // MARK: Elements

  // Functions here and in other parts of the painter that aren't inlined keep their values off the
  // stack of each nesting level.

  /// Draws the children of an element, such as a pattern, in a context.
  func drawChildren(of element: Int, _ context: DrawingContext, into list: inout DisplayList) {
    drawChildren(
      of: ResolvedElement(element: element, kind: .group, context: context), into: &list)
  }

  func drawChildren(of parent: ResolvedElement, into list: inout DisplayList) {
    tree.forEachChild(of: parent) { child, context in
      self.draw(child, in: context, into: &list)
      return true
    }
  }

  /// Draws an element with its content, unless its conditions don't hold.
  func draw(_ element: Int, _ context: DrawingContext, into list: inout DisplayList) {
    guard tree.mayDraw(element) else { return }
    draw(ResolvedElement.Child(element: element), in: context, into: &list)
  }

  private func draw(
    _ child: ResolvedElement.Child, in context: DrawingContext, into list: inout DisplayList
  ) {
    guard tree.enterForDrawing(points: list.work) else { return }
    defer { tree.leave() }
    guard let resolved = tree.resolve(child, in: context, isSeen: true),
      resolved.context.transform.isFinite, resolved.context.transform.determinant != 0
    else { return }
    if case .foreignObject = resolved.kind { return noteForeignObject(resolved) }
    if case .shape = resolved.kind, resolved.style.opacity < 1, resolved.style.hasOnlyOnePaint {
      return drawShape(resolved, opacity: resolved.style.opacity, into: &list)
    }
    drawGroup(resolved, into: &list) { list in self.drawContent(of: resolved, into: &list) }
  }

  @inline(never)
  private func drawContent(of resolved: ResolvedElement, into list: inout DisplayList) {
    switch resolved.kind {
    case .group, .choice, .use: drawChildren(of: resolved, into: &list)
    case .view(let view): drawView(resolved, view, into: &list)
    case .image: drawImage(resolved, into: &list)
    case .text: drawText(resolved, into: &list)
    case .shape: drawShape(resolved, opacity: 1, into: &list)
    case .foreignObject, .nothing: break
    }
  }

  @inline(never)
  private func drawView(
    _ resolved: ResolvedElement, _ view: NestedView, into list: inout DisplayList
  ) {
    guard view.isClipped else { return drawChildren(of: resolved, into: &list) }
    guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
    groupDepth += 1
    defer { groupDepth -= 1 }
    list.withClip(view.rect, transform: resolved.context.transform) { list in
      // As most frames of a recording are, which stand side by side.
      if list.isClippedAway { return }
      self.drawChildren(of: resolved, into: &list)
    }
  }

  /// Records a foreign object, which browsers would draw.
  @inline(never)
  private func noteForeignObject(_ resolved: ResolvedElement) {
    let isSized = [(AttributeName.width, ElementReader.Axis.x), (.height, .y)].allSatisfy {
      reader.length($0, of: resolved.element, $1, resolved.style, resolved.context.view) ?? 0 > 0
    }
    if isSized, resolved.style.isVisible { omit(.foreignObjects) }
  }

  // MARK: Groups

  /// Draws the content of an element as a group with its filters, opacity, blend mode, clip and mask.
  @inline(never)
  func drawGroup(
    _ resolved: ResolvedElement, into list: inout DisplayList,
    content: (inout DisplayList) -> Void
  ) {
    let style = resolved.style
    var isUnfiltered = style.filters.isEmpty
    if case .text = resolved.kind, style.hasTextShadows { isUnfiltered = false }
    let isPlain =
      style.opacity >= 1 && style.blendMode == .normal && !style.isIsolated
      && style.clipPath == nil && style.mask.isEmpty && isUnfiltered
    if isPlain { return content(&list) }
    guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
    groupDepth += 1
    defer { groupDepth -= 1 }
    func bounds() -> Rect? { tree.bounds(of: resolved) }
    let clip = clipper(style)
    let group = GroupStyle(
      opacity: style.opacity, blendMode: style.blendMode, isIsolated: style.isIsolated)
    list.withGroup(group) { list in
      if isUnfiltered {
        content(&list)
      } else {
        drawFiltered(resolved, bounds: bounds, into: &list, content: content)
      }
      if let clip { self.clip(by: clip, resolved.context, bounds: bounds, into: &list) }
      if case .shape(let shape)? = style.clipPath {
        list.clip(
          to: tree.path(of: shape, cutting: resolved), rule: shape.rule,
          transform: resolved.context.transform)
      }
      if !style.mask.isEmpty { mask(resolved, bounds: bounds, into: &list) }
    }
  }
}

extension DisplayList {
  fileprivate mutating func fill(_ rect: Rect, _ color: ExactColor, _ transform: Transform) {
    var path = Path()
    path.addRect(rect)
    fill(path, .color(color.color), transform: transform)
  }
}

extension Style {
  /// Whether a shape has at most one paint, which can include the opacity, and no other effects.
  fileprivate var hasOnlyOnePaint: Bool {
    (shared.fill == .none || shared.stroke == .none) && shared.markerStart == nil
      && shared.markerMid == nil && shared.markerEnd == nil && nonInherited.mask.isEmpty
      && nonInherited.clipPath == nil && nonInherited.blendMode == .normal
      && nonInherited.filters.isEmpty
  }
}
