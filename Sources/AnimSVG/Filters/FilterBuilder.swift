import AnimCore

/// Creates a graph of the filters of an element.
///
/// Unspecified behaviour follows resvg: an element's coordinate system is that of its pixels
/// except for a scale, so a blur in a rotated element isn't rotated.
struct FilterBuilder {
  let painter: SVGPainter
  /// The filtered element.
  let filtered: ResolvedElement
  /// The drawing context of its content.
  var drawingContext: DrawingContext { filtered.context }
  private var element: Int { filtered.element }
  private var style: Style { filtered.style }
  /// The transform from the element's coordinate system to pixels.
  let toPixels: Transform
  /// The element's bounding box, or `nil` if it is empty.
  let bounds: Rect?
  /// The number of pixels per unit along both axes.
  let scale: Size

  private(set) var steps: [FilterGraph.Step] = []
  /// The area of all results of the graph, in pixels.
  private(set) var area = PixelRect.empty
  /// The maximum distance between pixels that depend on each other, or `nil` if a pixel may depend
  /// on all others.
  private(set) var reach: SIMD2<Double>? = .zero
  /// An area that contains everything that the element may have painted, including the filters so far, or `nil` if it
  /// is unknown or empty.
  private var painted: Rect?
  /// The pixels of results that a tile repeats, if these aren't all of their pixels.
  var tiles: [FilterGraph.Input: PixelRect] = [:]
  /// The estimated time per pixel.
  private(set) var cost = 0
  /// The steps that are images of `feImage`.
  private(set) var images: [ImageStep] = []

  /// A step that is an image, which can only be drawn when the area is known.
  struct ImageStep {
    let step: Int
    /// The `feImage`, and the `filter` that contains it.
    let element: Int
    let filter: Int
    /// The rectangle of the image in the element's coordinate system.
    let rect: Rect
  }

  /// The state of a filter under construction.
  struct Context {
    /// The input for `SourceGraphic`.
    var source: FilterGraph.Input
    /// The filter's region in the element's coordinate system, and in pixels.
    var region: Rect
    var area: PixelRect
    /// The results, by name.
    var results: [String: FilterGraph.Input] = [:]
    /// The result of the last primitive.
    var last: FilterGraph.Input?
    /// The size of the box that lengths of primitives are fractions of, or 1 for lengths in user units.
    var unit = Size(width: 1, height: 1)
  }

  init(
    _ painter: SVGPainter, _ filtered: ResolvedElement, bounds: Rect?, pixels: Transform
  ) {
    self.painter = painter
    self.filtered = filtered
    self.bounds = bounds.flatMap { $0.isEmpty ? nil : $0 }
    toPixels = filtered.context.transform.followed(by: pixels)
    scale = Size(
      width: (toPixels.a * toPixels.a + toPixels.c * toPixels.c).squareRoot(),
      height: (toPixels.b * toPixels.b + toPixels.d * toPixels.d).squareRoot())
  }

  /// The outcome of adding an element's filters.
  enum Outcome {
    /// The element is drawn without filters.
    case none
    /// The element isn't drawn.
    case nothing
    /// The filters are in ``steps``.
    case graph
  }

  /// Adds all filters of the element.
  mutating func addFilters() -> Outcome {
    var isBroken = false
    var count = 0
    // One invalid reference invalidates the entire list (Filter Effects 1, 5).
    let filters =
      style.filters.contains { painter.document.lacksFilter($0) } ? [] : style.filters
    let isOfPaint = filters.contains { if case .reference = $0 { false } else { true } }
    let hasShadows = style.hasTextShadows && painter.document[element].name == .text
    if isOfPaint || hasShadows { painted = painter.tree.bounds(of: filtered, isPainted: true) }
    if hasShadows, addTextShadows() { count += 1 }
    for function in filters {
      if case .reference(let id?) = function {
        switch addFilter(id) {
        case .nothing: isBroken = true
        case .none: break
        case .graph: count += 1
        }
      } else if add(function) {
        count += 1
      }
    }
    if count == 0 { return isBroken ? .nothing : .none }
    return .graph
  }

