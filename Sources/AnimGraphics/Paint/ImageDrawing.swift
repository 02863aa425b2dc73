#if os(Linux)
  import Synchronization
#endif

/// The content of an image as a display list and filters. Patterns and filtered groups are such
/// images, so that a list with them describes the entire image.
///
/// The first request draws only the requested part. A request for other pixels draws all of them.
final class ImageDrawing: Sendable {
  let list: DisplayList
  /// The optional filters. Their area has the size of the list.
  let filters: FilterGraph?
  /// A stored hash, so that drawings that contain this one don't compute it again.
  private let digest: Int
  private let result = Mutex<Pixels?>(nil)

  /// The pixels of a drawing.
  struct Pixels {
    /// All pixels row by row, as premultiplied 0xAARRGGBB. Those outside ``part`` may be clear.
    let words: [UInt32]
    /// The pixels that have been drawn.
    let part: PixelRect
    /// Whether all pixels have been drawn, and are opaque.
    let isOpaque: Bool

    init(_ words: [UInt32], _ part: PixelRect) {
      self.words = words
      self.part = part
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
    let area = filters.area
    return filters.steps.influence(of: changed.moved(area.x0, area.y0), in: area)
      .moved(-area.x0, -area.y0)
  }

  /// The pixels drawn so far, or `nil` before the first request.
  var drawnPixels: Pixels? { result.withLock { $0 } }

  /// Draws a part of the pixels unless it has been drawn, and returns the pixels.
  ///
  /// - Parameter part: The part, or `nil` for all pixels.
  @discardableResult func drawn(
    _ part: PixelRect? = nil, by painter: @autoclosure () -> DrawingPainter = DrawingPainter()
  ) -> Pixels {
    let part = part ?? list.size.bounds
    // Another thread that needs the same pixels waits instead of drawing them, too.
    return result.withLock { result in
      if let result, result.part.contains(part) { return result }
      // Draw everything on the second request, because many more may follow.
      let pixels = painter().pixels(of: self, in: result == nil ? part : list.size.bounds)
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
