#if os(Linux)
  import Synchronization
#endif

/// The content of an image as a display list and filters. Patterns and filtered groups are such
/// images, so that a list with them describes the entire image.
///
/// The pixels are drawn once, when they are first needed.
final class ImageDrawing: Sendable {
  let list: DisplayList
  /// The optional filters. Their area has the size of the list.
  let filters: FilterGraph?
  /// A stored hash, so that drawings that contain this one don't compute it again.
  private let digest: Int
  private let result = Mutex<Pixels?>(nil)

  /// The pixels of a drawing, row by row, as premultiplied 0xAARRGGBB.
  struct Pixels {
    let words: [UInt32]
    let isOpaque: Bool

    init(_ words: [UInt32]) {
      self.words = words
      isOpaque = words.reduce(.max, &) >> 24 == 255
    }
  }

  init(_ list: DisplayList, filters: FilterGraph?) {
    var list = list
    // Drawings may be kept for long.
    list.tools = DrawingTools()
    self.list = list
    self.filters = filters
    var hasher = Hasher()
    hasher.combine(list)
    hasher.combine(filters)
    digest = hasher.finalize()
  }

  /// Returns the pixels in which another drawing can differ, or `nil` if it has other filters or another size.
  func difference(from other: ImageDrawing) -> PixelRect? {
    guard list.size == other.list.size, filters == other.filters else { return nil }
    var tiles = TileSet(TileGrid(size: list.size))
    tiles.markDamage(from: other.list, to: list)
    let changed = tiles.extent(in: list.size.bounds)
    guard let filters else { return changed }
    let (x, y) = (filters.area.x0, filters.area.y0)
    return filters.influence(of: changed.moved(x, y)).moved(-x, -y)
  }

  /// Whether the pixels have been drawn.
  var isDrawn: Bool { result.withLock { $0 != nil } }

  /// Returns the pixels, and draws them first if necessary.
  func drawn(by painter: @autoclosure () -> DrawingPainter = DrawingPainter()) -> Pixels {
    // Another thread that needs the same pixels waits instead of drawing them, too.
    result.withLock { result in
      if let result { return result }
      let pixels = painter().pixels(of: self)
      result = pixels
      return pixels
    }
  }
}

extension ImageDrawing: Hashable {
  static func == (a: ImageDrawing, b: ImageDrawing) -> Bool {
    a === b || a.digest == b.digest && a.list == b.list && a.filters == b.filters
  }

  func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension PixelRect {
  fileprivate func moved(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y)
  }
}
