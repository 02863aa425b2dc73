/// Words 0xAARRGGBB whose colours are already multiplied by their alpha.
enum Premultiplied {
  /// Each channel times alpha / 255, rounded to nearest.
  @inline(__always) static func word(straight word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let low = (word & 0xFF_00FF) &* alpha &+ 0x80_0080
    let high = (word >> 8 & 0xFF) &* alpha &+ 0x80
    return alpha << 24 | (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ high >> 8) & 0xFF00
  }
}
