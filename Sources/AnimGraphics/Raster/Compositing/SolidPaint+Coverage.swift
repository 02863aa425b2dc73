extension SolidPaint {
  /// Paints a run of pixels, each with its own coverage.
  func paint(
    _ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UnsafePointer<UInt8>
  ) {
    let bytes = UnsafeRawPointer(coverage)
    var index = 0
    while index &+ 4 <= count {
      let four = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      paintFour(pixels + index, coverage: Blend.widen(four))
      index &+= 4
    }
    while index < count {
      paint(pixels + index, coverage: UInt32(coverage[index]))
      index &+= 1
    }
  }
}
