/// Finds the cells of ``SquareBins`` that the squares of a batch touch.
struct CellFinder {
  private let batch: Batch
  private let x: UnsafeRawPointer
  private let y: UnsafeRawPointer
  private let columns: SIMD4<Int32>
  private let widthShift: Int32
  private let reach: SIMD4<Int32>
  private let low: (x: SIMD4<Int32>, y: SIMD4<Int32>)
  private let high: (x: SIMD4<Int32>, y: SIMD4<Int32>)

  /// Nil if the batch paints nothing.
  ///
  /// - Parameters:
  ///   - columns: the number of columns of the grid.
  ///   - widthShift: the binary logarithm of a cell's width.
  init?(_ batch: Batch, columns: Int, widthShift: Int) {
    let bounds = batch.bounds
    guard !bounds.isEmpty, batch.side > 0, let x = batch.x.baseAddress, let y = batch.y.baseAddress
    else { return nil }
    self.batch = batch
    (self.x, self.y) = (UnsafeRawPointer(x), UnsafeRawPointer(y))
    self.columns = SIMD4(repeating: Int32(columns))
    self.widthShift = Int32(widthShift)
    reach = SIMD4(repeating: Int32(batch.side) - 1)
    low = (.init(repeating: Int32(bounds.x0) << 12), .init(repeating: Int32(bounds.y0) << 12))
    high = (
      .init(repeating: Int32(bounds.x1) << 12 - 1), .init(repeating: Int32(bounds.y1) << 12 - 1)
    )
  }

  /// The indices of the cells of four squares, if each is in one cell and within the bounds.
  ///
  /// - Parameter isOneColumn: whether the grid has only one column, so that horizontal positions do
  ///   not matter.
  @inline(__always)
  func cells(ofFourFrom index: Int, isOneColumn: Bool) -> SIMD4<Int32>? {
    let y = y.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<Int32>.self)
    let bottom = y &+ reach
    let row = y &>> Self.rowShift
    // Negative if a square is outside, or not in one cell.
    let rowRoom = (y &- low.y) | (high.y &- bottom) | (row &- bottom &>> Self.rowShift)
    if isOneColumn { return all(rowRoom .>= .zero) ? row : nil }
    let x = x.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<Int32>.self)
    let right = x &+ reach
    let column = x &>> columnShift
    let columnRoom = (x &- low.x) | (high.x &- right) | (column &- right &>> columnShift)
    guard all((rowRoom | columnRoom) .>= .zero) else { return nil }
    return row &* columns &+ column
  }

  /// The columns and rows of cells that a square touches.
  @inline(never) func cells(of index: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let (x, y) = (Int(batch.x[index]), Int(batch.y[index]))
    let bounds = batch.bounds
    let left = max(x >> 12, bounds.x0)
    let right = min((x + batch.side - 1) >> 12, bounds.x1 - 1)
    let top = max(y >> 12, bounds.y0)
    let bottom = min((y + batch.side - 1) >> 12, bounds.y1 - 1)
    guard left <= right, top <= bottom else { return (0..<0, 0..<0) }
    return (
      left >> Int(widthShift)..<right >> Int(widthShift) + 1,
      top >> SquareBins.heightShift..<bottom >> SquareBins.heightShift + 1
    )
  }

  private var columnShift: SIMD4<Int32> { SIMD4(repeating: Fixed.fractionBits + widthShift) }

  private static var rowShift: SIMD4<Int32> {
    SIMD4(repeating: Fixed.fractionBits + Int32(SquareBins.heightShift))
  }
}
