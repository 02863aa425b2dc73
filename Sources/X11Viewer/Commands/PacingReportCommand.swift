import AnimCore
import ArgumentParser
import LinuxSystem
import OfflineRendering
import PacingPattern
import PlainText

/// Reports which frames of the pacing scene a recording shows, and for how long.
struct PacingReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pacing-report",
    abstract: "Find skipped, repeated and torn frames in a recording of the scene 'pacing'.",
    usage: "x11viewer pacing-report [<options>] <recording>",
    discussion: """
      Show the pattern:  x11viewer --scene pacing
      Record it:         ffmpeg -f x11grab -framerate 120 -i :0 -t 10 -r 120 \\
                           -pix_fmt yuv420p pacing.y4m
      Check it:          x11viewer pacing-report pacing.y4m

      The window may be anywhere in the image. Record at least twice as many frames per second as \
      the pattern counts.
      """)

  @Argument(help: "A y4m file, or - for standard input.")
  var recording: String

  @Option(
    "rate", "Set the frame rate of the pattern, as passed to --pacing-rate (default: 60).",
    parseFrameRate)
  var rate: RefreshRate?

  @Flag("Print comma-separated values, one row per frame.")
  var csv = false

  @Option(
    "n", "Exit with status 65 if more than this many frames were skipped.",
    wholeNumber(in: 0...1_000_000_000))
  var maxSkipped: Int?

  @OptionGroup var sandbox: SandboxFlag

  func run() throws {
    try sandbox.lock { $0.read(argument: recording) }
    try request.run()
  }

  /// The request from these flags.
  var request: PacingReportRequest {
    var request = PacingReportRequest(recording)
    request.patternRate = rate ?? request.patternRate
    request.form = csv ? .csv : .text
    request.maximumSkipped = maxSkipped
    return request
  }
}
