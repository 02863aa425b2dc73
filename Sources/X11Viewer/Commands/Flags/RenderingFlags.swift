import ArgumentParser
import ImageFiles
import OfflineRendering
import PlainText

/// The flags for the results to render, and their input.
struct ResultFlags: ParsableArguments {
  @Option(
    "path",
    "Write to this file, in the format of its extension (.png, .jpg, "
      + "\(VideoFormat.allCases.map { ".\($0)" }.joined(separator: ", ")), .cur, .ani). A pattern such as "
      + "frame.%04d.png writes one file per frame, a folder receives files named after the "
      + "animation, and - writes to standard output.",
    name: [.short, .long], completion: .file())
  private var output: String?

  @Option(
    "path",
    "Run the file's state machine with the events in this script, such as '0.5 pointerDown "
      + "100 80', '1.2 set rating 3' and '2 fire open'.",
    completion: .file(extensions: ["script"]))
  private var script: String?

  /// Applies these flags to a request.
  func apply(to request: inout RenderRequest) {
    request.output = output
    request.script = script
  }
}

/// The flags for how several frames are rendered.
struct RenderingFlags: ParsableArguments {
  @Option(
    "n", "Render this many frames in parallel (default: the number of processors).",
    name: .shortAndLong, in: 1...1024)
  private var jobs: Int?

  @Option(
    "0-9", "Set the PNG compression level, from 0 to 9 (default: \(PNG.defaultCompression)).",
    wholeNumber(in: 0...9))
  private var compression: Int?

  @Flag("Skip frames whose PNG file records the same input, options and size.")
  private var skipExisting = false

  @Flag("Render every frame, but rewrite only PNG files that differ.")
  private var verifyExisting = false

  @Option(
    "file",
    "Write the number, hash, size and name of every frame to this file, for 'x11viewer "
      + "verify'.", completion: .file())
  private var manifest: String?

  @Flag("Print the number, SHA-256 and size of every frame. Without --output, write no files.")
  private var hash = false

  @Option(
    "Report progress in this style: auto, plain, openjd or none (default: auto).", value: "style")
  private var progress: Progress.Style?

  /// Applies these flags to a request.
  func apply(to request: inout RenderRequest) {
    request.jobs = jobs
    request.compression = compression
    request.skipsExisting = skipExisting
    request.verifiesExisting = verifyExisting
    request.manifest = manifest
    request.listsHashes = hash
    request.progress = progress
  }
}

extension Progress.Style: ExpressibleByArgument {}
