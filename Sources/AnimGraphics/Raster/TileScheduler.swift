/// Divides the painting of a list among threads.
///
/// First, squares are sorted into the cells of a grid and the coverage of each shape is computed
/// once; then, areas of the image are painted.
final class TileScheduler: ParallelWork {
  private enum Phase {
    /// A part is a share of the squares, which are sorted into cells.
    case sort
    /// A part is a share of the shapes whose coverage isn't known yet.
    case cover
    /// A part is an area of the image.
    case paint
  }

  /// The amount of work, in pixels to clear, from which waking another thread pays off: clearing
  /// some 10,000 pixels takes a microsecond, and waking a thread takes tens of microseconds.
  private static let worthwhile = 400_000
  /// The work of painting a small square, a shape, and a corner of a shape, in pixels to clear.
  private static let squareWork = 100
  private static let shapeWork = 3000
  private static let cornerWork = 200
  /// The work of composing one pixel of a group.
  private static let groupWork = 16
  /// The work of filtering one pixel.
  private static let filterWork = 200
  /// The number of areas up to which it is faster to follow an outline in each than to keep its coverage.
  private static let mostParts = 2
  /// The maximum number of areas for which counting the areas of each shape is worthwhile.
  private static let fewAreas = 16
  /// The number of checks of a square by an area up to which checking all is faster than sorting.
  private static let unsorted = 512
  /// The number of squares up to which this is so whatever the number of areas: in so short a time an area
  /// finds and reads its cells.
  private static let fewSquares = 96

  // None of these is accessed while it is being modified. Checking that at run time would take 6 %
  // of the instructions of a frame with one shape.
  @exclusivity(unchecked) private var phase = Phase.paint
  @exclusivity(unchecked) private var input: PaintInput?
  @exclusivity(unchecked) private var job: PaintJob?
  @exclusivity(unchecked) private var areas: [PixelRect] = []
  @exclusivity(unchecked) private var batches: [Batch] = []
  @exclusivity(unchecked) private var bins = SquareBins()
  @exclusivity(unchecked) private var sources: [PaintSource] = []
  private let gradientTables = GradientTables()
  @exclusivity(unchecked) private var cache: CoverageCache
  /// The index of each command's batch, or of its shape in the cache, or −1 if its coverage is
  /// computed while it is painted.
  @exclusivity(unchecked) private var contentIndices = Scratch<Int32>()
  /// The command that needs each pending shape of the cache.
  @exclusivity(unchecked) private var pendingCommands = GrowingBuffer<Int32>()
  /// The commands whose shapes the cache has passed over.
  @exclusivity(unchecked) private var passedCommands = GrowingBuffer<Int32>()
  /// The painters, one per worker.
  private let painters: UnsafeMutableBufferPointer<AreaPainter>
  @exclusivity(unchecked) private var shares = 1
  /// The amount of work, in pixels to clear: in all, and for computing coverage.
  @exclusivity(unchecked) private var work = 0
  @exclusivity(unchecked) private var coverWork = 0
  /// The number of parts that the pending shapes are divided into.
  @exclusivity(unchecked) private var coverParts = 1
  @exclusivity(unchecked) private var sortedBatches = 0
  @exclusivity(unchecked) private var sortedSquares = 0
  @exclusivity(unchecked) private var unsortedSquares = 0
  /// Whether any group has filters.
  @exclusivity(unchecked) private var hasFilters = false

  init(workers: Int) {
    painters = .allocate(capacity: workers)
    for index in painters.indices {
      painters.initializeElement(at: index, to: AreaPainter())
    }
    cache = CoverageCache(workers: workers)
  }

  deinit {
    for painter in painters { painter.deallocate() }
    painters.deinitialize().deallocate()
    bins.deallocate()
    cache.deallocate()
    contentIndices.deallocate()
    pendingCommands.deallocate()
    passedCommands.deallocate()
  }

  /// Paints the changes of a list whose images have been drawn.
  ///
  /// - Parameters:
  ///   - pixels: The words of all rows of the image, which are `stride` apart.
  func paint(
    _ list: DisplayList, _ changes: Damage, into pixels: UnsafeMutablePointer<UInt32>, stride: Int,
    with pool: WorkerPool
  ) {
    list.commands.withUnsafeBufferPointer { commands in
      list.points.withUnsafeBufferPointer { points in
        list.polygonEnds.withUnsafeBufferPointer { ends in
          list.filters.withUnsafeBufferPointer { filters in
            list.squares.withArrays { x, y, argb in
              paint(
                PaintInput(
                  background: list.background.premultipliedARGB, commands: commands,
                  outlines: Outlines(points: points, ends: ends), paints: list.paints,
                  filters: filters, x: x, y: y, argb: argb, pixels: pixels, stride: stride),
                changes, with: pool)
            }
          }
        }
      }
    }
  }

