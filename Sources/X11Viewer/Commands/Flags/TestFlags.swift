import ArgumentParser
import GoldenTesting
import LinuxSystem
import OfflineRendering
import OptionValues

/// The flags for what animations are compared with.
struct GoldenFlags: ParsableArguments {
  @Flag(help: "Write the goldens that are missing, and those that differ.")
  var update = false

  @Flag(help: "Remove the goldens that no animation can have any more.")
  var prune = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The folder of the goldens (default: goldens beside each file).", valueName: "folder"),
    completion: .directory)
  var goldens: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frames to test, from 0, or percentages of an animation, of which 100% is the last frame "
        + "(default: 0,25%,50%,75%,100%; 0,30,60,90,120 of a scene).", valueName: "n|percent%,…"),
    transform: GoldenFrames.parse)
  var frames: GoldenFrames?

  @Flag(
    help: """
      Test every frame, by a file of hashes for each animation, and pictures only of the frames \
      named. Animations with such a file are always tested so.
      """)
  var everyFrame = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Compare with the files of this Git revision, such as main, drawn now, instead of with "
        + "goldens.", valueName: "revision"))
  var against: String?
}

/// The flags for which animations are tested.
struct TestSelectionFlags: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Test only the files in folders that match, such as '*.tgs' or 'icons/*'; may be repeated.",
      valueName: "pattern"))
  var include: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Leave out the files in folders that match, such as node_modules; may be repeated.",
      valueName: "pattern"))
  var exclude: [String] = []

  @Option(
    name: [.customShort("k"), .customLong("filter")], parsing: .unconditional,
    help: ArgumentHelp(
      "Test only the animations whose paths contain this or match it.", valueName: "name"))
  var name: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Test this many animations at the same time (default: one for each processor).",
      valueName: "n"),
    transform: wholeNumber(in: 1...1024))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Test only a part of the animations, the first of four for 1/4, so that several machines share "
        + "them.", valueName: "i/n"),
    transform: Shard.parse)
  var shard: Shard?

  @Flag(help: "Begin no other animation after the first that is not as expected.")
  var failFast = false

  var filter: FileFilter { FileFilter(included: include, excluded: exclude) }
}

/// A part of all animations, for one of several machines.
struct Shard: Hashable {
  /// From 1 to ``count``.
  let number: Int
  let count: Int

  static func parse(_ text: String) throws -> Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count <= maximum,
      number >= 1, number <= count
    else {
      throw InvalidValue(
        expected: "a part and the number of parts, such as 1/4, of at most \(maximum)")
    }
    return Shard(number: number, count: count)
  }

  private static let maximum = 10_000
}

/// A CI system that shows annotations.
enum AnnotationStyle: String, ExpressibleByArgument, CaseIterable {
  case github
}

/// The flags for reports of golden tests.
struct TestReportFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a page with all differences, index.html, into this folder, which must be new, empty "
        + "or that of an earlier report; or into one file, if the name ends in .html.",
      valueName: "folder|file"),
    completion: .directory)
  var report: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write the results as JUnit XML, for CI systems.", valueName: "file"),
    completion: .file())
  var junit: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write the results as Markdown, for job summaries and comments.", valueName: "file"),
    completion: .file())
  var markdown: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write the results as JSON, for programs.", valueName: "file"),
    completion: .file())
  var json: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print an annotation for every failure, for this CI system.", valueName: "github"))
  var annotations: AnnotationStyle?

  @Flag(
    name: .shortAndLong,
    help:
      "Print neither a summary nor progress; the exit status and the reports say what was found.")
  var quiet = false

  func validate() throws {
    if report == "" { throw ValidationError("--report: no folder given") }
    for (option, path) in [("--junit", junit), ("--markdown", markdown), ("--json", json)]
    where path == OutputFile.standardOutput {
      throw ValidationError("\(option): standard output has the summary; name a file")
    }
    // A later report would not replace a folder with other files.
    if let report, !report.hasSuffix(".html") {
      let folder = FilePath.absolute(report)
      for (option, path) in [("--junit", junit), ("--markdown", markdown), ("--json", json)] {
        guard let path, FilePath.folder(of: FilePath.absolute(path)) == folder else { continue }
        throw ValidationError(
          "\(option): '\(path)' is in the folder of --report, which has nothing else; name one beside it"
        )
      }
    }
  }

  /// Writes all reports, and the summary on standard output. One that cannot be written does not
  /// keep the others from being written.
  ///
  /// - Parameter acceptingCommand: the command that accepts what is new in an animation, or in all
  ///   of them if there is no name.
  func write(
    _ summary: GoldenSummary, _ page: GoldenReport?, acceptingCommand: @escaping (String?) -> String
  ) throws(Failure) {
    var failure: Failure?
    func attempt(_ body: () throws(Failure) -> Void) {
      do throws(Failure) {
        try body()
      } catch {
        failure = failure ?? error
      }
    }
    let command = acceptingCommand(nil)
    if !quiet {
      attempt { () throws(Failure) in try Self.print(summary.text(acceptingCommand: command)) }
    }
    if annotations == .github {
      attempt { () throws(Failure) in try Self.print(GitHubAnnotations(summary: summary).text) }
    }
    attempt { () throws(Failure) in
      try page?.finish(summary, acceptingCommand: acceptingCommand)
    }
    let texts = [
      (junit, { JUnitReport(summary: summary).text }),
      (markdown, { MarkdownReport(summary: summary, acceptingCommand: command).text }),
      (json, { JSONReport(summary: summary).text }),
    ]
    for (path, text) in texts {
      guard let path else { continue }
      attempt { () throws(Failure) in try Self.write(text(), to: path) }
    }
    if let failure { throw failure }
  }

  private static func print(_ text: String) throws(Failure) {
    do throws(OutputError) {
      try StandardOutput.say(text)
    } catch {
      throw Failure(error)
    }
  }

  private static func write(_ text: String, to path: String) throws(Failure) {
    do throws(OutputError) {
      try OutputFile.write([UInt8](text.utf8), to: path)
    } catch {
      throw Failure(error)
    }
  }
}
