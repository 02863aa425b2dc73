/// `feMorphology`: the minimum or maximum of each premultiplied channel in a rectangle around each
/// pixel. Pixels outside the image don't count.
///
/// The extreme values of runs of 2, 4, 8 … pixels are computed from the values of runs of half the
/// length. Any run consists of two such runs that overlap, so the time is at most proportional to
/// the logarithm of the radius.
struct Morphology {
  /// The number of columns that are processed together.
  static let strip = 16

  private var line = Scratch<UInt32>()

  func deallocate() { line.deallocate() }

  /// An operation on one image. Parts of its rows, and then parts of its columns, can be processed
  /// in parallel.
  ///
  /// A rectangle with the radius r is 2·⌈r⌉ wide, from ⌈r⌉ pixels before to ⌈r⌉ − 1 after, as in
  /// other programs.
  struct Pass {
    let kind: FilterMorphology
    let radiusX: Double
    let radiusY: Double
    let source: FilterImage
    let result: FilterImage
    /// The pixels that count as part of the image.
    let bounds: PixelRect

    fileprivate var reachX: Int { Morphology.reach(radiusX, bounds.width) }
    fileprivate var reachY: Int { Morphology.reach(radiusY, bounds.height) }

    /// The pixels of the processed rows: the rows of the result, and the rows above and below that
    /// its columns read.
    var tall: PixelRect {
      let area = result.area
      return PixelRect(
        x0: area.x0, y0: max(area.y0 - reachY, bounds.y0), x1: area.x1,
        y1: min(area.y1 + reachY, bounds.y1))
    }
  }

  /// Processes some rows, and stores them in an image of all processed rows.
  mutating func reduceRows(_ range: Range<Int>, _ pass: Pass, to rows: FilterImage) {
    let (area, bounds, reach) = (pass.result.area, pass.bounds, pass.reachX)
    let length = area.width + 2 * reach
    line.reserve(length + Self.vector)
    let outside = Self.outside(pass.kind)
    let left = area.x0 - reach
    let start = max(bounds.x0 - left, 0)
    let end = min(bounds.x1 - left, length)
    for row in range {
      line.base.update(repeating: outside, count: start)
      pass.source.copy(row, from: left + start, count: end - start, to: line.base + start)
      (line.base + end).update(repeating: outside, count: length - end)
      reduce(pass.kind, run: 2 * reach, count: length, stride: 1)
      rows.row(row).update(from: line.base, count: area.width)
    }
  }

  /// Processes some columns of the processed rows, counted from the first column.
  mutating func reduceColumns(_ range: Range<Int>, _ pass: Pass, from rows: FilterImage) {
    let (area, tall, reach) = (pass.result.area, pass.tall, pass.reachY)
    let length = area.height + 2 * reach
    line.reserve(length * Self.strip + Self.vector)
    let outside = Self.outside(pass.kind)
    let top = area.y0 - reach
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.strip) {
      let lanes = min(Self.strip, range.upperBound - first)
      line.base.update(repeating: outside, count: (tall.y0 - top) * lanes)
      for row in tall.y0..<tall.y1 {
        (line.base + (row - top) * lanes).update(from: rows.row(row) + first, count: lanes)
      }
      (line.base + (tall.y1 - top) * lanes).update(
        repeating: outside, count: (top + length - tall.y1) * lanes)
      reduce(pass.kind, run: 2 * reach, count: length * lanes, stride: lanes)
      for row in 0..<area.height {
        (pass.result.words + (row * area.width + first)).update(
          from: line.base + row * lanes, count: lanes)
      }
    }
  }

  private static func outside(_ kind: FilterMorphology) -> UInt32 { kind == .erode ? .max : 0 }

  /// Returns ⌈radius⌉, clamped to the extent of the image.
  static func reach(_ radius: Double, _ extent: Int) -> Int {
    guard radius > 0 else { return 0 }
    guard radius < Double(extent) else { return extent }
    let whole = Int(radius)
    return Double(whole) < radius ? whole + 1 : whole
  }

  /// The number of words in a vector.
  private static let vector = 4

  /// Replaces each word of ``line`` by the extreme value of the `run` words at and after it that
  /// are `stride` apart. The last words, whose runs are incomplete, become undefined.
  private func reduce(_ kind: FilterMorphology, run: Int, count: Int, stride: Int) {
    var length = 1
    var valid = count
    while length < run {
      let step = min(length, run - length)
      valid -= step * stride
      kind == .erode
        ? combine(step * stride, count: valid) { a, b in a.replacing(with: b, where: b .< a) }
        : combine(step * stride, count: valid) { a, b in a.replacing(with: b, where: b .> a) }
      length += step
    }
  }

  /// Replaces each word by the extreme value of itself and the word at a distance.
  @inline(__always) private func combine(
    _ distance: Int, count: Int, _ body: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>
  ) {
    let memory = UnsafeMutableRawPointer(line.base)
    // No word is written before it is read. Vectors may extend beyond the last word, where memory
    // is reserved and its contents no longer matter.
    for index in Swift.stride(from: 0, to: count, by: Self.vector) {
      let first = memory.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<UInt8>.self)
      let second = memory.loadUnaligned(
        fromByteOffset: (index &+ distance) &* 4, as: SIMD16<UInt8>.self)
      memory.storeBytes(
        of: body(first, second), toByteOffset: index &* 4, as: SIMD16<UInt8>.self)
    }
  }
}
