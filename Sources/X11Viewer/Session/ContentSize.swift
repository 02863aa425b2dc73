import AnimCore
import AnimationFormats

/// The sizes at which windows open.
enum ContentSize {
  /// The approximate minimum of the larger side of windows for small files, in points.
  private static let minimum = 256.0

  /// The size for the overview, in points, like that of a browser window.
  static let overview = Size(width: 960, height: 640)

  /// Returns the size for a scene, in points, or `nil` for a scene without a natural size.
  ///
  /// Small scenes are enlarged: images by an integer factor, which keeps their pixels sharp, and vector graphics to a
  /// minimum size.
  ///
  /// - Parameter zoom: The requested zoom, or `nil` to choose a comfortable size.
  static func points(of scene: any Scene, zoom: Double?) -> Size? {
    guard let natural = scene.naturalSize else { return nil }
    let factor = zoom ?? enlargement(of: natural, isRaster: scene is any PixelScene)
    return Size(width: natural.width * factor, height: natural.height * factor)
  }

  private static func enlargement(of size: Size, isRaster: Bool) -> Double {
    let side = max(size.width, size.height)
    guard side > 0 else { return 1 }
    let factor = minimum / side
    // Don't change sizes that are almost large enough.
    guard factor.rounded() >= 2 else { return 1 }
    return isRaster ? factor.rounded() : factor
  }
}
