import ArgumentParser
import OfflineRendering
import OptionValues
import PictureFiles

/// The flags for what is made, and of what.
struct ResultFlags: ParsableArguments {
  @Option(
    name: [.short, .long],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write to this PNG or JPEG file (.png, .jpg), to the files of a pattern (%04d, #### or @@@@ for "
        + "the number), to a film (\(FilmFormat.allCases.map { ".\($0)" }.joined(separator: ", "))), into a folder, or to standard "
        + "output for -.",
      valueName: "path"), completion: .file())
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Play the file by its state machine, with what this script says, which has lines such as "
        + "'0.5 pointerDown 100 80', '1.2 set rating 3' and '2 fire open'.", valueName: "path"),
    completion: .file(extensions: ["script"]))
  var script: String?
}

/// The flags for how several frames are rendered.
struct RenderingFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render this many frames at the same time (default: one for each processor).",
      valueName: "n"),
    transform: wholeNumber(in: 1...1024))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The compression level of PNG files, from 0 for none to 9 for the most "
        + "(default: \(PNG.defaultCompression)).", valueName: "0-9"),
    transform: wholeNumber(in: 0...9))
  var compression: Int?

  @Flag(
    help: """
      Draw only the frames of a sequence that are missing: a PNG file is left alone that says it was \
      drawn from the same file, with the same options, in the same size.
      """)
  var skipExisting = false

  @Flag(
    help: """
      Leave PNG files alone that already show their frame. Every frame is drawn and compared with \
      its file.
      """)
  var verifyExisting = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each frame of a sequence to this file: number, SHA-256 of the pixels, size "
        + "and name. 'verify' reads it.", valueName: "file"), completion: .file())
  var manifest: String?

  @Flag(
    help: """
      Print a line for each frame: number, SHA-256 of the pixels and size. Without --output, that \
      is all.
      """)
  var hash = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How progress is shown: on the terminal or in plain lines (auto), for Open Job Description "
        + "on standard output (openjd), in lines (plain), or not at all (none) (default: auto).",
      valueName: "style"))
  var progress: Progress.Style?
}

extension Progress.Style: ExpressibleByArgument {}
