import AnimCore
import AnimationFormats
import ArgumentParser
import FileChecks
import GoldenTesting
import LinuxSystem
import OfflineRendering
import PlainText

/// Judges animations by rules.
struct CheckCommand: CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check animations for flashes, jumps in the loop, unused layers and other faults.",
    usage: "x11viewer check [<options>] <file> ...",
    discussion: """
      Check:     x11viewer check animations
      Flashes:   x11viewer check spinner.json --rule flashes --graph flashes.svg
      Players:   x11viewer check spinner.json --for lottie-ios,lottie-android

      Prints a verdict for each file, with the reasons. In folders, all files are checked, but not \
      those in subfolders. Exits with status 65 if a file fails. The file goldens/settings.txt \
      next to a file sets the rules and limits of files.

      Rules:
      flashes      flashes that can cause seizures, by WCAG 2.3.1
      loop         the step from the last frame to the first
      layers       layers that never change a pixel
      portability  features that the players in --for do not support
      cost         work, memory and file size
      text         fonts that are not in the file, and characters without a glyph

      Jumps in the loop and unused layers only fail a file if their rule is named with --rule or in \
      the settings.
      """)

  @Argument(
    help: ArgumentHelp(
      "A file or a folder: \(AnimationFormats.examples).", valueName: "file"),
    completion: fileCompletion)
  var files: [String]

  @Option("rule,rule,…", "Apply only these rules (default: all).", parseRules)
  var rule: Set<CheckRule>?

  @Option(
    "player,player,…", "Require that these players support all features.", name: .customLong("for"),
    parsePlayers)
  var players: Set<TargetPlayer>?

  @Option(
    "path", "Write JSON to this file, or to standard output instead of text for -.",
    completion: .file())
  var json: String?

  @Option(
    "path", "Write a graph of the flashes of a single file to this SVG file.",
    completion: .file(extensions: ["svg"]))
  var graph: String?

  @Option(
    "n", "Check this many files in parallel (default: the number of processors).",
    name: .shortAndLong, in: 1...1024)
  var jobs: Int?

  @Flag("Print nothing; only set the exit status.", name: .shortAndLong)
  var quiet = false

  @OptionGroup var images: ImageFlags
  @OptionGroup var sequence: SequenceFlag
  @OptionGroup var sequenceRate: SequenceRateFlag
  @OptionGroup var delays: FrameDelaysFlag
  @OptionGroup var resources: ResourceFlags
  @OptionGroup var sandbox: SandboxFlag

  @Option(colorOf: "the background, instead of black and white", default: "from the file")
  var background: Color?

  mutating func check() throws {
    files = try sequence.paths(files)
    try checkNoStandardInput(in: files)
    try images.checkOneSize()
    if graph != nil, rule?.contains(.flashes) == false {
      throw ValidationError("--graph: requires the rule flashes")
    }
  }

  func run() throws {
    try OutputPaths(["--json": json, "--graph": graph]).check(reading: files)
    try sandbox.lock { sandbox in
      for file in files {
        sandbox.read(argument: file)
        sandbox.readGoldens(of: file)
      }
      sandbox.read(resources)
      for path in [json, graph].compactMap(\.self) { sandbox.write(to: path) }
    }
    var paths: [String] = []
    for file in files {
      let found = try FileList.files(at: file)
      // A file with a shared extension is checked if it is named explicitly.
      paths +=
        found == [file] ? found : found.filter { !AnimationFormats.isUnrelatedFile($0) }
    }
    if graph != nil, paths.count != 1 {
      throw Failure("--graph: only supported for a single file", status: .usage)
    }
    let work = try paths.map { path throws(Failure) in (path, try configuration(of: path)) }
    let results = CheckRun.results(work, jobs: jobs ?? allowedProcessors())
    let report = CheckReport(results)
    let output = CommandOutput()
    if let graph, let series = results.first?.flashes {
      try output.writeReport(series.graph, to: graph)
    }
    if let json { try output.writeReport(report.json.text, to: json) }
    if json != OutputFile.standardOutput, graph != OutputFile.standardOutput, !quiet {
      try output.say(report.text)
    }
    try report.status.exit()
  }

  /// Returns the configuration for a file, with the settings next to its goldens.
  private func configuration(of path: String) throws(Failure) -> CheckConfiguration {
    var configuration = CheckConfiguration()
    configuration.rules = rule
    configuration.players = players ?? []
    configuration.size = images.size
    configuration.file.frameRate = sequenceRate.fps
    configuration.file.background = background
    resources.apply(to: &configuration.file)
    delays.apply(to: &configuration.file)
    try configuration.applySettings(for: path)
    return configuration
  }
}

private func parseRules(_ text: String) throws -> Set<CheckRule> {
  guard let rules = CheckSetting.list(text, of: CheckRule.self), !rules.isEmpty else {
    throw InvalidValue(
      expected: "rules separated by commas: "
        + CheckRule.allCases.map(\.rawValue).joined(separator: ", "))
  }
  return rules
}

private func parsePlayers(_ text: String) throws -> Set<TargetPlayer> {
  guard let players = CheckSetting.list(text, of: TargetPlayer.self), !players.isEmpty else {
    throw InvalidValue(
      expected: "players separated by commas: "
        + TargetPlayer.allCases.map(\.rawValue).joined(separator: ", "))
  }
  return players
}