  private func paint(_ input: PaintInput, _ changes: Damage, with pool: WorkerPool) {
    let tiles = changes.tiles
    collectAreas(changes)
    collectShapes(input, tiles)
    shares = min(painters.count, 1 + work / Self.worthwhile)
    if shares > 1, changes.isExact {
      // Exact rectangles may overlap, but two threads must not paint the same pixels.
      collectAreas(Damage(tiles))
    }
    if sortedBatches > 0 {
      bins.prepare(
        tiles.grid.size, areas: areas.count, batches: sortedBatches, squares: sortedSquares,
        shares: shares)
    }
    if shares > 1 { divideAreas() }
    keepDivided(input, tiles)
    self.input = input
    if sortedBatches > 0 { run(.sort, parts: shares, with: pool) }
    findCoverage(with: pool)
    batches.withUnsafeBufferPointer { batches in
      sources.withUnsafeBufferPointer { sources in
        job = PaintJob(
          background: input.background, commands: input.commands, outlines: input.outlines,
          pixels: input.pixels, stride: input.stride, contentIndices: contentIndices.base,
          batches: batches, bins: bins,
          shapes: cache.shapes.base, stores: cache.stores,
          sources: sources, filters: input.filters)
        run(.paint, parts: areas.count, with: pool)
        job = nil
      }
    }
    self.input = nil
  }

  private func run(_ phase: Phase, parts: Int, with pool: WorkerPool) {
    self.phase = phase
    if shares > 1 {
      pool.run(self, parts: parts)
    } else {
      for part in 0..<parts { run(part: part, worker: 0) }
    }
  }

  func run(part: Int, worker: Int) {
    switch phase {
    case .sort:
      bins.sort(batches, share: part)
    case .cover:
      guard let input else { return }
      for index in Self.share(part, of: coverParts, cache.pending.count) {
        let command = input.commands[Int(pendingCommands[index])]
        cache.build(
          Int(cache.pending[index]), command.shape, input.outlines,
          with: &painters[worker].coverage,
          worker: worker)
      }
    case .paint:
      guard let job else { return }
      painters[worker].paint(areas[part], job)
    }
  }
}

// Preparing the work.
extension TileScheduler {
  private func collectAreas(_ changes: Damage) {
    areas.removeAll(keepingCapacity: true)
    work = 0
    changes.forEachRectangle { area in
      areas.append(area)
      work += area.width * area.height
    }
  }

  private func collectShapes(_ input: PaintInput, _ tiles: TileSet) {
    batches.removeAll(keepingCapacity: true)
    (sortedBatches, sortedSquares, unsortedSquares, coverWork) = (0, 0, 0, 0)
    sources.removeAll(keepingCapacity: true)
    for placed in input.paints {
      sources.append(PaintSource(placed.paint, placed.transform, tables: gradientTables))
    }
    cache.beginFrame()
    pendingCommands.removeAll()
    passedCommands.removeAll()
    contentIndices.reserve(input.commands.count)
    hasFilters = false
    let isWhole = areas.count == 1 && areas[0] == tiles.grid.size.bounds
    var index = 0
    // The commands before this index belong to groups with filters, which read pixels beyond the
    // painted ones.
    var filteredEnd = 0
    // The commands before this index belong to groups with a separate image, which is made tile by
    // tile.
    var isolatedEnd = 0
    while index < input.commands.count {
      let command = input.commands[index]
      let isFiltered = index < filteredEnd
      defer { index += 1 }
      switch command.shape {
      case .squares(let first, let count, let side):
        contentIndices.base[index] = Int32(truncatingIfNeeded: batches.count)
        collectSquares(
          input, Int(first)..<Int(first) + Int(count), side, command.bounds,
          isFiltered: isFiltered)
      case .disc, .sector, .path:
        guard !command.bounds.isEmpty else { continue }
        let needed =
          isWhole || isFiltered ? command.bounds : tiles.extent(in: command.bounds)
        let isPlain = index >= isolatedEnd && command.paint == nil && command.role.isContent
        if !needed.isEmpty {
          collectShape(
            index, command, input, needed, passesNew: isPlain && areas.count <= Self.fewAreas)
        }
      case .group(let group, _):
        let bounds = command.bounds
        if group.filterCount > 0 {
          guard isFiltered || !tiles.extent(in: bounds).isEmpty else {
            // None of its pixels are needed.
            index += command.extent - 1
            continue
          }
          filteredEnd = max(filteredEnd, index + command.extent)
          hasFilters = true
          work += bounds.width * bounds.height * Self.filterWork
        }
        if group.isIsolated {
          isolatedEnd = max(isolatedEnd, index + command.extent)
          work += isWhole ? bounds.width * bounds.height * Self.groupWork : 0
        }
      case .rectangle:
        break
      }
    }
    work += coverWork
  }

