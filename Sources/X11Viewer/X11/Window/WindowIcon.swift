import AnimCore

/// A picture for task bars and switchers.
struct WindowIcon: Hashable {
  var size: PixelSize
  /// Words of 0xAARRGGBB with straight alpha, row by row; as many as the size has pixels.
  var argb: [UInt32]
}
