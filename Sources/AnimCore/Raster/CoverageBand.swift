/// The coverage of a few rows of pixels by an outline, gathered boundary by boundary.
///
/// Each boundary adds, for every pixel, the area to the right of it; a boundary that goes up takes
/// it away. What is stored is the difference from one pixel to the next, so a boundary touches
/// only the pixels it crosses and the one after, and running sums give the coverage.
struct CoverageBand {
  /// The largest number of rows gathered at a time.
  static let height = 24

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
    // Copies, which the compiler may keep in registers while it writes through pointers.
    let band = self
    let boundary = boundary
    let low = max(boundary.top, Double(band.y0))
    let high = min(boundary.bottom, Double(band.y1))
    guard low < high else { return }
    var y = Int(low)
    var top = low
    var xTop = boundary.x(at: top)
    var start = Coverage.units(top - Double(y))
    while top < high {
      let row = Double(y)
      let bottom = min(high, row + 1)
      let xBottom = boundary.x(at: bottom)
      band.addPart(
        of: boundary,
        Part(
          y: y, top: top, bottom: bottom, start: start, end: Coverage.units(bottom - row),
          left: min(xTop, xBottom), right: max(xTop, xBottom)))
      top = bottom
      xTop = xBottom
      start = 0
      y &+= 1
    }
  }

  /// The part of a boundary that lies in one row.
  private struct Part {
    let y: Int
    let top: Double
    let bottom: Double
    /// `top` and `bottom` as units below the row's start.
    let start: Int32
    let end: Int32
    let left: Double
    let right: Double
  }

  @inline(__always) private func addPart<B: Boundary>(of boundary: B, _ part: Part) {
    let row = part.y &- y0
    let differences = differences + row &* stride
    let touched = touched + row &* words
    let height = part.end &- part.start
    if part.left >= Double(x0) {
      guard part.left < Double(x1) else { return }
      let x = Coverage.floor(part.left)
      let index = x &- x0
      if part.right > Double(x &+ 1) {
        walk(boundary, part, from: x, differences, touched)
      } else {
        touch(touched, index >> 2)
        touch(touched, (index &+ 1) >> 2)
        addCell(
          boundary, differences + index, cover: height,
          dx: part.right - part.left, dy: part.bottom - part.top,
          width: Double(x &+ 1) - (part.left + part.right) * 0.5)
      }
    } else if part.right > Double(x0) {
      walk(boundary, part, from: x0, differences, touched)
    } else {
      differences[0] &+= height &* boundary.sign
      touch(touched, 0)
    }
  }

  /// Adds what a boundary does to one pixel: `cover` units of height, on the average `width` from
  /// the pixel's right edge.
  @inline(__always) private func addCell<B: Boundary>(
    _ boundary: B, _ difference: UnsafeMutablePointer<Int32>, cover: Int32, dx: Double, dy: Double,
    width: Double
  ) {
    let bulge = boundary.bulge(dx: dx, dy: dy)
    let area = Coverage.nearest(Double(cover) * width - bulge) &* boundary.sign
    difference[0] &+= area
    difference[1] &+= cover &* boundary.sign &- area
  }

  /// Adds a part that crosses several pixels, from column `first` on, from left to right.
  @inline(__always) private func walk<B: Boundary>(
    _ boundary: B, _ part: Part, from first: Int, _ differences: UnsafeMutablePointer<Int32>,
    _ touched: UnsafeMutablePointer<UInt64>
  ) {
    let row = Double(part.y)
    let leansRight = boundary.leansRight
    let turn: Int32 = leansRight ? 1 : -1
    // How far the walk has come, in x and y, and in units below the row's start.
    var x = part.left
    var y = leansRight ? part.top : part.bottom
    var units = leansRight ? part.start : part.end
    if x < Double(first) {
      let before = units
      x = Double(first)
      y = boundary.y(at: x)
      units = Coverage.units(y - row)
      differences[0] &+= (units &- before) &* turn &* boundary.sign
    }
    var index = first &- x0
    let width = x1 &- x0
    var edge = Double(first &+ 1)
    while edge < part.right, index < width {
      let nextY = boundary.y(at: edge)
      let next = Coverage.units(nextY - row)
      addCell(
        boundary, differences + index, cover: (next &- units) &* turn,
        dx: edge - x, dy: nextY - y, width: (edge - x) * 0.5)
      index &+= 1
      x = edge
      y = nextY
      units = next
      edge += 1
    }
    if index < width {
      addCell(
        boundary, differences + index,
        cover: ((leansRight ? part.end : part.start) &- units) &* turn, dx: part.right - x,
        dy: (leansRight ? part.bottom : part.top) - y, width: edge - (x + part.right) * 0.5)
      index &+= 1
    }
    var block = (first &- x0) >> 2
    repeat {
      touch(touched, block)
      block &+= 1
    } while block <= index >> 2
  }

  /// Notes that some of four differences of a row were changed.
  @inline(__always) private func touch(_ row: UnsafeMutablePointer<UInt64>, _ block: Int) {
    row[block >> 6] |= 1 &<< UInt64(truncatingIfNeeded: block)
  }
}
