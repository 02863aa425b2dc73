/// The signed areas to the right of a shape's edges, accumulated pixel by pixel.
///
/// Every downward edge adds the area to its right, in units of ``Coverage``, to each pixel; an
/// upward edge subtracts it. Differences from one pixel to the next are stored, so an edge changes
/// only the pixels that it crosses and the one after, and running sums along a row give the winding
/// number of each pixel. All are integers, so the order of the edges does not matter.
struct AccumulationBuffer {
  /// The pixels of the picture that are accumulated.
  private(set) var area = PixelRect.empty
  /// Differences of area, ``stride`` per row. All are 0 between shapes.
  private(set) var sums: UnsafeMutablePointer<Int32>
  /// One bit for every four differences, set if they may not all be 0; ``words`` per row.
  private(set) var touched: UnsafeMutablePointer<UInt64>
  private(set) var stride = 0
  private(set) var words = 0
  private var capacity = 4096
  private var wordCapacity = 256

  /// The maximum number of differences accumulated at a time: one megabyte, which stays in the
  /// second-level cache. Larger shapes are accumulated in bands of rows.
  private static let bandSize = 1 << 18

  init() {
    sums = .allocate(capacity: capacity)
    sums.initialize(repeating: 0, count: capacity)
    touched = .allocate(capacity: wordCapacity)
    touched.initialize(repeating: 0, count: wordCapacity)
  }

  func deallocate() {
    sums.deallocate()
    touched.deallocate()
  }

  /// The number of rows accumulated at a time for a shape of this width.
  static func bandHeight(width: Int) -> Int { max(1, bandSize / (width + 8)) }

  /// Sets the pixels to accumulate, at most ``bandHeight(width:)`` rows. The buffer must be clear.
  mutating func setArea(_ area: PixelRect) {
    self.area = area
    // The entry after the last pixel receives the differences to the right of it.
    stride = (area.width + 8) & ~3
    words = (stride + 255) / 256
    let count = stride * area.height
    if count > capacity {
      sums.deallocate()
      capacity = count + count / 2
      sums = .allocate(capacity: capacity)
      sums.initialize(repeating: 0, count: capacity)
    }
    let wordCount = words * area.height
    if wordCount > wordCapacity {
      touched.deallocate()
      wordCapacity = wordCount + wordCount / 2
      touched = .allocate(capacity: wordCapacity)
      touched.initialize(repeating: 0, count: wordCapacity)
    }
  }

  /// Records that some of four differences of a row were changed.
  @inline(__always) func touch(_ row: UnsafeMutablePointer<UInt64>, _ index: Int) {
    row[index >> 8] |= 1 &<< UInt64(truncatingIfNeeded: index >> 2)
  }

  /// Adds `cover` units of a row's height to all its pixels.
  @inline(__always) func addBefore(row: Int, cover: Int32) {
    sums[row &* stride] &+= cover
    touched[row &* words] |= 1
  }
}
