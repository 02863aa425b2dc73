/// A frame as data: the commands that paint it, in painting order.
///
/// Scenes append in points; the list converts them to pixels with the scale and origin of the
/// current view, and rounds them to 1/4096 pixel. Curves become lines, and strokes become
/// outlines, as they are appended. A list is a value: two equal lists paint the same pixels, and
/// comparing a list with the previous one shows what changed. ``removeAll(size:scale:background:)``
/// keeps the memory, so reusing a list allocates nothing.
///
/// Content beyond a limit is omitted and recorded in ``omissions``.
public struct DisplayList: Hashable, Sendable {
  /// The maximum nesting of groups. Groups nested more deeply are omitted.
  public static let maximumDepth = 64
  /// The maximum number of commands.
  public static let maximumCommands = 1 << 22
  /// The maximum number of corners of all outlines together.
  public static let maximumPoints = 1 << 24
  /// The maximum number of filters of a group.
  public static let maximumFilters = 16
  /// The maximum total reach of all filters of nested groups, in pixels. A blur that would reach
  /// farther is reduced to that.
  public static let maximumFilterReach = 1024
  /// The width of the widest ``Filter/outline(_:width:)``, in pixels.
  public static let maximumOutline = 32
  /// The maximum number of pixels that all filters of a list together may process. Filters beyond
  /// it are skipped. An outline counts a pixel several times.
  public static let maximumFilteredPixels = 1 << 26

  /// The size of the image in pixels.
  public private(set) var size: PixelSize
  /// The colour behind all commands. It is translucent only for a ``PixelImage`` that may be
  /// transparent; a window shows it as opaque.
  public private(set) var background: Color
  package internal(set) var commands: [Command] = []
  /// The corners of all outlines, in pixels.
  package internal(set) var points: [FixedPoint] = []
  /// The index in ``points`` after the last corner of each closed polygon of an outline.
  var polygonEnds: [Int32] = []
  /// All squares of all batches.
  package internal(set) var squares = SquareBatch()
  /// The paints that are more than a colour.
  private(set) var paints: [PlacedPaint] = []
  /// Whether any of these paints is an image that is itself a drawing.
  private(set) var hasDrawings = false
  /// The steps of the filters of all groups. The steps of each group form a separate graph.
  var filters: [FilterGraph.Step] = []
  /// The omissions because of limits.
  public internal(set) var omissions: Omissions = []
  /// The part of the image that commands are currently appended to.
  var view: View
  /// The number of groups around the commands that are currently appended.
  var depth = 0
  /// The total reach of the filters of those groups, in pixels.
  private var filterReach = SIMD2<Int>.zero
  /// The maximum number of pixels that the filters appended so far process.
  private var filteredPixels = 0
  var tools = DrawingTools()

  /// - Parameters:
  ///   - size: The size of the image in pixels.
  ///   - scale: Pixels per point, more than zero.
  ///   - background: The colour behind everything.
  public init(size: PixelSize, scale: Double = 1, background: Color = .black) {
    self.size = size
    self.background = background
    view = View(origin: .zero, scale: scale, clip: size.bounds)
  }

  /// Empties the list for the next frame but keeps its memory.
  public mutating func removeAll(size: PixelSize, scale: Double = 1, background: Color = .black) {
    self.size = size
    self.background = background
    view = View(origin: .zero, scale: scale, clip: size.bounds)
    depth = 0
    filterReach = .zero
    filteredPixels = 0
    commands.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    polygonEnds.removeAll(keepingCapacity: true)
    paints.removeAll(keepingCapacity: true)
    hasDrawings = false
    filters.removeAll(keepingCapacity: true)
    squares.removeAll()
    omissions = []
    tools.work = 0
    tools.cost = 0
    tools.hasSharpEdges = false
  }

  /// Stores a paint, and returns its index in ``paints``.
  mutating func append(_ paint: PlacedPaint) -> Int32 {
    if paint.drawing != nil { hasDrawings = true }
    paints.append(paint)
    return Int32(truncatingIfNeeded: paints.count - 1)
  }

