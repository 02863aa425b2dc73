import AnimCore

/// Draws a document at an instant. The picture depends on the document and on what is animated alone; what
/// is kept from one picture to the next only saves time.
final class SVGPainter {
  let document: SVGDocument
  let reader: ElementReader
  let images: ImageLoader
  let texts: TextLayouts
  let glyphs: GlyphDrawings
  /// Whether anything in the document ever moves.
  let moves: Bool
  /// The number of SVG images that contain this document.
  let imageDepth: Int
  let work: PictureWork
  var gradients = KnownGradients()
  /// The omissions of the picture.
  private(set) var omissions: Set<Omission> = []
  /// The first elements of which something was left out, where they are known.
  private var incompleteElements: [Omission: Int] = [:]
  /// The first glyphs that were left out.
  private var omittedGlyphs: [Omission: TextLayout.Glyph] = [:]
  /// The addresses of the first paint servers in other files, to be named.
  private var externalPaints: [String] = []
  private let fontProblem: @Sendable () -> String?
  /// From the document's own size to points of the list.
  private(set) var viewTransform = Transform.identity
  /// The box of the root, and its transform to points of the list, which isn't that of the view box.
  private(set) var (canvas, canvasTransform) = (Rect.zero, Transform.identity)
  /// The time of the picture, which is also that of the images in it.
  private(set) var time: Fraction = 0
  private(set) var depth = 0
  /// The most of these.
  let maximumDepth: Int
  var groupDepth = 0
  /// The elements that `use` is drawing at present.
  private var usedElements: [Int] = []
  /// Clips, masks, markers and patterns that are being drawn.
  var references: [Int] = []
  /// Whether boxes are those of all that is painted.
  var countsPaint = false
  private var documentStyles: [Int: Style] = [:]
  /// The ancestors of an element whose style is being computed.
  private var ancestors: [Int] = []

  /// A kind of content that a picture may lack.
  enum Omission: String, Hashable, Comparable, CaseIterable {
    case elements = "there are more elements than are drawn of any picture"
    case dashes = "a line with more than a million dashes is drawn solid"
    case depth = "elements are nested more deeply than is drawn"
    case groups = "groups, clips and masks are nested more deeply than is drawn"
    case pixels = "shapes and groups cover more pixels than are painted of any picture"
    case points = "paths have more corners than are drawn of any picture"
    case stops = "a gradient has more than 4096 stops, a limit of this program"
    case references = "more than 32 paint servers, clips, masks and markers refer to each other"
    case markers = "a shape has more markers than are drawn"
    case characters = "there is more text than is drawn of any picture"
    case fonts = "text without a font is not drawn"
    case glyphs = "fonts have more pictures than are read"
    case complexGlyphs = "glyphs that are invalid or take too many steps are not drawn"
    case glyphSteps = "the glyphs of all fonts take more steps than are taken for any picture"
    case imageDepth = "SVG images are nested more deeply than is drawn"
    case steps = "the file takes more steps than are taken for any picture"
    case tiles = "patterns have more pixels than are drawn"
    case filters = "filters have more pixels and steps than are computed"
    case imageBytes = "images have more pixels and elements together than are read"
    case imageLimits = "an SVG image has values beyond a limit, which are ignored"
    case movingImages = "only the first frame of an animated image is drawn"
    case images = "images that cannot be found or read are not drawn"
    case outsideImages =
      "images outside the folder of the file are not drawn (--resources allows a folder around both)"
    case externalPaints = "paint servers in other files are not used"
    case foreignObjects = "a foreignObject is not drawn"

    /// The omission that a sentence of another painter begins with.
    init?(sentence: String) {
      guard let known = Self.allCases.first(where: { sentence.hasPrefix($0.rawValue) }) else {
        return nil
      }
      self = known
    }

    /// The limit that is exceeded, where the sentence doesn't say it, or `nil`.
    private var maximum: Int? {
      switch self {
      case .imageDepth: PaintingLimits.imageDepth
      case .markers: PaintingLimits.markers
      default: nil
      }
    }

