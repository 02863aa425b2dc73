/// `feMorphology`: the least or greatest value of each premultiplied channel in a rectangle around each
/// pixel. Pixels outside the picture do not count.
///
/// The extreme values of runs of 1, 2, 4 … pixels are found one from the other, and any run is two of
/// these that overlap, so the time is proportional to the logarithm of the radius at most.
struct Morphology {
  /// The number of columns that are done side by side.
  static let strip = 16

  private var line = Scratch<UInt32>()

  func deallocate() { line.deallocate() }

  /// Reduces some rows. A radius r makes a rectangle 2·⌈r⌉ wide, from ⌈r⌉ pixels before to ⌈r⌉ − 1 after, as other
  /// programs have it.
  mutating func reduceRows(
    _ range: Range<Int>, _ kind: FilterMorphology, _ source: Picture, radius: Double,
    to result: Picture
  ) {
    let width = source.area.width
    let reach = Self.reach(radius, width)
    line.reserve(width + 2 * reach + Self.vector)
    let outside = Self.outside(kind)
    for row in range {
      line.base.update(repeating: outside, count: reach)
      (line.base + reach).update(from: source.row(row), count: width)
      (line.base + (reach + width)).update(repeating: outside, count: reach)
      reduce(kind, run: 2 * reach, count: width + 2 * reach, stride: 1)
      result.row(row).update(from: line.base, count: width)
    }
  }

  /// Reduces some columns of reduced rows in place, counted from the first one.
  mutating func reduceColumns(
    _ range: Range<Int>, _ kind: FilterMorphology, radius: Double, of result: Picture
  ) {
    let (width, height) = (result.area.width, result.area.height)
    let reach = Self.reach(radius, height)
    line.reserve((height + 2 * reach) * Self.strip + Self.vector)
    let outside = Self.outside(kind)
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.strip) {
      let lanes = min(Self.strip, range.upperBound - first)
      line.base.update(repeating: outside, count: reach * lanes)
      for row in 0..<height {
        (line.base + (reach + row) * lanes).update(
          from: result.words + (row * width + first), count: lanes)
      }
      (line.base + (reach + height) * lanes).update(repeating: outside, count: reach * lanes)
      reduce(kind, run: 2 * reach, count: (height + 2 * reach) * lanes, stride: lanes)
      for row in 0..<height {
        (result.words + (row * width + first)).update(from: line.base + row * lanes, count: lanes)
      }
    }
  }

  private static func outside(_ kind: FilterMorphology) -> UInt32 { kind == .erode ? .max : 0 }

  /// ⌈radius⌉, at most as far as there are pixels.
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

  /// Replaces each word by that of itself and the one `distance` words on.
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
