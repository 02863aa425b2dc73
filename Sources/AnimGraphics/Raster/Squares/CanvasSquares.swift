extension Canvas {
  /// Paints the squares of a batch that touch the canvas.
  func fillSquares(_ batch: Batch) {
    guard let x = batch.x.baseAddress, let y = batch.y.baseAddress,
      let argb = batch.argb.baseAddress
    else { return }
    let isEverything = PixelRect(x0: x0, y0: y0, x1: x1, y1: y1) == batch.bounds
    let near = SquareReach(self, side: batch.side)
    fillSquares(
      count: batch.count, side: batch.side, choosing: !isEverything,
      touching: { near.find($0, x, y, in: $1) }, square: { (x[$0], y[$0], argb[$0]) })
  }

  /// Paints the squares of a cell. If the canvas is only a part of the cell, squares outside it are
  /// skipped.
  func fillSquares(
    _ squares: UnsafeBufferPointer<SquareBins.Entry>, side: Int, choosing: Bool
  ) {
    let near = SquareReach(self, side: side)
    fillSquares(
      count: squares.count, side: side, choosing: choosing,
      touching: { near.find($0, squares, in: $1) },
      square: { (squares[$0].x, squares[$0].y, squares[$0].argb) })
  }

  /// Paints squares in order. When choosing, those that touch the canvas are first collected, some
  /// at a time, and then painted: selection without a branch is much faster than an unpredictable
  /// branch.
  ///
  /// - Parameter touching: writes the numbers of those in a range that touch the canvas, and returns
  ///   how many these are.
  @inline(__always) private func fillSquares(
    count: Int, side: Int, choosing: Bool,
    touching: (UnsafeMutablePointer<Int32>, Range<Int>) -> Int,
    square: (Int) -> (x: Int32, y: Int32, argb: UInt32)
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
    let portion = 256
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: portion) { found in
      guard let base = found.baseAddress else { return }
      var index = 0
      while index < count {
        let end = min(index &+ portion, count)
        for number in 0..<touching(base, index..<end) {
          let (x, y, argb) = square(Int(base[number]))
          if !brush.paint(x, y, argb) { fillSquare(x: Int(x), y: Int(y), side: side, argb: argb) }
        }
        index = end
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

/// Finds the squares of one size that touch a canvas, by their top left corners in 1/4096 pixel.
private struct SquareReach {
  /// The corners of squares that touch it: low ≤ x ≤ high.
  private let low: (x: Int32, y: Int32)
  private let high: (x: Int32, y: Int32)

  @inline(__always) init(_ canvas: Canvas, side: Int) {
    low = (
      Int32(clamping: canvas.x0 << 12 &- side &+ 1), Int32(clamping: canvas.y0 << 12 &- side &+ 1)
    )
    high = (Int32(clamping: canvas.x1 << 12 &- 1), Int32(clamping: canvas.y1 << 12 &- 1))
  }

  /// Writes the numbers of the squares in a range that touch the canvas.
  @inline(__always) func find(
    _ found: UnsafeMutablePointer<Int32>, _ squares: UnsafeBufferPointer<SquareBins.Entry>,
    in range: Range<Int>
  ) -> Int {
    var count = 0
    for index in range {
      found[count] = Int32(truncatingIfNeeded: index)
      count &+= touches(squares[index].x, squares[index].y)
    }
    return count
  }

  /// Writes the numbers of the squares in a range that touch the canvas. Four are looked at together, as
  /// most areas of a picture touch few of its squares.
  @inline(__always) func find(
    _ found: UnsafeMutablePointer<Int32>, _ x: UnsafePointer<Int32>, _ y: UnsafePointer<Int32>,
    in range: Range<Int>
  ) -> Int {
    var count = 0
    var index = range.lowerBound
    while index &+ 4 <= range.upperBound {
      let x = UnsafeRawPointer(x + index).loadUnaligned(as: SIMD4<Int32>.self)
      let y = UnsafeRawPointer(y + index).loadUnaligned(as: SIMD4<Int32>.self)
      let misses =
        (x .< low.x) .| (x .> high.x) .| ((y .< low.y) .| (y .> high.y))
      let lanes = unsafeBitCast(misses, to: SIMD4<Int32>.self)
      let pairs = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
      if pairs.x & pairs.y != .max {
        for lane in 0..<4 {
          found[count] = Int32(truncatingIfNeeded: index &+ lane)
          count &+= 1 &+ Int(lanes[lane])
        }
      }
      index &+= 4
    }
    while index < range.upperBound {
      found[count] = Int32(truncatingIfNeeded: index)
      count &+= touches(x[index], y[index])
      index &+= 1
    }
    return count
  }

  /// 1 if the square with this corner touches the canvas, otherwise 0.
  @inline(__always) private func touches(_ x: Int32, _ y: Int32) -> Int {
    // Negative if the square is outside on any side.
    let room =
      (Int(x) &- Int(low.x)) | (Int(high.x) &- Int(x)) | (Int(y) &- Int(low.y))
      | (Int(high.y) &- Int(y))
    return 1 &+ room >> 63
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
