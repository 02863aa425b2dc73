import AnimCore

extension StraightPixels {
  /// The same pixels, with the colours of nearby pixels instead of black in transparent pixels.
  ///
  /// A lossy encoder mixes neighbouring pixels. Black pixels next to a shape darken its edge, and
  /// the invisible step takes many bytes.
  ///
  /// The image is halved until it is one pixel, by averages of the visible pixels. From the
  /// smallest image to the largest, transparent pixels then take their colours from the next
  /// smaller one.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  package var withExtendedColors: StraightPixels {
    guard !isOpaque, bytes.contains(where: { $0 != 0 }) else { return self }
    var levels = [ColorLevel(self)]
    while let next = levels[levels.count - 1].half { levels.append(next) }
    for index in levels.indices.dropLast().reversed() {
      levels[index].fill(from: levels[index + 1])
    }
    var pixels = self
    pixels.bytes.withUnsafeMutableBytes { bytes in
      for (index, pixel) in levels[0].pixels.enumerated() where bytes[4 * index + 3] == 0 {
        for channel in 0..<3 { bytes[4 * index + channel] = pixel[channel] }
      }
    }
    return pixels
  }
}

/// An image of a certain size, whose transparent pixels have no colour yet.
private struct ColorLevel {
  let width: Int
  let height: Int
  /// Red, green, blue and alpha, which is the weight of the colour.
  private(set) var pixels: [SIMD4<UInt8>]

  init(_ straight: StraightPixels) {
    (width, height) = (straight.size.width, straight.size.height)
    pixels = straight.bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map {
        bytes.loadUnaligned(fromByteOffset: 4 * $0, as: SIMD4<UInt8>.self)
      }
    }
  }

  private init(width: Int, height: Int, pixels: [SIMD4<UInt8>]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The image at half its size, or `nil` for a single pixel.
  var half: ColorLevel? {
    guard width > 1 || height > 1 else { return nil }
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    var half = [SIMD4<UInt8>](repeating: .zero, count: halfWidth * halfHeight)
    pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<halfHeight {
        let rows = 2 * y..<min(2 * y + 2, height)
        for x in 0..<halfWidth {
          var sum = SIMD4<UInt32>.zero
          for row in rows {
            for column in 2 * x..<min(2 * x + 2, width) {
              let pixel = SIMD4<UInt32>(truncatingIfNeeded: pixels[row * width + column])
              sum &+= SIMD4(lowHalf: pixel.lowHalf, highHalf: SIMD2(pixel.z, 1)) &* pixel.w
            }
          }
          if sum.w == 0 { continue }
          var mean = (sum &+ sum.w / 2) / sum.w
          mean.w = min(sum.w, 255)
          half[y * halfWidth + x] = SIMD4(truncatingIfNeeded: mean)
        }
      }
    }
    return ColorLevel(width: halfWidth, height: halfHeight, pixels: half)
  }

  /// Gives colours to the pixels that have none, from the four nearest pixels of the image at half its size.
  mutating func fill(from half: ColorLevel) {
    half.pixels.withUnsafeBufferPointer { colors in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for y in 0..<height {
          let near = y / 2 * half.width
          let far = max(0, min(half.height - 1, y / 2 + (y % 2 == 0 ? -1 : 1))) * half.width
          for x in 0..<width where pixels[y * width + x].w == 0 {
            let side = max(0, min(half.width - 1, x / 2 + (x % 2 == 0 ? -1 : 1)))
            func color(_ index: Int, _ weight: UInt16) -> SIMD4<UInt16> {
              SIMD4<UInt16>(truncatingIfNeeded: colors[index]) &* weight
            }
            let sum =
              color(near + x / 2, 9) &+ color(near + side, 3) &+ color(far + x / 2, 3)
              &+ color(far + side, 1)
            pixels[y * width + x] = SIMD4(truncatingIfNeeded: (sum &+ 8) &>> 4)
          }
        }
      }
    }
  }
}
