import ArgumentParser
import ImageFiles
import OfflineRendering
import OptionValues

/// The flags for the results to render, and their input.
struct ResultFlags: ParsableArguments {
  @Option(
    "path",
    "Write to this file, in the format of its extension (.png, .jpg, "
      + "\(VideoFormat.allCases.map { ".\($0)" }.joined(separator: ", "))). A pattern such as "
      + "frame.%04d.png writes one file per frame, a folder receives files named after the "
      + "animation, and - writes to standard output.",
    name: [.short, .long], completion: .file())
  var output: String?

  @Option(
    "path",
    "Run the file's state machine with the events in this script, such as '0.5 pointerDown "
      + "100 80', '1.2 set rating 3' and '2 fire open'.",
    completion: .file(extensions: ["script"]))
  var script: String?
}

/// The flags for how several frames are rendered.
struct RenderingFlags: ParsableArguments {
  @Option(
    "n", "Render this many frames in parallel (default: the number of processors).",
    name: .shortAndLong, in: 1...1024)
  var jobs: Int?

  @Option(
    "0-9", "Set the PNG compression level, from 0 to 9 (default: \(PNG.defaultCompression)).",
    wholeNumber(in: 0...9))
  var compression: Int?

  @Flag("Skip frames whose PNG file records the same input, options and size.")
  var skipExisting = false

  @Flag("Render every frame, but rewrite only PNG files that differ.")
  var verifyExisting = false

  @Option(
    "file",
    "Write the number, hash, size and name of every frame to this file, for 'x11viewer "
      + "verify'.", completion: .file())
  var manifest: String?

  @Flag("Print the number, SHA-256 and size of every frame. Without --output, write no files.")
  var hash = false

  @Option(
    "Report progress in this style: auto, plain, openjd or none (default: auto).", value: "style")
  var progress: Progress.Style?
}

extension Progress.Style: ExpressibleByArgument {}
