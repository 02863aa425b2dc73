extension AccumulationBuffer {
  /// Adds an arc.
  func addArc(_ arc: CircularArc) {
    // A copy, which the compiler can keep in registers while it writes through pointers.
    let arc = arc
    let low = max(arc.top, Double(area.y0))
    let high = min(arc.bottom, Double(area.y1))
    guard low < high else { return }
    var y = Coverage.floor(low)
    var top = low
    var xTop = arc.x(at: top)
    var start = Coverage.units(top - Double(y))
    while top < high {
      let row = Double(y)
      let bottom = min(high, row + 1)
      let xBottom = arc.x(at: bottom)
      addPart(
        of: arc,
        ArcPart(
          y: y, top: top, bottom: bottom, start: start, end: Coverage.units(bottom - row),
          left: min(xTop, xBottom), right: max(xTop, xBottom)))
      top = bottom
      xTop = xBottom
      start = 0
      y &+= 1
    }
  }

  @inline(__always) private func addPart(of arc: CircularArc, _ part: ArcPart) {
    let row = part.y &- area.y0
    let sums = sums + row &* stride
    let touched = touched + row &* words
    let height = part.end &- part.start
    let first = Double(area.x0)
    if part.left >= first {
      guard part.left < Double(area.x1) else { return }
      let x = Coverage.floor(part.left)
      let index = x &- area.x0
      if part.right > Double(x &+ 1) {
        walk(arc, part, from: x, sums, touched)
      } else {
        touch(touched, index)
        touch(touched, index &+ 1)
        addPixel(
          arc, sums + index, cover: height, dx: part.right - part.left,
          dy: part.bottom - part.top, width: Double(x &+ 1) - (part.left + part.right) * 0.5)
      }
    } else if part.right > first {
      walk(arc, part, from: area.x0, sums, touched)
    } else {
      addBefore(row: row, cover: height &* arc.sign)
    }
  }

  /// Adds an arc's contribution to one pixel: `cover` units of height, on average `width` from the
  /// pixel's right edge.
  @inline(__always) private func addPixel(
    _ arc: CircularArc, _ sum: UnsafeMutablePointer<Int32>, cover: Int32, dx: Double, dy: Double,
    width: Double
  ) {
    let bulge = arc.bulge(dx: dx, dy: dy)
    let area = Coverage.nearest(Double(cover) * width - bulge) &* arc.sign
    sum[0] &+= area
    sum[1] &+= cover &* arc.sign &- area
  }

  /// Adds a part that crosses several pixels, from left to right from column `first` on.
  @inline(__always) private func walk(
    _ arc: CircularArc, _ part: ArcPart, from first: Int, _ sums: UnsafeMutablePointer<Int32>,
    _ touched: UnsafeMutablePointer<UInt64>
  ) {
    let row = Double(part.y)
    let leansRight = arc.leansRight
    let turn: Int32 = leansRight ? 1 : -1
    // The current position: x, y, and units below the row's start.
    var x = part.left
    var y = leansRight ? part.top : part.bottom
    var units = leansRight ? part.start : part.end
    if x < Double(first) {
      let before = units
      x = Double(first)
      y = arc.y(at: x)
      units = Coverage.units(y - row)
      sums[0] &+= (units &- before) &* turn &* arc.sign
    }
    var index = first &- area.x0
    let width = area.width
    var edge = Double(first &+ 1)
    while edge < part.right, index < width {
      let nextY = arc.y(at: edge)
      let next = Coverage.units(nextY - row)
      addPixel(
        arc, sums + index, cover: (next &- units) &* turn, dx: edge - x, dy: nextY - y,
        width: (edge - x) * 0.5)
      index &+= 1
      x = edge
      y = nextY
      units = next
      edge += 1
    }
    if index < width {
      addPixel(
        arc, sums + index, cover: ((leansRight ? part.end : part.start) &- units) &* turn,
        dx: part.right - x, dy: (leansRight ? part.bottom : part.top) - y,
        width: edge - (x + part.right) * 0.5)
      index &+= 1
    }
    var place = (first &- area.x0) & ~3
    repeat {
      touch(touched, place)
      place &+= 4
    } while place <= index
  }
}

/// The part of an arc in one row.
private struct ArcPart {
  let y: Int
  let top: Double
  let bottom: Double
  /// `top` and `bottom` as units below the row's start.
  let start: Int32
  let end: Int32
  let left: Double
  let right: Double
}
