import AnimCore

/// The default size of pictures and windows.
package let defaultPictureSize = PixelSize(width: 960, height: 400)

extension Size {
  /// The size in whole pixels, at least one each way.
  package func pixels(scale: Double) -> PixelSize {
    PixelSize(width: Self.pixels(width * scale), height: Self.pixels(height * scale))
  }

  private static func pixels(_ points: Double) -> Int {
    Int(min(max(points.rounded(), 1), Double(Int32.max)))
  }
}