  /// Hashes the digests of the commands, which is much faster than all of their corners.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(background)
    for command in commands { hasher.combine(command.summary) }
    hasher.combine(paints)
  }

  /// The cost of the images in the list that have a budget, in the units of ``WorkBudget``.
  package var cost: Int { tools.cost }

  /// The number of corners of all paths that were flattened since the list was emptied, including
  /// omitted ones.
  package var work: Int { tools.work }

  /// The maximum number of corners that one path may be turned into.
  package var outlineLimit: Int {
    get { tools.lines.limit }
    set { tools.lines.limit = newValue }
  }

  /// Pixels per point.
  public var scale: Double { view.scale }
  /// The transform from points of the current view to pixels of the image.
  package var pixelTransform: Transform { view.transform }

  /// Whether content appended now is invisible.
  package var isClippedAway: Bool { view.clip.isEmpty }

  /// Returns whether something that is painted in `rect` may be seen.
  ///
  /// - Parameter transform: From the rectangle's space to points of the view.
  package func mayShow(_ rect: Rect, transform: Transform) -> Bool {
    let touched = ClipExtent(rect, transform.followed(by: view.transform)).touched
    return !view.clip.intersection(touched).isEmpty
  }

  /// Runs `body` with the origin moved to that of `rect` (in points of the current view) and
  /// everything clipped to the pixels that `rect` covers at least by half.
  public mutating func withView(_ rect: Rect, _ body: (inout DisplayList) -> Void) {
    let outer = view
    view = outer.inner(rect)
    body(&self)
    view = outer
  }

  /// Returns a separate list with the content that `body` appends. Its image covers an area of this
  /// list's image, and its coordinates are those of the current view. ``fill(_:with:scale:)``
  /// paints that image.
  ///
  /// - Parameters:
  ///   - area: The area, in pixels of the separate list.
  ///   - scale: The number of these pixels per pixel of this list's image.
  package mutating func part(
    _ area: PixelRect, scale: Double, _ body: (inout DisplayList) -> Void
  ) -> DisplayList {
    let size = PixelSize(width: area.width, height: area.height)
    var part = DisplayList(size: size, background: .clear)
    part.view = View(
      origin: Point(
        x: view.origin.x * scale - Double(area.x0), y: view.origin.y * scale - Double(area.y0)),
      scale: view.scale * scale, clip: size.bounds)
    part.tools.work = tools.work
    part.tools.charging = tools.charging.map { DrawingTools.Charging(budget: $0.budget) }
    part.outlineLimit = outlineLimit
    body(&part)
    tools.work = part.tools.work
    part.tools.charging = nil
    // Equal images are equal lists, wherever they are.
    part.view = View(origin: .zero, scale: 1, clip: size.bounds)
    return part
  }

  /// Fills an area of this list with an image, which is enlarged if it has fewer pixels than the area.
  ///
  /// - Parameter scale: The number of pixels of the area per pixel of the image.
  package mutating func fill(_ area: PixelRect, with image: Image, scale: Double) {
    guard let toPoints = pixelTransform.followed(by: Transform(scale: scale)).inverse else {
      return
    }
    let rect = Rect(
      x: Double(area.x0), y: Double(area.y0), width: Double(area.width),
      height: Double(area.height))
    var path = Path()
    path.addRect(rect)
    let paint = ImagePaint(
      image, sampling: scale == 1 ? .nearest : .bilinear,
      transform: Transform(translation: rect.origin - .zero))
    fill(path, .image(paint), transform: toPoints)
  }

  /// Runs `body` with outlines that either have smooth edges or cover whole pixels, namely those
  /// whose centres are inside.
  package mutating func withEdges(areSharp: Bool, _ body: (inout DisplayList) -> Void) {
    let outer = tools.hasSharpEdges
    tools.hasSharpEdges = areSharp
    body(&self)
    tools.hasSharpEdges = outer
  }

  /// Runs `body` in a coordinate system that is `factor` times as large, with its origin at
  /// `origin` in the current coordinates. The clip is unchanged, and appended content is as exact
  /// as at any other scale.
  package mutating func withScale(
    _ factor: Double, origin: Point, _ body: (inout DisplayList) -> Void
  ) {
    let outer = view
    view.origin = Point(
      x: outer.origin.x + origin.x * outer.scale, y: outer.origin.y + origin.y * outer.scale)
    view.scale = outer.scale * factor
    body(&self)
    view = outer
  }
}

extension DisplayList {
  /// A part of the image with its own origin, to which everything appended is clipped.
  struct View: Hashable, Sendable {
    /// The position in pixels of the image.
    var origin: Point
    /// Pixels per point.
    var scale: Double
    var clip: PixelRect

