/// A linear gradient in pixels: the position in the table is a·x + (b·y + c).
struct LinearSource: RowSource {
  let table: GradientTable
  private let a: Float
  private let b: Double
  private let c: Double

  /// - Parameter inverse: The transform from pixels to the gradient's space.
  /// - Returns: `nil` if start and end are the same point.
  init?(_ start: Point, _ end: Point, _ inverse: Transform, table: () -> GradientTable) {
    let displacement = end - start
    let square = displacement.dx * displacement.dx + displacement.dy * displacement.dy
    guard square > 0, square.isFinite else { return nil }
    let scale = Double(GradientTable.count - 1) / square
    let x = (inverse.a * displacement.dx + inverse.b * displacement.dy) * scale
    let y = (inverse.c * displacement.dx + inverse.d * displacement.dy) * scale
    let origin = Point(x: inverse.tx, y: inverse.ty) - start
    a = Float(x)
    b = y
    // Positions are sampled at pixel centres.
    c = (origin.dx * displacement.dx + origin.dy * displacement.dy) * scale + (x + y) / 2
    self.table = table()
  }

  func row(_ y: Int) -> Row {
    Row(
      lookup: GradientLookup(table, row: y),
      position: LinearPosition(a: a, row: Float(b * Double(y) + c)))
  }

  struct Row: PaintRow {
    fileprivate let lookup: GradientLookup
    fileprivate let position: LinearPosition

    @inline(__always)
    func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int) {
      if position.a == 0 {
        lookup.fill(words, x: x, count: count, lookup.color(at: position.row))
        return
      }
      // Products and sums are rounded, but their order stays: all positions are between those at
      // the ends.
      let ends = GradientLookup.ends(x, count, position)
      let (low, high) = ends.x < ends.y ? (ends.x, ends.y) : (ends.y, ends.x)
      if low > GradientLookup.low, high < GradientLookup.high, count >= 4 {
        lookup.fill(words, x: x, count: count, position, isWithin: true)
      } else if low >= GradientLookup.high, position.isFinite {
        lookup.fill(words, x: x, count: count, lookup.last)
      } else if high <= GradientLookup.low, position.isFinite {
        lookup.fill(words, x: x, count: count, lookup.first)
      } else {
        lookup.fill(words, x: x, count: count, position, isWithin: false)
      }
    }
  }
}

/// The position of a pixel, as a function of its column.
private struct LinearPosition: GradientPosition {
  let a: Float
  let row: Float

  /// Whether the position is finite in any column; otherwise it may not be a number in some.
  var isFinite: Bool { GradientLookup.isFinite(a, row) }

  @inline(__always) func at(_ columns: SIMD4<Float>) -> SIMD4<Float> { a * columns + row }
}

/// A radial gradient in pixels.
///
/// With the focus at the origin, radius 1 and the centre at (k, 0), the circle of position t has
/// its centre at (k·t, 0) and radius t, so that the point (u, v) is on the circle of t = (√(u² +
/// A·v²) − k·u) / A with A = 1 − k². Scaled by U = u/A and V = v/√A it is √(U² + V²) − k·U. Both U
/// and V are linear in the pixel's column and row.
struct RadialSource: RowSource {
  let table: GradientTable
  private let u: (a: Float, b: Double, c: Double)
  private let v: (a: Float, b: Double, c: Double)
  private let k: Float

  /// - Parameter inverse: The transform from pixels to the gradient's space.
  /// - Returns: `nil` if the radius isn't above 0.
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
  static let maximumFocus = 255.0 / 256

  /// Returns the coefficients of the scalar product of `axis` with the vector from `origin` to the
  /// centre of a pixel, as a function of its column and row.
  private static func coefficients(
    _ axis: Vector, _ origin: Point, _ inverse: Transform
  ) -> (a: Float, b: Double, c: Double) {
    let x = axis.dx * inverse.a + axis.dy * inverse.b
    let y = axis.dx * inverse.c + axis.dy * inverse.d
    let start = Point(x: inverse.tx, y: inverse.ty) - origin
    return (Float(x), y, axis.dx * start.dx + axis.dy * start.dy + (x + y) / 2)
  }

  func row(_ y: Int) -> Row {
    let u = (a: u.a, row: Float(u.b * Double(y) + u.c))
    let v = (a: v.a, row: Float(v.b * Double(y) + v.c))
    return Row(
      lookup: GradientLookup(table, row: y), position: RadialPosition(u: u, v: v, k: k),
      isCircle: k == 0 && v.a == 0 && GradientLookup.isFinite(u.a, u.row))
  }

