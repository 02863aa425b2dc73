import AnimCodecs

/// An error that prevents decoding an image. Callers print the file name in front of it.
public enum RasterError: Error, Hashable, Sendable {
  /// The format isn't supported.
  case unknownFormat
  /// The file violates its format.
  case damaged(String)
  /// The image has too many pixels: more than 200 million in a JPEG or PNG file, 50 million in other still images, or
  /// 10 million in an animation. The limit is lower if decoding needs much memory.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// There isn't enough memory for images of this size.
  case outOfMemory(width: Int, height: Int)
  /// The library for a format isn't installed.
  case missingLibrary(String, package: String)
}

extension RasterError: CustomStringConvertible {
  /// A description of the error, with a remedy if there is one.
  public var description: String {
    switch self {
    case .unknownFormat: "neither GIF, PNG, WebP nor JPEG"
    case .damaged(let reason): reason
    case .tooLarge(let width, let height, let limit):
      "images of \(width)x\(height) pixels are too large (limit of this program: \(limit) pixels)"
    case .outOfMemory(let width, let height):
      "not enough memory for images of \(width)x\(height) pixels"
    case .missingLibrary(let name, let package):
      "requires \(name), which is not installed; install the package \(package)"
    }
  }
}

extension RasterError {
  init(_ error: CodecError) {
    self =
      switch error {
      case .unknownFormat: .unknownFormat
      case .damaged(let reason): .damaged(reason)
      case .tooLarge(let width, let height, let limit):
        .tooLarge(width: width, height: height, limit: limit)
      case .outOfMemory(let width, let height): .outOfMemory(width: width, height: height)
      case .missingLibrary(let name, let package): .missingLibrary(name, package: package)
      }
  }
}
