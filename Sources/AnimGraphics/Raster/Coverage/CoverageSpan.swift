/// A run of pixels in a row, and their coverage by a shape.
struct CoverageSpan: BitwiseCopyable {
  /// The first pixel, as a column of the shape's box.
  let x: UInt16
  /// The number of pixels, at least one.
  let length: UInt16
  /// The coverage of all pixels if it is below 256, otherwise 256 plus the index of the first
  /// pixel's coverage in the bytes of the shape.
  let coverage: UInt32

  @inline(__always) init(x: Int, length: Int, coverage: UInt32) {
    self.x = UInt16(truncatingIfNeeded: x)
    self.length = UInt16(truncatingIfNeeded: length)
    self.coverage = coverage
  }

  static let firstByte: UInt32 = 256
}

/// The location of one shape's coverage in a ``CoverageStore``.
struct CoverageRows: BitwiseCopyable {
  /// The pixels for which coverage was computed.
  var box: PixelRect
  /// The index of the box's first row in the store's rows, and of its first byte in the bytes.
  var firstRow: Int
  var firstByte: Int

  /// No pixels.
  static let none = CoverageRows(box: .empty, firstRow: 0, firstByte: 0)
}

/// The coverage of many shapes, row by row.
struct CoverageStore {
  private(set) var spans = GrowingBuffer<CoverageSpan>(capacity: CoverageCache.smallSize / 8)
  /// The index of the first span for each row of each shape, and the end of the spans after the
  /// last row of a shape.
  private(set) var rows = GrowingBuffer<UInt32>(capacity: CoverageCache.smallSize / 4)
  private(set) var bytes = GrowingBuffer<UInt8>(capacity: CoverageCache.smallSize)

  func deallocate() {
    spans.deallocate()
    rows.deallocate()
    bytes.deallocate()
  }

  mutating func removeAll() {
    spans.removeAll()
    rows.removeAll()
    bytes.removeAll()
  }

  /// The memory in use, in bytes.
  var size: Int { spans.count * 8 + rows.count * 4 + bytes.count }
}

// Writing a shape, some rows at a time.
extension CoverageStore {
  mutating func beginShape(_ box: PixelRect) -> CoverageRows {
    CoverageRows(box: box, firstRow: rows.count, firstByte: bytes.count)
  }

  /// Reserves memory for rows of a shape.
  ///
  /// - Parameter shape: The ``CoverageRows/firstByte`` of the shape.
  mutating func reserve(rows count: Int, width: Int, shape: Int) -> CoverageWriter {
    rows.reserve(count)
    // At worst, every four pixels with separate coverages are followed by pixels that share one.
    spans.reserve(count * (width >> 2 + 4))
    bytes.reserve(count * (width + 8))
    return CoverageWriter(self, shape: shape)
  }

  /// Keeps the written data.
  mutating func commit(_ writer: CoverageWriter) {
    rows.extend(by: writer.row - (rows.base + rows.count))
    spans.extend(by: writer.span - (spans.base + spans.count))
    bytes.extend(by: writer.byte - (bytes.base + bytes.count))
  }

  /// Ends the last row of a shape.
  mutating func endShape() { rows.append(UInt32(truncatingIfNeeded: spans.count)) }
}

/// A receiver of the coverage of a shape, row by row and from left to right in each row.
protocol CoverageSink {
  mutating func beginRow()

  /// Takes pixels that all have the same coverage, which isn't 0.
  mutating func append(x: Int, length: Int, solid coverage: UInt32)

  /// Receives four pixels. The last ones may lie beyond the end of the row.
  mutating func appendFour(x: Int, _ coverage: SIMD4<UInt32>)

  /// Ends a run of `count` fours. `length` of their pixels, starting at `x`, are inside the row.
  mutating func endFours(x: Int, length: Int, of count: Int)
}

/// Writes rows into the room reserved by a ``CoverageStore``.
struct CoverageWriter: CoverageSink {
  fileprivate private(set) var row: UnsafeMutablePointer<UInt32>
  fileprivate private(set) var span: UnsafeMutablePointer<CoverageSpan>
  fileprivate private(set) var byte: UnsafeMutablePointer<UInt8>
  private let firstSpan: UnsafeMutablePointer<CoverageSpan>
  private let firstByte: UnsafeMutablePointer<UInt8>

  fileprivate init(_ store: CoverageStore, shape: Int) {
    row = store.rows.base + store.rows.count
    span = store.spans.base + store.spans.count
    byte = store.bytes.base + store.bytes.count
    firstSpan = store.spans.base
    firstByte = store.bytes.base + shape
  }

  @inline(__always) mutating func beginRow() {
    row.pointee = UInt32(truncatingIfNeeded: span - firstSpan)
    row += 1
  }

  @inline(__always) mutating func append(x: Int, length: Int, solid coverage: UInt32) {
    span.pointee = CoverageSpan(x: x, length: length, coverage: coverage)
    span += 1
  }

  @inline(__always) mutating func endFours(x: Int, length: Int, of count: Int) {
    let start = byte - count - firstByte
    append(
      x: x, length: length,
      solid: UInt32(truncatingIfNeeded: start) &+ CoverageSpan.firstByte)
  }

  @inline(__always) mutating func appendFour(x: Int, _ coverage: SIMD4<UInt32>) {
    UnsafeMutableRawPointer(byte).storeBytes(of: coverage.packed, as: UInt32.self)
    byte += 4
  }
}

extension SIMD4<UInt32> {
  /// Four values below 256 as the bytes of a word, the first in the lowest byte.
  @inline(__always) var packed: UInt32 {
    unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: self), to: UInt32.self)
  }
}

// Reading.
extension CoverageStore {
  /// Calls `body` with the covered parts of a row: the first pixel, the number of pixels, and their
  /// common or individual coverage.
  ///
  /// - Parameter start, end: the columns to clip to.
  @inline(__always) func read(
    _ shape: CoverageRows, y: Int, from start: Int, to end: Int,
    _ body: (
      _ x: Int, _ length: Int, _ solid: UInt32, _ varied: UnsafePointer<UInt8>?
    ) -> Void
  ) {
    let row = rows.base + (shape.firstRow &+ y &- shape.box.y0)
    var span = spans.base + Int(row[0])
    let last = spans.base + Int(row[1])
    while span < last {
      let x = shape.box.x0 &+ Int(span.pointee.x)
      let low = max(x, start)
      let high = min(x &+ Int(span.pointee.length), end)
      if low < high {
        let coverage = span.pointee.coverage
        if coverage < CoverageSpan.firstByte {
          body(low, high &- low, coverage, nil)
        } else {
          let first = Int(coverage &- CoverageSpan.firstByte) &+ low &- x
          body(low, high &- low, 0, UnsafePointer(bytes.base + (shape.firstByte &+ first)))
        }
      }
      span += 1
    }
  }
}
