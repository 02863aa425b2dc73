import AnimationFormats
import LinuxSystem
import OfflineRendering

/// A request to compare animations and a scene with goldens or with another version.
package struct TestRequest {
  /// The files and folders.
  package let paths: [String]
  /// The names of all scenes, whose goldens aren't stale.
  package let existingScenes: [String]
  /// The scene to test, or `nil` for none.
  package var scene: (name: String, make: SceneMaker)?
  /// The arguments of the program, to suggest commands to run next.
  package var commandLine: [String] = []

  /// The folder of all goldens, or `nil` for folders next to the files.
  package var goldens: String?
  /// The filter for files in folders.
  package var filter = FileFilter()
  /// The name of the animations to test, or `nil` for all.
  package var name: String?
  /// The part of the animations to test, or `nil` for all.
  package var shard: Shard?

  /// The path of an HTML report.
  package var report: String?
  package var junit: String?
  package var markdown: String?
  /// The path of a report as JSON, or `-` for standard output.
  package var json: String?
  /// Whether failures are also printed as annotations for GitHub Actions.
  package var annotates = false
  package var configuration = GoldenConfiguration()

  package init(_ paths: [String], existingScenes: [String]) {
    (self.paths, self.existingScenes) = (paths, existingScenes)
  }
}

/// A part of all animations, for one of several machines.
package struct Shard: Hashable, Sendable {
  /// The number, from 1 to ``count``.
  package let number: Int
  package let count: Int

  package static let maximum = 10_000

  /// Creates a part. Returns `nil` if the numbers are out of range.
  package init?(number: Int, count: Int) {
    guard (1...Self.maximum).contains(count), (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }
}

extension TestRequest {
  /// Opens the report, which must happen before the process is sandboxed.
  package func openReport() throws(Failure) -> GoldenReport? {
    try report.map { path throws(Failure) in try GoldenReport(at: path) }
  }

  /// Tests the animations, and prints and writes the results.
  ///
  /// - Returns: The status of the results.
  package func run(
    _ report: GoldenReport?, _ output: CommandOutput = CommandOutput()
  ) throws(Failure) -> ExitStatus {
    let summary: GoldenSummary
    do throws(Failure) {
      summary = try GoldenRun.run(search(output), configuration, report: report)
    } catch {
      report?.discard()
      throw error
    }
    try write(summary, report, output)
    return summary.status
  }

  /// Returns the animations to test.
  private func search(_ output: CommandOutput) throws(Failure) -> GoldenSearch {
    var search = GoldenSearch(goldens: goldens, filter: filter)
    search.keepScenes(existingScenes)
    for path in paths { try search.add(path) }
    for script in search.strayScripts {
      output.report("warning: \(script): not tested, because its file is missing")
    }
    if scene == nil { try search.checkFilter() }
    let unmatchedPatterns = search.unmatchedPatterns
    if let scene { try search.add(scene.make, named: scene.name) }
    try OutputPaths([
      "--report": report, "--junit": junit, "--markdown": markdown, "--json": json,
    ]).check(reading: search.files)
    if let name { try search.select(name) }
    if let shard { search.select(part: shard.number, of: shard.count) }
    for pattern in unmatchedPatterns {
      output.report("warning: \(pattern): the pattern matches no animation")
    }
    for line in try search.unmatchedSettings() {
      output.report("warning: \(line) matches no animation")
    }
    return search
  }

  /// Writes all reports, and the summary on standard output. If a report can't be written, the
  /// others still are.
  private func write(
    _ summary: GoldenSummary, _ page: GoldenReport?, _ output: CommandOutput
  ) throws(Failure) {
    var failure: Failure?
    func attempt(_ body: () throws(Failure) -> Void) {
      do throws(Failure) {
        try body()
      } catch {
        failure = failure ?? error
      }
    }
    let accepting = acceptingCommand(nil)
    let pruningCommand = command("--prune", nil)
    if !configuration.isQuiet, json != OutputFile.standardOutput {
      attempt { () throws(Failure) in
        try output.say(summary.text(acceptingCommand: accepting, pruningCommand: pruningCommand))
      }
    }
    if annotates {
      attempt { () throws(Failure) in try output.say(GitHubAnnotations(summary: summary).text) }
    }
    attempt { () throws(Failure) in
      try page?.finish(
        summary, acceptingCommand: acceptingCommand, pruningCommand: pruningCommand)
    }
    let texts = [
      (junit, { JUnitReport(summary: summary, images: page?.images() ?? ResultImages()).text }),
      (
        markdown,
        {
          MarkdownReport(
            summary: summary, acceptingCommand: accepting, pruningCommand: pruningCommand
          ).text
        }
      ),
      (json, { JSONReport(summary: summary).text }),
    ]
    for (path, text) in texts {
      guard let path else { continue }
      attempt { () throws(Failure) in try output.writeReport(text(), to: path) }
    }
    if let failure { throw failure }
  }

  /// Returns the command that accepts the new frames of an animation, or of all animations.
  private func acceptingCommand(_ subject: String?) -> String {
    // An earlier revision can't be changed.
    configuration.revision == nil ? command("--update", subject) : ""
  }

  private func command(_ option: String, _ subject: String?) -> String {
    repeatedCommand(commandLine, subcommand: "test", with: option, subject: subject)
  }
}