  private func collectShape(
    _ index: Int, _ command: Command, _ input: PaintInput, _ needed: PixelRect, passesNew: Bool
  ) {
    let number = cache.find(command, input.outlines, needed: needed, passesNew: passesNew)
    contentIndices.base[index] = number
    if number < 0 {
      passedCommands.append(Int32(truncatingIfNeeded: index))
    } else {
      guard cache.pending.count > pendingCommands.count else { return }
      pendingCommands.append(Int32(truncatingIfNeeded: index))
    }
    coverWork += Self.shapeWork + needed.height * Self.cornerWork
    if case .path(let first, let count, _) = command.shape {
      let outlines = input.outlines
      let last = Int(first) + Int(count) - 1
      if count > 0 {
        coverWork +=
          (Int(outlines.ends[last]) - outlines.start(of: Int(first))) * Self.cornerWork
      }
    }
  }

  private func collectSquares(
    _ input: PaintInput, _ range: Range<Int>, _ side: Fixed, _ bounds: PixelRect,
    isFiltered: Bool
  ) {
    let isSorted =
      !isFiltered && range.count > Self.fewSquares && range.count * areas.count > Self.unsorted
      && Int(side.raw) <= SquareBins.largestSide
    batches.append(
      Batch(
        x: UnsafeBufferPointer(rebasing: input.x[range]),
        y: UnsafeBufferPointer(rebasing: input.y[range]),
        argb: UnsafeBufferPointer(rebasing: input.argb[range]), side: Int(side.raw),
        bounds: bounds, bin: isSorted ? sortedBatches : nil))
    work += range.count * Self.squareWork
    if isSorted {
      sortedBatches += 1
      sortedSquares += range.count
    } else {
      unsortedSquares += range.count
    }
  }

  /// Stores the coverage of skipped shapes that are painted in many parts.
  private func keepDivided(_ input: PaintInput, _ tiles: TileSet) {
    for passed in 0..<passedCommands.count {
      let index = Int(passedCommands[passed])
      let bounds = input.commands[index].bounds
      var parts = 0
      for area in areas where area.intersects(bounds) {
        parts += 1
        if parts > Self.mostParts { break }
      }
      guard parts > Self.mostParts else { continue }
      contentIndices.base[index] = cache.find(
        input.commands[index], input.outlines, needed: tiles.extent(in: bounds))
      if cache.pending.count > pendingCommands.count {
        pendingCommands.append(Int32(truncatingIfNeeded: index))
      }
    }
  }

  /// Computes the coverage of all pending shapes, on several threads if there is enough to do.
  private func findCoverage(with pool: WorkerPool) {
    guard cache.pending.count > 0 else { return }
    if coverWork < Self.worthwhile {
      phase = .cover
      coverParts = 1
      run(part: 0, worker: 0)
    } else {
      coverParts = min(cache.pending.count, shares * 8)
      run(.cover, parts: coverParts, with: pool)
    }
  }

  private static func share(_ share: Int, of shares: Int, _ count: Int) -> Range<Int> {
    count * share / shares..<count * (share + 1) / shares
  }

