/// Memory for a tile of a group's picture.
struct ScratchLayer {
  /// The maximum width of tiles of groups without filters, and their maximum number of pixels: 512
  /// × 32, or narrower and higher.
  static let width = 512
  static let size = width * 32

  private(set) var pixels = Scratch<UInt32>()
  private(set) var mask = Scratch<UInt8>()
  /// The pictures before and after a filter, which swap roles from filter to filter.
  private(set) var source = Scratch<UInt32>()
  private(set) var filtered = Scratch<UInt32>()

  /// Makes room for a tile of `count` pixels.
  mutating func reserve(_ count: Int) {
    pixels.reserve(count)
    mask.reserve(count)
  }

  /// Makes room for `count` pixels both before and after a filter.
  mutating func reserveFiltered(_ count: Int) {
    source.reserve(count)
    filtered.reserve(count)
  }

  func deallocate() {
    pixels.deallocate()
    mask.deallocate()
    source.deallocate()
    filtered.deallocate()
  }

  /// The tile's pixels, row by row without gaps.
  func canvas(_ tile: PixelRect) -> Canvas {
    Canvas(pixels.base - (tile.y0 * tile.width + tile.x0), stride: tile.width, clip: tile)
  }
}