    func point(_ point: Point) -> FixedPoint {
      FixedPoint(x: Fixed(origin.x + point.x * scale), y: Fixed(origin.y + point.y * scale))
    }

    /// The transform from points of the view to pixels.
    var transform: Transform {
      Transform(a: scale, b: 0, c: 0, d: scale, tx: origin.x, ty: origin.y)
    }

    func inner(_ rect: Rect) -> View {
      let low = point(rect.origin)
      let high = point(Point(x: rect.maxX, y: rect.maxY))
      let cut = PixelRect(
        x0: low.x.nearestPixel, y0: low.y.nearestPixel,
        x1: high.x.nearestPixel, y1: high.y.nearestPixel)
      return View(
        origin: Point(x: origin.x + rect.origin.x * scale, y: origin.y + rect.origin.y * scale),
        scale: scale, clip: clip.intersection(cut))
    }
  }
}

// MARK: - Groups and clips

extension DisplayList {
  /// Composes the content that `body` appends into a separate image, applies the masks and mattes
  /// appended there, and then paints the image.
  ///
  /// A group without effect (opaque, of normal blend mode, neither isolated nor masked) is the same
  /// as its contents.
  public mutating func withGroup(
    _ style: GroupStyle = GroupStyle(), _ body: (inout DisplayList) -> Void
  ) {
    withGroup(style, role: .content, body)
  }

  /// Masks the innermost group by the image of the content that `body` appends, which isn't
  /// painted. Outside of groups, nothing is appended.
  public mutating func withMatte(
    _ matte: Matte = Matte(), _ body: (inout DisplayList) -> Void
  ) {
    guard depth > 0 else { return }
    withGroup(GroupStyle(isIsolated: true), role: .matte(matte), body)
  }

  /// Masks the innermost group, including content appended earlier or later, by the inside of a
  /// path. Without a group nothing is appended.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mask: The effect of the path on the content.
  ///   - opacity: A factor for the mask's coverage, in 0...1.
  ///   - rule: The rule for the inside of the path.
  ///   - transform: From the path's space to points of the view.
  public mutating func mask(
    _ path: Path, _ mask: Mask = Mask(), opacity: Double = 1, rule: FillRule = .nonzero,
    transform: Transform = .identity
  ) {
    guard depth > 0 else { return }
    let toPixels = beginOutline(transform)
    path.flatten(toPixels, into: &tools.lines)
    appendOutline(
      rule, role: .mask(mask),
      color: Color(red8: 255, green8: 255, blue8: 255, alpha8: UInt8(clampingUnit: opacity)))
  }

  /// Clips the innermost group to the inside of a path.
  public mutating func clip(
    to path: Path, rule: FillRule = .nonzero, transform: Transform = .identity
  ) {
    mask(path, Mask(.intersect), rule: rule, transform: transform)
  }

  private mutating func withGroup(
    _ style: GroupStyle, role: Command.Role, _ body: (inout DisplayList) -> Void
  ) {
    guard depth < Self.maximumDepth, commands.count < Self.maximumCommands else {
      omissions.insert(depth < Self.maximumDepth ? .commands : .depth)
      return
    }
    let index = commands.count
    let outer = (clip: view.clip, reach: filterReach)
    var composition = GroupComposition(style)
    if !style.filters.isEmpty { append(style.filters, to: &composition) }
    commands.append(
      Command(shape: .group(composition, count: 0), role: role, color: .clear, bounds: .empty))
    depth += 1
    body(&self)
    depth -= 1
    view.clip = outer.clip
    filterReach = outer.reach
    closeGroup(index, composition)
  }

  /// Appends a group's filters, and extends the clip of its content by as much as they reach.
  private mutating func append(_ filters: [Filter], to composition: inout GroupComposition) {
    let first = self.filters.count
    var count = 0
    var reach = SIMD2<Int>.zero
    for filter in filters {
      guard count < Self.maximumFilters else {
        omissions.insert(.filters)
        break
      }
      let rest = Self.maximumFilterReach - (filterReach &+ reach).max()
      guard let placed = self.filters.append(filter, since: first, view.transform, limit: rest)
      else { continue }
      count += 1
      reach = reach &+ placed.reach
      composition.filterWork += Int32(truncatingIfNeeded: placed.work)
    }
    composition.firstFilter = Int32(truncatingIfNeeded: first)
    composition.filterCount = Int32(truncatingIfNeeded: self.filters.count - first)
    composition.filterReach = SIMD2(truncatingIfNeeded: reach)
    filterReach = filterReach &+ reach
    view.clip = view.clip.grown(by: reach)
  }

