import AnimCore

/// The elements of a document as they are drawn at an instant.
///
/// Only this class resolves conditions, styles, transforms, `use` references and views. Drawing,
/// bounding boxes, hit tests, clips and masks traverse the resolved elements. Each element is
/// resolved when a traversal reaches it, because a small document can refer to its elements more
/// often than memory allows.
final class ResolvedTree {
  let document: SVGDocument
  let reader: ElementReader
  let images: SVGImageLoader
  let texts: SVGTextLayouts
  let work: DrawingWork
  let omissions: OmissionReport
  /// Whether anything in the document is animated.
  let isAnimated: Bool
  /// The transform from the document's own size to points of the list.
  private(set) var viewTransform = Transform.identity
  /// The depth of the current element.
  private(set) var depth = 0
  private let maximumDepth: Int
  /// The targets of the enclosing `use` elements.
  private var usedElements: [Int] = []
  private var documentStyles: [Int: Style] = [:]
  /// The measures of paths that elements follow.
  var measures: [Path: PathMeasure] = [:]
  /// The ancestors of an element whose style is being computed.
  private var ancestors: [Int] = []

  init(
    _ document: SVGDocument, _ reader: ElementReader, _ resources: SVGResources, isAnimated: Bool,
    imageDepth: Int, _ work: DrawingWork
  ) {
    self.document = document
    self.reader = reader
    self.isAnimated = isAnimated
    self.work = work
    texts = SVGTextLayouts(resources)
    images = SVGImageLoader(resources, depth: imageDepth, work)
    omissions = OmissionReport(document, resources)
    maximumDepth = PaintingLimits.depth(in: imageDepth)
  }

  /// Discards the elements that were resolved for the previous image.
  ///
  /// - Parameter transform: The transform from the document's own size to points of the list.
  func beginFrame(_ transform: Transform) {
    viewTransform = transform
    omissions.removeAll()
    reader.removeExcesses()
    documentStyles.removeAll(keepingCapacity: true)
  }

  // MARK: Limits

  /// Returns whether elements that many levels deeper exceed the maximum depth.
  func isTooDeep(_ levels: Int = 0) -> Bool { depth + levels >= maximumDepth }

  /// Returns whether another element may be drawn. If so, ``leave()`` must follow.
  ///
  /// - Parameter points: The number of corners in the display list.
  func enterForDrawing(points: Int) -> Bool {
    guard !work.isExhausted else { return false }
    if work.budget.isPaintingExhausted {
      omissions.add(.pixels)
      return false
    }
    guard work.elements < PaintingLimits.elements else {
      omissions.add(.elements)
      return false
    }
    guard !isTooDeep() else {
      omissions.add(.depth)
      return false
    }
    guard points - work.firstWork < PaintingLimits.points else {
      omissions.add(.points)
      return false
    }
    work.elements += 1
    depth += 1
    return true
  }

  /// Returns whether another element may be hit-tested. If so, ``leave()`` must follow.
  func enterForHit() -> Bool {
    guard !work.isExhausted, work.elements < PaintingLimits.elements, !isTooDeep() else {
      return false
    }
    work.elements += 1
    depth += 1
    return true
  }

  /// Returns whether another element may be measured. If so, ``leave()`` must follow.
  func enterForBounds() -> Bool {
    guard !isTooDeep() else {
      omissions.add(.depth)
      return false
    }
    guard !work.isExhausted else { return false }
    guard work.boxes < PaintingLimits.elements else {
      omissions.add(.elements)
      return false
    }
    work.boxes += 1
    depth += 1
    return true
  }

  func leave() { depth -= 1 }

  /// Returns whether a number of additional characters may be processed.
  func spendText(_ count: Int) -> Bool {
    work.characters += count
    if work.characters <= PaintingLimits.textWork { return true }
    omissions.add(.characters)
    return false
  }

  // MARK: Lookup

