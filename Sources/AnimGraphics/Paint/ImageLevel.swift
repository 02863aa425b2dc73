/// An image at its own size, or reduced by a power of two.
struct ImageLevel: Sendable {
  let width: Int
  let height: Int
  /// The pixels row by row, as premultiplied 0xAARRGGBB.
  let pixels: [UInt32]

  /// The image at half the width and height, rounded up. Each pixel is the mean of four, rounded to
  /// nearest; pixels at an odd edge count twice.
  var halved: ImageLevel {
    let newWidth = (width + 1) / 2
    let newHeight = (height + 1) / 2
    var words: [UInt32] = []
    words.reserveCapacity(newWidth * newHeight)
    for y in 0..<newHeight {
      let upper = 2 * y * width
      let lower = min(2 * y + 1, height - 1) * width
      for x in 0..<newWidth {
        let right = min(2 * x + 1, width - 1)
        words.append(
          Self.mean(
            pixels[upper + 2 * x], pixels[upper + right], pixels[lower + 2 * x],
            pixels[lower + right]))
      }
    }
    return ImageLevel(width: newWidth, height: newHeight, pixels: words)
  }

  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    // Two channels at a time, 16 bits apart.
    func sum(_ shift: UInt32) -> UInt32 {
      let mask: UInt32 = 0xFF_00FF
      let sum =
        (a >> shift & mask) + (b >> shift & mask) + (c >> shift & mask) + (d >> shift & mask)
      return (sum + 0x2_0002) >> 2 & mask
    }
    return sum(0) | sum(8) << 8
  }
}

extension Image {
  /// The image halved `count` times, or as many times as it can be before it is a single pixel, and
  /// that number.
  func reduced(_ count: Int) -> (level: ImageLevel, count: Int) {
    let whole = ImageLevel(width: size.width, height: size.height, pixels: pixels)
    guard count > 0 else { return (whole, 0) }
    return reductions.withLock { levels in
      while levels.count < count {
        let last = levels.last ?? whole
        if last.width == 1 && last.height == 1 { break }
        levels.append(last.halved)
      }
      let count = min(count, levels.count)
      return (count > 0 ? levels[count - 1] : whole, count)
    }
  }
}