  /// Adds a step, and returns its result.
  mutating func append(
    _ operation: FilterOperation, _ area: PixelRect, _ space: FilterColorSpace
  ) -> FilterGraph.Input {
    painter.work.spend(operation.size, on: .listItem)
    steps.append(FilterGraph.Step(operation, area: area, space: space))
    cost += operation.cost
    if let step = operation.reach {
      reach = reach.map { $0 + step }
    } else {
      reach = nil
    }
    return .step(steps.count - 1)
  }

  mutating func addImage(_ element: Int, _ filter: Int, _ rect: Rect, _ area: PixelRect)
    -> FilterGraph.Input
  {
    images.append(ImageStep(step: steps.count, element: element, filter: filter, rect: rect))
    return append(.flood(.clear), area, .sRGB)
  }

  /// Returns the pixels of a rectangle in the element's coordinate system, or `nil` if they are out of range.
  func pixels(of rect: Rect) -> PixelRect? {
    let box = rect.transformed(by: toPixels)
    // Include pixels that are only missed because of rounding.
    let tolerance = 1.0 / 4096
    let (x, y) = ((box.minX + tolerance).rounded(.down), (box.minY + tolerance).rounded(.down))
    let width = max(1, (box.width - tolerance).rounded(.up))
    let height = max(1, (box.height - tolerance).rounded(.up))
    let limit = Double(1 << 29)
    guard x.magnitude < limit, y.magnitude < limit, width < limit, height < limit else {
      return nil
    }
    return PixelRect(x0: Int(x), y0: Int(y), x1: Int(x + width), y1: Int(y + height))
  }

  /// Starts a filter whose region is a rectangle in the element's coordinate system, or returns `nil` if the region is
  /// empty.
  private mutating func begin(_ region: Rect) -> Context? {
    guard let pixels = pixels(of: region) else { return nil }
    area = area.union(pixels)
    guard !steps.isEmpty else { return Context(source: .source, region: region, area: pixels) }
    // The source is the result of the previous filter, clipped to this region.
    let source = append(.merge([.step(steps.count - 1)]), pixels, .sRGB)
    return Context(source: source, region: region, area: pixels)
  }

  // MARK: Functions

  /// Adds a function. Returns `false` if there is nothing to filter.
  private mutating func add(_ function: FilterFunction) -> Bool {
    guard let source = begin(reaching: function.margin(length)) else { return false }
    switch function {
    case .reference: break
    case .blur(let deviation):
      let deviation = length(deviation)
      blur(source, deviation, deviation, area, .sRGB)
    case .dropShadow(let dx, let dy, let deviation, let color):
      dropShadow(source, shadow(dx, dy, deviation, color), area, within: area, .sRGB)
    case .hueRotate(let degrees):
      _ = append(.colorMatrix(ColorMatrices.hueRotation(degrees), source), area, .sRGB)
    case .adjust(let adjustment, let amount):
      _ = append(adjustment.operation(amount, source), area, .sRGB)
    }
    return true
  }

  /// Adds text shadows, topmost first. Returns `false` if their area is empty.
  private mutating func addTextShadows() -> Bool {
    let margins = style.text.shadows.map { $0.margin(length) }
    let margin = Size(
      width: margins.map(\.width).max() ?? 0, height: margins.map(\.height).max() ?? 0)
    guard let source = begin(reaching: margin) else { return false }
    var layers: [FilterGraph.Input] = []
    for case .dropShadow(let dx, let dy, let deviation, let color) in style.text.shadows.reversed()
    {
      layers.append(castShadow(of: source, shadow(dx, dy, deviation, color), area, .sRGB))
    }
    _ = append(.merge(layers + [source]), area, .sRGB)
    return true
  }

