/// Blends rows of frames onto a canvas with integer arithmetic. The words are 0xAARRGGBB with straight alpha, as the
/// PNG specification and RFC 9649 require. Premultiplied colours would be rounded twice.
package enum Compositor {
  /// Blends a row of pixels onto a row of the canvas that is at least as long.
  static func draw(
    _ source: UnsafePointer<UInt32>, onto target: UnsafeMutablePointer<UInt32>, count: Int,
    _ blend: FrameBlend
  ) {
    switch blend {
    case .replace: target.update(from: source, count: count)
    case .over: draw(source, onto: target, count, over)
    case .overInWebP: draw(source, onto: target, count, overInWebP)
    }
  }

  @inline(__always) private static func draw(
    _ source: UnsafePointer<UInt32>, onto target: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ over: (UInt32, UInt32) -> UInt32
  ) {
    for index in 0..<count {
      let word = source[index]
      let alpha = word >> 24
      if alpha == 255 {
        target[index] = word
      } else if alpha != 0 {
        target[index] = over(word, target[index])
      }
    }
  }

  /// Returns a pixel composited over a lower pixel. With alphas from 0 to 1, a = a₁ + a₂ · (1 − a₁)
  /// and c = (c₁ · a₁ + c₂ · a₂ · (1 − a₁)) / a (Portable Network Graphics, 13.16), each rounded
  /// once, half up.
  package static func over(_ upper: UInt32, _ lower: UInt32) -> UInt32 {
    let upperAlpha = upper >> 24
    if upperAlpha == 0 { return lower }
    if upperAlpha == 255 { return upper }
    // 1 is represented as 255 · 255.
    let upperShare = upperAlpha * 255
    let lowerShare = (lower >> 24) * (255 - upperAlpha)
    let alpha = upperShare + lowerShare
    func channel(_ shift: UInt32) -> UInt32 {
      let sum = (upper >> shift & 255) * upperShare + (lower >> shift & 255) * lowerShare
      return ((2 * sum + alpha) / (2 * alpha)) << shift
    }
    return ((2 * alpha + 255) / 510) << 24 | channel(16) | channel(8) | channel(0)
  }

  /// Returns a pixel composited over a lower pixel like libwebp (BlendPixelNonPremult in
  /// anim_decode.c), which rounds down. Translucent colours can become darker by one, even over a
  /// transparent pixel.
  package static func overInWebP(_ upper: UInt32, _ lower: UInt32) -> UInt32 {
    let upperAlpha = upper >> 24
    if upperAlpha == 0 { return lower }
    if upperAlpha == 255 { return upper }
    let lowerShare = ((lower >> 24) * (256 - upperAlpha)) >> 8
    let alpha = upperAlpha + lowerShare
    let scale = (1 << 24) / alpha
    func channel(_ shift: UInt32) -> UInt32 {
      let sum = (upper >> shift & 255) * upperAlpha + (lower >> shift & 255) * lowerShare
      return ((sum * scale) >> 24) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
