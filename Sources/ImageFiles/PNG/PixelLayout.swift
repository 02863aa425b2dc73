import AnimCore

/// The order of the bytes of pixels with a byte for each channel.
package enum PixelLayout: Sendable {
  /// As in ``StraightPixels``.
  case rgba
  case premultipliedRGBA
  /// Words 0xAARRGGBB in little-endian memory.
  case premultipliedBGRA
}

extension PixelImage {
  /// Writes the pixels to memory.
  ///
  /// - Parameters:
  ///   - memory: Space for `stride` bytes per row, except the last, which has four bytes per pixel.
  ///   - stride: The number of bytes from one row to the next, at least four per pixel.
  package func write(
    as layout: PixelLayout, to memory: UnsafeMutableRawPointer, stride: Int
  ) {
    let (width, height) = (size.width, size.height)
    let isGapless = stride == width * 4
    withPixels { words in
      for row in 0..<(isGapless ? min(height, 1) : height) {
        let count = isGapless ? words.count : width
        let part = UnsafeBufferPointer(rebasing: words[row * width..<row * width + count])
        let target = memory + row * stride
        switch layout {
        case .rgba: Unpremultiplication.convert(part, isOpaque: isOpaque, into: target)
        case .premultipliedRGBA: PixelOrder.write(part, into: target) { $0 << 8 | $0 >> 24 }
        case .premultipliedBGRA: PixelOrder.write(part, into: target) { $0.byteSwapped }
        }
      }
    }
  }
}

extension StraightPixels {
  /// Writes the pixels to memory; see ``AnimGraphics/PixelImage/write(as:to:stride:)``.
  package func write(to memory: UnsafeMutableRawPointer, stride: Int) {
    let row = size.width * 4
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for index in 0..<size.height {
        (memory + index * stride).copyMemory(from: base + index * row, byteCount: row)
      }
    }
  }
}

/// Writes words in another order of their bytes.
private enum PixelOrder {
  /// - Parameter bigEndian: Returns the bytes in the order of memory, the first of them highest.
  @inline(__always)
  static func write(
    _ words: UnsafeBufferPointer<UInt32>, into memory: UnsafeMutableRawPointer,
    bigEndian: (UInt32) -> UInt32
  ) {
    for (index, word) in words.enumerated() {
      memory.storeBytes(
        of: bigEndian(word).bigEndian, toByteOffset: index &* 4, as: UInt32.self)
    }
  }
}
