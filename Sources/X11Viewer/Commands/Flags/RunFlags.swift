import AnimCore
import ArgumentParser
import FramePacing
import LinuxSystem
import OfflineRendering
import PlainText

/// The flags for how frames are drawn, when, and for how long.
struct RunFlags: ParsableArguments {
  @Option(
    "Draw in shared memory (shm), or let the server draw anti-aliased (xrender) or aliased "
      + "(core) shapes; auto uses xrender only over a network (default: auto).")
  private var renderer: RendererKind?

  @Option(
    "rate|max", "Set the frame rate, or max for no limit (default: the rate of the display).",
    parseRate)
  private var rate: FrameRate?

  @Option(
    "Follow the vblanks of the display (present) or a timer; auto prefers present (default: auto).")
  private var timing: TimingSource?

  @Option(
    "microseconds",
    "Delay frames relative to the vblank by this time, or advance them if it is negative "
      + "(default: 0).", in: -100_000...100_000, "microseconds")
  private var phaseOffset: Double?

  @Option("n", "Quit after this many frames (default: never).", parseFrameLimit)
  private var stopAfter: Int?

  /// The old name of ``stopAfter``.
  @Option(parsing: .unconditional, help: .hidden, transform: parseFrameLimit)
  private var frames: Int?

  @Option("seconds", "Quit after this many seconds (default: never).", parseRunLength)
  private var duration: Seconds?

  /// Whether the run ends by itself.
  var hasEnd: Bool { stopAfter != nil || frames != nil || duration != nil }

  func apply(to view: inout ViewConfiguration) {
    view.renderer = renderer ?? view.renderer
    view.timing = TimingConfiguration(
      rate: rate ?? .display, source: timing ?? .auto, phaseOffset: (phaseOffset ?? 0) / 1e6)
    view.frames = stopAfter ?? frames
    view.duration = duration
  }
}

extension RendererKind: ExpressibleByArgument {}
extension TimingSource: ExpressibleByArgument {}

/// The number of frames after which a run ends.
private let parseFrameLimit = wholeNumber(in: 1...1_000_000_000)

/// Seconds after which a run ends.
let parseRunLength = number(in: 0.001...1_000_000_000, "seconds")

/// Parses the rate of the frames in a window.
private func parseRate(_ text: String) throws -> FrameRate {
  if text == "max" { return .maximum }
  guard let hertz = parseNumber(text), (1...1_000).contains(hertz) else {
    throw InvalidValue(expected: "max, or frames per second from 1 to 1000")
  }
  return .fixed(RefreshRate(hertz: hertz))
}

/// The flag for the time after which a command that needs the X server gives up.
struct TimeoutFlag: ParsableArguments {
  @Option("seconds", "Exit with status 75 after this many seconds.", parseRunLength)
  var timeout: Seconds?
}

/// The flags for the statistics of a run.
struct StatisticsFlags: ParsableArguments {
  @Flag("Show frame statistics in the window.")
  private var showFps = false

  @Flag("Print statistics of all frames to standard error on exit.")
  private var stats = false

  @Option(
    "path", "Write statistics of all frames as JSON to this file on exit.", completion: .file())
  private var statsJson: String?

  @Option("path", "Write a CSV row per frame to this file.", completion: .file())
  private var statsCsv: String?

  var configuration: StatisticsConfiguration {
    StatisticsConfiguration(
      isShown: showFps, printsSummary: stats, json: statsJson, csv: statsCsv)
  }
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
