/// Computes the coverage of shapes. It has scratch memory, so each thread needs its own.
struct CoverageBuilder {
  private var buffer = AccumulationBuffer()

  func deallocate() { buffer.deallocate() }

  /// Appends the coverage of a command's shape in `box` to a store.
  mutating func build(
    _ shape: Shape, _ outlines: Outlines, in box: PixelRect, into store: inout CoverageStore
  ) -> CoverageRows {
    let rows = store.beginShape(box)
    let height = AccumulationBuffer.bandHeight(width: box.width)
    var top = box.y0
    while top < box.y1 {
      let bottom = min(top + height, box.y1)
      buffer.setArea(PixelRect(x0: box.x0, y0: top, x1: box.x1, y1: bottom))
      var rule = FillRule.nonzero
      switch shape {
      case .disc(let disc): buffer.add(disc)
      case .sector(let sector): buffer.add(sector)
      case .path(let first, let count, let pathRule):
        rule = pathRule
        for index in Int(first)..<Int(first) + Int(count) { buffer.add(outlines.polygon(index)) }
      case .rectangle, .squares, .group: break
      }
      buffer.takeRows(rule, into: &store, of: rows.firstByte)
      top = bottom
    }
    store.endShape()
    return rows
  }
}

extension AccumulationBuffer {
  /// Adds the edges of a closed polygon.
  fileprivate func add(_ corners: UnsafeBufferPointer<FixedPoint>) {
    guard var last = corners.last else { return }
    for corner in corners {
      addLine(from: last, to: corner)
      last = corner
    }
  }
}

/// The outlines of a display list, as plain memory.
struct Outlines {
  let points: UnsafeBufferPointer<FixedPoint>
  let ends: UnsafeBufferPointer<Int32>

  /// The corners of one polygon.
  @inline(__always) func polygon(_ index: Int) -> UnsafeBufferPointer<FixedPoint> {
    UnsafeBufferPointer(rebasing: points[start(of: index)..<Int(ends[index])])
  }

  @inline(__always) func start(of polygon: Int) -> Int {
    polygon > 0 ? Int(ends[polygon - 1]) : 0
  }
}