    /// A sentence about the omission, with the limit.
    var sentence: String {
      maximum.map { "\(rawValue) (limit of this program: \($0))" } ?? rawValue
    }

    static func < (a: Omission, b: Omission) -> Bool { a.rawValue < b.rawValue }
  }

  /// The place at which an element is drawn.
  struct Place {
    /// The style of the element around it.
    var style: Style
    /// The transform from its space to points of the list.
    var transform: Transform
    /// The size of the nearest view, which percentages refer to.
    var view: Size
    /// The paints for `context-fill` and `context-stroke`.
    var context: ContextPaint?
  }

  init(
    _ document: SVGDocument, _ reader: ElementReader, _ resources: SVGResources, moves: Bool,
    imageDepth: Int, _ work: PictureWork
  ) {
    self.document = document
    self.moves = moves
    self.work = work
    self.reader = reader
    fontProblem = resources.fontProblem
    texts = TextLayouts(resources)
    glyphs = GlyphDrawings(resources, depth: imageDepth, work)
    self.imageDepth = imageDepth
    maximumDepth = PaintingLimits.depth(in: imageDepth)
    images = ImageLoader(resources, depth: imageDepth, work)
  }

  /// - Parameter element: the incomplete element, if it should be reported.
  func omit(_ omission: Omission, of element: Int? = nil) {
    omissions.insert(omission)
    if incompleteElements[omission] == nil { incompleteElements[omission] = element }
  }

  /// - Parameter glyph: The glyph that is not drawn, or with which the omission begins.
  func omit(_ omission: Omission, _ glyph: TextLayout.Glyph) {
    omissions.insert(omission)
    if omittedGlyphs[omission] == nil { omittedGlyphs[omission] = glyph }
  }

  /// Remembers a paint server in another file.
  func omitExternalPaint(_ address: String) {
    omissions.insert(.externalPaints)
    let address = address.shortened
    if !externalPaints.contains(address), externalPaints.count < 4 {
      externalPaints.append(address)
    }
  }

  /// What was left out, as sentences, in alphabetical order.
  var omissionSentences: [String] {
    let sentences = omissions.sorted().map { omission in
      if omission == .externalPaints, !externalPaints.isEmpty {
        let addresses = externalPaints.map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(omission.sentence): \(addresses)"
      }
      if omission == .fonts, let problem = fontProblem() {
        return "\(omission.sentence): \(problem)"
      }
      if let glyph = omittedGlyphs[omission] {
        return "\(omission.sentence), such as \(glyph.face.name(of: glyph.scalar))"
      }
      guard let element = incompleteElements[omission] else { return omission.sentence }
      let position = document.position(of: element)
      return "\(omission.sentence), as that of <\(document[element].tag)> in \(position)"
    }
    let excesses = reader.excesses.map { limit, element in
      "a value of <\(document[element].tag)> in \(document.position(of: element)) "
        + "\(limit.consequence): \(limit)"
    }
    return (sentences + excesses).sorted()
  }

  /// Returns whether a number of additional characters may be processed.
  func spendText(_ count: Int) -> Bool {
    work.characters += count
    if work.characters <= PaintingLimits.textWork { return true }
    omit(.characters)
    return false
  }

  /// Remembers what a list has left out.
  func add(_ omissions: Omissions) {
    if omissions.contains(.depth) { omit(.groups) }
    if omissions.contains(.commands) { omit(.elements) }
    if omissions.contains(.points) { omit(.points) }
    if omissions.contains(.work) { omit(.pixels) }
    if omissions.contains(.dashes) { omit(.dashes) }
  }

