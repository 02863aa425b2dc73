/// Why there is no picture. Who prints it puts the name of the file before it.
public enum RasterError: Error, Hashable, Sendable {
  /// None of the formats that are read here.
  case unknownFormat
  /// Something in the file is not as its format demands.
  case damaged(String)
  /// More pixels than there may be: 200 million in a JPEG or PNG, 50 million in other still pictures, 10
  /// million in an animation, and fewer if decoding them takes much memory.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// There is no memory for pictures of the size.
  case outOfMemory(width: Int, height: Int)
  /// The library that decodes a format is not installed.
  case missingLibrary(String, package: String)
}

extension RasterError: CustomStringConvertible {
  /// What is wrong, and what to do where something can be done.
  public var description: String {
    switch self {
    case .unknownFormat: "neither GIF, PNG, WebP nor JPEG"
    case .damaged(let reason): reason
    case .tooLarge(let width, let height, let limit):
      "pictures of \(width)x\(height) pixels; at most \(limit) are played, a limit of this program"
    case .outOfMemory(let width, let height):
      "there is no memory for pictures of \(width)x\(height) pixels"
    case .missingLibrary(let name, let package):
      "\(name) is not installed, which decodes its pictures; install the package \(package)"
    }
  }
}

/// What is accepted of files, so that a small one cannot ask for all memory, or for hours.
package enum RasterLimits {
  /// The most pixels of a picture that does not move, or of a frame: a photograph of 48 million has 8000 by 6000.
  package static let maximumArea = 50_000_000
  /// The most pixels of a still JPEG or PNG, which is reduced to ``maximumArea``.
  package static let maximumStoredArea = 200_000_000
  /// The most bytes that the pixels of a picture that does not move take until it is there.
  static let maximumMemory = 240e6
  /// The most pixels of the canvas of an animation, of which there are up to six at a time: more than a film in 4K has.
  package static let maximumMovingArea = 10_000_000
  /// The most frames: an hour at 25 a second, and a little more. Those after them are not played.
  package static let maximumFrames = 100_000
  /// The most problems that are told of one file.
  static let maximumProblems = 20
  /// The most passes over a JPEG picture. Progressive ones have about ten, of which each can take as long
  /// as a whole picture.
  static let maximumScans = 40
}
