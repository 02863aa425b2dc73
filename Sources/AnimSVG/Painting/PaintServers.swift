import AnimCore

/// A paint for the display list, with an opacity that can't be part of the paint.
struct ResolvedPaint {
  var paint: Paint
  var opacity = 1.0

  /// Returns the paint in a coordinate system that `transform` maps to.
  func transformed(by transform: Transform) -> ResolvedPaint {
    var result = self
    switch paint {
    case .color: break
    case .gradient(var gradient):
      gradient.transform = gradient.transform.followed(by: transform)
      result.paint = .gradient(gradient)
    case .image(var image):
      image.transform = image.transform.followed(by: transform)
      result.paint = .image(image)
    }
    return result
  }

  /// Calls `body` to draw with the paint, in a group if the opacity requires one.
  func draw(
    into list: inout DisplayList, _ body: (inout DisplayList, Paint) -> Void
  ) {
    if opacity >= 1 { return body(&list, paint) }
    list.withGroup(GroupStyle(opacity: opacity)) { body(&$0, paint) }
  }
}

extension SVGPainter {
  /// Returns the paint of a fill or stroke, or `nil` if nothing is painted.
  ///
  /// - Parameters:
  ///   - bounds: The box of the shape.
  ///   - scale: Pixels per point of the list.
  func paint(
    _ value: PaintValue, opacity: Double, _ style: Style, _ context: DrawingContext,
    bounds: () -> Rect?,
    scale: Double
  ) -> ResolvedPaint? {
    switch value {
    case .none: return nil
    case .color(let color): return Self.solid(color, opacity)
    case .currentColor: return Self.solid(style.color, opacity)
    case .contextFill, .contextStroke:
      guard let contextPaint = context.contextPaint else { return nil }
      // The paint is that of another element, in its space.
      var outer = context
      outer.contextPaint = nil
      outer.transform = contextPaint.transform
      outer.view = contextPaint.view
      var outerStyle = style
      outerStyle.color = contextPaint.color
      let paint = paint(
        value == .contextFill ? contextPaint.fill : contextPaint.stroke, opacity: opacity,
        outerStyle,
        outer, bounds: contextPaint.bounds, scale: scale)
      guard let paint, let inverse = context.transform.inverse else { return nil }
      return paint.transformed(by: contextPaint.transform.followed(by: inverse))
    case .server(let id, let fallback):
      if let element = tree.element(id: id) {
        switch document[element].name {
        case .linearGradient, .radialGradient:
          switch gradient(element, opacity, context, bounds) {
          case .paint(let paint): return paint
          case .nothing: return nil
          case .fallback: break
          }
        case .pattern:
          switch pattern(element, opacity, context, bounds, scale: scale) {
          case .paint(let paint): return paint
          case .nothing: return nil
          case .fallback: break
          }
        default: break
        }
      }
      guard let fallback else { return nil }
      return paint(fallback, opacity: opacity, style, context, bounds: bounds, scale: scale)
    case .external(let address, let fallback):
      tree.omissions.addExternalPaint(address)
      guard let fallback else { return nil }
      return paint(fallback, opacity: opacity, style, context, bounds: bounds, scale: scale)
    }
  }

  /// The result of a reference to a paint server.
  enum ServerPaint {
    case paint(ResolvedPaint)
    case nothing
    /// The server counts as missing.
    case fallback
  }

  private static func solid(_ color: ExactColor, _ opacity: Double) -> ResolvedPaint {
    var color = color
    color.alpha *= opacity
    return ResolvedPaint(paint: .color(color.color))
  }

  /// Returns a paint server and the servers whose attributes it inherits by `href`, nearest first.
  func serverChain(_ element: Int, where isServer: (ElementName) -> Bool) -> [Int] {
    var chain: [Int] = []
    var next: Int? = element
    while let link = next, isServer(document[link].name), !chain.contains(link) {
      guard chain.count < PaintingLimits.references else {
        omit(.references, of: element)
        break
      }
      chain.append(link)
      next = reader.target(ofHrefOf: link)
    }
    work.spend(chain.reduce(0) { $0 + document[$1].attributes.count }, on: .serverAttribute)
    return chain
  }

  // MARK: Gradients

