/// Draws the images of lists that are drawings themselves.
final class DrawingPainter {
  private let pool: WorkerPool
  /// A separate scheduler, which caches shapes between frames.
  private lazy var scheduler = TileScheduler(workers: pool.workers)
  private lazy var evaluator = FilterEvaluator(pool: pool)
  /// The image that is filtered.
  private var source = Scratch<UInt32>()

  /// - Parameter pool: The threads that draw; by default only the caller's.
  init(pool: WorkerPool = WorkerPool(workers: 1)) { self.pool = pool }

  deinit { source.deallocate() }

  /// Draws the visible parts of the images that a list needs for a set of tiles.
  func drawImages(of list: DisplayList, in tiles: TileSet) {
    guard list.hasDrawings else { return }
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

  /// Draws a part of a drawing, and returns its pixels.
  func pixels(of drawing: ImageDrawing, in part: PixelRect) -> ImageDrawing.Pixels {
    let size = drawing.list.size
    let words = [UInt32](unsafeUninitializedCapacity: size.width * size.height) {
      words, initialized in
      if let base = words.baseAddress {
        let image = FilterImage(words: base, area: size.bounds)
        if let graph = drawing.filters {
          filter(drawing.list, graph, part, to: image)
        } else {
          if part != size.bounds { base.update(repeating: 0, count: size.width * size.height) }
          let tiles = Self.tiles(of: drawing.list, in: part)
          drawImages(of: drawing.list, in: tiles)
          paint(drawing.list, tiles, on: image)
        }
      }
      initialized = size.width * size.height
    }
    return ImageDrawing.Pixels(words, part)
  }

  /// Stores a part of the image of a list with filters, which is clear elsewhere.
  private func filter(
    _ list: DisplayList, _ graph: FilterGraph, _ part: PixelRect, to result: FilterImage
  ) {
    let (x, y) = (graph.area.x0, graph.area.y0)
    let content = list.background == .clear ? list.contentBounds() : list.size.bounds
    for step in graph.steps {
      if case .image(let image) = step.operation { image.drawing?.drawn(by: self) }
    }
    graph.steps.withUnsafeBufferPointer { steps in
      func prepare() -> PixelRect {
        evaluator.prepare(
          steps, in: graph.area, for: part.moved(x, y), content: content.moved(x, y))
      }
      let tiles = Self.tiles(of: list, in: prepare().moved(-x, -y))
      let area = tiles.extent(in: list.size.bounds)
      if !area.isEmpty {
        // These may use the evaluator and the memory, too.
        drawImages(of: list, in: tiles)
        _ = prepare()
        source.reserve(area.width * area.height)
        paint(list, tiles, on: FilterImage(words: source.base, area: area))
      }
      let filtered = evaluator.result(of: FilterImage(words: source.base, area: area.moved(x, y)))
      FilterImage(words: filtered.words, area: filtered.area.moved(-x, -y)).copy(to: result)
    }
  }

  private func paint(_ list: DisplayList, _ tiles: TileSet, on image: FilterImage) {
    let canvas = image.canvas
    scheduler.paint(list, Damage(tiles), into: canvas.pixels, stride: canvas.stride, with: pool)
  }

  /// Returns the tiles of a list that intersect a rectangle.
  private static func tiles(of list: DisplayList, in part: PixelRect) -> TileSet {
    var tiles = TileSet(TileGrid(size: list.size))
    tiles.mark(part)
    return tiles
  }
}