  /// Starts a function, which has no region, and returns its input, or `nil` if that is empty.
  ///
  /// - Parameter margin: The maximum distance of its result from the input.
  private mutating func begin(reaching margin: Size) -> FilterGraph.Input? {
    guard let reached = painted?.grown(by: margin), let pixels = pixels(of: reached) else {
      return nil
    }
    painted = reached
    area = area.union(pixels)
    return steps.isEmpty ? .source : .step(steps.count - 1)
  }

  private func length(_ length: Length) -> Double {
    painter.reader.resolve(length, .x, style, drawingContext.view)
  }

  private func shadow(
    _ dx: Length, _ dy: Length, _ deviation: Length, _ color: ExactColor?
  ) -> DropShadow {
    let deviation = length(deviation)
    return DropShadow(
      dx: length(dx), dy: length(dy), deviationX: deviation, deviationY: deviation,
      color: (color ?? style.color).color)
  }

  // MARK: Elements

  /// Adds a `filter` element. A wrong region is ``Outcome/nothing``.
  private mutating func addFilter(_ id: String) -> Outcome {
    let (document, reader) = (painter.document, painter.reader)
    guard let filter = painter.tree.element(id: id) else { return .none }
    // Inside of an image that itself needs, a filter has no effect.
    if painter.references.contains(filter) { return .none }
    guard painter.references.count < PaintingLimits.references else {
      painter.omit(.references, of: element)
      return .none
    }
    let chain = painter.serverChain(filter) { $0 == .filter }
    func owner(_ name: AttributeName) -> Int { chain.first { reader.has(name, of: $0) } ?? filter }
    let content = chain.first { link in
      painter.tree.children(of: link).contains { !document[$0].isText }
    }
    guard let content else { return .nothing }
    // This also applies to the elements that it shows.
    let showsElement = painter.tree.children(of: content).contains {
      document[$0].name == .feImage && reader.target(ofHrefOf: $0) == element
    }
    if showsElement { return .none }
    let usesBoundingBoxUnits =
      reader.text(.filterUnits, of: owner(.filterUnits)) != "userSpaceOnUse"
    let unitsAreOfBox =
      reader.text(.primitiveUnits, of: owner(.primitiveUnits)) == "objectBoundingBox"
    let filterStyle = painter.tree.documentStyle(of: filter)
    func length(_ name: AttributeName, _ axis: ElementReader.Axis, _ fallback: Double) -> Double {
      reader.length(
        name, of: owner(name), axis, isFraction: usesBoundingBoxUnits, filterStyle,
        drawingContext.view,
        default: Length(fallback, .percent))
    }
    var region = Rect(
      x: length(.x, .x, -10), y: length(.y, .y, -10), width: length(.width, .x, 120),
      height: length(.height, .y, 120))
    guard !region.isEmpty else { return .nothing }
    if usesBoundingBoxUnits {
      guard let bounds else { return .nothing }
      region = region.transformed(by: bounds.unitTransform)
    }
    if unitsAreOfBox, bounds == nil { return .nothing }
    guard var context = begin(region) else { return .nothing }
    let firstStep = steps.count
    if unitsAreOfBox, let bounds { context.unit = bounds.size }
    for child in painter.tree.children(of: content) where !document[child].isText {
      guard document[child].name.isFilterPrimitive else { continue }
      guard reader.animated?.isDiscarded(child) != true else { continue }
      guard let subregion = subregion(of: child, usesBoundingBoxUnits: unitsAreOfBox, context)
      else { break }
      let result = addPrimitive(child, of: content, subregion, &context)
      context.last = result
      if let name = reader.text(.result, of: child) {
        painter.work.spend(name.utf8.count, on: .comparedByte)
        context.results[name] = result
      }
    }
    guard steps.count > firstStep else { return .nothing }
    painted = region
    return .graph
  }

