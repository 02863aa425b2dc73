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
    let position = Float(b * Double(y) + c)
    if a == 0 {
      words.update(repeating: GradientLookup.word(table, at: position), count: count)
      return
    }
    let row = SIMD4(repeating: position)
    GradientLookup.fill(words, table, x: x, count: count) { a * $0 + row }
  }
}

/// A radial gradient in pixels.
///
/// With the focus at the origin, radius 1 and the centre at (k, 0), the circle of position t has
/// its centre at (k·t, 0) and radius t, so that the point (u, v) is on the circle of t = (√(u² +
/// A·v²) − k·u) / A with A = 1 − k². Scaled by U = u/A and V = v/√A it is √(U² + V²) − k·U. Both U
/// and V are linear in the pixel's column and row.
struct RadialSource {
  let table: GradientTable
  private let u: (a: Float, b: Double, c: Double)
  private let v: (a: Float, b: Double, c: Double)
  private let k: Float

  /// - Parameter inverse: from pixels to the gradient's space.
  /// - Returns: nil if the radius is not above 0.
  init?(
    _ center: Point, _ radius: Double, _ focus: Point, _ inverse: Transform,
    table: () -> GradientTable
  ) {
    guard radius > 0, radius.isFinite else { return nil }
    var toCenter = center - focus
    // The direction of the u axis.
    var axis = Vector(dx: 1, dy: 0)
    let distance = toCenter.length
    var k = distance / radius
    if distance > 0 { axis = toCenter * (1 / distance) }
    if k > Self.maximumFocus {
      k = Self.maximumFocus
      toCenter = axis * (k * radius)
    }
    let origin = center - toCenter
    let a = 1 - k * k
    let last = Double(GradientTable.count - 1)
    let scaleU = last / (a * radius)
    let scaleV = last / (a.squareRoot() * radius)
    u = Self.coefficients(axis * scaleU, origin, inverse)
    v = Self.coefficients(Vector(dx: -axis.dy, dy: axis.dx) * scaleV, origin, inverse)
    self.k = Float(k)
    self.table = table()
  }

  /// The largest distance of the focus from the centre, in radii.
  private static let maximumFocus = 255.0 / 256

  /// The coefficients of the scalar product of `axis` with the vector from `origin` to the centre
  /// of a pixel, as a function of its column and row.
  private static func coefficients(
    _ axis: Vector, _ origin: Point, _ inverse: Transform
  ) -> (a: Float, b: Double, c: Double) {
    let x = axis.dx * inverse.a + axis.dy * inverse.b
    let y = axis.dx * inverse.c + axis.dy * inverse.d
    let start = Point(x: inverse.tx, y: inverse.ty) - origin
    return (Float(x), y, axis.dx * start.dx + axis.dy * start.dy + (x + y) / 2)
  }

  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    let rowU = SIMD4(repeating: Float(u.b * Double(y) + u.c))
    let rowV = SIMD4(repeating: Float(v.b * Double(y) + v.c))
    GradientLookup.fill(words, table, x: x, count: count) { columns in
      let u = u.a * columns + rowU
      let v = v.a * columns + rowV
      return (u * u + v * v).squareRoot() - k * u
    }
  }
}

/// Looks up a gradient's colours in its table, four pixels at a time.
enum GradientLookup {
  /// - Parameter positions: returns the positions in the table, 0 ... 1023, of four columns.
  @inline(__always) static func fill(
    _ words: UnsafeMutablePointer<UInt32>, _ table: GradientTable, x: Int, count: Int,
    positions: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    let table = table.words
    var index = 0
    while index < count {
      // Columns below 2²⁴ are exact in a Float.
      let columns = SIMD4<Float>(
        SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: x &+ index)) &+ ramp)
      let entries = entries(positions(columns))
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
  static func word(_ table: GradientTable, at position: Float) -> UInt32 {
    table.words[Int(entries(SIMD4(repeating: position)).x)]
  }

  private static var ramp: SIMD4<Int32> { SIMD4(0, 1, 2, 3) }

  /// The nearest entries of the table; 0 for NaN.
  @inline(__always) private static func entries(_ positions: SIMD4<Float>) -> SIMD4<UInt32> {
    let last = Float(GradientTable.count - 1)
    let zero = SIMD4<Float>.zero
    let above = zero.replacing(with: positions, where: positions .> zero)
    let clamped = above.replacing(with: last, where: above .> last)
    // 1.5 · 2²³: added, it leaves the nearest integer in the low bits.
    return unsafeBitCast(clamped + 12_582_912, to: SIMD4<UInt32>.self) & 0x3FF
  }
}

/// The premultiplied colours of a gradient at 1024 evenly spaced positions.
final class GradientTable: @unchecked Sendable {
  static let count = 1024
  /// Written when the table is made, before any other thread can see it.
  let words = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
  fileprivate(set) var stops: GradientStops
  private(set) var isOpaque = false
  /// When it was last used.
  fileprivate var use = 0

  fileprivate init(_ stops: GradientStops) {
    self.stops = stops
    compute()
  }

  deinit { words.deallocate() }

  fileprivate func compute() {
    stops.store(words, count: Self.count)
    isOpaque = stops.isOpaque
  }
}

/// Tables of gradients, kept from frame to frame and found by their stops. It belongs to one
/// thread; its tables may be read by any.
final class GradientTables {
  private var tables: [GradientTable] = []
  private var use = 0
  /// The number of tables to keep, of 4 KB each.
  private static let capacity = 64

  /// The table for stops, of which there must be at least one.
  func table(for stops: GradientStops) -> GradientTable {
    use += 1
    for table in tables where table.stops == stops {
      table.use = use
      return table
    }
    let table = unused(for: stops)
    table.use = use
    return table
  }

  /// A new table or, if there are many, the least recently used one.
  private func unused(for stops: GradientStops) -> GradientTable {
    guard tables.count == Self.capacity,
      let oldest = tables.indices.min(by: { tables[$0].use < tables[$1].use })
    else {
      let table = GradientTable(stops)
      tables.append(table)
      return table
    }
    guard isKnownUniquelyReferenced(&tables[oldest]) else {
      tables[oldest] = GradientTable(stops)
      return tables[oldest]
    }
    tables[oldest].stops = stops
    tables[oldest].compute()
    return tables[oldest]
  }
}