  /// Draws the document at an instant, or one of its elements, its view having a size and being at the origin.
  func draw(
    _ values: AnimatedValues?, of element: Int = SVGDocument.root, at time: Fraction, view: Size,
    into list: inout DisplayList, _ transform: Transform
  ) {
    self.time = time
    reader.setValues(values)
    defer { reader.endPicture() }
    if imageDepth == 0 { work.beginPicture(after: list.work, size: list.size) }
    beginPicture()
    viewTransform = transform
    glyphs.beginPicture()
    let root = SVGDocument.root
    guard let (style, place) = rootPlace(view, transform) else { return }
    if element != root {
      draw(element, place, into: &list)
      if work.isExhausted { omit(.steps) }
      return
    }
    // That of the root covers the canvas, and is not moved by the root's transform: CSS Backgrounds 3, 2.11.
    if let color = style.backgroundColor {
      list.fill(canvas, color, transform)
    }
    fill(canvas, with: style.background, style, transform, into: &list)
    drawGroup(root, style, place, into: &list) { list in
      self.drawContent(ofRoot: style, place, into: &list)
    }
    if work.isExhausted { omit(.steps) }
  }

  /// Draws what is inside the root, within its rounded corners.
  private func drawContent(ofRoot style: Style, _ place: Place, into list: inout DisplayList) {
    guard style.cornerRadii.contains(where: { !$0.isZero }) else {
      return drawChildren(of: SVGDocument.root, place, into: &list)
    }
    groupDepth += 1
    defer { groupDepth -= 1 }
    let path = BasicShape(cornerRadii: style.cornerRadii).path(in: canvas) {
      self.reader.resolve($0, $1, style, self.canvas.size)
    }
    list.withGroup { list in
      drawChildren(of: SVGDocument.root, place, into: &list)
      list.clip(to: path, transform: canvasTransform)
    }
  }

  /// Forgets what was found for the picture before.
  func beginPicture() {
    omissions = []
    reader.removeExcesses()
    externalPaints = []
    incompleteElements.removeAll(keepingCapacity: true)
    omittedGlyphs.removeAll(keepingCapacity: true)
    documentStyles.removeAll(keepingCapacity: true)
  }

  /// Returns the root's style and the place of its contents, or `nil` if nothing is drawn.
  func rootPlace(_ view: Size, _ transform: Transform) -> (style: Style, place: Place)? {
    let root = SVGDocument.root
    let style = reader.style(of: root, parent: .initial)
    guard style.isDisplayed else { return nil }
    var place = Place(style: style, transform: transform, view: view)
    // The root's transform is that of a box in CSS: about its middle and in pixels, around what the view box does
    // (CSS Transforms 1, 4 and 5).
    var box = style
    box.transformBox = .fillBox
    box.transformOrigin = style.transformOrigin ?? .middle
    let bounds = Rect(origin: .zero, size: view)
    if let own = self.transform(of: root, box, view, bounds: { bounds }) {
      place.transform = own.followed(by: transform)
    }
    (canvas, canvasTransform) = (bounds, place.transform)
    if let viewBox = reader.viewBox(of: root) {
      let fit = reader.aspectRatio(of: root).transform(from: viewBox, to: bounds)
      guard let fit else { return nil }
      place.transform = fit.followed(by: place.transform)
      place.view = viewBox.size
    }
    return (style, place)
  }

  // MARK: Elements

  /// Whether one element more may be looked at. If so, ``leave()`` must follow.
  func enterForHit() -> Bool {
    guard !work.isExhausted, work.elements < PaintingLimits.elements, depth < maximumDepth else {
      return false
    }
    work.elements += 1
    depth += 1
    return true
  }

  /// Whether one element more may be drawn. If so, ``leave()`` must follow.
  func enter(_ list: DisplayList) -> Bool {
    guard !work.isExhausted else { return false }
    if work.budget.isPaintingExhausted {
      omit(.pixels)
      return false
    }
    guard work.elements < PaintingLimits.elements else {
      omit(.elements)
      return false
    }
    guard depth < maximumDepth else {
      omit(.depth)
      return false
    }
    guard list.work - work.firstWork < PaintingLimits.points else {
      omit(.points)
      return false
    }
    work.elements += 1
    depth += 1
    return true
  }

