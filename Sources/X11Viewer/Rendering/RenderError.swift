import AnimCore

/// Why a picture cannot be drawn or read.
enum RenderError: Error, Hashable, CustomStringConvertible {
  /// It has no pixels, or more than ``PictureLimit`` allows.
  case invalidSize(PixelSize)
  /// There is no memory for a picture of that size.
  case noMemory(PixelSize)
  /// The server has none.
  case noServerMemory(PixelSize)
  case nothingPublished
  case unreadable
  case connectionLost

  /// Whether a smaller picture may be drawn all the same.
  var isAboutSize: Bool {
    switch self {
    case .invalidSize, .noMemory, .noServerMemory: true
    case .nothingPublished, .unreadable, .connectionLost: false
    }
  }

  var description: String {
    switch self {
    case .invalidSize(let size):
      "cannot draw \(size.width)×\(size.height) pixels: \(PictureLimit.description)"
    case .noMemory(let size):
      "there is no memory for a picture of \(size.width)×\(size.height) pixels"
    case .noServerMemory(let size):
      "the X server has no memory for a picture of \(size.width)×\(size.height) pixels"
    case .nothingPublished:
      "no picture was shown yet that could be read back"
    case .unreadable:
      "the X server does not give the picture back"
    case .connectionLost:
      "lost the connection to the X server"
    }
  }

  static func check(_ size: PixelSize) throws(RenderError) {
    if !size.isDrawable { throw .invalidSize(size) }
  }
}
