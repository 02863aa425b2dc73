import AnimCodecs
import AnimCore

/// An animation or still image whose frames are images, each with its own duration. Only classes can conform, because
/// Embedded Swift supports protocol types only for classes.
package protocol RasterSource: AnyObject, Sendable {
  /// The size of every image.
  var size: PixelSize { get }
  /// The duration of each frame in the file. There is at least one frame.
  var delays: [FrameDelay] { get }
  /// Whether the file is an animation, even if it has only one frame.
  var isAnimation: Bool { get }
  /// Whether the images are known to have no transparent pixels.
  var isOpaque: Bool { get }

  /// The frames as images that are compared by number.
  var series: ImageSeries { get }

  /// Copies the pixels of a frame, row by row, as words 0xAARRGGBB with straight alpha. Thread-safe.
  ///
  /// - Parameter words: The destination, whose previous contents are irrelevant.
  func pixels(of frame: Int, in words: consuming [UInt32]) throws(RasterError) -> [UInt32]
}

extension RasterSource {
  package var isOpaque: Bool { false }

  /// Returns the image of a frame, counted from 0. Thread-safe.
  package func image(of frame: Int) throws(RasterError) -> Image {
    guard
      let image = Image(
        size: size, straight: try pixels(of: frame, in: series.takeWords()), frame: frame,
        of: series)
    else { throw .outOfMemory(width: size.width, height: size.height) }
    return image
  }
}
