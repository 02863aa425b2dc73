/// The edges of an outline in four rows of pixels.
///
/// Nearly all rows of a large shape are crossed by boundaries from top to bottom, each apart from
/// the others. They are painted at once, without gathering sums pixel by pixel.
struct EdgeStrip {
  /// The number of rows: as many as a vector has places.
  static let height = 4
  /// The largest number of edges between x0 and x1.
  private static let capacity = 8

  let edges: UnsafeMutablePointer<StripEdge> = .allocate(capacity: capacity)
  private(set) var count = 0
  /// The units of the pixels that flat edges cross, `stride` for each row. No pixel is crossed by
  /// two of them.
  let units: UnsafeMutablePointer<Int32>
  let stride: Int
  /// The pixels meant: x0 ≤ x < x1, and four rows from y0 on.
  private(set) var x0 = 0
  private(set) var x1 = 0
  private var y0 = 0
  /// The sum of units left of all edges.
  private(set) var before: Int32 = 0

  /// - Parameter width: the largest number of pixels in a row.
  init(width: Int) {
    stride = width
    units = .allocate(capacity: 4 * width)
    units.initialize(repeating: 0, count: 4 * width)
  }

  func deallocate() {
    edges.deallocate()
    units.deallocate()
  }

  /// Chooses the pixels and forgets all edges.
  mutating func setArea(x0: Int, x1: Int, y0: Int) {
    self.x0 = x0
    self.x1 = x1
    self.y0 = y0
    count = 0
    before = 0
  }

  /// Adds what the pieces cover, which all cross all rows. Returns false where something is
  /// unusual about them, and nothing is painted then.
  mutating func add(_ pieces: CrossingPieces) -> Bool {
    for line in pieces.lines where !add(line) { return false }
    for arc in pieces.arcs where !add(arc) { return false }
    return areApart
  }

  /// Adds what a boundary covers, or returns false where something is unusual about it.
  @inline(__always) private mutating func add<B: Boundary>(_ boundary: B) -> Bool {
    let boundary = boundary
    let y = Double(y0)
    guard boundary.isLarge, count < Self.capacity else { return false }
    let bottoms = boundary.x(at: y + SIMD4(1, 2, 3, 4))
    let tops = SIMD4(boundary.x(at: y), bottoms.x, bottoms.y, bottoms.z)
    let left = boundary.leansRight ? tops.x : bottoms.w
    let right = boundary.leansRight ? bottoms.w : tops.x
    let lastLeft = boundary.leansRight ? tops.w : bottoms.x
    if left >= Double(x0), right <= Double(x1), lastLeft < Double(x1) {
      if boundary.steepTop <= y, y + 4 <= boundary.steepBottom {
        guard x1 &- x0 >= 2 else { return false }
        var edge = StripEdge(boundary, row: y0, tops: tops, bottoms: bottoms)
        if right >= Double(x1 &- 1) { edge.keep(before: x1) }
        return insert(edge)
      }
      // The last four pixels may begin where the boundary ends.
      return right < Double(x1 &- 3) && addFlat(boundary, tops: tops, bottoms: bottoms)
    }
    if right < Double(x0) {
      before &+= Coverage.full &* boundary.sign
      return true
    }
    return left >= Double(x1)
  }

  /// Adds a boundary that may cross any number of pixels in a row.
  @inline(__always) private mutating func addFlat<B: Boundary>(
    _ boundary: B, tops: SIMD4<Double>, bottoms: SIMD4<Double>
  ) -> Bool {
    let leansRight = boundary.leansRight
    let left = leansRight ? tops : bottoms
    let right = leansRight ? bottoms : tops
    let columns = Coverage.nearest(Coverage.floor(left))
    var ends = columns
    for row in 0..<4 {
      let y = Double(y0 &+ row)
      let length = fillUnits(
        boundary, row: y, left: left[row], right: right[row], column: Double(columns[row]),
        units + (row &* stride &+ Int(columns[row]) &- x0))
      ends[row] &+= length
    }
    return insert(StripEdge(columns: columns, ends: ends, full: Coverage.full &* boundary.sign))
  }

  /// Writes the units of the pixels of one row, from `column` on, four by four, and returns how
  /// many there are.
  @inline(__always) private func fillUnits<B: Boundary>(
    _ boundary: B, row: Double, left: Double, right: Double, column: Double,
    _ units: UnsafeMutablePointer<Int32>
  ) -> Int32 {
    let leansRight = boundary.leansRight
    let flip = SIMD4(repeating: boundary.sign &>> 1)
    // Followed from left to right, a boundary comes from the row's upper or lower edge.
    let lastY = SIMD4(repeating: leansRight ? row + 1 : row)
    var x = left
    var y = leansRight ? row : row + 1
    // The height covered so far.
    var covered = 0.0
    var edge = column + SIMD4(1, 2, 3, 4)
    var length: Int32 = 0
    repeat {
      let isInside = edge .< right
      let crossing = boundary.y(at: edge)
      let whole = Coverage.whole((crossing - row) * 65535)
      let ends = SIMD4(repeating: right).replacing(with: edge, where: isInside)
      let endsY = lastY.replacing(with: crossing, where: isInside)
      let endCovered = SIMD4<Double>(repeating: 65535)
        .replacing(with: leansRight ? whole : 65535 - whole, where: isInside)
      // Each pixel is entered where the one before is left; behind the end nothing is left.
      let starts = SIMD4(x, ends.x, ends.y, ends.z)
      let startsY = SIMD4(y, endsY.x, endsY.y, endsY.z)
      let startCovered = SIMD4(covered, endCovered.x, endCovered.y, endCovered.z)
      let average = (edge - (starts + ends) * 0.5)
        .replacing(with: (edge - starts) * 0.5, where: isInside)
      let bulge = boundary.bulge(dx: ends - starts, dy: endsY - startsY)
      let area = Coverage.whole((endCovered - startCovered) * average - bulge)
      let sums = (Coverage.nearest(startCovered + area) ^ flip) &- flip
      UnsafeMutableRawPointer(units + Int(length)).storeBytes(of: sums, as: SIMD4<Int32>.self)
      x = ends.w
      y = endsY.w
      covered = endCovered.w
      edge += 4
      length &+= 4
    } while x < right
    return length
  }

  /// Keeps the edges in the order of their columns in the first row.
  @inline(__always) private mutating func insert(_ edge: StripEdge) -> Bool {
    var place = count
    while place > 0, edges[place &- 1].columns.x > edge.columns.x {
      edges[place] = edges[place &- 1]
      place &-= 1
    }
    edges[place] = edge
    count &+= 1
    return true
  }

  /// Whether no pixel is crossed by two of the edges, and none lies outside.
  @inline(__always) private var areApart: Bool {
    var end = SIMD4(repeating: Int32(truncatingIfNeeded: x0))
    for index in 0..<count {
      let edge = edges[index]
      let room = edge.columns &- end
      if room.x | room.y | room.z | room.w < 0 { return false }
      end = edge.ends
    }
    let room = Int32(truncatingIfNeeded: x1) &- end
    return room.x | room.y | room.z | room.w >= 0
  }
}