  private func gradient(
    _ element: Int, _ opacity: Double, _ context: DrawingContext, _ bounds: () -> Rect?
  ) -> ServerPaint {
    let sources = gradientSources(element)
    let chain = sources.chain
    work.spend(chain.reduce(0) { $0 + document[$1].attributes.count }, on: .serverAttribute)
    var stops = self.stops(of: element, sources, opacity)
    guard let last = stops.colors.last else { return .fallback }
    func solid(_ stop: GradientStops.ColorStop) -> ServerPaint {
      .paint(ResolvedPaint(paint: .color(stop.color)))
    }
    if stops.colors.count == 1 { return solid(last) }
    let usesBoundingBoxUnits =
      chain.lazy.compactMap { self.reader.text(.gradientUnits, of: $0) }.first != "userSpaceOnUse"
    var toShape = Transform.identity
    if usesBoundingBoxUnits {
      guard let box = bounds(), !box.isEmpty else { return .fallback }
      toShape = box.unitTransform
    }
    let style = tree.documentStyle(of: element)
    // A transform without an inverse is ignored.
    if let serverTransform = transform(of: chain, context.view), serverTransform.determinant != 0,
      serverTransform.isFinite
    {
      toShape = around(style, context.view, serverTransform).followed(by: toShape)
    }
    func length(
      _ name: AttributeName, _ axis: ElementReader.Axis, _ fallback: Length
    ) -> Double {
      let owner = chain.first {
        document[$0].name == document[element].name && reader.has(name, of: $0)
      }
      return reader.length(
        name, of: owner ?? element, axis, isFraction: usesBoundingBoxUnits, style, context.view,
        default: fallback)
    }
    let spread: Gradient.Spread =
      switch chain.lazy.compactMap({ self.reader.text(.spreadMethod, of: $0) }).first {
      case "reflect": .reflect
      case "repeat": .repeat
      default: .pad
      }
    let geometry: Gradient.Geometry
    if document[element].name == .linearGradient {
      let start = Point(x: length(.x1, .x, .zero), y: length(.y1, .y, .zero))
      let end = Point(x: length(.x2, .x, Length(100, .percent)), y: length(.y2, .y, .zero))
      if start == end { return solid(last) }
      geometry = .linear(start: start, end: end)
    } else {
      let half = Length(50, .percent)
      let center = Point(x: length(.cx, .x, half), y: length(.cy, .y, half))
      let radius = length(.r, .diagonal, half)
      guard radius > 0 else { return solid(last) }
      func focus(_ name: AttributeName, _ axis: ElementReader.Axis, _ fallback: Double) -> Double {
        chain.contains { reader.has(name, of: $0) && document[$0].name == .radialGradient }
          ? length(name, axis, .zero) : fallback
      }
      let point = Point(x: focus(.fx, .x, center.x), y: focus(.fy, .y, center.y))
      var focusRadius = max(0, length(.fr, .diagonal, .zero))
      if point == center, focusRadius == radius, spread == .pad, let first = stops.colors.first {
        // The ring between both circles is infinitely thin (in Chromium and resvg, not in SVG 2).
        stops = GradientStops(
          [0, 1].map { .init(at: $0, first.color) } + [.init(at: 1, last.color)])
        focusRadius = 0
      } else if (point - center).length > radius {
        // Without a radius, the focus would be moved into the circle. In SVG 2, it is the tip of a cone.
        focusRadius = max(focusRadius, radius * Self.tipRadius)
      }
      geometry = .radial(center: center, radius: radius, focus: point, focusRadius: focusRadius)
    }
    let gradient = Gradient(geometry, stops: stops, transform: toShape, spread: spread)
    return .paint(ResolvedPaint(paint: .gradient(gradient)))
  }

  /// The radius of the tip of a cone, as a fraction of the other radius, which is too small to be
  /// visible.
  private static let tipRadius = 0x1p-20

  /// A position near the start, closer than two entries of a gradient's table.
  private static let nearStart = 1.0 / 4096

  /// Returns the first transform in a chain of paint servers, or `nil` if it is invalid. The attribute
  /// `gradientTransform` or `patternTransform` is the property `transform` in style sheets.
  private func transform(of chain: [Int], _ view: Size) -> Transform? {
    for server in chain {
      let style = tree.documentStyle(of: server)
      let attribute = document[server].name.transformAttribute
      var transform: Transform?
      // As in Chromium, `none` counts as unset.
      if reader.stylesTransform(of: server, style) {
        if !style.transform.isIdentity {
          transform = tree.map(style.transform, style) { _ in view }
        }
      } else if reader.has(attribute, of: server) {
        transform = reader.transform(attribute, of: server, style, view)
        if transform == nil { return nil }
      }
      if let placement = style.placement {
        transform = [placement.scale, placement.rotate, placement.translate]
          .reduce(transform ?? .identity) {
            $0.followed(by: tree.map($1, style) { _ in view })
          }
      }
      if let transform { return transform }
    }
    return .identity
  }

