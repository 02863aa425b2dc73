extension EdgeStrip {
  /// Paints what was gathered.
  ///
  /// - Parameter pixels: the picture's column 0 of the first row.
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, stride: Int, _ ink: Ink) {
    var sum = before
    var start = SIMD4(repeating: Int32(truncatingIfNeeded: x0))
    for index in 0..<count {
      let edge = edges[index]
      if sum != 0 { paintSpans(pixels, stride: stride, start, edge.columns, sum, ink) }
      if edge.isSteep {
        paintSteep(pixels, stride: stride, edge, sum, ink)
      } else {
        paintFlat(pixels, stride: stride, edge, sum, ink)
      }
      start = edge.ends
      sum &+= edge.full
    }
    if sum != 0 {
      let end = SIMD4(repeating: Int32(truncatingIfNeeded: x1))
      paintSpans(pixels, stride: stride, start, end, sum, ink)
    }
  }

  @inline(__always) private func paintSpans(
    _ pixels: UnsafeMutablePointer<UInt32>, stride: Int, _ start: SIMD4<Int32>,
    _ end: SIMD4<Int32>, _ sum: Int32, _ ink: Ink
  ) {
    let coverage = Coverage.rounded(sum)
    var line = pixels
    for row in 0..<4 {
      ink.paint(
        line + Int(start[row]), count: Int(end[row] &- start[row]), coverage: coverage)
      line += stride
    }
  }

  @inline(__always) private func paintSteep(
    _ pixels: UnsafeMutablePointer<UInt32>, stride: Int, _ edge: StripEdge, _ sum: Int32,
    _ ink: Ink
  ) {
    let first = Coverage.rounded(edge.first &+ sum)
    let second = Coverage.rounded(edge.second &+ sum)
    let columns = edge.columns
    ink.paintPairs(
      pixels + Int(columns.x), pixels + (stride &+ Int(columns.y)),
      coverage: SIMD4(first.x, second.x, first.y, second.y))
    ink.paintPairs(
      pixels + (2 &* stride &+ Int(columns.z)), pixels + (3 &* stride &+ Int(columns.w)),
      coverage: SIMD4(first.z, second.z, first.w, second.w))
  }

  private func paintFlat(
    _ pixels: UnsafeMutablePointer<UInt32>, stride: Int, _ edge: StripEdge, _ sum: Int32,
    _ ink: Ink
  ) {
    for row in 0..<4 {
      let line = pixels + row &* stride
      let units = UnsafeMutableRawPointer(units + (row &* self.stride &- x0))
      var x = Int(edge.columns[row])
      while x < Int(edge.ends[row]) {
        let four = units.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<Int32>.self)
        ink.paintFour(line + x, coverage: Coverage.rounded(four &+ sum))
        x &+= 4
      }
    }
  }
}
