/// Divides the painting of a list among threads.
final class PaintCrew: ParallelWork {
  private enum Phase {
    /// A part is a share of the squares, to be put where their cells find them.
    case sort
    /// A part is an area of the picture.
    case paint
  }

  /// How many pixels a thread must have to clear before waking it pays: some 10 000 take a
  /// microsecond, and a sleeping thread is up after some tens of microseconds.
  private static let worthwhile = 400_000
  /// The work of painting a small square, as a number of pixels to clear.
  private static let squareWork = 100
  /// How many squares all areas together may look at before sorting them takes less time.
  private static let unsorted = 512

  private var phase = Phase.paint
  private var job: PaintJob?
  private var areas: [PixelRect] = []
  private var batches: [Batch] = []
  private var bins = SquareBins()
  /// One for each worker.
  private let painters: UnsafeMutableBufferPointer<ShapePainter>
  private var width = 0
  private var shares = 1
  /// What there is to do, in pixels to paint.
  private var work = 0
  private var sortedBatches = 0
  private var sortedSquares = 0
  private var unsortedSquares = 0

  init(workers: Int) {
    painters = .allocate(capacity: workers)
    for index in painters.indices {
      painters.initializeElement(at: index, to: ShapePainter(width: 0))
    }
  }

  deinit {
    for painter in painters { painter.deallocate() }
    painters.deinitialize().deallocate()
    bins.deallocate()
  }

  /// Finds out what there is to paint.
  func collect(
    _ job: PaintJob, _ tiles: TileSet, _ x: UnsafeBufferPointer<Int32>,
    _ y: UnsafeBufferPointer<Int32>, _ argb: UnsafeBufferPointer<UInt32>
  ) {
    if tiles.grid.size.width > width {
      width = tiles.grid.size.width
      for index in painters.indices {
        painters[index].deallocate()
        painters[index] = ShapePainter(width: width)
      }
    }
    areas.removeAll(keepingCapacity: true)
    work = 0
    tiles.forEachRectangle { area in
      areas.append(area)
      work += area.width * area.height
    }
    collectBatches(job, x, y, argb)
    shares = min(painters.count, 1 + work / Self.worthwhile)
    if sortedBatches > 0 {
      bins.prepare(
        tiles.grid.size, areas: areas.count, batches: sortedBatches, squares: sortedSquares,
        shares: shares)
    }
    if shares > 1 { divideAreas() }
  }

  func paint(_ job: PaintJob, with pool: WorkerPool) {
    self.job = job
    if sortedBatches > 0 {
      phase = .sort
      pool.run(self, parts: shares)
    }
    phase = .paint
    if shares > 1 {
      pool.run(self, parts: areas.count)
    } else {
      for part in areas.indices { run(part: part, worker: 0) }
    }
    self.job = nil
  }

  func run(part: Int, worker: Int) {
    guard let job else { return }
    switch phase {
    case .sort:
      bins.sort(batches, share: part)
    case .paint:
      job.paint(areas[part], with: &painters[worker], batches, bins)
    }
  }

  private func collectBatches(
    _ job: PaintJob, _ x: UnsafeBufferPointer<Int32>, _ y: UnsafeBufferPointer<Int32>,
    _ argb: UnsafeBufferPointer<UInt32>
  ) {
    batches.removeAll(keepingCapacity: true)
    (sortedBatches, sortedSquares, unsortedSquares) = (0, 0, 0)
    for command in job.commands {
      guard case .squares(let first, let count, let side) = command.shape else { continue }
      let range = Int(first)..<Int(first) + Int(count)
      let isSorted =
        range.count * areas.count > Self.unsorted && Int(side.raw) <= SquareBins.largestSide
      batches.append(
        Batch(
          x: UnsafeBufferPointer(rebasing: x[range]), y: UnsafeBufferPointer(rebasing: y[range]),
          argb: UnsafeBufferPointer(rebasing: argb[range]), side: Int(side.raw),
          bounds: command.bounds, bin: isSorted ? sortedBatches : nil))
      work += range.count * Self.squareWork
      if isSorted {
        sortedBatches += 1
        sortedSquares += range.count
      } else {
        unsortedSquares += range.count
      }
    }
  }

  /// Cuts large areas into bands, so that no thread waits long for another.
  private func divideAreas() {
    let pixels = areas.reduce(0) { $0 + $1.width * $1.height }
    // More parts than threads even the work out; but each part looks at all unsorted squares, while
    // those that are sorted can as well be painted row by row of cells.
    let parts = unsortedSquares > Self.unsorted ? shares : shares * (sortedBatches > 0 ? 8 : 4)
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

  /// A row of pixels near `row` to cut an area at: where cells of sorted squares end, if there are
  /// any, so that no cell is looked through twice.
  private func boundary(near row: Int) -> Int {
    let cell = 1 << SquareBins.heightShift
    return sortedBatches > 0 ? (row + cell / 2) & ~(cell - 1) : row
  }
}
