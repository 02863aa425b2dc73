/// Why there is no window to draw on.
enum WindowError: Error, Hashable, CustomStringConvertible {
  case invalidSize(width: Int, height: Int)
  case invalidGeometry(String)
  case noTrueColorVisual(depth: Int)
  /// The window of somebody else that was to be drawn on.
  case noSuchWindow(ResourceID)
  /// That window has no pixels, or pixels without colours of their own.
  case unusableWindow(ResourceID)
  case connectionLost

  var description: String {
    switch self {
    case .invalidSize(let width, let height):
      "a window of \(width)×\(height) pixels cannot be drawn: \(PictureLimit.description)"
    case .invalidGeometry(let text):
      "\"\(text)\" is no geometry: write it as WIDTHxHEIGHT+X+Y, for example 640x480-0+20"
    case .noTrueColorVisual(let depth):
      "the screen has no TrueColor visual (its depth is \(depth)): start the server with a depth of "
        + "15, 16, 24 or 30"
    case .noSuchWindow(let id):
      "there is no window 0x\(String(id, radix: 16)): check --window-id"
    case .unusableWindow(let id):
      "the window 0x\(String(id, radix: 16)) has no TrueColor visual to draw with"
    case .connectionLost:
      "lost the connection to the X server"
    }
  }
}
