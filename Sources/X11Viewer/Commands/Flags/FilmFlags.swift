import ArgumentParser
import OfflineRendering
import OptionValues
import PictureFiles

/// The flags for films in a single file.
struct FilmFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the video format (default: from the file extension). Only gif, y4m and rgba can be "
        + "written to a pipe; mp4, webm, webp, mkv, mov and avif require ffmpeg.",
      valueName: "format"),
    completion: .list(formatNames), transform: parseFilmFormat)
  var format: FilmFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the chroma subsampling of y4m (default: 420).",
      valueName: "420|444"))
  var chroma: Y4MSampling.Chroma?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Set the bits per sample of y4m (default: 8).", valueName: "8|10"),
    transform: parseDepth)
  var depth: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the range of samples of y4m, which its header records (default: limited).",
      valueName: "limited|full"))
  var range: Y4MSampling.Range?

  @Flag(
    help: """
      Dither gif files, which avoids banding but makes the files larger.
      """)
  var dither = false

  var hasFlagsOfY4M: Bool { chroma != nil || depth != nil || range != nil }

  /// The sampling from these flags.
  var sampling: Y4MSampling {
    let defaults = Y4MSampling()
    return Y4MSampling(
      chroma: chroma ?? defaults.chroma, depth: depth ?? defaults.depth,
      range: range ?? defaults.range)
  }
}

private let formatNames = FilmFormat.allCases.map(\.rawValue)

private func parseFilmFormat(_ text: String) throws -> FilmFormat {
  guard let format = FilmFormat(rawValue: text) else {
    throw InvalidValue(expected: alternatives(formatNames))
  }
  return format
}

extension Y4MSampling.Chroma: ExpressibleByArgument {}
extension Y4MSampling.Range: ExpressibleByArgument {}

private func parseDepth(_ text: String) throws -> Int {
  guard let depth = Int(text), depth == 8 || depth == 10 else {
    throw InvalidValue(expected: "8 or 10")
  }
  return depth
}
