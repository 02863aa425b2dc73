import AnimCore
import AnimationFormats
import ArgumentParser
import ImageFiles
import LinuxSystem
import OfflineRendering
import PlainText

/// The flags for the size of images that are drawn without a window.
struct ImageFlags: ParsableArguments {
  @Option(
    "WxH|W|percent%|W,W,…",
    "Set the size in pixels, the width, or a percentage of the file's size; for cursors, the longer "
      + "side or several, such as 24,32,48 (default: the file's size, 960x400 for scenes).",
    parseSize)
  var size: WantedSize?

  @Option(
    "factor", "Set the number of pixels per point (default: 1).", in: scaleRange, "a factor")
  var scale: Double?

  /// Throws an error if several sizes are given, which only cursors have.
  func checkOneSize() throws {
    guard case .list? = size else { return }
    throw ValidationError("--size: a list of sizes is only supported for cursors")
  }
}

/// Parses a size in pixels, written `WxH`.
func parsePixelSize(_ text: String) throws -> PixelSize {
  let parts = text.split(separator: "x", omittingEmptySubsequences: false)
  guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
    PixelSize(width: width, height: height).isDrawable
  else {
    throw InvalidValue(expected: "WIDTHxHEIGHT in pixels, \(ImageLimit.description)")
  }
  return PixelSize(width: width, height: height)
}

/// Parses a size in pixels, a width, or a percentage.
func parseSize(_ text: String) throws -> WantedSize {
  if text.hasSuffix("%"), let percent = Double(text.dropLast()), percent > 0,
    percent <= maximumPercentage
  {
    return .percent(percent)
  }
  if text.contains(",") { return .list(try parseSides(text)) }
  if let width = Int(text), PixelSize(width: width, height: 1).isDrawable { return .width(width) }
  guard let size = try? parsePixelSize(text) else {
    throw InvalidValue(
      expected: "WIDTHxHEIGHT in pixels, WIDTH or a percentage, \(ImageLimit.description)")
  }
  return .pixels(size)
}

/// Parses the sizes of a cursor, separated by commas, and returns them in ascending order.
private func parseSides(_ text: String) throws -> [Int] {
  let sides = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
  guard sides.allSatisfy({ PixelSize(width: $0, height: 1).isDrawable }),
    Set(sides).count == sides.count
  else { throw InvalidValue(expected: "different sizes in pixels, such as 24,32,48") }
  return sides.sorted()
}

/// The maximum percentage, a factor of a hundred in each direction.
private let maximumPercentage = 10_000.0

/// Parses the path of a PNG file, or of a folder of PNG files. Other file extensions are rejected,
/// because they don't match the format of the file.
func parseImagePath(_ text: String) throws -> String {
  let fileExtension = FilePath.fileExtension(of: text)
  guard
    fileExtension == nil || fileExtension == "png" || OutputFormat.acceptsAnyName(text)
      || Folder.isFolder(text)
  else {
    throw InvalidValue(expected: "a name with the file extension .png")
  }
  return text
}

/// Parses the path of a thumbnail, which may have any temporary name, but not the file extension of
/// another format.
func parseThumbnailPath(_ text: String) throws -> String {
  let fileExtension = FilePath.fileExtension(of: text)
  let isUnrelated =
    JPEG.isName(text) || VideoFormat(path: text) != nil
    || fileExtension.map(AnimationFormats.supportedExtensions.contains) ?? false
  guard !isUnrelated || fileExtension == "png" else {
    throw InvalidValue(expected: "a name with the file extension .png")
  }
  return text
}

/// The flag for the tolerance when images are compared.
struct ToleranceFlag: ParsableArguments {
  @Option(
    "maxdiff,pixels",
    "Accept differences of up to MAXDIFF of 255 levels in up to PIXELS pixels (default: 0,0).",
    parseTolerance)
  var tolerance: ImageTolerance?

  /// The tolerance from this flag.
  var configuration: ImageTolerance { tolerance ?? ImageTolerance() }
}

private func parseTolerance(_ text: String) throws -> ImageTolerance {
  guard let tolerance = ImageTolerance(text) else {
    throw InvalidValue(
      expected: "the largest difference from 0 to 255 and a number of pixels, such as 2,100")
  }
  return tolerance
}
