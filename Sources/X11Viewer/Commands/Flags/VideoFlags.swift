import ArgumentParser
import ImageFiles
import OfflineRendering
import OptionValues

/// The flags for the format of the output, and for videos in a single file.
struct VideoFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the format (default: from the file extension, or png). apng, mp4, webp, mov and avif "
        + "cannot be written to a pipe; mp4, webm, webp, mkv, mov and avif require ffmpeg.",
      valueName: "format"),
    completion: .list(OutputFormat.names), transform: OutputFormat.parse)
  var format: OutputFormat?

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

extension Y4MSampling.Chroma: ExpressibleByArgument {}
extension Y4MSampling.Range: ExpressibleByArgument {}

private func parseDepth(_ text: String) throws -> Int {
  guard let depth = Int(text), depth == 8 || depth == 10 else {
    throw InvalidValue(expected: "8 or 10")
  }
  return depth
}
