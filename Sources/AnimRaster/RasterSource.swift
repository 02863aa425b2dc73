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

  /// Returns the image of a frame, counted from 0. Thread-safe.
  func image(of frame: Int) throws(RasterError) -> Image
  /// Copies the pixels of a frame, row by row, as words 0xAARRGGBB with straight alpha. Thread-safe.
  ///
  /// - Parameter words: The destination, whose previous contents are irrelevant.
  func pixels(of frame: Int, in words: consuming [UInt32]) throws(RasterError) -> [UInt32]
}
