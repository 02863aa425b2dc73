import AnimCore
import AnimationFormats
import ArgumentParser
import LinuxSystem
import OfflineRendering
import OptionValues
import PictureFiles

/// The flags for the size of pictures that are drawn without a window.
struct PictureFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the size in pixels, the width, or a percentage of the file's size (default: the "
        + "file's size, 960x400 for scenes).", valueName: "WxH|W|percent%"),
    transform: parseSize)
  var size: WantedSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the number of pixels per point (\(plain(scaleRange.lowerBound)) to "
        + "\(plain(scaleRange.upperBound)); default: 1).",
      valueName: "factor"),
    transform: number(in: scaleRange, "a factor"))
  var scale: Double?
}

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

/// Parses a size in pixels, a width, or a percentage.
func parseSize(_ text: String) throws -> WantedSize {
  if text.hasSuffix("%"), let percent = Double(text.dropLast()), percent > 0,
    percent <= maximumPercentage
  {
    return .percent(percent)
  }
  if let width = Int(text), PixelSize(width: width, height: 1).isDrawable { return .width(width) }
  guard let size = try? parsePixelSize(text) else {
    throw InvalidValue(
      expected: "WIDTHxHEIGHT in pixels, WIDTH or a percentage, \(PictureLimit.description)")
  }
  return .pixels(size)
}

/// A hundred times as large each way.
private let maximumPercentage = 10_000.0

/// Parses the path of a picture to write as PNG. A name that promises another format is refused,
/// since the file would not be what its name says.
func parsePicturePath(_ text: String) throws -> String {
  guard !promisesOtherFormat(text) else {
    throw InvalidValue(expected: "a file name that ends in .png")
  }
  return text
}

/// Parses the path of a picture or a film.
func parseRenderPath(_ text: String) throws -> String {
  let films = FilmFormat.allCases.map { "\($0)" }
  guard JPEG.isName(text) || FilmFormat(path: text) != nil || !promisesOtherFormat(text) else {
    throw InvalidValue(
      expected: "a file name that ends in .png or .jpg, or for a video in "
        + films.map { "." + $0 }.joined(separator: ", "))
  }
  if let ending = FilePath.ending(of: text),
    let meant = EndingSuggestion.ending(like: ending, among: ["png", "jpg", "jpeg"] + films)
  {
    throw InvalidValue(expected: "the file extension .\(meant) instead of .\(ending)")
  }
  return text
}

/// Whether a picture's file has an ending, which may be that of a temporary file, or is no file but
/// a pipe or a device, which need none.
func isNamedPicture(_ path: String) -> Bool {
  FilePath.ending(of: path) != nil || path == OutputFile.standardOutput
    || OutputFile.isStream(path)
}

private func promisesOtherFormat(_ path: String) -> Bool {
  FilePath.ending(of: path).map(otherFormats.contains) ?? false
}

/// The usual endings of other pictures and films, and those of animations. Any other ending may be part of a name, such
/// as that of a temporary file.
private let otherFormats = Set([
  "apng", "avi", "avif", "bmp", "flv", "gif", "heic", "jpe", "jpeg", "jpg", "jxl", "m4v", "mkv",
  "mov", "mp4", "mpeg", "mpg", "ogv", "pdf", "ppm", "pnm", "tga", "tif", "tiff", "webm", "webp",
  "wmv", "xpm", "xwd",
]).union(AnimationFormats.shownEndings).subtracting(["png"])

/// The flag for how far two pictures may differ and still count as equal.
struct ToleranceFlag: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Accept differences of up to MAXDIFF of 255 levels in up to PIXELS pixels (default: 0,0).",
      valueName: "maxdiff,pixels"),
    transform: parseTolerance)
  var tolerance: PictureTolerance?

  /// The tolerance from this flag.
  var configuration: PictureTolerance { tolerance ?? PictureTolerance() }
}

private func parseTolerance(_ text: String) throws -> PictureTolerance {
  guard let tolerance = PictureTolerance(text) else {
    throw InvalidValue(
      expected: "the largest difference from 0 to 255 and a number of pixels, such as 2,100")
  }
  return tolerance
}