  /// Appends a group of another list, whose filters have been placed there.
  mutating func appendGroup(
    _ composition: GroupComposition, as role: Command.Role, _ body: (inout DisplayList) -> Void,
    filters placed: () -> ArraySlice<FilterGraph.Step>
  ) {
    guard depth < Self.maximumDepth, commands.count < Self.maximumCommands else {
      omissions.insert(depth < Self.maximumDepth ? .commands : .depth)
      return
    }
    let index = commands.count
    let outer = (clip: view.clip, reach: filterReach)
    var composition = composition
    composition.firstFilter = Int32(truncatingIfNeeded: filters.count)
    composition.holdsFilters = false
    let reach = SIMD2<Int>(truncatingIfNeeded: composition.filterReach)
    if (filterReach &+ reach).max() <= Self.maximumFilterReach {
      filters.append(contentsOf: placed())
      filterReach = filterReach &+ reach
      view.clip = view.clip.grown(by: reach)
    } else {
      composition.filterCount = 0
      omissions.insert(.filters)
    }
    commands.append(
      Command(shape: .group(composition, count: 0), role: role, color: .clear, bounds: .empty))
    depth += 1
    body(&self)
    depth -= 1
    (view.clip, filterReach) = outer
    closeGroup(index, composition)
  }

  private mutating func closeGroup(_ index: Int, _ composition: GroupComposition) {
    var composition = composition
    var digest = Digest(
      seed: UInt64(composition.opacity) << 16 | UInt64(composition.blendMode.rawValue))
    var content = PixelRect.empty
    composition.holdsFilters = composition.filterCount > 0
    var isCut = composition.filterCount > 0
    // The pixels where masks and mattes may show anything.
    var shown = view.clip
    var isFirstMask = true
    var hasMatte = false
    var next = index + 1
    while next < commands.count {
      let command = commands[next]
      digest.append(command.summary)
      if case .group(let inner, _) = command.shape, inner.holdsFilters {
        composition.holdsFilters = true
      }
      switch command.role {
      case .content: content = content.union(command.bounds)
      case .matte(let matte):
        isCut = true
        hasMatte = true
        if !matte.isInverted { shown = shown.intersection(command.bounds) }
      case .mask(let mask):
        isCut = true
        if isFirstMask, mask.mode.beginsEmpty { shown = .empty }
        isFirstMask = false
        let reach = mask.isInverted ? view.clip : command.bounds
        switch mask.mode {
        case .add, .difference, .lighten: shown = shown.union(reach)
        case .intersect, .darken: shown = shown.intersection(reach)
        case .subtract: break
        }
      }
      next += command.extent
    }
    if composition.filterCount > 0 {
      applyFilters(of: &composition, to: &content)
      digest.append(UInt64(composition.filterCount))
    }
    composition.isIsolated =
      composition.isIsolated || isCut || composition.opacity < 255
      || composition.blendMode != .normal
    commands[index].shape = .group(composition, count: Int32(commands.count - index - 1))
    var bounds = PixelRect.empty
    if composition.opacity > 0 { bounds = content.intersection(shown).intersection(view.clip) }
    let isAffordable = chargeGroup(composition, bounds, hasMatte: hasMatte)
    commands[index].bounds = isAffordable ? bounds : .empty
    commands[index].digest = digest.value
  }

  /// Extends a group's content by the reach of its filters, or drops the filters if there would be
  /// too many pixels to filter.
  private mutating func applyFilters(
    of composition: inout GroupComposition, to content: inout PixelRect
  ) {
    // No pixel farther away can be seen.
    let reach = view.clip.grown(by: SIMD2(repeating: Self.maximumFilterReach))
    let extent = filters[composition.filters].extent(of: content, in: .unbounded)
    let part = extent.intersection(reach)
    let work = part.width * part.height * Int(composition.filterWork)
    if work <= Self.maximumFilteredPixels - filteredPixels, chargeFilters(pixels: work) {
      filteredPixels += work
      content = extent
    } else {
      composition.filterCount = 0
      omissions.insert(.filters)
    }
  }

