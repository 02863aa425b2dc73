/// The signed areas that the edges of a shape cut off, gathered pixel by pixel.
///
/// Every edge adds, to each pixel, the area right of it in units of ``Coverage``; an edge that goes
/// up takes it away. What is stored is the difference from one pixel to the next, so an edge changes
/// only the pixels that it crosses and the one after, and running sums along a row give how often
/// each pixel is wound about. All are integers, so it does not matter in which order edges are added.
struct AccumulationBuffer {
  /// The pixels of the picture that are gathered.
  private(set) var area = PixelRect.empty
  /// Differences of area, ``stride`` for each row. All are 0 when no shape is being gathered.
  private(set) var sums: UnsafeMutablePointer<Int32>
  /// One bit for every four differences that may not all be 0, ``words`` for each row.
  private(set) var touched: UnsafeMutablePointer<UInt64>
  private(set) var stride = 0
  private(set) var words = 0
  private var capacity = 4096
  private var wordCapacity = 256

  /// How many differences are gathered at a time, at most: those of a megabyte, which stays in the
  /// processor's second cache. A larger shape is gathered in bands of rows.
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

  /// How many rows of a shape of a certain width are gathered at a time.
  static func bandHeight(width: Int) -> Int { max(1, bandSize / (width + 8)) }

  /// Chooses the pixels to gather, no more rows than ``bandHeight(width:)``. Nothing may be left
  /// from before.
  mutating func setArea(_ area: PixelRect) {
    self.area = area
    // One entry more than there are pixels takes what lies right of the last.
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

  /// Notes that four differences of a row, or some of them, were changed.
  @inline(__always) func touch(_ row: UnsafeMutablePointer<UInt64>, _ index: Int) {
    row[index >> 8] |= 1 &<< UInt64(truncatingIfNeeded: index >> 2)
  }

  /// Adds `cover` units of a row's height to all of its pixels.
  @inline(__always) func addBefore(row: Int, cover: Int32) {
    sums[row &* stride] &+= cover
    touched[row &* words] |= 1
  }
}
