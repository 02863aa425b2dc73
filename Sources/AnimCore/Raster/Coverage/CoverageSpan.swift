/// Neighbouring pixels of a row, and how much of each a shape covers.
struct CoverageSpan: BitwiseCopyable {
  /// The first pixel, as a column of the picture.
  let x: UInt16
  /// How many pixels, at least one.
  let length: UInt16
  /// Less than 256: the coverage of all of them. Otherwise 256 more than where the coverage of the
  /// first is found among the bytes of the shape.
  let coverage: UInt32

  @inline(__always) init(x: Int, length: Int, coverage: UInt32) {
    self.x = UInt16(truncatingIfNeeded: x)
    self.length = UInt16(truncatingIfNeeded: length)
    self.coverage = coverage
  }

  static let firstByte: UInt32 = 256
}

/// Where the coverage of one shape lies in a ``CoverageStore``.
struct CoverageRows: BitwiseCopyable {
  /// The pixels that were looked at: nothing is known of others.
  var box: PixelRect
  /// Of the box's first row among the store's rows, of the first of its bytes among the bytes.
  var firstRow: Int
  var firstByte: Int

  /// Nothing, of no pixel.
  static let none = CoverageRows(box: .empty, firstRow: 0, firstByte: 0)
}

/// The coverage of many shapes, row by row.
struct CoverageStore {
  private(set) var spans = GrowingBuffer<CoverageSpan>(capacity: 1024)
  /// For each row of each shape, where its spans begin; then once more, where those of the last
  /// row end.
  private(set) var rows = GrowingBuffer<UInt32>(capacity: 256)
  private(set) var bytes = GrowingBuffer<UInt8>(capacity: 4096)

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

// Writing a shape, row after row.
extension CoverageStore {
  mutating func beginShape(_ box: PixelRect) -> CoverageRows {
    rows.reserve(box.height + 1)
    return CoverageRows(box: box, firstRow: rows.count, firstByte: bytes.count)
  }

  /// - Parameter width: the most pixels that the row may have.
  @inline(__always) mutating func beginRow(width: Int) {
    rows.appendReserved(UInt32(truncatingIfNeeded: spans.count))
    // Four pixels with coverage of their own, four that share one.
    spans.reserve(width >> 2 &+ 4)
    bytes.reserve(width &+ 8)
  }

  /// Ends the last row of a shape.
  mutating func endShape() { rows.appendReserved(UInt32(truncatingIfNeeded: spans.count)) }

  /// Appends pixels with the same coverage.
  @inline(__always) mutating func append(x: Int, length: Int, solid coverage: UInt32) {
    spans.appendReserved(CoverageSpan(x: x, length: length, coverage: coverage))
  }

  /// Appends the span of the bytes from `start` on, `length` of them.
  @inline(__always) mutating func append(x: Int, length: Int, bytes start: Int, of shape: Int) {
    spans.appendReserved(
      CoverageSpan(
        x: x, length: length,
        coverage: UInt32(truncatingIfNeeded: start &- shape) &+ CoverageSpan.firstByte))
  }

  @inline(__always) mutating func appendFour(_ coverage: SIMD4<UInt32>) {
    UnsafeMutableRawPointer(bytes.base + bytes.count)
      .storeBytes(of: coverage.packed, as: UInt32.self)
    bytes.extend(by: 4)
  }
}

extension SIMD4<UInt32> {
  /// Four values below 256 as the bytes of a word, the first in the lowest.
  @inline(__always) var packed: UInt32 {
    let pairs = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    let halves = pairs | pairs &>> 24
    return UInt32(truncatingIfNeeded: halves.x & 0xFFFF | halves.y << 16)
  }
}

// Reading.
extension CoverageStore {
  /// Calls `body` with the parts of a row that are covered: the first pixel, how many there are, and
  /// their coverage, or that of each.
  ///
  /// - Parameter start, end: cut to these columns.
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
      let x = Int(span.pointee.x)
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
