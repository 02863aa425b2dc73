import AnimCore
import OfflineRendering

/// Parses a size in pixels, written `WxH`.
func parsePixelSize(_ text: String) throws -> PixelSize {
  let parts = text.split(separator: "x", omittingEmptySubsequences: false)
  let sides = 1...PictureLimit.side
  guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
    sides.contains(width), sides.contains(height), width * height <= PNG.largestArea
  else {
    throw InvalidValue(
      expected: "WIDTHxHEIGHT in pixels, each from 1 to \(sides.upperBound), "
        + "and at most \(PNG.largestArea) pixels in all")
  }
  return PixelSize(width: width, height: height)
}
