/// Draws the images of lists that are drawings themselves.
final class DrawingPainter {
  private let pool: WorkerPool
  /// Apart from the scheduler of the frames, whose shapes are kept from one to the next.
  private lazy var scheduler = TileScheduler(workers: pool.workers)
  private lazy var evaluator = FilterEvaluator(pool: pool)
  /// The picture that is filtered.
  private var source = Scratch<UInt32>()

  /// - Parameter pool: The threads that draw; by default only the caller's.
  init(pool: WorkerPool = WorkerPool(workers: 1)) { self.pool = pool }

  deinit { source.deallocate() }

  /// Draws the images that a list needs for some tiles, as far as they are visible there.
  func drawImages(of list: DisplayList, in tiles: TileSet) {
    // Filters of groups read pixels of other tiles.
    let needsAll = !list.filters.isEmpty
    for command in list.commands {
      guard let index = command.paint, case .image(let paint) = list.paints[Int(index)].paint,
        let drawing = paint.image.drawing
      else { continue }
      let shown = needsAll ? command.bounds : tiles.extent(in: command.bounds)
      if shown.isEmpty { continue }
      drawing.drawn(
        paint.part(shownIn: shown, toPixels: list.paints[Int(index)].transform), by: self)
    }
  }

  /// Returns the pixels of a drawing, of which only a part is drawn.
  func pixels(of drawing: ImageDrawing, in part: PixelRect) -> ImageDrawing.Pixels {
    let size = drawing.list.size
    let words = [UInt32](unsafeUninitializedCapacity: size.width * size.height) {
      words, initialized in
      if let base = words.baseAddress {
        if let graph = drawing.filters {
          let result = Picture(words: base, area: size.bounds.moved(graph.area.x0, graph.area.y0))
          filter(drawing.list, graph, part.moved(graph.area.x0, graph.area.y0), to: result)
        } else {
          let area = paint(drawing.list, part, into: base)
          Picture(words: base, area: size.bounds).clear(outside: area)
        }
      }
      initialized = size.width * size.height
    }
    return ImageDrawing.Pixels(words, part)
  }

  /// Stores a part of the picture of a list with filters, which is clear elsewhere.
  private func filter(
    _ list: DisplayList, _ graph: FilterGraph, _ part: PixelRect, to result: Picture
  ) {
    let (x, y) = (graph.area.x0, graph.area.y0)
    let content = list.background == .clear ? list.contentBounds() : list.size.bounds
    graph.steps.withUnsafeBufferPointer { steps in
      func prepare() -> PixelRect {
        evaluator.prepare(steps, in: graph.area, for: part, content: content.moved(x, y))
      }
      for step in steps {
        if case .picture(let image) = step.operation { image.drawing?.drawn(by: self) }
      }
      let needed = prepare().moved(-x, -y)
      var area = PixelRect.empty
      if !needed.isEmpty {
        var tiles = TileSet(TileGrid(size: list.size))
        tiles.mark(needed)
        area = tiles.extent(in: list.size.bounds)
        if list.hasDrawings { drawImages(of: list, in: tiles) }
        source.reserve(area.width * area.height)
        scheduler.paint(
          list, tiles, into: source.base - (area.y0 * area.width + area.x0), stride: area.width,
          with: pool)
        // Drawings of the list may have used the evaluator in the meantime.
        _ = prepare()
      }
      let filtered = evaluator.result(of: Picture(words: source.base, area: area.moved(x, y)))
      filtered.copy(to: result)
    }
  }

  /// Paints the tiles of a list that contain some pixels, and returns the pixels of these tiles.
  private func paint(
    _ list: DisplayList, _ part: PixelRect, into words: UnsafeMutablePointer<UInt32>
  ) -> PixelRect {
    var tiles = TileSet(TileGrid(size: list.size))
    tiles.mark(part)
    if list.hasDrawings { drawImages(of: list, in: tiles) }
    scheduler.paint(list, tiles, into: words, stride: list.size.width, with: pool)
    return tiles.extent(in: list.size.bounds)
  }
}
