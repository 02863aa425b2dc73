/// A linear gradient in pixels: the position in the table is a·x + (b·y + c).
struct LinearSource {
  let table: GradientTable
  private let a: Float
  private let b: Double
  private let c: Double

  /// - Parameter inverse: from pixels to the gradient's space.
  /// - Returns: nil if start and end are the same point.
  init?(_ start: Point, _ end: Point, _ inverse: Transform, table: () -> GradientTable) {
    let way = end - start
    let square = way.dx * way.dx + way.dy * way.dy
    guard square > 0, square.isFinite else { return nil }
    let scale = Double(GradientTable.count - 1) / square
    let x = (inverse.a * way.dx + inverse.b * way.dy) * scale
    let y = (inverse.c * way.dx + inverse.d * way.dy) * scale
    let origin = Point(x: inverse.tx, y: inverse.ty) - start
    a = Float(x)
    b = y
    // At the centres of pixels.
    c = (origin.dx * way.dx + origin.dy * way.dy) * scale + (x + y) / 2
    self.table = table()
  }

  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    let place = Float(b * Double(y) + c)
    if a == 0 {
      words.update(repeating: GradientLookup.word(table, at: place), count: count)
      return
    }
    let row = SIMD4(repeating: place)
    GradientLookup.fill(words, table, x: x, count: count) { a * $0 + row }
  }
}

/// Looks up a gradient's colours in its table, four pixels at a time.
enum GradientLookup {
  /// - Parameter place: returns the positions in the table, 0 ... 1023, of four columns.
  @inline(__always) static func fill(
    _ words: UnsafeMutablePointer<UInt32>, _ table: GradientTable, x: Int, count: Int,
    place: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    let table = table.words
    var index = 0
    while index < count {
      // Columns below 2²⁴ are exact in a Float.
      let columns = SIMD4<Float>(
        SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: x &+ index)) &+ ramp)
      let entries = entries(place(columns))
      words[index] = table[Int(entries.x)]
      if index &+ 3 < count {
        words[index &+ 1] = table[Int(entries.y)]
        words[index &+ 2] = table[Int(entries.z)]
        words[index &+ 3] = table[Int(entries.w)]
      } else {
        if index &+ 1 < count { words[index &+ 1] = table[Int(entries.y)] }
        if index &+ 2 < count { words[index &+ 2] = table[Int(entries.z)] }
      }
      index &+= 4
    }
  }

  /// The word at a position in the table, 0 ... 1023.
  static func word(_ table: GradientTable, at place: Float) -> UInt32 {
    table.words[Int(entries(SIMD4(repeating: place)).x)]
  }

  private static var ramp: SIMD4<Int32> { SIMD4(0, 1, 2, 3) }

  /// The nearest entries of the table; 0 for NaN.
  @inline(__always) private static func entries(_ places: SIMD4<Float>) -> SIMD4<UInt32> {
    let last = Float(GradientTable.count - 1)
    let zero = SIMD4<Float>.zero
    let above = zero.replacing(with: places, where: places .> zero)
    let clamped = above.replacing(with: last, where: above .> last)
    // 1.5 · 2²³: added, it leaves the nearest integer in the low bits.
    return unsafeBitCast(clamped + 12_582_912, to: SIMD4<UInt32>.self) & 0x3FF
  }
}
