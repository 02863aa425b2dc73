import AnimCore
import AnimationFormats
import ArgumentParser
import ImageFiles
import LinuxSystem
import OfflineRendering
import PlainText

/// Draws a small image of a file, for file managers.
struct ThumbnailCommand: CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail",
    abstract: "Draw a thumbnail of a file, for file managers.",
    usage: "x11viewer thumbnail [<options>] <file> <image> <size>",
    discussion: """
      Draws the first frame that contains about as much as the other frames, because many \
      animations start with an empty frame. Areas without content are transparent. Requires no X \
      server, and gives up after ten seconds unless --timeout is given.
      """)

  @Argument(
    help: ArgumentHelp(
      "\(AnimationFormats.capitalizedExample), or - for standard input.", valueName: "file"),
    completion: fileCompletion)
  var input: String

  @Argument(
    help: ArgumentHelp("The PNG file to write, or - for standard output.", valueName: "image"),
    transform: parseThumbnailPath)
  var output: String

  @Argument(
    help: ArgumentHelp(
      "The length of the longer side in pixels, from 1 to \(maximumSide).", valueName: "size"),
    transform: wholeNumber(in: 1...maximumSide))
  var side: Int

  @OptionGroup var sequence: SequenceFlag
  @OptionGroup var sandbox: SandboxFlag
  @OptionGroup var limit: TimeoutFlag

  /// The maximum side: four times that of the largest thumbnails in the standard.
  private static let maximumSide = 4096

  /// The default time limit in seconds. File managers wait for 10 to 30.
  private static let timeout: Seconds = 10

  mutating func check() throws {
    input = try sequence.paths([input])[0]
  }

  func run() throws {
    try checkPaths()
    try sandbox.lock {
      // File managers start this for every file in a folder.
      $0.memoryLimit = 1 << 30
      $0.read(argument: input)
      $0.readSystemFonts()
      $0.write(to: output)
    }
    do throws(SystemError) {
      // Before any other thread is started.
      _ = try Watchdog.start(timeout: limit.timeout ?? Self.timeout)
    } catch {
      throw Failure(error)
    }
    try thumbnail().save(to: output)
  }

  /// Throws an error if the output would overwrite the file.
  func checkPaths() throws(Failure) {
    try OutputPaths(["output": output]).check(reading: [input])
  }

  /// Returns the requested thumbnail.
  func thumbnail() throws(Failure) -> Thumbnail { try Thumbnail(of: input, side: side) }
}