  /// Clips the content that `body` appends to a rectangle. If nothing extends beyond the rectangle,
  /// or if its edges are on pixel boundaries, no separate image is composed.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - transform: From the rectangle's space to points of the view.
  ///   - isIsolated: See ``GroupStyle/isIsolated``.
  ///   - body: A closure that appends the clipped content.
  public mutating func withClip(
    _ rect: Rect, transform: Transform = .identity, isIsolated: Bool = false,
    _ body: (inout DisplayList) -> Void
  ) {
    withClip(
      rect, transform: transform, isIsolated: isIsolated,
      { $0.contains($1.contentBounds(from: $2)) },
      body)
  }

  /// Clips the content that `body` appends to the edges of a canvas. Unlike
  /// ``withClip(_:transform:isIsolated:_:)``, this doesn't clip content that ends with the canvas
  /// inside of a pixel. The pixel is covered once.
  package mutating func withCanvas(
    _ rect: Rect, transform: Transform, isIsolated: Bool = false,
    _ body: (inout DisplayList) -> Void
  ) {
    withClip(
      rect, transform: transform, isIsolated: isIsolated, { $1.isContent(from: $2, within: $0) },
      body)
  }

  /// - Parameter isInside: A closure that returns whether the content that starts with a command
  ///   lies inside the rectangle.
  private mutating func withClip(
    _ rect: Rect, transform: Transform, isIsolated: Bool,
    _ isInside: (ClipExtent, DisplayList, Int) -> Bool, _ body: (inout DisplayList) -> Void
  ) {
    let outer = view.clip
    let extent = ClipExtent(rect, transform.followed(by: view.transform))
    view.clip = outer.intersection(extent.touched)
    withGroup(GroupStyle(isIsolated: isIsolated)) { list in
      let first = list.commands.count
      body(&list)
      if extent.isExact || isInside(extent, list, first) { return }
      var path = Path()
      path.addRect(rect)
      list.clip(to: path, transform: transform)
    }
    view.clip = outer
  }

  /// Returns whether all content of a group is within the edges of a rectangle, or ends there.
  /// `first` is the index of its first command.
  private func isContent(from first: Int, within extent: ClipExtent) -> Bool {
    if extent.contains(contentBounds(from: first)) { return true }
    guard let edges = extent.edges else { return false }
    var index = first
    while index < commands.count {
      let command = commands[index]
      guard command.role == .content, !command.bounds.isEmpty else {
        index += command.extent
        continue
      }
      index += 1
      switch command.shape {
      case .group(let composition, _):
        if composition.filterCount > 0 { return false }
      case .rectangle(let x0, let y0, let x1, let y1):
        guard edges.contain(FixedPoint(x: x0, y: y0)), edges.contain(FixedPoint(x: x1, y: y1))
        else { return false }
      case .path(let first, let count, _):
        for polygon in Int(first)..<Int(first + count) {
          for corner in points[polygonRange(polygon)] where !edges.contain(corner) { return false }
        }
      case .disc, .sector, .squares: if !extent.contains(command.bounds) { return false }
      }
    }
    return true
  }

  /// Returns the pixels that the content of a group or of the list may touch; `first` is the index
  /// of its first command.
  func contentBounds(from first: Int = 0) -> PixelRect {
    var bounds = PixelRect.empty
    var index = first
    while index < commands.count {
      if commands[index].role == .content { bounds = bounds.union(commands[index].bounds) }
      index += commands[index].extent
    }
    return bounds
  }
}

/// A paint and its transform.
struct PlacedPaint: Hashable, Sendable {
  let paint: Paint
  /// The transform from the space of the paint to pixels.
  let transform: Transform

  /// The drawing that the paint's image consists of, if it does.
  var drawing: ImageDrawing? {
    if case .image(let paint) = paint { paint.image.drawing } else { nil }
  }
}

/// Scratch memory for appending, which isn't part of a list's value.
struct DrawingTools: Hashable, Sendable {
  var lines = LineBuffer()
  /// The ``lines`` after a projection.
  var projected = LineBuffer()
  var stroker = Stroker()
  var pixels = PixelOutline()
  /// Whether outlines cover whole pixels.
  var hasSharpEdges = false
  var work = 0
  var cost = 0
  /// The budget that is charged for painting, or `nil` if nothing is charged. It is set only while one caller
  /// draws into the list, so copies of the list for other threads have none.
  nonisolated(unsafe) var charging: Charging?

