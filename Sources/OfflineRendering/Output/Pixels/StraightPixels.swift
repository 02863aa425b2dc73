import AnimCore

/// A picture in the form that files and other programs use: red, green, blue and straight alpha, a
/// byte each, in row order. Fully transparent pixels are black.
package struct StraightPixels: Hashable, Sendable {
  var size: PixelSize
  /// Whether every alpha is 255.
  var isOpaque: Bool
  var bytes: [UInt8]

  /// Allocates a picture of this size, whose pixels ``copy(_:)`` sets.
  package init(size: PixelSize, isOpaque: Bool) {
    self.size = size
    self.isOpaque = isOpaque
    bytes = [UInt8](repeating: 0, count: max(0, size.width) * max(0, size.height) * 4)
  }

  /// - Parameter bytes: four bytes for each pixel.
  package init(size: PixelSize, isOpaque: Bool, bytes: [UInt8]) {
    self.size = size
    self.isOpaque = isOpaque
    self.bytes = bytes
  }

  package init(_ picture: PixelImage) {
    self.init(size: picture.size, isOpaque: picture.isOpaque)
    copy(picture)
  }

  /// Copies the pixels of a picture with the same size and opacity.
  mutating func copy(_ picture: PixelImage) {
    precondition(
      picture.size == size && picture.isOpaque == isOpaque, "the size and the opacity must match")
    let isOpaque = isOpaque
    bytes.withUnsafeMutableBytes { bytes in
      picture.withPixels { words in
        Unpremultiplication.convert(words, isOpaque: isOpaque, into: bytes)
      }
    }
  }

  /// The picture in the rasteriser's premultiplied form.
  var picture: PixelImage {
    let picture = PixelImage(size: size, isOpaque: isOpaque)
    bytes.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      picture.withMutablePixels { words in
        for index in words.indices {
          let rgba = UInt32(bigEndian: pixels[index])
          words[index] = Color(argb: rgba >> 8 | rgba << 24).premultipliedARGB
        }
      }
    }
    return picture
  }
}
