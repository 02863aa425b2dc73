import AnimCore

/// The brightness of a picture, a byte for each pixel, row after row.
struct LumaPlane {
  let size: PixelSize
  var samples: [UInt8]

  init(size: PixelSize) {
    self.size = size
    samples = Array(repeating: 0, count: size.width * size.height)
  }

  /// - Precondition: the pixel is in the picture.
  subscript(x: Int, y: Int) -> UInt8 { samples[y * size.width + x] }
}