  /// Returns the nodes directly inside an element. Each is charged, and the sequence ends early if the budget is used up.
  func children(of element: Int) -> CountedChildren {
    CountedChildren(children: document.children(of: element), work: work)
  }

  struct CountedChildren: Sequence, IteratorProtocol {
    fileprivate var children: SVGDocument.Children
    fileprivate let work: DrawingWork

    mutating func next() -> Int? {
      work.spend(on: .child)
      return work.isExhausted ? nil : children.next()
    }
  }

  /// Returns the first element with an identifier.
  func element(id: String) -> Int? {
    work.spend(id.utf8.count, on: .comparedByte)
    return document.element(id: id)
  }

  /// Returns whether the conditional attributes of an element hold.
  func conditionsHold(_ element: Int) -> Bool {
    if let languages = document.attribute(.systemLanguage, of: element) {
      work.spend(languages.utf8.count, on: .splitByte)
    }
    return document.conditionsHold(element)
  }

  /// Returns whether an element with a style is drawn at the current instant.
  func isDisplayed(_ element: Int, _ style: Style) -> Bool {
    style.isDisplayed && reader.animated?.isDiscarded(element) != true
  }

  /// Returns the style of an element by its position in the document, from which paint servers, clips and masks
  /// inherit.
  func documentStyle(of element: Int) -> Style {
    ancestors.removeAll(keepingCapacity: true)
    var style = Style.initial
    var next: Int? = element
    while let ancestor = next {
      if let cached = documentStyles[ancestor] {
        style = cached
        break
      }
      ancestors.append(ancestor)
      next = document[ancestor].parent
    }
    for ancestor in ancestors.reversed() {
      style = reader.style(of: ancestor, parent: style)
      documentStyles[ancestor] = style
    }
    return style
  }

  /// Returns the size of the view that is around an element by its position in the document.
  ///
  /// - Parameter outermost: The size of the document.
  func documentView(around element: Int, _ outermost: Size) -> Size {
    let root = SVGDocument.root
    var views: [Int] = []
    var next = document[element].parent
    while let ancestor = next {
      if ancestor != root, [.svg, .symbol].contains(document[ancestor].name) {
        views.append(ancestor)
      }
      work.spend(on: .child)
      next = document[ancestor].parent
    }
    return views.reversed().reduce(reader.viewBox(of: root)?.size ?? outermost) { size, inner in
      view(of: inner, documentStyle(of: inner), size, use: nil)?.size ?? size
    }
  }

  // MARK: Resolving

  /// Returns the root with the drawing context of its content, or `nil` if nothing is drawn.
  func root(_ view: Size) -> ResolvedRoot? {
    let root = SVGDocument.root
    let style = reader.style(of: root, parent: .initial)
    guard style.isDisplayed else { return nil }
    var context = DrawingContext(style: style, transform: viewTransform, view: view)
    // The root's transform is that of a box in CSS: about its middle and in pixels, around what the view box does
    // (CSS Transforms 1, 4 and 5).
    let bounds = Rect(origin: .zero, size: view)
    var box = style
    if !style.transform.isIdentity || style.placement != nil {
      box.nonInherited.transformBox = .fillBox
      box.nonInherited.transformOrigin = style.transformOrigin ?? .middle
    }
    if let rootTransform = transform(of: root, box, view, bounds: { bounds }) {
      context.transform = rootTransform.followed(by: viewTransform)
    }
    let canvas = Canvas(box: bounds, transform: context.transform)
    if let viewBox = reader.viewBox(of: root) {
      guard !bounds.isEmpty else { return nil }
      context.transform = reader.fit(of: root).transform(from: viewBox, to: bounds)
        .followed(by: context.transform)
      context.view = viewBox.size
    }
    return ResolvedRoot(
      element: ResolvedElement(element: root, kind: .group, context: context), canvas: canvas)
  }

  struct ResolvedRoot {
    let element: ResolvedElement
    let canvas: Canvas
  }

