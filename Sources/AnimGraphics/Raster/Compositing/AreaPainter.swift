/// Paints commands on an area of an image. It has scratch memory, so each thread needs its own.
struct AreaPainter {
  /// The layers of nested groups, one per level.
  private var layers: [ScratchLayer] = []
  /// The words of a paint and the coverage of a mask in one row.
  private var words = Scratch<UInt32>()
  private var maskRow = Scratch<UInt8>()
  /// Computes the filters of groups. `nil` until there are any.
  private var filters: FilterEvaluator?
  /// The coverage of shapes, before and while an area is painted.
  var coverage = CoverageBuilder()

  func deallocate() {
    coverage.deallocate()
    for layer in layers { layer.deallocate() }
    words.deallocate()
    maskRow.deallocate()
  }

  /// Paints the background and all commands.
  mutating func paint(_ area: PixelRect, _ job: PaintJob) {
    let canvas = job.canvas(area)
    words.reserve(max(area.width, 4))
    canvas.clear(to: job.background)
    paint(0..<job.commands.count, on: canvas, job, depth: 0)
  }

  /// Paints the content commands of a range.
  private mutating func paint(
    _ range: Range<Int>, on canvas: Canvas, _ job: PaintJob, depth: Int
  ) {
    let area = canvas.clip
    var index = range.lowerBound
    while index < range.upperBound {
      let extent = job.commands[index].extent
      if job.commands[index].bounds.intersects(area), job.commands[index].role.isContent {
        paint(index, on: canvas.cut(to: job.commands[index].bounds), job, depth: depth)
      }
      index &+= extent
    }
  }

  /// Paints one command on a canvas within its bounds.
  private mutating func paint(_ index: Int, on canvas: Canvas, _ job: PaintJob, depth: Int) {
    let command = job.commands[index]
    switch command.shape {
    case .squares:
      job.paintSquares(index, on: canvas)
    case .rectangle(let x0, let y0, let x1, let y1):
      canvas.fill(
        x0: Int(x0.raw), y0: Int(y0.raw), x1: Int(x1.raw), y1: Int(y1.raw),
        SolidPaint(command.color))
    case .disc, .sector, .path:
      if !job.keepsCoverage(of: index) {
        coverage.paint(command.shape, job.outlines, SolidPaint(command.color), on: canvas)
      } else if let paint = command.paint {
        fill(index, with: job.sources[Int(paint)], on: canvas, job)
      } else {
        let (rows, store) = job.coverage(of: index)
        canvas.fill(rows, store, SolidPaint(command.color))
      }
    case .group(let style, let count):
      if style.isIsolated {
        paintGroup(index, style, on: canvas, job, depth: depth)
      } else {
        paint(index &+ 1..<index &+ 1 &+ Int(count), on: canvas, job, depth: depth)
      }
    }
  }

  /// Fills a shape with a paint that varies from pixel to pixel.
  private func fill(_ index: Int, with source: PaintSource, on canvas: Canvas, _ job: PaintJob) {
    let shape = job.coverage(of: index)
    switch source.kind {
    case .solid(let rows): fill(shape, with: rows, isOpaque: source.isOpaque, on: canvas)
    case .linear(let rows): fill(shape, with: rows, isOpaque: source.isOpaque, on: canvas)
    case .radial(let rows): fill(shape, with: rows, isOpaque: source.isOpaque, on: canvas)
    case .spread(let rows): fill(shape, with: rows, isOpaque: source.isOpaque, on: canvas)
    case .image(let rows): fill(shape, with: rows, isOpaque: source.isOpaque, on: canvas)
    }
  }

  @inline(__always) private func fill(
    _ shape: (rows: CoverageRows, store: CoverageStore), with source: some RowSource,
    isOpaque: Bool, on canvas: Canvas
  ) {
    for y in canvas.y0..<canvas.y1 {
      let row = canvas.pixels + y &* canvas.stride
      let paint = source.row(y)
      shape.store.read(shape.rows, y: y, from: canvas.x0, to: canvas.x1) {
        x, length, solid, varied in
        if solid == 255, isOpaque, length >= 4 {
          paint.fill(row + x, x: x, count: length)
          return
        }
        paint.fill(words.base, x: x, count: length)
        if let varied {
          Blend.over(row + x, words.base, count: length, coverage: varied)
        } else {
          Blend.over(row + x, words.base, count: length, coverage: solid)
        }
      }
    }
  }
}

