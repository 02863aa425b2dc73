import AnimCore
import FramePacing
import LinuxSystem
import OfflineRendering
import OptionValues

/// The flags for how frames are drawn, when, and for how long.
struct RunFlags: FlagTable {
  var renderer = RendererKind.auto
  var rate: FrameRate?
  var timing = TimingSource.auto
  /// The offset, in microseconds.
  var phaseOffset = 0.0
  var frames: Int?
  var duration: Seconds?

  static let options: [CommandOption<Self>] = [
    .choice(
      "renderer", default: RendererKind.auto,
      "Draw in shared memory (shm), or let the server draw anti-aliased (xrender) or aliased "
        + "(core) shapes; auto uses xrender only over a network."
    ) { $0.renderer = $1 },
    .value(
      "rate", "rate|max",
      "Set the frame rate, or max for no limit (default: the rate of the display).",
      parseRate
    ) { $0.rate = $1 },
    .choice(
      "timing", default: TimingSource.auto,
      "Follow the vblanks of the display (present) or a timer; auto prefers present."
    ) { $0.timing = $1 },
    .number(
      "phase-offset", "microseconds",
      "Delay frames relative to the vblank by this time, or advance them if it is negative "
        + "(default: 0).",
      in: -100_000...100_000, "microseconds"
    ) { $0.phaseOffset = $1 },
    .value("frames", "n", "Quit after this many frames (default: never).", parseFrameLimit) {
      $0.frames = $1
    },
    .value(
      "duration", "seconds", "Quit after this many seconds (default: never).", parseRunLength
    ) { $0.duration = $1 },
  ]

  var configuration: TimingConfiguration {
    TimingConfiguration(
      rate: rate ?? .display, source: timing, phaseOffset: phaseOffset / 1e6)
  }
}

extension RendererKind: OptionChoice {}
extension TimingSource: OptionChoice {}

/// A number of frames after which a run ends.
let parseFrameLimit = wholeNumber(in: 1...1_000_000_000)

/// Seconds after which a run ends.
let parseRunLength = number(in: 0.001...1_000_000_000, "seconds")

/// Parses the rate of the frames in a window.
func parseRate(_ text: String) throws -> FrameRate {
  if text == "max" { return .maximum }
  guard let hertz = parseNumber(text), (1...1_000).contains(hertz) else {
    throw InvalidValue(expected: "max, or frames per second from 1 to 1000")
  }
  return .fixed(RefreshRate(hertz: hertz))
}

/// The flag for the time after which a command that needs the X server gives up.
struct TimeoutFlag: FlagTable {
  var timeout: Seconds?

  static let options: [CommandOption<Self>] = [
    .value(
      "timeout", "seconds", "Exit with status 75 after this many seconds.",
      parseRunLength
    ) { $0.timeout = $1 }
  ]
}

/// The flags for the statistics of a run.
struct StatisticsFlags: FlagTable {
  var configuration = StatisticsConfiguration()

  static let options: [CommandOption<Self>] = [
    .on("show-fps", "Show frame statistics in the window.") {
      $0.configuration.isShown = true
    },
    .on("stats", "Print statistics of all frames to standard error on exit.") {
      $0.configuration.printsSummary = true
    },
    .text(
      "stats-json", "path", "Write statistics of all frames as JSON to this file on exit.",
      completion: .files
    ) { $0.configuration.json = $1 },
    .text("stats-csv", "path", "Write a CSV row per frame to this file.", completion: .files) {
      $0.configuration.csv = $1
    },
  ]
}

/// The requested frame statistics. Made by ``StatisticsFlags``.
struct StatisticsConfiguration: Hashable {
  /// Whether the statistics are shown over the image from the start.
  var isShown = false
  /// Whether the statistics are printed at the end.
  var printsSummary = false
  /// The path for all statistics as JSON, or `nil`.
  var json: String?
  /// The path for a CSV row per frame, or `nil`.
  var csv: String?
}

extension StatisticsConfiguration {
  /// Whether any statistics are written at the end.
  var areWanted: Bool { printsSummary || json != nil || csv != nil }

  /// The names of the given options.
  var optionNames: [String] {
    [
      ("--show-fps", isShown), ("--stats", printsSummary), ("--stats-json", json != nil),
      ("--stats-csv", csv != nil),
    ].filter(\.1).map(\.0)
  }

  /// Opens the files for the statistics.
  func report(status: TimingStatus) throws(Failure) -> StatisticsReport {
    do throws(OutputError) {
      return try StatisticsReport(
        status: status, printsSummary: printsSummary, json: json, csv: csv)
    } catch {
      throw Failure(error)
    }
  }
}