  /// The box of the root. Its transform to points of the list differs from the transform of its
  /// content.
  struct Canvas {
    var box = Rect.zero
    var transform = Transform.identity
  }

  /// Returns an element in its drawing context, or `nil` if it isn't displayed or has no transform.
  ///
  /// - Parameter isSeen: Whether to omit transparent elements, too. These have a box and can be
  ///   hit.
  @inline(never)
  func resolve(
    _ child: ResolvedElement.Child, in outer: DrawingContext, isSeen: Bool = false
  ) -> ResolvedElement? {
    guard var resolved = resolveContent(of: child, in: outer),
      !isSeen || resolved.context.style.opacity > 0,
      let elementTransform = transform(of: resolved, bounds: { self.bounds(of: resolved) })
    else { return nil }
    resolved.context.transform = elementTransform.followed(by: outer.transform)
    return resolved
  }

  /// Returns an element as it would be drawn without its own transform, which may depend on its box, or `nil` if it
  /// isn't displayed.
  @inline(never)
  func resolveContent(
    of child: ResolvedElement.Child, in outer: DrawingContext
  ) -> ResolvedElement? {
    let element = child.element
    let style = reader.style(of: element, parent: outer.style)
    // A symbol that is used is always displayed.
    guard isDisplayed(element, style) || isUsedSymbol(child) else { return nil }
    return ResolvedElement(
      element: element, kind: kind(of: child, style, outer.view),
      context: DrawingContext(
        style: style, transform: outer.transform, view: outer.view, contextPaint: outer.contextPaint
      ))
  }

  private func isUsedSymbol(_ child: ResolvedElement.Child) -> Bool {
    document[child.element].name == .symbol && reader.animated?.isDiscarded(child.element) != true
  }

  /// Returns the transform of an element into its parent's space, or `nil` if it isn't finite.
  ///
  /// - Parameter bounds: A closure that returns the element's own box.
  func transform(of resolved: ResolvedElement, bounds: () -> Rect?) -> Transform? {
    // As in SVG 1.1, a symbol has no transform.
    if document[resolved.element].name == .symbol { return .identity }
    return transform(of: resolved.element, resolved.style, resolved.context.view, bounds: bounds)
  }

  private func kind(
    of child: ResolvedElement.Child, _ style: Style, _ view: Size
  ) -> ResolvedElement.Kind {
    let element = child.element
    switch document[element].name {
    case .g, .a: return .group
    case .switch: return .choice
    case .use:
      guard let target = target(ofUse: element) else { return .nothing }
      let offset = Vector(
        dx: reader.length(.x, of: element, .x, style, view) ?? 0,
        dy: reader.length(.y, of: element, .y, style, view) ?? 0)
      return .use(of: target, offset: offset)
    case .svg, .symbol:
      return self.view(of: element, style, view, use: child.use).map { .view($0) } ?? .nothing
    case .image: return .image
    case .text: return .text
    case .foreignObject: return .foreignObject
    default: return .shape
    }
  }

  /// Returns the element drawn by a `use`. Returns `nil` if it doesn't exist or would draw itself.
  private func target(ofUse element: Int) -> Int? {
    guard let target = reader.target(ofHrefOf: element), !usedElements.contains(target),
      !document.contains(target, element)
    else { return nil }
    return target
  }

