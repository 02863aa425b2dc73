/// Paints squares of at most three pixels, the usual size if there are very many. Painting one is
/// so quick that any overhead matters, so rare cases are left out.
struct SmallSquareBrush {
  /// The first pixel of the canvas.
  private let origin: UnsafeMutablePointer<UInt32>
  private let x0: Int
  private let y0: Int
  private let stride: Int
  /// The number of columns and rows at which a square of four columns and all its rows can begin
  /// inside the canvas.
  private let columns: UInt
  private let rows: UInt
  private let side: Int32
  /// 0 for squares of two pixels, otherwise 1.
  private let isNoPair: Int32

  init(_ canvas: Canvas, side: Int) {
    (x0, y0, stride) = (canvas.x0, canvas.y0, canvas.stride)
    origin = canvas.pixels + (y0 &* stride &+ x0)
    let isSmall = side <= 3 << 12
    columns = isSmall ? UInt(max(0, canvas.x1 - x0 - 3)) : 0
    rows = UInt(max(0, canvas.y1 - y0 - (side + 4095) >> 12))
    self.side = Int32(truncatingIfNeeded: min(side, 3 << 12))
    isNoPair = side == 2 << 12 ? 0 : 1
  }

  /// Paints a square given in 1/4096 pixel, or returns false if it is a rare case.
  @inline(__always) func paint(_ x: Int32, _ y: Int32, _ argb: UInt32) -> Bool {
    let column = Int(x) >> 12 &- x0
    let row = Int(y) >> 12 &- y0
    guard UInt(bitPattern: column) < columns, UInt(bitPattern: row) < rows else { return false }
    let corner = origin + (row &* stride &+ column)
    if (x | y | isNoPair) & 4095 != 0 {
      cover(corner, x & 4095, y & 4095, SolidPaint(argb: argb))
    } else if argb >= 0xFF00_0000 {
      let two = UInt64(argb) << 32 | UInt64(argb)
      let memory = UnsafeMutableRawPointer(corner)
      memory.storeBytes(of: two, as: UInt64.self)
      memory.storeBytes(of: two, toByteOffset: stride &* 4, as: UInt64.self)
    } else {
      mixPair(corner, SolidPaint(argb: argb))
    }
    return true
  }

  /// Paints two translucent pixels in each of two rows.
  @inline(never)
  private func mixPair(_ corner: UnsafeMutablePointer<UInt32>, _ paint: SolidPaint) {
    let alpha = SIMD4(paint.alpha, paint.alpha, 0, 0)
    Blend.mix(paint.word, over: corner, alpha)
    Blend.mix(paint.word, over: corner + stride, alpha)
  }

  /// Paints a square that partly covers pixels, four columns at once.
  @inline(__always)
  private func cover(
    _ corner: UnsafeMutablePointer<UInt32>, _ x: Int32, _ y: Int32, _ paint: SolidPaint
  ) {
    let widths = AxisCoverage.four(x, x &+ side) * AxisCoverage.scale
    var heights = AxisCoverage.four(y, y &+ side)
    var row = corner
    // Each iteration takes the first of the heights.
    for _ in 0...Int((y &+ side &- 1) >> 12) {
      paint.paintFour(row, coverage: AxisCoverage.rounded(widths, SIMD4(repeating: heights.x)))
      heights = SIMD4(heights.y, heights.z, heights.w, 0)
      row += stride
    }
  }
}