// Groups.
extension AreaPainter {
  /// Composes a group tile by tile and paints it on a canvas within its bounds.
  private mutating func paintGroup(
    _ index: Int, _ style: GroupComposition, on canvas: Canvas, _ job: PaintJob, depth: Int
  ) {
    while layers.count <= depth { layers.append(ScratchLayer()) }
    let area = canvas.clip
    // Filters read pixels around a tile, and filters of nested groups read pixels around those. In
    // a single tile, all of them are composed only once.
    let width = style.holdsFilters ? area.width : min(area.width, ScratchLayer.width)
    let height = style.holdsFilters ? area.height : ScratchLayer.size / width
    maskRow.reserve(width)
    layers[depth].reserve(width * height)
    let layer = layers[depth]
    let shape = style.opacity == 255 ? onlyShape(of: index, job) : nil
    for top in stride(from: area.y0, to: area.y1, by: height) {
      for left in stride(from: area.x0, to: area.x1, by: width) {
        var tile = PixelRect(
          x0: left, y0: top, x1: min(left + width, area.x1), y1: min(top + height, area.y1))
        var mask: MaskPlane?
        if let shape {
          tile = tile.intersection(shape.bounds)
          if tile.isEmpty { continue }
        } else {
          mask = self.mask(of: index, tile, layer, job, depth: depth)
          if let rows = mask?.visibleRows {
            if rows.isEmpty { continue }
            tile = PixelRect(x0: left, y0: rows.lowerBound, x1: tile.x1, y1: rows.upperBound)
          }
        }
        let rendering =
          style.filterCount > 0
          ? filteredContent(of: index, style, tile, job, depth: depth)
          : content(of: index, layer.canvas(tile), job, depth: depth)
        if let shape {
          compose(rendering, inside: shape, style.blendMode, on: canvas)
        } else {
          compose(rendering, mask, style, on: canvas)
        }
      }
    }
  }

  /// Composes the content of a group on a canvas.
  private mutating func content(
    of index: Int, _ canvas: Canvas, _ job: PaintJob, depth: Int
  ) -> Canvas {
    canvas.clear(to: 0)
    let count = job.commands[index].extent
    paint(index &+ 1..<index &+ count, on: canvas, job, depth: depth &+ 1)
    return canvas
  }

  /// Composes the content of a group and applies its filters.
  private mutating func filteredContent(
    of index: Int, _ group: GroupComposition, _ tile: PixelRect, _ job: PaintJob, depth: Int
  ) -> Canvas {
    let filters = self.filters ?? FilterEvaluator()
    self.filters = filters
    let steps = UnsafeBufferPointer(rebasing: job.filters[group.filters])
    let bounds = job.contentBounds(of: index)
    let needed = filters.prepare(steps, in: .unbounded, for: tile, content: bounds)
    layers[depth].reserveSource(needed.width * needed.height)
    let source = FilterImage(words: layers[depth].source.base, area: needed)
    if !needed.isEmpty {
      words.reserve(max(needed.width, 4))
      _ = content(of: index, source.canvas, job, depth: depth)
      // Nested groups may have used the evaluator in the meantime.
      _ = filters.prepare(steps, in: .unbounded, for: tile, content: bounds)
    }
    return filters.result(of: source).canvas
  }

  /// Returns the shape of a group's only mask, if its coverage is the visible part of the group.
  private func onlyShape(of group: Int, _ job: PaintJob) -> MaskPlane.Coverage? {
    var shape: MaskPlane.Coverage?
    var index = group &+ 1
    let end = group &+ job.commands[group].extent
    while index < end {
      let command = job.commands[index]
      switch command.role {
      case .content: break
      case .matte: return nil
      case .mask(let mask):
        guard shape == nil, mask.showsInside, command.color.alpha == 255, !command.bounds.isEmpty
        else { return nil }
        let (rows, store) = job.coverage(of: index)
        shape = (rows, store, command.bounds)
      }
      index &+= command.extent
    }
    return shape
  }