  /// Returns the view of an `svg` or a `symbol`, or `nil` if it has no size.
  ///
  /// - Parameter use: The `use` that shows it.
  private func view(of element: Int, _ style: Style, _ view: Size, use: Int?) -> NestedView? {
    func side(_ name: AttributeName, _ axis: ElementReader.Axis) -> Double {
      let ofUse = use.flatMap { reader.length(name, of: $0, axis, style, view) }
      let ofElement = reader.length(name, of: element, axis, style, view)
      return ofUse ?? ofElement ?? reader.resolve(Length(100, .percent), axis, style, view)
    }
    let rect = Rect(
      x: reader.length(.x, of: element, .x, style, view) ?? 0,
      y: reader.length(.y, of: element, .y, style, view) ?? 0,
      width: side(.width, .x), height: side(.height, .y))
    guard !rect.isEmpty else { return nil }
    let isClipped = style.overflow.map { [.hidden, .scroll, .clip].contains($0) } ?? true
    guard let box = reader.viewBox(of: element) else {
      return NestedView(
        rect: rect, transform: Transform(translation: rect.origin - .zero), size: rect.size,
        isClipped: isClipped)
    }
    return NestedView(
      rect: rect, transform: reader.fit(of: element).transform(from: box, to: rect),
      size: box.size, isClipped: isClipped)
  }

  // MARK: Descent

  /// Calls `body` for the children of an element that may be drawn, with the context of each, until
  /// it returns `false`.
  ///
  /// - Parameter isReversed: Whether to start with the topmost child.
  @inline(never)
  func forEachChild(
    of parent: ResolvedElement, isReversed: Bool = false,
    _ body: (ResolvedElement.Child, DrawingContext) -> Bool
  ) {
    switch parent.kind {
    case .group: forEachChild(of: parent.element, parent.context, isReversed, body)
    case .choice: choose(in: parent, body)
    case .view(let view):
      var inner = parent.context
      inner.transform = view.transform.followed(by: inner.transform)
      inner.view = view.size
      forEachChild(of: parent.element, inner, isReversed, body)
    case .use(let target, let offset): descend(from: parent, to: target, offset, body)
    case .image, .text, .shape, .foreignObject, .nothing: break
    }
  }

  /// Returns whether an element may be drawn at its position in the document.
  func mayDraw(_ element: Int) -> Bool {
    let name = document[element].name
    return (name.isDrawn || name == .foreignObject) && conditionsHold(element)
  }

  private func forEachChild(
    of element: Int, _ context: DrawingContext, _ isReversed: Bool,
    _ body: (ResolvedElement.Child, DrawingContext) -> Bool
  ) {
    if isReversed {
      for child in Array(children(of: element)).reversed() where mayDraw(child) {
        if !body(ResolvedElement.Child(element: child), context) { return }
      }
    } else {
      for child in children(of: element) where mayDraw(child) {
        if !body(ResolvedElement.Child(element: child), context) { return }
      }
    }
  }

  /// Calls `body` for the children of a `switch` up to the first one that can be drawn. A foreign
  /// object isn't drawn, so its next suitable sibling is drawn instead.
  private func choose(
    in parent: ResolvedElement, _ body: (ResolvedElement.Child, DrawingContext) -> Bool
  ) {
    for child in children(of: parent.element) where mayDraw(child) {
      if !body(ResolvedElement.Child(element: child), parent.context) { return }
      if document[child].name.isDrawn { return }
    }
  }

  /// Calls `body` for the target of a `use`.
  private func descend(
    from parent: ResolvedElement, to target: Int, _ offset: Vector,
    _ body: (ResolvedElement.Child, DrawingContext) -> Bool
  ) {
    let isView = [.symbol, .svg].contains(document[target].name)
    guard isView ? conditionsHold(target) : mayDraw(target) else { return }
    var inner = parent.context
    inner.transform = Transform(translation: offset).followed(by: inner.transform)
    if document.mentionsContext {
      let outerUses = usedElements
      inner.contextPaint = ContextPaint(parent.style, parent.context) {
        // The box is computed while the target is being drawn, because it contains the target.
        let uses = self.usedElements
        self.usedElements = outerUses
        defer { self.usedElements = uses }
        return self.bounds(of: parent)
      }
    }
    usedElements.append(target)
    defer { usedElements.removeLast() }
    _ = body(ResolvedElement.Child(element: target, use: isView ? parent.element : nil), inner)
  }
}
