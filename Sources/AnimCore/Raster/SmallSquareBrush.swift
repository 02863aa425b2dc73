/// Paints opaque squares of at most three pixels, the usual ones where there are very many. They
/// are painted so quickly that everything around it counts; so it leaves aside all that is seldom.
struct SmallSquareBrush {
  private let pixels: UnsafeMutablePointer<UInt32>
  private let stride: Int
  private let x0: Int
  private let y0: Int
  /// The last place where four columns and all rows lie inside the canvas.
  private let lastX: Int
  private let lastY: Int
  private let side: Int32
  private let isSmall: Bool
  private let isPair: Bool

  init(_ canvas: Canvas, side: Int) {
    pixels = canvas.pixels
    stride = canvas.stride
    x0 = canvas.x0
    y0 = canvas.y0
    lastX = canvas.x1 &- 4
    lastY = canvas.y1 &- 1 &- (side &+ 4095) >> 12
    isSmall = side <= 3 << 12
    isPair = side == 2 << 12
    self.side = Int32(truncatingIfNeeded: min(side, 3 << 12))
  }

  /// Paints a square given in 1/4096 pixel, or returns false where something is unusual about it.
  @inline(__always) func paint(_ x: Int32, _ y: Int32, _ word: UInt32) -> Bool {
    let left = Int(x) >> 12
    let top = Int(y) >> 12
    guard isSmall, word >= 0xFF00_0000,
      (left &- x0) | (lastX &- left) | (top &- y0) | (lastY &- top) >= 0
    else { return false }
    let corner = pixels + (top &* stride &+ left)
    if isPair, (x | y) & 4095 == 0 {
      let two = UInt64(word) << 32 | UInt64(word)
      let row = UnsafeMutableRawPointer(corner)
      row.storeBytes(of: two, as: UInt64.self)
      row.storeBytes(of: two, toByteOffset: stride &* 4, as: UInt64.self)
    } else {
      cover(corner, x & 4095, y & 4095, word)
    }
    return true
  }

  /// Paints a square that covers pixels in part, four columns at once.
  @inline(__always) private func cover(
    _ corner: UnsafeMutablePointer<UInt32>, _ x: Int32, _ y: Int32, _ word: UInt32
  ) {
    let widths = AxisCoverage.four(x, x &+ side) * AxisCoverage.scale
    var heights = AxisCoverage.four(y, y &+ side)
    var row = corner
    // Each turn takes the first of the heights.
    for _ in 0...Int((y &+ side &- 1) >> 12) {
      let coverage = AxisCoverage.rounded(widths, SIMD4(repeating: heights.x))
      Blend.mix(word, over: row, coverage)
      heights = SIMD4(heights.y, heights.z, heights.w, 0)
      row += stride
    }
  }
}