  /// Returns the subregion of a primitive in the element's coordinate system, or `nil` if it is empty.
  private func subregion(of element: Int, usesBoundingBoxUnits: Bool, _ context: Context) -> Rect? {
    let reader = painter.reader
    let style = painter.tree.documentStyle(of: element)
    func length(_ name: AttributeName, _ axis: ElementReader.Axis) -> Double? {
      guard reader.has(name, of: element) else { return nil }
      let value = reader.length(
        name, of: element, axis, isFraction: usesBoundingBoxUnits, style, drawingContext.view,
        default: Length(.nan))
      return value.isNaN ? nil : value
    }
    let (x, y) = (length(.x, .x), length(.y, .y))
    let (width, height) = (length(.width, .x), length(.height, .y))
    let outer = context.region
    guard usesBoundingBoxUnits, let bounds else {
      let rect = Rect(
        x: x ?? outer.minX, y: y ?? outer.minY, width: width ?? outer.width,
        height: height ?? outer.height)
      return rect.isEmpty ? nil : rect
    }
    let part = Rect(x: x ?? 0, y: y ?? 0, width: width ?? 1, height: height ?? 1)
    guard !part.isEmpty else { return nil }
    switch painter.document[element].name {
    case .feFlood, .feImage: return part.transformed(by: bounds.unitTransform)
    // As in resvg, relative to the filter's region rather than the box.
    default: return outer.transformed(by: part.unitTransform)
    }
  }
}

extension SVGDocument {
  /// Returns whether a function of the property `filter` refers to anything except a filter of the
  /// file.
  func lacksFilter(_ function: FilterFunction) -> Bool {
    guard case .reference(let id) = function else { return false }
    return id.flatMap { element(id: $0) }.map { self[$0].name != .filter } ?? true
  }
}

extension ElementName {
  /// Whether the element is a filter primitive.
  var isFilterPrimitive: Bool {
    switch self {
    case .feBlend, .feColorMatrix, .feComponentTransfer, .feComposite, .feConvolveMatrix,
      .feDiffuseLighting, .feDisplacementMap, .feDropShadow, .feFlood, .feGaussianBlur, .feImage,
      .feMerge, .feMorphology, .feOffset, .feSpecularLighting, .feTile, .feTurbulence:
      true
    default: false
    }
  }
}

extension FilterOperation {
  /// The maximum distance between pixels that depend on each other, or `nil` if a pixel may depend
  /// on all others.
  fileprivate var reach: SIMD2<Double>? {
    switch self {
    case .convolve(let kernel, _):
      if kernel.edges == .wrap { return nil }
      return SIMD2(Double(kernel.columns), Double(kernel.rows))
    case .light: return SIMD2(1, 1)
    case .displace(_, _, _, _, let x, let y): return SIMD2(x.magnitude, y.magnitude) / 2 + 1
    // The three box blurs that approximate a blur of deviation σ are 3/4·√(2π)·σ wide each.
    case .blur(_, let x, let y, _): return SIMD2(x, y) * 3 + 3
    case .morphology(_, _, let x, let y): return SIMD2(x, y) + 1
    case .offset(_, let dx, let dy): return SIMD2(Double(dx).magnitude, Double(dy).magnitude)
    case .tile: return nil
    case .turbulence(let turbulence): return turbulence.isStitched ? nil : .zero
    // SVG uses no other operations except those of single pixels.
    default: return .zero
    }
  }

  /// The number of parameters and inputs.
  fileprivate var size: Int {
    switch self {
    case .transfer(let red, let green, let blue, let alpha, _):
      [red, green, blue, alpha].reduce(0) { $0 + $1.size }
    case .convolve(let kernel, _): kernel.columns * kernel.rows
    case .merge(let inputs): inputs.count
    default: 1
    }
  }

  /// The estimated time per pixel, as a multiple of the time of a blend.
  fileprivate var cost: Int {
    switch self {
    case .convolve(let kernel, _): 2 + kernel.columns * kernel.rows
    case .light: 8
    case .blur: 6
    case .morphology: 6
    case .turbulence(let turbulence): 8 + 32 * min(max(turbulence.octaves, 0), 12)
    case .merge(let inputs): inputs.count
    case .silhouette: 2
    default: 1
    }
  }
}

extension TransferFunction {
  fileprivate var size: Int {
    switch self {
    case .table(let values), .discrete(let values): values.count
    default: 1
    }
  }
}
