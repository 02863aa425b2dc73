import AnimCore

/// A picture as files and other programs take it: red, green, blue and straight alpha, a byte each,
/// row after row. What is wholly transparent is black.
struct StraightPixels: Hashable, Sendable {
  var size: PixelSize
  /// Whether every alpha is 255.
  var isOpaque: Bool
  var bytes: [UInt8]

  /// The memory for a picture of this size; its pixels are set by ``copy(_:)``.
  init(size: PixelSize, isOpaque: Bool) {
    self.size = size
    self.isOpaque = isOpaque
    bytes = [UInt8](repeating: 0, count: max(0, size.width) * max(0, size.height) * 4)
  }

  /// - Parameter bytes: four for every pixel.
  init(size: PixelSize, isOpaque: Bool, bytes: [UInt8]) {
    self.size = size
    self.isOpaque = isOpaque
    self.bytes = bytes
  }

  init(_ picture: PixelImage) {
    self.init(size: picture.size, isOpaque: picture.isOpaque)
    copy(picture)
  }

  /// Takes the pixels of a picture of the same size and kind.
  mutating func copy(_ picture: PixelImage) {
    precondition(picture.size == size && picture.isOpaque == isOpaque, "another kind of picture")
    let isOpaque = isOpaque
    bytes.withUnsafeMutableBytes { bytes in
      picture.withPixels { words in
        Unpremultiplication.convert(words, isOpaque: isOpaque, into: bytes)
      }
    }
  }

  /// The picture as the rasteriser has it.
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
