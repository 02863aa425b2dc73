import AnimCore

/// The luma of a picture, a byte for each pixel, in row order.
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