  struct Row: PaintRow {
    fileprivate let lookup: GradientLookup
    fileprivate let position: RadialPosition
    /// Whether the focus is in the centre, v is constant in the row, and u is finite.
    fileprivate let isCircle: Bool

    @inline(__always)
    func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int) {
      guard isCircle else {
        lookup.fill(words, x: x, count: count, position, isWithin: false)
        return
      }
      let position = CirclePosition(
        a: position.u.a, row: position.u.row, square: position.v.row * position.v.row)
      // Operations are rounded, but their order stays: positions decrease, and then increase.
      let ends = GradientLookup.ends(x, count, position)
      if ends.x < GradientLookup.high, ends.y < GradientLookup.high, count >= 4 {
        lookup.fill(words, x: x, count: count, position, isWithin: true)
      } else if position.square.squareRoot() >= GradientLookup.high {
        lookup.fill(words, x: x, count: count, lookup.last)
      } else {
        lookup.fill(words, x: x, count: count, self.position, isWithin: false)
      }
    }
  }
}

/// The position of a pixel, as a function of its column.
private struct RadialPosition: GradientPosition {
  let u: (a: Float, row: Float)
  let v: (a: Float, row: Float)
  let k: Float

  @inline(__always) func at(_ columns: SIMD4<Float>) -> SIMD4<Float> {
    let u = u.a * columns + u.row
    let v = v.a * columns + v.row
    return (u * u + v * v).squareRoot() - k * u
  }
}

/// ``RadialPosition`` with k = 0 and the same v in all columns.
private struct CirclePosition: GradientPosition {
  let a: Float
  let row: Float
  /// v².
  let square: Float

  @inline(__always) func at(_ columns: SIMD4<Float>) -> SIMD4<Float> {
    let u = a * columns + row
    return (u * u + square).squareRoot()
  }
}

/// A function of columns, four at a time.
private protocol GradientPosition {
  /// Returns the positions in the table, 0 ... 1023.
  func at(_ columns: SIMD4<Float>) -> SIMD4<Float>
}

/// Looks up a gradient's colours in its table, four pixels of a row at a time, and dithers them.
struct GradientLookup {
  private let table: UnsafePointer<UInt64>
  private let row: UnsafePointer<UInt16>

  init(_ table: GradientTable, row y: Int) {
    self.table = UnsafePointer(table.colors)
    row = OrderedDither.row(y)
  }

  /// Returns the word of a pixel at a position in the table.
  func word(at position: Float, x: Int) -> UInt32 {
    let color = OrderedDither.Colors(repeating: color(at: position))
    return OrderedDither.words(color, color, thresholds(at: x))[0]
  }

  var first: UInt64 { table[0] }
  var last: UInt64 { table[GradientTable.count - 1] }

  /// Returns the colour at a position in the table, 0 ... 1023.
  func color(at position: Float) -> UInt64 {
    table[Int(Self.entries(SIMD4(repeating: position), isWithin: false)[0])]
  }

  /// The limits between which the nearest integer is an entry of the table.
  static let low: Float = -0.5
  static let high = Float(GradientTable.count) - 0.5

  /// Returns the positions at the first and the last pixel of a run.
  @inline(__always)
  fileprivate static func ends(_ x: Int, _ count: Int, _ position: some GradientPosition) -> SIMD4<
    Float
  > {
    let last = Int32(truncatingIfNeeded: x &+ count &- 1)
    return position.at(SIMD4<Float>(SIMD4(Int32(truncatingIfNeeded: x), last, last, last)))
  }

  /// Returns whether a · x + row is finite for any column.
  static func isFinite(_ a: Float, _ row: Float) -> Bool {
    a.magnitude < 0x1p60 && row.magnitude < 0x1p60
  }

  /// - Parameter isWithin: Whether there are at least four pixels, and all positions are between
  ///   ``low`` and ``high``.
  @inline(__always) fileprivate func fill(
    _ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int, _ position: some GradientPosition,
    isWithin: Bool
  ) {
    // Columns below 2²⁴ are exact in a Float, and so are their sums.
    var columns = Float(Int32(truncatingIfNeeded: x)) + SIMD4<Float>(0, 1, 2, 3)
    let last = count &- 4
    var index = 0
    let (even, odd) = (thresholds(at: x), thresholds(at: x &+ 4))
    // The inside of most shapes, eight at a time.
    while isWithin, index &+ 4 < last {
      store(words + index, Self.entries(position.at(columns), isWithin: true), even)
      store(words + index + 4, Self.entries(position.at(columns + 4), isWithin: true), odd)
      columns += 8
      index &+= 8
    }
    while index < last {
      store(
        words + index, Self.entries(position.at(columns), isWithin: isWithin),
        thresholds(at: x &+ index))
      columns += 4
      index &+= 4
    }
    if index > 0 {
      // Some of them are stored again.
      columns += Float(last &- index)
      index = last
    }
    store(
      words + index, Self.entries(position.at(columns), isWithin: isWithin),
      thresholds(at: x &+ index))
  }

