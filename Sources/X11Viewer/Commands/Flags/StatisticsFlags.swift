import ArgumentParser

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
