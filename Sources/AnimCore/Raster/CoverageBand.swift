/// The coverage of a few rows of pixels by an outline, gathered boundary by boundary.
///
/// Each boundary adds, for every pixel, the area to the right of it; a boundary that goes up takes
/// it away. What is stored is the difference from one pixel to the next, so a boundary touches
/// only the pixels it crosses and the one after, and running sums give the coverage.
struct CoverageBand {
  /// The largest number of rows gathered at a time: a compromise between doing the boundaries'
  /// set-up again and keeping the differences in the nearest cache.
  static let height = 16

  /// The pixels gathered: x0 ≤ x < x1, y0 ≤ y < y1.
  private(set) var x0 = 0
  private(set) var x1 = 0
  private(set) var y0 = 0
  private(set) var y1 = 0
  /// Differences of coverage, `stride` for each row, the first belonging to column x0. All are 0
  /// when no outline is being gathered.
  let differences: UnsafeMutablePointer<Int32>
  private(set) var stride = 0
  /// One bit for every four differences that may not all be 0, `words` for each row.
  let touched: UnsafeMutablePointer<UInt64>
  private(set) var words = 0

  /// - Parameter width: the largest number of pixels in a row.
  init(width: Int) {
    let entries = (width + 5) * Self.height
    differences = .allocate(capacity: entries)
    differences.initialize(repeating: 0, count: entries)
    let words = ((width + 5) / 256 + 1) * Self.height
    touched = .allocate(capacity: words)
    touched.initialize(repeating: 0, count: words)
  }

  func deallocate() {
    differences.deallocate()
    touched.deallocate()
  }

  /// Chooses the pixels to gather, at most ``height`` rows. Nothing may be left from before.
  mutating func setArea(x0: Int, y0: Int, x1: Int, y1: Int) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
    // One entry more than there are pixels takes what lies right of the last.
    stride = (x1 - x0 + 4) & ~3
    words = (stride + 255) / 256
  }

  /// Adds a boundary.
  @inline(__always) func add<B: Boundary>(_ boundary: B) {
    let low = max(boundary.top, Double(y0))
    let high = min(boundary.bottom, Double(y1))
    guard low < high else { return }
    var y = Int(low)
    var top = low
    var xTop = boundary.x(at: top)
    while top < high {
      let row = Double(y)
      let bottom = min(high, row + 1)
      let xBottom = boundary.x(at: bottom)
      let start = Coverage.units(top - row)
      addPart(
        of: boundary,
        Part(
          y: y, top: top, bottom: bottom, start: start,
          height: Coverage.units(bottom - row) &- start,
          left: min(xTop, xBottom), right: max(xTop, xBottom)))
      top = bottom
      xTop = xBottom
      y &+= 1
    }
  }

  /// The part of a boundary that lies in one row.
  private struct Part {
    let y: Int
    let top: Double
    let bottom: Double
    /// `top` as units below the row's start, and the units from there to `bottom`.
    let start: Int32
    let height: Int32
    let left: Double
    let right: Double
  }

  @inline(__always)
  private func addPart<B: Boundary>(of boundary: B, _ part: Part) {
    let row = part.y &- y0
    let differences = differences + row &* stride
    if part.left >= Double(x0) {
      guard part.left < Double(x1) else { return }
      let x = Int(part.left)
      let edge = Double(x &+ 1)
      guard part.right <= edge else {
        walk(boundary, part, from: x, differences)
        return
      }
      let bulge = boundary.bulge(dx: part.right - part.left, dy: part.bottom - part.top)
      let mean = (part.left + part.right) * 0.5
      let area = Coverage.nearest(Double(part.height) * (edge - mean) - bulge * 65535)
      let index = x &- x0
      differences[index] &+= area &* boundary.sign
      differences[index &+ 1] &+= (part.height &- area) &* boundary.sign
      touch(row, index >> 2)
      touch(row, (index &+ 1) >> 2)
    } else if part.right > Double(x0) {
      walk(boundary, part, from: x0, differences)
    } else {
      differences[0] &+= part.height &* boundary.sign
      touch(row, 0)
    }
  }

  /// Adds a part that crosses several pixels, from column `first` on, from left to right.
  @inline(__always) private func walk<B: Boundary>(
    _ boundary: B, _ part: Part, from first: Int, _ differences: UnsafeMutablePointer<Int32>
  ) {
    let leansRight = boundary.leansRight
    let sign = boundary.sign
    // How far the walk has come, in x and y, and in units of height.
    var x = part.left
    var y = leansRight ? part.top : part.bottom
    var walked: Int32 = 0
    if x < Double(first) {
      x = Double(first)
      y = min(max(boundary.y(at: x), part.top), part.bottom)
      walked = units(to: y, of: part, leansRight)
      differences[0] &+= walked &* sign
    }
    var index = first &- x0
    let width = x1 &- x0
    var edge = Double(first &+ 1)
    while index < width {
      let isLast = part.right <= edge
      let nextX = isLast ? part.right : edge
      let nextY =
        isLast
        ? (leansRight ? part.bottom : part.top)
        : min(max(boundary.y(at: edge), part.top), part.bottom)
      let next = isLast ? part.height : units(to: nextY, of: part, leansRight)
      let cover = next &- walked
      let mean = (x + nextX) * 0.5
      let bulge = boundary.bulge(dx: nextX - x, dy: nextY - y)
      let area = Coverage.nearest(Double(cover) * (edge - mean) - bulge * 65535)
      differences[index] &+= area &* sign
      differences[index &+ 1] &+= (cover &- area) &* sign
      index &+= 1
      if isLast { break }
      x = nextX
      y = nextY
      walked = next
      edge += 1
    }
    for block in (first &- x0) >> 2...index >> 2 { touch(part.y &- y0, block) }
  }

  /// The units of height from the left end of a part to a height.
  @inline(__always)
  private func units(to y: Double, of part: Part, _ leansRight: Bool) -> Int32 {
    let below = Coverage.units(y - Double(part.y)) &- part.start
    return leansRight ? below : part.height &- below
  }

  /// Notes that some of four differences of a row were changed.
  @inline(__always) private func touch(_ row: Int, _ block: Int) {
    touched[row &* words &+ block >> 6] |= 1 &<< UInt64(truncatingIfNeeded: block)
  }
}