  /// Fills pixels with a uniform colour.
  @inline(__always) func fill(
    _ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int, _ color: UInt64
  ) {
    let colors = OrderedDither.Colors(repeating: color)
    let even = OrderedDither.words(colors, colors, thresholds(at: x))
    if color & OrderedDither.fractions == 0 {
      Blend.fill(words, even[0], count)
      return
    }
    let odd = OrderedDither.words(colors, colors, thresholds(at: x &+ 4))
    let last = count &- 4
    var index = 0
    while index < last {
      store(words + index, index & 4 == 0 ? even : odd)
      index &+= 4
    }
    if index > 0 { index = last }
    store(words + index, OrderedDither.words(colors, colors, thresholds(at: x &+ index)))
  }

  @inline(__always) private func thresholds(at x: Int) -> OrderedDither.Thresholds {
    OrderedDither.thresholds(row, at: x)
  }

  @inline(__always) private func store(
    _ words: UnsafeMutablePointer<UInt32>, _ entries: SIMD8<UInt16>,
    _ thresholds: OrderedDither.Thresholds
  ) {
    let left = OrderedDither.Colors(table[Int(entries[0])], table[Int(entries[2])])
    let right = OrderedDither.Colors(table[Int(entries[4])], table[Int(entries[6])])
    store(words, OrderedDither.words(left, right, thresholds))
  }

  @inline(__always)
  private func store(_ words: UnsafeMutablePointer<UInt32>, _ four: SIMD4<UInt32>) {
    UnsafeMutableRawPointer(words).storeBytes(of: four, as: SIMD4<UInt32>.self)
  }

  /// Returns the nearest entries of the table in the lower half of each lane, or 0 for NaN.
  @inline(__always)
  private static func entries(_ positions: SIMD4<Float>, isWithin: Bool) -> SIMD8<UInt16> {
    // 1.5 · 2²³: added, it leaves the nearest integer in the low bits.
    let bias: Float = 12_582_912
    if isWithin { return unsafeBitCast(positions + bias, to: SIMD8<UInt16>.self) }
    // Masks by hand, since the compiler makes branches of replacements.
    let bits = unsafeBitCast(positions, to: SIMD4<UInt32>.self)
    let above = unsafeBitCast(
      bits & unsafeBitCast(positions .> 0, to: SIMD4<UInt32>.self), to: SIMD4<Float>.self)
    let last = SIMD4<Float>(repeating: Float(GradientTable.count - 1))
    let isBelow = unsafeBitCast(above .< last, to: SIMD4<UInt32>.self)
    let clamped =
      unsafeBitCast(above, to: SIMD4<UInt32>.self) & isBelow
      | unsafeBitCast(last, to: SIMD4<UInt32>.self) & ~isBelow
    return unsafeBitCast(
      unsafeBitCast(clamped, to: SIMD4<Float>.self) + bias, to: SIMD8<UInt16>.self)
  }
}

/// The premultiplied colours of a gradient at 1024 evenly spaced positions, in 256ths, for
/// ``OrderedDither``.
final class GradientTable: @unchecked Sendable {
  static let count = 1024
  /// Written when the table is made, before any other thread can see it.
  let colors = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
  fileprivate(set) var stops: GradientStops
  private(set) var isOpaque = false
  /// The time of its last use.
  fileprivate var use = 0

  fileprivate init(_ stops: GradientStops) {
    self.stops = stops
    compute()
  }

  deinit { colors.deallocate() }

  fileprivate func compute() {
    stops.store(colors, count: Self.count)
    isOpaque = stops.isOpaque
  }
}

/// Tables of gradients, kept from frame to frame and found by their stops. It belongs to one
/// thread; its tables may be read by any.
final class GradientTables {
  private var tables: [GradientTable] = []
  private var use = 0
  /// The number of tables to keep, of 8 KB each.
  private static let capacity = 64

  /// Returns the table for stops. There must be at least one stop.
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

  /// Returns a new table or, if there are many, the least recently used one.
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
