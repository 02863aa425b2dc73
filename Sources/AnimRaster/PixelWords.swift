// Pixels as words 0xAARRGGBB with straight alpha, row by row.

extension UInt32 {
  /// The pixel with premultiplied colours divided by alpha, rounded to nearest, and upwards from a tie. A colour above
  /// its alpha counts as 255.
  var straightened: UInt32 {
    let alpha = self >> 24
    guard alpha > 0 else { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      Swift.min(255, (510 * (self >> shift & 255) + alpha) / (2 * alpha)) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}

extension [UInt32] {
  /// Makes this a transparent image with a number of pixels. Reuses the memory if possible.
  mutating func clear(count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(0, count: count))
  }
}
