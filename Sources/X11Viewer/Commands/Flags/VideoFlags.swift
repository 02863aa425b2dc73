import ArgumentParser
import ImageFiles
import OfflineRendering
import PlainText

/// The flags for the format of the output, and for videos in a single file.
struct VideoFlags: ParsableArguments {
  @Option(
    "format",
    "Set the format (default: from the file extension, or png). apng, mp4, webp, mov and avif "
      + "cannot be written to a pipe; mp4, webm, webp, mkv, mov and avif require ffmpeg.",
    completion: .list(OutputFormat.names), OutputFormat.parse)
  private var format: OutputFormat?

  @Option("Set the chroma subsampling of y4m (default: 420).", value: "420|444")
  private var chroma: Y4MSampling.Chroma?

  @Option("8|10", "Set the bits per sample of y4m (default: 8).", parseDepth)
  private var depth: Int?

  @Option(
    "Set the range of samples of y4m, which its header records (default: limited).",
    value: "limited|full")
  private var range: Y4MSampling.Range?

  @Flag("Dither gif files, which avoids banding but makes the files larger.")
  private var dither = false

  /// Applies these flags to a request.
  func apply(to request: inout RenderRequest) {
    request.format = format
    request.isDithered = dither
    guard chroma != nil || depth != nil || range != nil else { return }
    let defaults = Y4MSampling()
    request.sampling = Y4MSampling(
      chroma: chroma ?? defaults.chroma, depth: depth ?? defaults.depth,
      range: range ?? defaults.range)
  }
}

extension OutputFormat {
  fileprivate static func parse(_ text: String) throws -> OutputFormat {
    guard let format = OutputFormat(text) else {
      throw InvalidValue(expected: alternatives(names))
    }
    return format
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
