/// An error that prevents decoding an image.
package enum CodecError: Error, Hashable, Sendable {
  /// The format isn't supported.
  case unknownFormat
  /// The file violates its format.
  case damaged(String)
  /// The image has too many pixels. The limit is lower if decoding needs much memory.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// There isn't enough memory for images of this size.
  case outOfMemory(width: Int, height: Int)
  /// The library for a format isn't installed.
  case missingLibrary(String, package: String)
}

/// The limits on files, which keep small files from using all memory or hours of time.
package enum RasterLimits {
  /// The maximum number of pixels of a still image or a frame. A photograph of 48 million pixels has 8000 × 6000.
  package static let maximumArea = 50_000_000
  /// The maximum number of pixels of a still JPEG or PNG, which is reduced to ``maximumArea``.
  package static let maximumStoredArea = 200_000_000
  /// The maximum memory, in bytes, for decoding a still image.
  static let maximumMemory = 240e6
  /// The maximum number of pixels of an animation's canvas, which is more than 4K video needs. Up to six canvases are
  /// in memory at once.
  package static let maximumMovingArea = 10_000_000
  /// The maximum number of frames: slightly more than an hour at 25 fps. Later frames aren't played.
  package static let maximumFrames = 100_000
  /// The maximum number of problems reported for one file.
  static let maximumProblems = 20
  /// The maximum number of scans of a JPEG. Progressive files have about ten, and each can take as long as decoding an
  /// entire image.
  static let maximumScans = 40
}