  func leave() { depth -= 1 }

  /// Whether what is inside an element may be looked at, some elements further in. If so, and there are any,
  /// ``leave()`` must follow.
  func enterForBounds() -> Bool {
    guard depth < maximumDepth else {
      omit(.depth)
      return false
    }
    guard !work.isExhausted else { return false }
    guard work.boxes < PaintingLimits.elements else {
      omit(.elements)
      return false
    }
    work.boxes += 1
    depth += 1
    return true
  }

  /// The nodes directly inside an element, each of them some steps; fewer if there were too many steps.
  func children(of element: Int) -> CountedChildren {
    CountedChildren(children: document.children(of: element), work: work)
  }

  struct CountedChildren: Sequence, IteratorProtocol {
    fileprivate var children: SVGDocument.Children
    fileprivate let work: PictureWork

    mutating func next() -> Int? {
      work.spend(on: .child)
      return work.isExhausted ? nil : children.next()
    }
  }

  /// The first element with an identifier.
  func element(id: String) -> Int? {
    work.spend(id.utf8.count, on: .comparedByte)
    return document.element(id: id)
  }

  // Functions here and in other parts of the painter that aren't inlined keep their values off the
  // stack of each nesting level.

  func drawChildren(of element: Int, _ place: Place, into list: inout DisplayList) {
    for child in children(of: element) { draw(child, place, into: &list) }
  }

  /// Draws an element with what is inside it.
  func draw(_ element: Int, _ place: Place, into list: inout DisplayList) {
    if document[element].name == .foreignObject { return noteForeignObject(element, place, list) }
    guard document[element].name.isDrawn, conditionsHold(element), enter(list) else { return }
    defer { leave() }
    guard reader.animated?.isDiscarded(element) != true else { return }
    let style = reader.style(of: element, parent: place.style)
    guard style.isDisplayed, style.opacity > 0 else { return }
    var inner = place
    inner.style = style
    let own = transform(of: element, style, place.view) {
      self.bounds(of: element, place, style)
    }
    guard let own else { return }
    inner.transform = own.followed(by: place.transform)
    guard inner.transform.isFinite, inner.transform.determinant != 0 else { return }
    // A single paint can have the opacity itself.
    if style.opacity < 1, document[element].name.isShape, style.hasOnePaint, style.mask.isEmpty,
      style.clipPath == nil, style.blendMode == .normal, style.filters.isEmpty
    {
      drawShape(element, style, inner, opacity: style.opacity, into: &list)
      return
    }
    drawGroup(element, style, inner, into: &list) { list in
      self.drawContent(of: element, style, inner, into: &list)
    }
  }

  @inline(never)
  private func drawContent(
    of element: Int, _ style: Style, _ place: Place, into list: inout DisplayList
  ) {
    switch document[element].name {
    case .g, .a: drawChildren(of: element, place, into: &list)
    case .switch: drawSwitch(element, place, into: &list)
    case .use: drawUse(element, style, place, into: &list)
    case .svg: drawView(element, style, place, use: nil, into: &list)
    case .image: drawImage(element, style, place, into: &list)
    case .text: drawText(element, style, place, into: &list)
    default: drawShape(element, style, place, opacity: 1, into: &list)
    }
  }

  /// Notes what browsers would draw.
  @inline(never)
  private func noteForeignObject(_ element: Int, _ place: Place, _ list: DisplayList) {
    guard conditionsHold(element), enter(list) else { return }
    defer { leave() }
    let style = reader.style(of: element, parent: place.style)
    let isSized = [(AttributeName.width, ElementReader.Axis.x), (.height, .y)].allSatisfy {
      reader.length($0, of: element, $1, style, place.view) ?? 0 > 0
    }
    if isSized, style.isDisplayed, style.isVisible, style.opacity > 0 { omit(.foreignObjects) }
  }

