extension Canvas {
  /// Paints the squares of a batch that touch the canvas.
  func fillSquares(_ batch: Batch) {
    guard let x = batch.x.baseAddress, let y = batch.y.baseAddress,
      let argb = batch.argb.baseAddress
    else { return }
    let isEverything = PixelRect(x0: x0, y0: y0, x1: x1, y1: y1) == batch.bounds
    fillSquares(
      BatchedSquares(count: batch.count, x: x, y: y, argb: argb), side: batch.side,
      choosing: !isEverything)
  }

  /// Paints the squares of a cell. If the canvas is only a part of the cell, squares outside it are
  /// skipped.
  func fillSquares(
    _ squares: UnsafeBufferPointer<SquareBins.Entry>, side: Int, choosing: Bool
  ) {
    fillSquares(CellSquares(entries: squares), side: side, choosing: choosing)
  }

  /// Paints squares in order. If they have to be chosen, the squares that touch the canvas are
  /// first collected, several at a time, and then painted: selection without a branch is much
  /// faster than an unpredictable branch.
  @inline(__always)
  private func fillSquares(_ squares: some SquareSource, side: Int, choosing: Bool) {
    guard side > 0 else { return }
    let brush = SmallSquareBrush(self, side: side)
    guard choosing else {
      for index in 0..<squares.count { fillSquare(squares[index], side: side, brush) }
      return
    }
    let corners = SquareCorners(self, side: side)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { found in
      guard let base = found.baseAddress else { return }
      var index = 0
      while index < squares.count {
        let end = min(index &+ 256, squares.count)
        let count = squares.find(index..<end, with: corners, into: base)
        for number in 0..<count { fillSquare(squares[Int(base[number])], side: side, brush) }
        index = end
      }
    }
  }

  @inline(__always) private func fillSquare(
    _ square: (x: Int32, y: Int32, argb: UInt32), side: Int, _ brush: SmallSquareBrush
  ) {
    if !brush.paint(square.x, square.y, square.argb) {
      fillSquare(x: Int(square.x), y: Int(square.y), side: side, argb: square.argb)
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

/// The memory layout of the squares to paint.
private protocol SquareSource {
  var count: Int { get }
  /// The top left corner of a square, in 1/4096 pixel, and its colour.
  subscript(index: Int) -> (x: Int32, y: Int32, argb: UInt32) { get }
  /// Writes the indices of the squares in a range whose corners are among `corners`.
  ///
  /// - Returns: The number of these squares.
  func find(
    _ range: Range<Int>, with corners: SquareCorners, into found: UnsafeMutablePointer<Int32>
  ) -> Int
}

/// The squares of a cell.
private struct CellSquares: SquareSource {
  let entries: UnsafeBufferPointer<SquareBins.Entry>

  @inline(__always) var count: Int { entries.count }

  @inline(__always) subscript(index: Int) -> (x: Int32, y: Int32, argb: UInt32) {
    (entries[index].x, entries[index].y, entries[index].argb)
  }

  @inline(__always) func find(
    _ range: Range<Int>, with corners: SquareCorners, into found: UnsafeMutablePointer<Int32>
  ) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      found[count] = Int32(truncatingIfNeeded: index)
      count &+= corners.contain(x: entries[index].x, y: entries[index].y)
      index &+= 1
    }
    return count
  }
}

/// The squares of a batch.
private struct BatchedSquares: SquareSource {
  let count: Int
  let x: UnsafePointer<Int32>
  let y: UnsafePointer<Int32>
  let argb: UnsafePointer<UInt32>

  @inline(__always) subscript(index: Int) -> (x: Int32, y: Int32, argb: UInt32) {
    (x[index], y[index], argb[index])
  }

  /// Checks four squares at once, because most areas of an image touch few squares.
  @inline(__always) func find(
    _ range: Range<Int>, with corners: SquareCorners, into found: UnsafeMutablePointer<Int32>
  ) -> Int {
    let (x, y) = (UnsafeRawPointer(x), UnsafeRawPointer(y))
    var count = 0
    var index = range.lowerBound
    while corners.areNear, index &+ 4 <= range.upperBound {
      let outside = corners.miss(
        x: x.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<Int32>.self),
        y: y.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<Int32>.self))
      let pairs = unsafeBitCast(outside, to: SIMD2<UInt64>.self)
      if pairs.x & pairs.y != .max {
        for lane in 0..<4 {
          found[count] = Int32(truncatingIfNeeded: index &+ lane)
          count &+= 1 &+ Int(outside[lane])
        }
      }
      index &+= 4
    }
    while index < range.upperBound {
      found[count] = Int32(truncatingIfNeeded: index)
      count &+= corners.contain(x: self.x[index], y: self.y[index])
      index &+= 1
    }
    return count
  }
}

/// The top left corners, in 1/4096 pixel, of the squares of one size that touch a canvas.
private struct SquareCorners {
  // low ≤ x ≤ high, and the same for y.
  private let low: (x: Int32, y: Int32)
  private let high: (x: Int32, y: Int32)
  /// Whether they are so near each other that ``miss(x:y:)`` is right about any corner.
  let areNear: Bool

  @inline(__always) init(_ canvas: Canvas, side: Int) {
    low = (
      Int32(clamping: canvas.x0 << 12 &- side &+ 1), Int32(clamping: canvas.y0 << 12 &- side &+ 1)
    )
    high = (Int32(clamping: canvas.x1 << 12 &- 1), Int32(clamping: canvas.y1 << 12 &- 1))
    areNear = side &+ max(canvas.x1 &- canvas.x0, canvas.y1 &- canvas.y0) << 12 <= Int(Int32.max)
  }

  /// Returns 1 if a square has one of these corners, and 0 otherwise.
  @inline(__always) func contain(x: Int32, y: Int32) -> Int {
    // Negative if the square is outside on any side.
    let room =
      (Int(x) &- Int(low.x)) | (Int(high.x) &- Int(x)) | (Int(y) &- Int(low.y))
      | (Int(high.y) &- Int(y))
    return 1 &+ room >> 63
  }

  /// Returns 0 for each of four corners inside the canvas, and −1 for the others.
  @inline(__always) func miss(x: SIMD4<Int32>, y: SIMD4<Int32>) -> SIMD4<Int32> {
    // As in `contain`. If a difference wraps around to a positive number, the corner is so far away
    // that the difference from the other end has wrapped around to a negative one.
    let room =
      (x &- low.x) | (SIMD4(repeating: high.x) &- x) | (y &- low.y)
      | (SIMD4(repeating: high.y) &- y)
    return room &>> 31
  }
}

/// Paints squares of at most three pixels, the usual size if there are very many. Painting one is
/// so quick that any overhead matters, so rare cases are excluded.
struct SmallSquareBrush {
  /// The first pixel of the canvas.
  private let origin: UnsafeMutablePointer<UInt32>
  private let x0: Int
  private let y0: Int
  private let stride: Int
  /// The number of columns and rows at which a square of four columns and all its rows can start
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
      paint.paintFour(
        row, coverage: AxisCoverage.rounded(widths, SIMD4(repeating: heights.x)),
        isOpaque: paint.alpha == 255)
      heights = SIMD4(heights.y, heights.z, heights.w, 0)
      row += stride
    }
  }
}