  /// Returns the mask of a group, or `nil` if everything is visible.
  private mutating func mask(
    of group: Int, _ tile: PixelRect, _ layer: ScratchLayer, _ job: PaintJob, depth: Int
  ) -> MaskPlane? {
    let plane = MaskPlane(layer.mask.base, row: maskRow.base, tile: tile)
    var isFilled = false
    var index = group &+ 1
    let end = group &+ job.commands[group].extent
    while index < end {
      let command = job.commands[index]
      if case .mask(let mask) = command.role {
        let bounds = command.bounds.intersection(tile)
        let opacity = command.color.alpha
        var coverage: MaskPlane.Coverage?
        if !bounds.isEmpty {
          let (rows, store) = job.coverage(of: index)
          coverage = (rows, store, bounds)
        }
        if isFilled {
          plane.apply(mask, opacity: opacity, coverage: coverage)
        } else {
          plane.begin(with: mask, opacity: opacity, coverage: coverage)
          isFilled = true
        }
      }
      index &+= command.extent
    }
    index = group &+ 1
    while index < end {
      let command = job.commands[index]
      if case .matte(let matte) = command.role {
        if !isFilled { plane.fill(255) }
        isFilled = true
        let rendering = layer.canvas(tile)
        rendering.clear(to: 0)
        if command.bounds.intersects(tile) {
          paint(index, on: rendering.cut(to: command.bounds), job, depth: depth &+ 1)
        }
        plane.apply(matte, layer.pixels.base)
      }
      index &+= command.extent
    }
    return isFilled ? plane : nil
  }

  /// Paints the image of an opaque group inside a shape.
  private func compose(
    _ rendering: Canvas, inside shape: MaskPlane.Coverage, _ blendMode: BlendMode,
    on canvas: Canvas
  ) {
    for y in rendering.y0..<rendering.y1 {
      let words = rendering.pixels + y &* rendering.stride
      let pixels = canvas.pixels + y &* canvas.stride
      shape.store.read(shape.rows, y: y, from: rendering.x0, to: rendering.x1) {
        x, length, solid, varied in
        if blendMode != .normal {
          blendMode.mix(
            pixels + x, words + x, count: length, coverage: varied,
            opacity: varied == nil ? solid : 255)
        } else if let varied {
          Blend.over(pixels + x, words + x, count: length, coverage: varied)
        } else {
          Blend.over(pixels + x, words + x, count: length, coverage: solid)
        }
      }
    }
  }

  /// Paints the image of a group.
  private func compose(
    _ rendering: Canvas, _ mask: MaskPlane?, _ style: GroupComposition, on canvas: Canvas
  ) {
    let opacity = UInt32(style.opacity)
    let count = rendering.x1 &- rendering.x0
    for y in rendering.y0..<rendering.y1 {
      let words = rendering.pixels + (y &* rendering.stride &+ rendering.x0)
      let pixels = canvas.pixels + (y &* canvas.stride &+ rendering.x0)
      let coverage = mask?.row(y)
      if let coverage, opacity < 255 {
        for x in 0..<count {
          coverage[x] = UInt8(
            truncatingIfNeeded: Blend.divide(UInt32(coverage[x]) &* opacity))
        }
      }
      if style.blendMode != .normal {
        style.blendMode.mix(pixels, words, count: count, coverage: coverage, opacity: opacity)
      } else if let coverage {
        Blend.over(pixels, words, count: count, coverage: coverage)
      } else {
        Blend.over(pixels, words, count: count, coverage: opacity)
      }
    }
  }
}

/// Memory for a tile of a group's image.
struct ScratchLayer {
  /// The maximum width of tiles of groups without filters, and their maximum number of pixels: 512
  /// × 32, or narrower and higher.
  static let width = 512
  static let size = width * 32

  private(set) var pixels = Scratch<UInt32>()
  private(set) var mask = Scratch<UInt8>()
  /// The image that is filtered.
  private(set) var source = Scratch<UInt32>()

  /// Makes room for a tile of `count` pixels.
  mutating func reserve(_ count: Int) {
    pixels.reserve(count)
    mask.reserve(count)
  }

  /// Makes room for `count` pixels that are filtered.
  mutating func reserveSource(_ count: Int) { source.reserve(count) }

  func deallocate() {
    pixels.deallocate()
    mask.deallocate()
    source.deallocate()
  }

  /// Returns the canvas of a tile, whose pixels are in row order without gaps.
  func canvas(_ tile: PixelRect) -> Canvas {
    Canvas(pixels.base - (tile.y0 * tile.width + tile.x0), stride: tile.width, clip: tile)
  }
}