  /// The first child whose conditions hold; instead of a foreign object, the one after it.
  @inline(never)
  private func drawSwitch(_ element: Int, _ place: Place, into list: inout DisplayList) {
    for child in children(of: element) where conditionsHold(child) {
      draw(child, place, into: &list)
      if document[child].name.isDrawn { return }
    }
  }

  /// Whether the conditional attributes of an element hold.
  func conditionsHold(_ element: Int) -> Bool {
    if let languages = document.attribute(.systemLanguage, of: element) {
      work.spend(languages.utf8.count, on: .splitByte)
    }
    return document.conditionsHold(element)
  }

  // MARK: Transforms

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

  // MARK: Groups

  /// Draws the content of an element as a group with its filters, opacity, blend mode, clip and mask.
  @inline(never)
  func drawGroup(
    _ element: Int, _ style: Style, _ place: Place, into list: inout DisplayList,
    content: (inout DisplayList) -> Void
  ) {
    let isUnfiltered =
      style.filters.isEmpty && !(style.hasTextShadows && document[element].name == .text)
    let isPlain =
      style.opacity >= 1 && style.blendMode == .normal && !style.isIsolated
      && style.clipPath == nil && style.mask.isEmpty && isUnfiltered
    if isPlain { return content(&list) }
    guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
    groupDepth += 1
    defer { groupDepth -= 1 }
    func bounds() -> Rect? { self.bounds(of: element, place, style) }
    let clip = clipper(style)
    let group = GroupStyle(
      opacity: style.opacity, blendMode: style.blendMode, isIsolated: style.isIsolated)
    list.withGroup(group) { list in
      if isUnfiltered {
        content(&list)
      } else {
        drawFiltered(element, style, place, bounds: bounds, into: &list, content: content)
      }
      if let clip { self.clip(by: clip, place, bounds: bounds, into: &list) }
      if case .shape(let shape)? = style.clipPath {
        let path = self.path(of: shape, cutting: element, style, place)
        list.clip(to: path, rule: shape.rule, transform: place.transform)
      }
      if !style.mask.isEmpty { mask(element, style, place, bounds: bounds, into: &list) }
    }
  }

