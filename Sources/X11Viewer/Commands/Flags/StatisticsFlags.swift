import ArgumentParser

/// The flags that say which figures of the frames are wanted.
struct StatisticsFlags: ParsableArguments {
  @Flag(help: "Show figures and a graph of the frames over the picture from the start.")
  var showFps = false

  @Flag(help: "Print the figures of all frames on standard error at the end.")
  var stats = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write the figures of all frames as JSON at the end.", valueName: "path"))
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
