import AnimCore

/// The largest side of a picture: what an X window can have (its sides are 16 bits, signed where
/// positions are meant).
let maximumSide = 32_767

/// A size in pixels, written `WxH`.
func parsePixelSize(_ text: String) throws -> PixelSize {
  let parts = text.split(separator: "x", omittingEmptySubsequences: false)
  guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
    (1...maximumSide).contains(width), (1...maximumSide).contains(height)
  else {
    throw InvalidValue(expected: "WIDTHxHEIGHT in pixels, each from 1 to \(maximumSide)")
  }
  return PixelSize(width: width, height: height)
}
