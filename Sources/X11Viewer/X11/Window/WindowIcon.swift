import AnimCore

/// An icon for task bars and switchers.
struct WindowIcon: Hashable {
  var size: PixelSize
  /// The pixels in row order, as words of 0xAARRGGBB with straight alpha.
  var argb: [UInt32]
}
