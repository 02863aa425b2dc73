/// Draws the images of lists that are drawings themselves.
final class DrawingPainter {
  private let pool: WorkerPool
  /// Apart from the scheduler of the frames, whose shapes are kept from one to the next.
  private lazy var scheduler = TileScheduler(workers: pool.workers)
  private lazy var evaluator = FilterEvaluator(pool: pool)

  /// - Parameter pool: The threads that draw; by default only the caller's.
  init(pool: WorkerPool = WorkerPool(workers: 1)) { self.pool = pool }

  /// Draws the images that a list needs for some tiles.
  func drawImages(of list: DisplayList, in tiles: TileSet) {
    // Filters of groups read pixels of other tiles.
    let needsAll = !list.filters.isEmpty
    for command in list.commands {
      guard let paint = command.paint, let drawing = list.paints[Int(paint)].drawing,
        !command.bounds.isEmpty, needsAll || !tiles.extent(in: command.bounds).isEmpty
      else { continue }
      _ = drawing.drawn(by: self)
    }
  }

  /// Returns the pixels of a drawing.
  func pixels(of drawing: ImageDrawing) -> ImageDrawing.Pixels {
    let words = words(of: drawing.list)
    guard let filters = drawing.filters else { return ImageDrawing.Pixels(words) }
    for step in filters.steps {
      if case .picture(let image) = step.operation { _ = image.drawing?.drawn(by: self) }
    }
    return words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return ImageDrawing.Pixels([]) }
      let source = FilterEvaluator.Source(words: base, size: drawing.list.size)
      return ImageDrawing.Pixels(evaluator.words(of: filters, source: source))
    }
  }

  private func words(of list: DisplayList) -> [UInt32] {
    var tiles = TileSet(TileGrid(size: list.size))
    tiles.markAll()
    if list.hasDrawings { drawImages(of: list, in: tiles) }
    let count = list.size.width * list.size.height
    return [UInt32](unsafeUninitializedCapacity: count) { words, initialized in
      if let base = words.baseAddress {
        scheduler.paint(list, tiles, into: base, stride: list.size.width, with: pool)
      }
      initialized = count
    }
  }
}
