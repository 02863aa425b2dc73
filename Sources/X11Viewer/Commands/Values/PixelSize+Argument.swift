import AnimCore

/// Parses a size in pixels, written `WxH`.
func parsePixelSize(_ text: String) throws -> PixelSize {
  let parts = text.split(separator: "x", omittingEmptySubsequences: false)
  guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
    PixelSize(width: width, height: height).isDrawable
  else {
    throw InvalidValue(expected: "WIDTHxHEIGHT in pixels, \(PictureLimit.description)")
  }
  return PixelSize(width: width, height: height)
}
