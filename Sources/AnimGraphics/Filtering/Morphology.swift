/// `feMorphology`: the least or greatest value of each premultiplied channel in a rectangle around each
/// pixel. Pixels outside the picture do not count.
///
/// The extreme values of runs of 1, 2, 4 … pixels are found one from the other, and any run is two of
/// these that overlap, so the time is proportional to the logarithm of the radius at most.
struct Morphology {
  /// The number of columns that are done side by side.
  private static let strip = 16

  private var line = Scratch<UInt32>()

  func deallocate() { line.deallocate() }

  /// A radius r makes a rectangle 2·⌈r⌉ wide, from ⌈r⌉ pixels before to ⌈r⌉ − 1 after, as other programs
  /// have it. The result is clear unless both radii are positive.
  mutating func apply(
    _ kind: FilterMorphology, _ source: Picture, radiusX: Double, radiusY: Double,
    to result: Picture
  ) {
    let area = source.area
    guard radiusX > 0, radiusY > 0 else {
      result.words.update(repeating: 0, count: area.width * area.height)
      return
    }
    let x = Self.reach(radiusX, area.width)
    let y = Self.reach(radiusY, area.height)
    line.reserve(
      max(area.width + 2 * x, (area.height + 2 * y) * Self.strip) + Self.vector)
    let outside: UInt32 = kind == .erode ? .max : 0
    for row in area.y0..<area.y1 {
      line.base.update(repeating: outside, count: x)
      (line.base + x).update(from: source.row(row), count: area.width)
      (line.base + (x + area.width)).update(repeating: outside, count: x)
      reduce(kind, run: 2 * x, count: area.width + 2 * x, stride: 1)
      result.row(row).update(from: line.base, count: area.width)
    }
    for first in stride(from: 0, to: area.width, by: Self.strip) {
      let lanes = min(Self.strip, area.width - first)
      line.base.update(repeating: outside, count: y * lanes)
      for row in 0..<area.height {
        (line.base + (y + row) * lanes).update(
          from: result.words + (row * area.width + first), count: lanes)
      }
      (line.base + (y + area.height) * lanes).update(repeating: outside, count: y * lanes)
      reduce(kind, run: 2 * y, count: (area.height + 2 * y) * lanes, stride: lanes)
      for row in 0..<area.height {
        (result.words + (row * area.width + first)).update(
          from: line.base + row * lanes, count: lanes)
      }
    }
  }

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