  /// Divides large areas into bands, so that no thread waits long for another.
  private func divideAreas() {
    let pixels = areas.reduce(0) { $0 + $1.width * $1.height }
    // More parts than threads even out the work, but each part checks all unsorted squares, while
    // sorted ones can be painted row of cells by row of cells at no extra cost. Each part
    // of a group with filters also filters the pixels around it.
    let isCostly = unsortedSquares > Self.unsorted || hasFilters
    let parts = isCostly ? shares : shares * (sortedBatches > 0 ? 8 : 4)
    let most = max(1, (pixels + parts - 1) / parts)
    for index in areas.indices {
      let area = areas[index]
      let bands = min((area.width * area.height + most - 1) / most, area.height)
      guard bands > 1 else { continue }
      var top = area.y0
      for band in 1...bands {
        let bottom = band == bands ? area.y1 : boundary(near: area.y0 + area.height * band / bands)
        guard bottom > top, bottom <= area.y1 else { continue }
        areas.append(PixelRect(x0: area.x0, y0: top, x1: area.x1, y1: bottom))
        top = bottom
      }
      areas[index] = areas.removeLast()
    }
  }

  /// Returns a row of pixels near `row` at which to divide an area: at the edge of the cells of
  /// sorted squares, if there are any, so that no cell is read twice.
  private func boundary(near row: Int) -> Int {
    let cell = 1 << SquareBins.heightShift
    return sortedBatches > 0 ? (row + cell / 2) & ~(cell - 1) : row
  }
}

/// The commands to paint and their destination. The pointers are borrowed.
struct PaintInput {
  let background: UInt32
  let commands: UnsafeBufferPointer<Command>
  let outlines: Outlines
  let paints: [PlacedPaint]
  let filters: UnsafeBufferPointer<FilterGraph.Step>
  let x: UnsafeBufferPointer<Int32>
  let y: UnsafeBufferPointer<Int32>
  let argb: UnsafeBufferPointer<UInt32>
  let pixels: UnsafeMutablePointer<UInt32>
  let stride: Int
}

/// Everything that a thread needs for painting a list. The pointers are borrowed.
struct PaintJob {
  let background: UInt32
  let commands: UnsafeBufferPointer<Command>
  let outlines: Outlines
  let pixels: UnsafeMutablePointer<UInt32>
  let stride: Int
  /// The index of each command's batch of squares or of its coverage, or −1 if it isn't cached.
  let contentIndices: UnsafePointer<Int32>
  let batches: UnsafeBufferPointer<Batch>
  let bins: SquareBins
  let shapes: UnsafePointer<CachedShape>
  let stores: UnsafePointer<CoverageStore>
  let sources: UnsafeBufferPointer<PaintSource>
  let filters: UnsafeBufferPointer<FilterGraph.Step>

  func canvas(_ clip: PixelRect) -> Canvas { Canvas(pixels, stride: stride, clip: clip) }

  @inline(__always) func keepsCoverage(of command: Int) -> Bool { contentIndices[command] >= 0 }

  /// Returns the coverage of a command's shape, and the store that contains it.
  @inline(__always) func coverage(of command: Int) -> (CoverageRows, CoverageStore) {
    let shape = shapes[Int(contentIndices[command])]
    return (shape.rows, stores[Int(shape.store)])
  }

  /// Returns the bounds of a group's content, before its filters.
  func contentBounds(of group: Int) -> PixelRect {
    var bounds = PixelRect.empty
    var index = group &+ 1
    let end = group &+ commands[group].extent
    while index < end {
      if commands[index].role.isContent { bounds = bounds.union(commands[index].bounds) }
      index &+= commands[index].extent
    }
    return bounds
  }

  /// Paints the part of a batch on a canvas.
  func paintSquares(_ command: Int, on canvas: Canvas) {
    let batch = batches[Int(contentIndices[command])]
    guard let number = batch.bin else {
      canvas.fillSquares(batch)
      return
    }
    let area = canvas.clip
    guard !area.isEmpty else { return }
    for row in area.y0 >> SquareBins.heightShift...(area.y1 - 1) >> SquareBins.heightShift {
      for column in area.x0 >> bins.widthShift...(area.x1 - 1) >> bins.widthShift {
        let cell = PixelRect(
          x0: column << bins.widthShift, y0: row << SquareBins.heightShift,
          x1: (column + 1) << bins.widthShift, y1: (row + 1) << SquareBins.heightShift)
        let part = area.intersection(cell)
        let canvas = canvas.cut(to: part)
        let isPart = part != batch.bounds.intersection(cell)
        bins.forEachBlock(number, column: column, row: row) {
          canvas.fillSquares($0, side: batch.side, choosing: isPart)
        }
      }
    }
  }
}
