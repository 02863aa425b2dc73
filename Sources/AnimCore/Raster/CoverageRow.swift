/// The coverage of one row of pixels by an outline, gathered boundary by boundary.
///
/// Each boundary adds, for every pixel, the area to the right of it; a boundary that goes up takes
/// it away. What is stored is the difference from one pixel to the next, so a boundary touches
/// only the pixels it crosses and the one after, and running sums give the coverage.
struct CoverageRow {
  /// The pixels painted: x0 ≤ x < x1.
  private var x0 = 0
  private var x1 = 0
  /// Differences of coverage, entry 0 belonging to column ``x0``; all 0 between rows.
  private var differences: UnsafeMutableBufferPointer<Int32>
  /// The parts of ``differences`` that may not be 0, in order, apart from each other.
  private var touched: UnsafeMutableBufferPointer<Range<Int32>>
  private var touchedCount = 0

  /// - Parameter width: the largest number of pixels in a row.
  init(width: Int) {
    differences = .allocate(capacity: width + 2)
    differences.initialize(repeating: 0)
    touched = .allocate(capacity: 8)
    touched.initialize(repeating: 0..<0)
  }

  func deallocate() {
    differences.deallocate()
    touched.deallocate()
  }

  /// Sets which columns are painted. The row must be empty.
  mutating func setColumns(_ x0: Int, _ x1: Int) {
    self.x0 = x0
    self.x1 = x1
  }

  /// Adds the part of a boundary that lies in row `row`.
  @inline(__always)
  mutating func add<B: Boundary>(_ boundary: B, row: Double) {
    let top = max(boundary.top, row)
    let bottom = min(boundary.bottom, row + 1)
    guard top < bottom else { return }
    let start = Coverage.units(top - row)
    let height = Coverage.units(bottom - row) &- start
    let xTop = boundary.x(at: top)
    let xBottom = boundary.x(at: bottom)
    let left = min(xTop, xBottom)
    let right = max(xTop, xBottom)
    if left >= Double(x1) { return }
    if right <= Double(x0) {
      touch(0, 0)
      add(0, height &* boundary.sign)
      return
    }
    let leansRight = boundary.leansRight
    var x = x0
    // How far the walk from left to right has come, in x and y, and in units of height.
    var walkX = left
    var walkY = leansRight ? top : bottom
    var walked: Int32 = 0
    if left >= Double(x0) {
      x = Int(left)
    } else {
      walkX = Double(x0)
      walkY = min(max(boundary.y(at: walkX), top), bottom)
      walked = Coverage.units(walkY - row) &- start
      if !leansRight { walked = height &- walked }
      add(0, walked &* boundary.sign)
    }
    let first = x &- x0
    while true {
      let edge = Double(x &+ 1)
      let isLast = right <= edge
      let nextX = isLast ? right : edge
      var nextY = leansRight ? bottom : top
      var next = height
      if !isLast {
        nextY = min(max(boundary.y(at: edge), top), bottom)
        next = Coverage.units(nextY - row) &- start
        if !leansRight { next = height &- next }
      }
      let cover = next &- walked
      let mean = (walkX + nextX) * 0.5
      let bulge = boundary.bulge(dx: nextX - walkX, dy: nextY - walkY)
      let area = Coverage.nearest(Double(cover) * (edge - mean) - bulge * 65535)
      let index = x &- x0
      add(index, area &* boundary.sign)
      add(index &+ 1, (cover &- area) &* boundary.sign)
      walkX = nextX
      walkY = nextY
      walked = next
      x &+= 1
      if isLast || x == x1 { break }
    }
    touch(first, x &- x0)
  }

  @inline(__always) private func add(_ index: Int, _ units: Int32) {
    differences[index] &+= units
  }

  /// Notes that the entries from `first` to `last` were changed.
  @inline(__always) private mutating func touch(_ first: Int, _ last: Int) {
    var low = Int32(truncatingIfNeeded: first)
    var high = Int32(truncatingIfNeeded: last &+ 1)
    // Take out what overlaps or adjoins, then put the joined range in its place.
    var kept = 0
    var place = 0
    for index in 0..<touchedCount {
      let range = touched[index]
      if range.upperBound >= low, range.lowerBound <= high {
        low = min(low, range.lowerBound)
        high = max(high, range.upperBound)
      } else {
        touched[kept] = range
        kept &+= 1
        if range.upperBound < low { place = kept }
      }
    }
    if kept == touched.count {
      // No room: make one of all, which only costs time.
      low = min(low, touched[0].lowerBound)
      high = max(high, touched[kept - 1].upperBound)
      kept = 0
      place = 0
    }
    var index = kept
    while index > place {
      touched[index] = touched[index &- 1]
      index &-= 1
    }
    touched[place] = Range(uncheckedBounds: (low, high))
    touchedCount = kept &+ 1
  }

  /// Paints what was gathered on the row whose pixel in column x0 is `pixels`, and empties it.
  mutating func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ ink: Ink) {
    let width = x1 &- x0
    var sum: Int32 = 0
    var x = 0
    for index in 0..<touchedCount {
      let range = touched[index]
      let low = Int(range.lowerBound)
      if low > x { ink.paint(pixels + x, count: low &- x, coverage: Coverage.rounded(sum)) }
      x = low
      let high = Int(range.upperBound)
      while x < high {
        sum &+= differences[x]
        differences[x] = 0
        if x < width { ink.paint(pixels + x, coverage: Coverage.rounded(sum)) }
        x &+= 1
      }
    }
    if width > x, sum != 0 {
      ink.paint(pixels + x, count: width &- x, coverage: Coverage.rounded(sum))
    }
    touchedCount = 0
  }
}
