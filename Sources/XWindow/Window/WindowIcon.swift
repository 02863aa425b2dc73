import AnimCore

/// An icon for task bars and switchers.
package struct WindowIcon: Hashable {
  var size: PixelSize
  /// The pixels in row order, as words of 0xAARRGGBB with straight alpha.
  var argb: [UInt32]

  package init(size: PixelSize, argb: [UInt32]) {
    self.size = size
    self.argb = argb
  }
}
