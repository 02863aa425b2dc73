import ArgumentParser
import ImageFiles
import OfflineRendering
import OptionValues

/// The flags for the results to render, and their input.
struct ResultFlags: ParsableArguments {
  @Option(
    name: [.short, .long],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write to this file, in the format of its extension (.png, .jpg, "
        + "\(VideoFormat.allCases.map { ".\($0)" }.joined(separator: ", "))). A pattern such as "
        + "frame.%04d.png writes one file per frame, a folder receives files named after the "
        + "animation, and - writes to standard output.",
      valueName: "path"), completion: .file())
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run the file's state machine with the events in this script, such as '0.5 pointerDown "
        + "100 80', '1.2 set rating 3' and '2 fire open'.", valueName: "path"),
    completion: .file(extensions: ["script"]))
  var script: String?
}

/// The flags for how several frames are rendered.
struct RenderingFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render this many frames in parallel (default: the number of processors).",
      valueName: "n"),
    transform: wholeNumber(in: 1...1024))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the PNG compression level, from 0 to 9 (default: \(PNG.defaultCompression)).",
      valueName: "0-9"),
    transform: wholeNumber(in: 0...9))
  var compression: Int?

  @Flag(
    help: """
      Skip frames whose PNG file records the same input, options and size.
      """)
  var skipExisting = false

  @Flag(
    help: """
      Render every frame, but rewrite only PNG files that differ.
      """)
  var verifyExisting = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write the number, hash, size and name of every frame to this file, for 'x11viewer "
        + "verify'.", valueName: "file"), completion: .file())
  var manifest: String?

  @Flag(
    help: """
      Print the number, SHA-256 and size of every frame. Without --output, write no files.
      """)
  var hash = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Report progress in this style: auto, plain, openjd or none (default: auto).",
      valueName: "style"))
  var progress: Progress.Style?
}

extension Progress.Style: ExpressibleByArgument {}