  /// The style that an element has where it stands in the document, for paint servers, clips and masks,
  /// which inherit from there.
  func documentStyle(of element: Int) -> Style {
    ancestors.removeAll(keepingCapacity: true)
    var style = Style.initial
    var next: Int? = element
    while let ancestor = next {
      if let known = documentStyles[ancestor] {
        style = known
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

  // MARK: Uses and views

  /// Returns the element drawn by a `use`, or `nil` if there is none or it would draw itself.
  func target(ofUse element: Int) -> Int? {
    guard let target = reader.target(ofHrefOf: element), !usedElements.contains(target),
      !document.contains(target, element)
    else { return nil }
    return target
  }

  /// Calls `body` while the target of a `use` is being drawn.
  func withUse<Result>(of target: Int, _ body: () -> Result) -> Result {
    usedElements.append(target)
    defer { usedElements.removeLast() }
    return body()
  }

  @inline(never)
  private func drawUse(
    _ element: Int, _ style: Style, _ place: Place, into list: inout DisplayList
  ) {
    guard let target = target(ofUse: element) else { return }
    var inner = place
    inner.transform = Transform(translation: useOffset(element, style, place.view))
      .followed(by: place.transform)
    if document.mentionsContext {
      let outerUses = usedElements
      inner.context = ContextPaint(style, place) {
        // The box is computed while the target is being drawn, because it contains the target.
        let uses = self.usedElements
        self.usedElements = outerUses
        defer { self.usedElements = uses }
        return self.bounds(of: element, place, style)
      }
    }
    withUse(of: target) {
      switch document[target].name {
      case .symbol, .svg:
        guard conditionsHold(target), enter(list) else { return }
        defer { leave() }
        let targetStyle = reader.style(of: target, parent: style)
        guard targetStyle.isDisplayed || document[target].name == .symbol else { return }
        inner.style = targetStyle
        // As in SVG 1.1, a symbol has no transform.
        if document[target].name == .svg {
          let own = transform(of: target, targetStyle, place.view) { nil }
          guard let own else { return }
          inner.transform = own.followed(by: inner.transform)
        }
        drawGroup(target, targetStyle, inner, into: &list) { list in
          self.drawView(target, targetStyle, inner, use: element, into: &list)
        }
      default: draw(target, inner, into: &list)
      }
    }
  }

  func useOffset(_ element: Int, _ style: Style, _ view: Size) -> Vector {
    Vector(
      dx: reader.length(.x, of: element, .x, style, view) ?? 0,
      dy: reader.length(.y, of: element, .y, style, view) ?? 0)
  }

  /// The content and the transform of a nested view.
  struct View {
    var rect: Rect
    /// The transform from the inner space to the outer space.
    var transform: Transform
    var size: Size
    var isClipped: Bool
  }

  /// Returns the view of an `svg` or a `symbol`, or `nil` if it has no size.
  ///
  /// - Parameter use: the `use` that shows it.
  func view(of element: Int, _ style: Style, _ view: Size, use: Int?) -> View? {
    func side(_ name: AttributeName, _ axis: ElementReader.Axis) -> Double {
      let ofUse = use.flatMap { reader.length(name, of: $0, axis, style, view) }
      let own = reader.length(name, of: element, axis, style, view)
      return ofUse ?? own ?? reader.resolve(Length(100, .percent), axis, style, view)
    }
    let rect = Rect(
      x: reader.length(.x, of: element, .x, style, view) ?? 0,
      y: reader.length(.y, of: element, .y, style, view) ?? 0,
      width: side(.width, .x), height: side(.height, .y))
    guard !rect.isEmpty else { return nil }
    let isClipped = style.isOverflowSet ? [.hidden, .scroll, .clip].contains(style.overflow) : true
    guard let box = reader.viewBox(of: element) else {
      return View(
        rect: rect, transform: Transform(translation: rect.origin - .zero), size: rect.size,
        isClipped: isClipped)
    }
    guard let fit = reader.aspectRatio(of: element).transform(from: box, to: rect) else {
      return nil
    }
    return View(rect: rect, transform: fit, size: box.size, isClipped: isClipped)
  }

  @inline(never)
  private func drawView(
    _ element: Int, _ style: Style, _ place: Place, use: Int?, into list: inout DisplayList
  ) {
    guard let view = view(of: element, style, place.view, use: use) else { return }
    var inner = place
    inner.transform = view.transform.followed(by: place.transform)
    inner.view = view.size
    guard view.isClipped else { return drawChildren(of: element, inner, into: &list) }
    guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
    groupDepth += 1
    defer { groupDepth -= 1 }
    list.withClip(view.rect, transform: place.transform) { list in
      // As most frames of a recording are, which stand side by side.
      if list.isClippedAway { return }
      self.drawChildren(of: element, inner, into: &list)
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

extension PropertyValue.Keyword {
  /// Whether a `transform-box` is a box of the element itself.
  fileprivate var isOfElement: Bool {
    [.fillBox, .strokeBox, .contentBox, .borderBox].contains(self)
  }

  /// Whether a `transform-box` is around the stroke as well.
  fileprivate var hasStroke: Bool { self == .strokeBox || self == .borderBox }
}

extension ElementName {
  /// Whether the element is drawn where it stands.
  var isDrawn: Bool {
    switch self {
    case .g, .a, .switch, .use, .svg, .image, .text: true
    default: isShape
    }
  }

  /// Whether the element is a basic shape or a path.
  var isShape: Bool {
    switch self {
    case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon: true
    default: false
    }
  }
}

extension Style {
  /// Whether at most one of fill and stroke is painted, and no marker.
  fileprivate var hasOnePaint: Bool {
    (fill == .none || stroke == .none) && markerStart == nil && markerMid == nil
      && markerEnd == nil
  }
}
