import AnimCore
import ArgumentParser
import FramePacing
import LinuxSystem
import OfflineRendering
import OptionValues

/// The flags for how frames are drawn, when, and for how long.
struct RunFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Draw in shared memory (shm), or have the server draw (core); auto is shm.")
  var renderer = RendererKind.auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second, or max for as many as the server can (default: the display's).",
      valueName: "rate|max"),
    transform: parseRate)
  var rate: FrameRate?

  @Option(
    parsing: .unconditional,
    help: "Follow the display's vblanks (present), or a free timer; auto is present if possible.")
  var timing = TimingSource.auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show frames this much later than their vblank, or earlier if negative (default: 0).",
      valueName: "microseconds"),
    transform: number(in: -100_000...100_000, "microseconds"))
  var phaseOffset = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after this many frames (default: never).", valueName: "n"),
    transform: parseFrameLimit)
  var frames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after this many seconds (default: never).", valueName: "seconds"),
    transform: parseRunLength)
  var duration: Seconds?

  var configuration: TimingConfiguration {
    TimingConfiguration(
      rate: rate ?? .display, source: timing, phaseOffset: phaseOffset / 1e6)
  }
}

extension RendererKind: ExpressibleByArgument {}

extension TimingSource: ExpressibleByArgument {}

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
struct TimeoutFlag: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give up after this many seconds, with exit status 75.", valueName: "seconds"),
    transform: parseRunLength)
  var timeout: Seconds?
}

/// The flags for the statistics of a run.
struct StatisticsFlags: ParsableArguments {
  @Flag(help: "Show frame statistics over the picture from the start.")
  var showFps = false

  @Flag(help: "Print the statistics of all frames on standard error at the end.")
  var stats = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write the statistics of all frames as JSON at the end.", valueName: "path"))
  var statsJson: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write a row for every frame as CSV.", valueName: "path"))
  var statsCsv: String?

  /// The configuration from these flags.
  var configuration: StatisticsConfiguration {
    StatisticsConfiguration(isShown: showFps, printsSummary: stats, json: statsJson, csv: statsCsv)
  }
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
