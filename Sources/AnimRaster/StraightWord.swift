extension UInt32 {
  /// The pixel 0xAARRGGBB with colours divided by alpha, rounded to nearest, and upwards from a tie. A colour above its
  /// alpha counts as 255.
  var straightened: UInt32 {
    let alpha = self >> 24
    guard alpha > 0 else { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      Swift.min(255, (510 * (self >> shift & 255) + alpha) / (2 * alpha)) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
