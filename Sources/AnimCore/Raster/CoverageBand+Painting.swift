extension CoverageBand {
  /// Paints what was gathered, and forgets it.
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, stride pixelStride: Int, _ ink: Ink) {
    for row in 0..<y1 &- y0 {
      paintRow(
        row, pixels + ((y0 &+ row) &* pixelStride &+ x0), differences + row &* stride, ink)
    }
  }

  /// Paints one row, whose pixel in column x0 is `pixels`.
  @inline(__always) private func paintRow(
    _ row: Int, _ pixels: UnsafeMutablePointer<UInt32>,
    _ differences: UnsafeMutablePointer<Int32>, _ ink: Ink
  ) {
    let width = x1 &- x0
    var sum: Int32 = 0
    var x = 0
    for word in 0..<words {
      var bits = touched[row &* words &+ word]
      touched[row &* words &+ word] = 0
      while bits != 0 {
        let block = (word &* 64 &+ bits.trailingZeroBitCount) &* 4
        bits &= bits &- 1
        if block > x, sum != 0 {
          ink.paint(pixels + x, count: block &- x, coverage: Coverage.rounded(sum))
        }
        let sums = takeSums(differences + block, after: sum)
        sum = sums.w
        let coverage = Coverage.rounded(sums)
        if block &+ 4 <= width {
          ink.paintFour(pixels + block, coverage: coverage)
        } else {
          for index in 0..<max(0, width &- block) {
            ink.paint(pixels + (block &+ index), coverage: coverage[index])
          }
        }
        x = block &+ 4
      }
    }
    if x < width, sum != 0 {
      ink.paint(pixels + x, count: width &- x, coverage: Coverage.rounded(sum))
    }
  }

  /// The running sums of four differences, which are set to 0.
  @inline(__always) private func takeSums(
    _ differences: UnsafeMutablePointer<Int32>, after sum: Int32
  ) -> SIMD4<Int32> {
    let memory = UnsafeMutableRawPointer(differences)
    var sums = memory.loadUnaligned(as: SIMD4<Int32>.self)
    memory.storeBytes(of: .zero, as: SIMD4<Int32>.self)
    sums &+= SIMD4(0, sums.x, sums.y, sums.z)
    sums &+= SIMD4(0, 0, sums.x, sums.y)
    return sums &+ sum
  }
}