  /// Returns a transform of a paint server, applied around its `transform-origin`.
  private func around(_ style: Style, _ view: Size, _ transform: Transform) -> Transform {
    guard let origin = style.transformOrigin else { return transform }
    let offset = Vector(
      dx: reader.resolve(origin.x, .x, style, view), dy: reader.resolve(origin.y, .y, style, view))
    return Transform(translation: -offset).followed(by: transform)
      .followed(by: Transform(translation: offset))
  }

  private func gradientSources(_ element: Int) -> GradientSources {
    if let cached = gradients.sources[element], areStatic(cached) { return cached }
    let chain = serverChain(element) { $0 == .linearGradient || $0 == .radialGradient }
    let stops = chain.lazy.map { link in
      // One more, so that the last one of these is known not to be the last of all.
      Array(
        self.tree.children(of: link).lazy.filter { self.document[$0].name == .stop }
          .prefix(PaintingLimits.stops + 1))
    }.first { !$0.isEmpty }
    let sources = GradientSources(chain: chain, stops: stops ?? [])
    gradients.sources[element] = sources
    return sources
  }

  private func areStatic(_ sources: GradientSources) -> Bool {
    work.spend(sources.chain.count + sources.stops.count, on: .listItem)
    return sources.chain.allSatisfy(reader.isStatic) && sources.stops.allSatisfy(reader.isStatic)
  }

  private func stops(
    of element: Int, _ sources: GradientSources, _ opacity: Double
  ) -> GradientStops {
    if sources.stops.count > PaintingLimits.stops { omit(.stops, of: element) }
    let key = GradientCache.StopsKey(element: element, opacity: opacity)
    let isStatic = areStatic(sources)
    if isStatic, let cached = gradients.stops[key] { return cached }
    var position = 0.0
    let stops = sources.stops.prefix(PaintingLimits.stops).enumerated().map { number, child in
      let style = tree.documentStyle(of: child)
      let offset = reader.number(.offset, of: child) ?? 0
      position = max(position, min(max(offset, 0), 1))
      // Beyond both ends are the first and the last colour, also where others are at the same place.
      if number == 1 { position = max(position, Self.nearStart) }
      let isBeforeLast = number < sources.stops.count - 1
      var color = style.stopColor
      color.alpha *= style.stopOpacity * opacity
      return GradientStops.ColorStop(
        at: isBeforeLast ? min(position, 1 - Self.nearStart) : position, color.color)
    }
    let result = GradientStops(stops)
    if isStatic { gradients.keep(result, for: key) }
    return result
  }

  // MARK: Patterns

