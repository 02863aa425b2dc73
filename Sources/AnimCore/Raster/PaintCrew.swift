/// Divides the painting of a list among threads.
final class PaintCrew: ParallelWork {
  private enum Phase {
    /// A part is a share of the squares, to be counted for each cell.
    case count
    /// A part is a share of the squares, to be put where their cells find them.
    case fill
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
  /// For so few areas even many squares of whole pixels are not sorted, as they are only stored.
  private static let fewAreas = 4

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
    if sortedBatches > 0 { bins.prepare(tiles.grid.size, batches: sortedBatches, shares: shares) }
    if shares > 1 { divideAreas() }
  }

  func paint(_ job: PaintJob, with pool: WorkerPool) {
    self.job = job
    if sortedBatches > 0 {
      phase = .count
      pool.run(self, parts: shares)
      bins.place()
      phase = .fill
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
    case .count:
      for batch in batches {
        if let number = batch.bin { bins.count(batch, number, share: part) }
      }
    case .fill:
      for batch in batches {
        if let number = batch.bin { bins.fill(batch, number, share: part) }
      }
    case .paint:
      job.paint(areas[part], with: &painters[worker], batches, bins)
    }
  }

  private func collectBatches(
    _ job: PaintJob, _ x: UnsafeBufferPointer<Int32>, _ y: UnsafeBufferPointer<Int32>,
    _ argb: UnsafeBufferPointer<UInt32>
  ) {
    batches.removeAll(keepingCapacity: true)
    sortedBatches = 0
    unsortedSquares = 0
    for command in job.commands {
      guard case .squares(let first, let count, let side) = command.shape else { continue }
      let range = Int(first)..<Int(first) + Int(count)
      let isWhole = range.first.map { (x[$0] | y[$0] | side.raw) & 4095 == 0 } ?? true
      let isSorted =
        range.count * areas.count > Self.unsorted && Int(side.raw) <= SquareBins.largestSide
        && !(isWhole && areas.count <= Self.fewAreas)
      batches.append(
        Batch(
          x: UnsafeBufferPointer(rebasing: x[range]), y: UnsafeBufferPointer(rebasing: y[range]),
          argb: UnsafeBufferPointer(rebasing: argb[range]), side: Int(side.raw),
          bounds: command.bounds, bin: isSorted ? sortedBatches : nil))
      work += range.count * Self.squareWork
      if isSorted { sortedBatches += 1 } else { unsortedSquares += range.count }
    }
  }

  /// Cuts large areas into bands, so that no thread waits long for another.
  private func divideAreas() {
    let pixels = areas.reduce(0) { $0 + $1.width * $1.height }
    // More parts than threads even the work out; but each part looks at all unsorted squares.
    let parts = unsortedSquares > Self.unsorted ? shares : shares * 4
    let most = max(1, (pixels + parts - 1) / parts)
    for index in areas.indices {
      let area = areas[index]
      let bands = min((area.width * area.height + most - 1) / most, area.height)
      guard bands > 1 else { continue }
      for band in 1..<bands {
        areas.append(
          PixelRect(
            x0: area.x0, y0: area.y0 + area.height * band / bands,
            x1: area.x1, y1: area.y0 + area.height * (band + 1) / bands))
      }
      areas[index] = PixelRect(
        x0: area.x0, y0: area.y0, x1: area.x1, y1: area.y0 + area.height / bands)
    }
  }
}