  /// A budget that is charged for painting.
  struct Charging {
    let budget: WorkBudget
    /// The index of the first command that is charged.
    var firstCommand = 0
    /// The units of painting that were charged by estimates.
    var estimated = 0
    /// Whether outlines are measured, because estimates were beyond the limit.
    var measuresOutlines = false
  }

  static func == (a: DrawingTools, b: DrawingTools) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// The pixels that a transformed rectangle covers.
private struct ClipExtent {
  /// The smallest rectangle of pixels that encloses the rectangle.
  let touched: PixelRect
  /// Whether the rectangle covers all of ``touched``.
  let isExact: Bool
  /// The edges of the rectangle, or `nil` if it is rotated.
  let edges: Edges?
  private let rect: Rect
  private let inverse: Transform?

  struct Edges {
    private let low: FixedPoint
    private let high: FixedPoint

    /// Creates a rectangle from two corners. The corners may be off by a unit of the grid,
    /// depending on the order in which transforms were multiplied.
    init(_ low: FixedPoint, _ high: FixedPoint) {
      self.low = FixedPoint(x: Fixed(raw: low.x.raw - 1), y: Fixed(raw: low.y.raw - 1))
      self.high = FixedPoint(x: Fixed(raw: high.x.raw + 1), y: Fixed(raw: high.y.raw + 1))
    }

    /// Returns whether a point is within the edges, or on them.
    func contain(_ point: FixedPoint) -> Bool {
      point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
    }
  }

  init(_ rect: Rect, _ transform: Transform) {
    self.rect = rect
    inverse = transform.inverse
    // Avoid an array, which every frame would have to allocate.
    func corner(_ x: Double, _ y: Double) -> FixedPoint {
      let point = transform.apply(to: Point(x: x, y: y))
      return FixedPoint(x: Fixed(point.x), y: Fixed(point.y))
    }
    var low = corner(rect.minX, rect.minY)
    var high = low
    func extend(to corner: FixedPoint) {
      low = FixedPoint(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = FixedPoint(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    extend(to: corner(rect.maxX, rect.minY))
    extend(to: corner(rect.maxX, rect.maxY))
    extend(to: corner(rect.minX, rect.maxY))
    touched = PixelRect(enclosing: low, high)
    let isStraight =
      transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0
    edges = isStraight ? Edges(low, high) : nil
    isExact =
      isStraight
      && [low.x, low.y, high.x, high.y].allSatisfy { Fixed(pixel: $0.floor) == $0 }
  }

  /// Returns whether all pixels of `pixels` are inside the rectangle.
  func contains(_ pixels: PixelRect) -> Bool {
    if pixels.isEmpty { return true }
    guard let inverse else { return false }
    for x in [pixels.x0, pixels.x1] {
      for y in [pixels.y0, pixels.y1] {
        let corner = inverse.apply(to: Point(x: Double(x), y: Double(y)))
        if !(corner.x >= rect.minX && corner.x <= rect.maxX && corner.y >= rect.minY
          && corner.y <= rect.maxY)
        {
          return false
        }
      }
    }
    return true
  }
}

/// Content that a display list omitted because of a limit.
public struct Omissions: OptionSet, Hashable, Sendable {
  /// The reasons as bits.
  public let rawValue: UInt8

  /// Creates a set of reasons from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Groups nested more deeply than ``DisplayList/maximumDepth``.
  public static let depth = Omissions(rawValue: 1)
  /// Outlines with too many corners: more than ``DisplayList/maximumPoints`` in total, or parts of
  /// an outline that has more.
  public static let points = Omissions(rawValue: 2)
  /// Commands beyond ``DisplayList/maximumCommands``.
  public static let commands = Omissions(rawValue: 4)
  /// Outlines with a coordinate, or a transform, that isn't finite.
  public static let notFinite = Omissions(rawValue: 8)
  /// Filters beyond ``DisplayList/maximumFilters`` of a group, or
  /// ``DisplayList/maximumFilteredPixels`` of the list.
  public static let filters = Omissions(rawValue: 16)
  /// Content whose painting would take too long, because its pixels are painted over again and again.
  public static let work = Omissions(rawValue: 32)
  /// The dashes of a line that would have more than a million, which is drawn solid.
  public static let dashes = Omissions(rawValue: 64)
}