  @inline(never)
  private func pattern(
    _ element: Int, _ opacity: Double, _ context: DrawingContext, _ bounds: () -> Rect?,
    scale: Double
  ) -> ServerPaint {
    // A server that refers to itself paints nothing.
    guard !references.contains(element) else { return .nothing }
    let chain = serverChain(element) { $0 == .pattern }
    guard references.count + chain.count < PaintingLimits.references else {
      omit(.references, of: element)
      return .nothing
    }
    func owner(_ name: AttributeName) -> Int? { chain.first { reader.has(name, of: $0) } }
    func text(_ name: AttributeName) -> String? {
      owner(name).flatMap { self.reader.text(name, of: $0) }
    }
    let content = chain.first { link in
      tree.children(of: link).contains { document[$0].name.isDrawn }
    }
    guard let content else { return .nothing }
    let usesBoundingBoxUnits = text(.patternUnits) != "userSpaceOnUse"
    let contentIsOfBox = text(.patternContentUnits) == "objectBoundingBox"
    let viewBox = chain.first { reader.viewBox(of: $0) != nil }.flatMap { reader.viewBox(of: $0) }
    let box = bounds()
    if usesBoundingBoxUnits || (contentIsOfBox && viewBox == nil), box?.isEmpty != false {
      return .fallback
    }
    let style = tree.documentStyle(of: element)
    func length(_ name: AttributeName, _ axis: ElementReader.Axis) -> Double {
      reader.length(
        name, of: owner(name) ?? element, axis, isFraction: usesBoundingBoxUnits, style,
        context.view,
        default: .zero)
    }
    var rect = Rect(
      x: length(.x, .x), y: length(.y, .y), width: length(.width, .x), height: length(.height, .y))
    guard !rect.isEmpty else { return .nothing }
    if usesBoundingBoxUnits, let box { rect = rect.transformed(by: box.unitTransform) }
    guard let serverTransform = transform(of: chain, context.view) else { return .nothing }
    let toShape = around(style, context.view, serverTransform)
    guard toShape.isFinite, toShape.determinant != 0 else { return .nothing }
    // The tile at the size at which it is shown, in whole pixels.
    let toPixels = toShape.followed(by: context.transform)
    let sx = (toPixels.a * toPixels.a + toPixels.b * toPixels.b).squareRoot() * scale
    let sy = (toPixels.c * toPixels.c + toPixels.d * toPixels.d).squareRoot() * scale
    guard let size = work.tiles.size(width: rect.width * sx, height: rect.height * sy) else {
      omit(.tiles)
      return .nothing
    }
    // As in resvg, the distance between tiles is a whole number of pixels, and tiles without
    // rotation are at whole pixels, so that all look the same. In what moves they would jump.
    let distance =
      tree.isAnimated
      ? rect.size : Size(width: Double(size.width) / sx, height: Double(size.height) / sy)
    let isOnPixels =
      !tree.isAnimated && toShape.keepsAxisDirections && context.transform.keepsAxisDirections
    let toTile = Transform(
      scaleX: Double(size.width) / distance.width, y: Double(size.height) / distance.height)
    // The content begins at the corner of the tile, wherever that is.
    var inner = DrawingContext(
      style: tree.documentStyle(of: content), transform: toTile, view: context.view,
      contextPaint: nil)
    if let viewBox {
      let owner = chain.first { reader.viewBox(of: $0) != nil } ?? element
      let ratioOwner = chain.first { reader.has(.preserveAspectRatio, of: $0) } ?? owner
      let tile = Rect(origin: .zero, size: rect.size)
      guard !tile.isEmpty else { return .nothing }
      inner.transform = reader.fit(of: ratioOwner).transform(from: viewBox, to: tile)
        .followed(by: toTile)
      inner.view = viewBox.size
    } else if contentIsOfBox, let box {
      inner.transform = Transform(scaleX: box.width, y: box.height)
        .followed(by: inner.transform)
    }
    references.append(element)
    let outerGroups = groupDepth
    groupDepth = 0
    var list = DisplayList(size: size, background: .clear)
    list.withBudget(work.budget) { drawChildren(of: content, inner, into: &$0) }
    groupDepth = outerGroups
    references.removeLast()
    tree.omissions.add(fromList: list.omissions)
    guard let image = work.drawings.image(drawing: list) else { return .nothing }
    let toRect = Transform(
      a: distance.width / Double(size.width), b: 0, c: 0, d: distance.height / Double(size.height),
      tx: rect.minX, ty: rect.minY)
    var paint = ImagePaint(
      image, sampling: isOnPixels ? .nearest : .bilinear, transform: toRect.followed(by: toShape))
    paint.isRepeated = true
    return .paint(ResolvedPaint(paint: .image(paint), opacity: opacity))
  }
}

extension Transform {
  /// Whether both axes keep their directions.
  fileprivate var keepsAxisDirections: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
}

/// A gradient, the gradients whose attributes it inherits, nearest first, and its stops.
struct GradientSources {
  let chain: [Int]
  let stops: [Int]
}

/// A cache of gradients that aren't animated.
struct GradientCache {
  struct StopsKey: Hashable {
    let element: Int
    let opacity: Double
  }

  var sources: [Int: GradientSources] = [:]
  private(set) var stops: [StopsKey: GradientStops] = [:]

  mutating func keep(_ found: GradientStops, for key: StopsKey) {
    // Stops with animated opacities would otherwise be kept forever.
    if stops.count >= 256 { stops.removeAll() }
    stops[key] = found
  }
}

/// The number of pixels of the tiles of all patterns in an image.
struct PatternTiles {
  private var pixels = 0

  /// Returns the size of a tile in whole pixels, or `nil` if there would be too many.
  mutating func size(width: Double, height: Double) -> PixelSize? {
    guard width.isFinite, height.isFinite, width < 32_768, height < 32_768 else { return nil }
    let size = PixelSize(
      width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    let area = size.width * size.height
    guard area <= PaintingLimits.tilePixels, pixels + area <= PaintingLimits.allTilePixels else {
      return nil
    }
    pixels += area
    return size
  }
}
