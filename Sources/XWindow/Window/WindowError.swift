import AnimCore

/// Why there is no window to draw on.
package enum WindowError: Error, Hashable, CustomStringConvertible {
  case invalidSize(width: Int, height: Int)
  case invalidGeometry(String)
  case noTrueColorVisual(depth: Int)
  /// The value of XSCREENSAVER_WINDOW is not the number of a window.
  case invalidSaverWindow(String)
  /// The window to draw on does not exist, or no longer exists.
  case noSuchWindow(ResourceID)
  /// The window to draw on has no pixels, or no TrueColor visual.
  case unusableWindow(ResourceID)
  case connectionLost

  package var description: String {
    switch self {
    case .invalidSize(let width, let height):
      "window of \(width)×\(height) pixels: cannot be drawn; have \(PictureLimit.description)"
    case .invalidGeometry(let text):
      "\"\(text)\": not a geometry; write WIDTHxHEIGHT+X+Y, such as 640x480-0+20"
    case .noTrueColorVisual(let depth):
      "screen of depth \(depth): has no TrueColor visual; start the server with a depth of "
        + "15, 16, 24 or 30"
    case .invalidSaverWindow(let text):
      "XSCREENSAVER_WINDOW: \"\(text)\" is not the number of a window; write it in decimal, or in "
        + "hexadecimal after 0x"
    case .noSuchWindow(let id):
      "window 0x\(String(id, radix: 16)): no such window; check --window-id and XSCREENSAVER_WINDOW"
    case .unusableWindow(let id):
      "window 0x\(String(id, radix: 16)): cannot be drawn on; choose one with a TrueColor visual"
    case .connectionLost:
      "X server: lost the connection"
    }
  }
}
