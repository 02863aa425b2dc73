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
  /// In microseconds.
  var phaseOffset = 0.0
  var frames: Int?
  var duration: Seconds?

  static let options: [CommandOption<Self>] = [
    .choice(
      "renderer", default: RendererKind.auto,
      "Draw in shared memory (shm), or have the server draw, with smooth edges, which takes it longer "
        + "(xrender), or jagged ones (core); auto is shm, or xrender over a network without it."
    ) { $0.renderer = $1 },
    .value(
      "rate", "rate|max",
      "Frames per second, or max for as many as the server can (default: the display's).",
      parseRate
    ) { $0.rate = $1 },
    .choice(
      "timing", default: TimingSource.auto,
      "Follow the display's vblanks (present), or a free timer; auto is present if possible."
    ) { $0.timing = $1 },
    .number(
      "phase-offset", "microseconds",
      "Show frames this much later than their vblank, or earlier if negative (default: 0).",
      in: -100_000...100_000, "microseconds"
    ) { $0.phaseOffset = $1 },
    .value("frames", "n", "End after this many frames (default: never).", parseFrameLimit) {
      $0.frames = $1
    },
    .value(
      "duration", "seconds", "End after this many seconds (default: never).", parseRunLength
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

/// The flag for when a command that needs the X server gives up.
struct TimeoutFlag: FlagTable {
  var timeout: Seconds?

  static let options: [CommandOption<Self>] = [
    .value(
      "timeout", "seconds", "Give up after this many seconds, with exit status 75.",
      parseRunLength
    ) { $0.timeout = $1 }
  ]
}

/// The flags for the statistics of a run.
struct StatisticsFlags: FlagTable {
  var configuration = StatisticsConfiguration()

  static let options: [CommandOption<Self>] = [
    .on("show-fps", "Show frame statistics over the picture from the start.") {
      $0.configuration.isShown = true
    },
    .on("stats", "Print the statistics of all frames on standard error at the end.") {
      $0.configuration.printsSummary = true
    },
    .text(
      "stats-json", "path", "Write the statistics of all frames as JSON at the end.",
      completion: .files
    ) { $0.configuration.json = $1 },
    .text("stats-csv", "path", "Write a row for every frame as CSV.", completion: .files) {
      $0.configuration.csv = $1
    },
  ]
}

/// Which statistics of the frames are wanted. Made by ``StatisticsFlags``.
struct StatisticsConfiguration: Hashable {
  /// Whether they are shown over the picture from the start.
  var isShown = false
  /// Whether they are printed at the end.
  var printsSummary = false
  /// The path for all statistics, as JSON; nil for none.
  var json: String?
  /// The path for a row for every frame, as CSV; nil for none.
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
