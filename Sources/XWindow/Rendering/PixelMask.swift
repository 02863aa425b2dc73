import AnimCore

/// The pixels of an image whose alpha reaches a threshold.
package struct PixelMask {
  /// The minimum alpha, from 1 to 255.
  package let threshold: UInt32
  package private(set) var size = PixelSize.zero
  /// A bit for each pixel, in row order. Every row starts with a new word.
  private var words: [UInt64] = []
  private var wordsPerRow = 0

  package init(threshold: UInt32) { self.threshold = threshold }

  /// Changes the size, unless it is the same. No pixel of the new image is in the mask.
  ///
  /// - Returns: Whether the size has changed.
  package mutating func resize(to size: PixelSize) -> Bool {
    guard size != self.size else { return false }
    self.size = size
    wordsPerRow = (size.width + 63) / 64
    words = Array(repeating: 0, count: wordsPerRow * size.height)
    return true
  }

  /// Updates the mask in an area of the image.
  ///
  /// - Parameters:
  ///   - pixels: The pixels of the image, as words of 0xAARRGGBB.
  ///   - stride: The number of words from one row to the next.
  /// - Returns: Whether the mask has changed.
  package mutating func update(
    _ area: PixelRect, from pixels: UnsafeBufferPointer<UInt32>, stride: Int
  ) -> Bool {
    let area = area.intersection(size.bounds)
    guard !area.isEmpty else { return false }
    let limit = threshold << 24
    let wordsPerRow = wordsPerRow
    var difference: UInt64 = 0
    words.withUnsafeMutableBufferPointer { words in
      for y in area.y0..<area.y1 {
        for index in area.x0 / 64...(area.x1 - 1) / 64 {
          let start = max(area.x0, index * 64)
          let end = min(area.x1, index * 64 + 64)
          var bits: UInt64 = 0
          for x in start..<end where pixels[y * stride + x] >= limit {
            bits |= 1 << UInt64(x & 63)
          }
          let run = (UInt64.max >> UInt64(64 - (end - start))) << UInt64(start & 63)
          let word = words[y * wordsPerRow + index] & ~run | bits
          difference |= words[y * wordsPerRow + index] ^ word
          words[y * wordsPerRow + index] = word
        }
      }
    }
    return difference != 0
  }

  /// Returns rectangles that contain exactly the pixels in the mask, in bands: from top to bottom, all rectangles in a
  /// band have the same rows, and lie side by side without touching.
  package func rectangles() -> [PixelRect] {
    var rectangles: [PixelRect] = []
    var y = 0
    while y < size.height {
      var end = y + 1
      while end < size.height, isRow(end, equalTo: y) { end += 1 }
      var x = 0
      while let start = position(of: true, in: y, from: x) {
        x = position(of: false, in: y, from: start) ?? size.width
        rectangles.append(PixelRect(x0: start, y0: y, x1: x, y1: end))
      }
      y = end
    }
    return rectangles
  }

  private func isRow(_ a: Int, equalTo b: Int) -> Bool {
    let (first, second) = (a * wordsPerRow, b * wordsPerRow)
    return (0..<wordsPerRow).allSatisfy { words[first + $0] == words[second + $0] }
  }

  /// Returns the first pixel of a row, starting at `x`, that is in the mask or, if `isInside` is false, that isn't.
  private func position(of isInside: Bool, in y: Int, from x: Int) -> Int? {
    var x = x
    while x < size.width {
      let word = words[y * wordsPerRow + x / 64]
      let rest = (isInside ? word : ~word) >> UInt64(x & 63)
      if rest != 0 {
        x += rest.trailingZeroBitCount
        return x < size.width ? x : nil
      }
      x = (x / 64 + 1) * 64
    }
    return nil
  }
}
