import AnimCore

/// Why a picture cannot be drawn or read.
enum RenderError: Error, Hashable, CustomStringConvertible {
  /// It has no pixels, or more than ``PictureLimit`` allows.
  case invalidSize(PixelSize)
  /// There is not enough memory for a picture of this size.
  case noMemory(PixelSize)
  /// The server does not have enough memory for a picture of this size.
  case noServerMemory(PixelSize)
  case nothingPublished
  case unreadable
  case connectionLost

  /// Whether a smaller picture can still be drawn.
  var isAboutSize: Bool {
    switch self {
    case .invalidSize, .noMemory, .noServerMemory: true
    case .nothingPublished, .unreadable, .connectionLost: false
    }
  }

  var description: String {
    switch self {
    case .invalidSize(let size):
      "picture: \(PictureSizeError(size: size))"
    case .noMemory(let size):
      "picture of \(size.width)×\(size.height) pixels: no memory"
    case .noServerMemory(let size):
      "picture of \(size.width)×\(size.height) pixels: no memory in the X server"
    case .nothingPublished:
      "window: no picture has been shown yet"
    case .unreadable:
      "window: the picture cannot be read back"
    case .connectionLost:
      "X server: lost the connection"
    }
  }

  static func check(_ size: PixelSize) throws(RenderError) {
    if !size.isDrawable { throw .invalidSize(size) }
  }
}
