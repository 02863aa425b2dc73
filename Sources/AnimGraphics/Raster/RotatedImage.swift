#if os(Linux)
  import Synchronization
#endif

/// Paints an image upright and then rotates its pixels, so that they are identical to those of the
/// upright image.
///
/// Only changes since the previous frame are painted.
package final class RotatedImage {
  private let rasterizer = Rasterizer()
  /// The upright images as lists, which alternate like those of a window.
  private var next: DisplayList
  private var shown: DisplayList
  private var rendering = PixelImage(size: .zero)
  private var orientation = Orientation.upright
  /// The rotated image, and its number in ``series``.
  private var image: Image?
  private var number = 0
  private let series: ImageSeries
  private let change: LastChange

  package init() {
    next = DisplayList(size: .zero)
    shown = next
    let change = LastChange()
    self.change = change
    series = ImageSeries { first, second in change.area(between: first, second) }
  }

  /// Fills a list with a rotated image.
  ///
  /// - Parameters:
  ///   - list: An empty list, with the size of the rotated image.
  ///   - background: An opaque colour.
  ///   - draw: A closure that draws the upright image.
  package func draw(
    _ orientation: Orientation, on background: Color, into list: inout DisplayList,
    _ draw: (inout DisplayList) -> Void
  ) {
    next.removeAll(
      size: orientation.inverse.size(of: list.size), scale: list.scale, background: background)
    draw(&next)
    update(orientation)
    if let image { list.fill(with: image) }
  }

  /// Returns the rotated image of a list, which may be transparent, or `nil` if it is empty. Nothing of it is kept.
  package func image(of list: DisplayList, _ orientation: Orientation) -> Image? {
    let rendering = PixelImage(size: list.size, isOpaque: list.background.alpha == 255)
    rasterizer.paint(list, into: rendering)
    var words = [UInt32](repeating: 0, count: list.size.width * list.size.height)
    Self.rotate(rendering, orientation, into: &words)
    return Image(size: orientation.size(of: list.size), premultiplied: words)
  }

  private func update(_ orientation: Orientation) {
    let isRotated = orientation != self.orientation
    self.orientation = orientation
    let isResized = next.size != rendering.size
    if isResized { rendering = PixelImage(size: next.size) }
    var tiles = TileSet(TileGrid(size: next.size))
    if isResized { tiles.markAll() } else { tiles.markDamage(from: shown, to: next) }
    swap(&next, &shown)
    guard !tiles.isEmpty || isRotated || image == nil else { return }
    let size = rendering.size
    rendering.withMutablePixels {
      rasterizer.paint(shown, tiles: tiles, into: $0, stride: size.width)
    }
    var words = series.takeWords()
    let count = size.width * size.height
    if words.count != count { words = [UInt32](repeating: 0, count: count) }
    Self.rotate(rendering, orientation, into: &words)
    number += 1
    let changed = isRotated ? size.bounds : tiles.extent(in: size.bounds)
    change.note(number, orientation.area(of: changed, in: size))
    image = Image(
      size: orientation.size(of: size), straight: words, frame: number, of: series)
  }

  private static func rotate(
    _ rendering: PixelImage, _ orientation: Orientation, into words: inout [UInt32]
  ) {
    words.withUnsafeMutableBufferPointer { words in
      rendering.withPixels { orientation.copy($0, of: rendering.size, to: words) }
    }
  }
}

/// The difference between the last two images.
private final class LastChange: Sendable {
  private struct State {
    var number = 0
    var area = PixelRect.empty
  }

  private let state = Mutex(State())

  func note(_ number: Int, _ area: PixelRect) {
    state.withLock { $0 = State(number: number, area: area) }
  }

  /// Returns the area in which two images may differ. Only the latest images are known.
  func area(between first: Int, _ second: Int) -> PixelRect {
    let last = state.withLock { $0 }
    let isLast = max(first, second) == last.number && min(first, second) == last.number - 1
    return isLast ? last.area : PixelRect(x0: 0, y0: 0, x1: .max, y1: .max)
  }
}

extension DisplayList {
  /// Fills the list with the pixels of an image of its size.
  package mutating func fill(with image: Image) {
    let outer = view
    view = View(origin: .zero, scale: 1, clip: size.bounds)
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    fill(Path(whole), .image(ImagePaint(image, sampling: .nearest)))
    view = outer
  }
}
