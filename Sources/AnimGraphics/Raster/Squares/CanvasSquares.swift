extension Canvas {
  /// Paints the squares of a batch that touch the canvas.
  func fillSquares(_ batch: Batch) {
    let (x, y, argb) = (batch.x, batch.y, batch.argb)
    let isEverything = PixelRect(x0: x0, y0: y0, x1: x1, y1: y1) == batch.bounds
    fillSquares(count: batch.count, side: batch.side, choosing: !isEverything) {
      (x[$0], y[$0], argb[$0])
    }
  }

  /// Paints the squares of a cell. If the canvas is only a part of the cell, squares outside it are
  /// skipped.
  func fillSquares(
    _ squares: UnsafeBufferPointer<SquareBins.Entry>, side: Int, choosing: Bool
  ) {
    fillSquares(count: squares.count, side: side, choosing: choosing) {
      (squares[$0].x, squares[$0].y, squares[$0].argb)
    }
  }

  /// Paints squares in order. When choosing, those that touch the canvas are first collected, some
  /// at a time, and then painted: selection without a branch is much faster than an unpredictable
  /// branch.
  @inline(__always) private func fillSquares(
    count: Int, side: Int, choosing: Bool,
    _ square: (Int) -> (x: Int32, y: Int32, argb: UInt32)
  ) {
    guard side > 0 else { return }
    let brush = SmallSquareBrush(self, side: side)
    guard choosing else {
      for index in 0..<count {
        let (x, y, argb) = square(index)
        if !brush.paint(x, y, argb) { fillSquare(x: Int(x), y: Int(y), side: side, argb: argb) }
      }
      return
    }
    let lastX = (x1 << 12) &- 1
    let lastY = (y1 << 12) &- 1
    let firstX = (x0 << 12) &- side &+ 1
    let firstY = (y0 << 12) &- side &+ 1
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { found in
      var index = 0
      while index < count {
        let end = min(index &+ 256, count)
        var touching = 0
        while index < end {
          let (x, y, _) = square(index)
          found[touching] = Int32(truncatingIfNeeded: index)
          // Negative if the square is outside on any side.
          let room =
            (Int(x) &- firstX) | (lastX &- Int(x)) | (Int(y) &- firstY) | (lastY &- Int(y))
          touching &+= 1 &+ room >> 63
          index &+= 1
        }
        for number in 0..<touching {
          let (x, y, argb) = square(Int(found[number]))
          if !brush.paint(x, y, argb) { fillSquare(x: Int(x), y: Int(y), side: side, argb: argb) }
        }
      }
    }
  }

  /// Paints the square with its top left corner at (x, y). All values are in 1/4096 pixel, and
  /// `side` is above zero.
  private func fillSquare(x: Int, y: Int, side: Int, argb: UInt32) {
    if (x | y | side) & 4095 == 0, argb >> 24 == 255 {
      fillPixels(x0: x >> 12, y0: y >> 12, side: side >> 12, argb)
    } else {
      fill(x0: x, y0: y, x1: x &+ side, y1: y &+ side, SolidPaint(argb: argb))
    }
  }

  /// Stores whole pixels.
  @inline(__always) private func fillPixels(x0 left: Int, y0 top: Int, side: Int, _ word: UInt32) {
    let right = left &+ side
    let bottom = top &+ side
    let low = max(left, x0)
    let count = min(right, x1) &- low
    var y = max(top, y0)
    let end = min(bottom, y1)
    while y < end {
      Blend.fill(pixels + (y &* stride &+ low), word, count)
      y &+= 1
    }
  }
}

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
    var alphas = Blend.doubled(paint.alpha)
    alphas.highHalf = .zero
    Blend.mix(paint.word, over: corner, alphas)
    Blend.mix(paint.word, over: corner + stride, alphas)
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
