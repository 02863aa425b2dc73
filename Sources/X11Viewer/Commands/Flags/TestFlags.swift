import ArgumentParser
import GoldenTesting
import LinuxSystem
import OfflineRendering
import PlainText

/// The flags for the goldens or versions to compare animations with.
struct GoldenFlags: ParsableArguments {
  @Flag("Write missing and different goldens.")
  var update = false

  @Flag("Remove stale goldens, whose animation or frame no longer exists.")
  var prune = false

  @Option(
    "folder", "Keep goldens in this folder (default: the folder 'goldens' next to each file).",
    completion: .directory)
  var goldens: String?

  @Option(
    "n|percent%,…",
    "Test these frames, counted from 0, or percentages (default: 0,25%,50%,75%,100%; "
      + "0,30,60,90,120 for scenes).", GoldenFrames.parse)
  var frames: GoldenFrames?

  @Flag(
    "Test the hashes of all frames, and images of the frames given by --frames. This is the "
      + "default for animations that have a file of hashes.")
  var everyFrame = false

  @Option("revision", "Compare with the files in this Git revision instead of goldens.")
  var against: String?

  func apply(to request: inout TestRequest) {
    request.goldens = goldens
    request.configuration.frames = frames
    request.configuration.isEveryFrame = everyFrame
    request.configuration.updates = update
    request.configuration.prunes = prune
    request.configuration.revision = against
  }
}

/// The flags for the selection of animations to test.
struct TestSelectionFlags: ParsableArguments {
  @Option(
    "pattern",
    "Test only matching files in folders, such as '*.tgs' or 'icons/*'. Can be repeated.", { $0 })
  private var include: [String] = []

  @Option(
    "pattern", "Skip matching files in folders, such as node_modules. Can be repeated.", { $0 })
  private var exclude: [String] = []

  @Option(
    "name", "Test only animations whose path contains this name, or matches it as a pattern.",
    name: [.customShort("k"), .long])
  private var filter: String?

  @Option(
    "n", "Test this many animations in parallel (default: the number of processors).",
    name: .shortAndLong, in: 1...1024)
  private var jobs: Int?

  @Option(
    "i/n",
    "Test only this part of the animations, such as 1/4, to share the work between machines.",
    parseShard)
  private var shard: Shard?

  @Flag("Stop after the first animation that fails.")
  private var failFast = false

  func apply(to request: inout TestRequest) {
    request.filter = FileFilter(included: include, excluded: exclude)
    request.name = filter
    request.shard = shard
    request.configuration.jobs = jobs
    request.configuration.stopsAtFailure = failFast
  }
}

/// Parses a part of all animations.
private func parseShard(_ text: String) throws -> Shard {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
  guard parts.count == 2, let number = parts[0], let count = parts[1],
    let shard = Shard(number: number, count: count)
  else {
    throw InvalidValue(
      expected: "a part and the number of parts, such as 1/4, of at most \(Shard.maximum)")
  }
  return shard
}

/// A CI system that shows annotations.
enum AnnotationStyle: String, ExpressibleByArgument, CaseIterable {
  case github
}

/// The flags for reports of golden tests.
struct TestReportFlags: ParsableArguments {
  @Option(
    "folder|file",
    "Write an HTML report into this folder or .html file. The folder must be new, empty or "
      + "an earlier report.", completion: .directory)
  private var report: String?

  @Option("file", "Write the results as JUnit XML to this file.", completion: .file())
  private var junit: String?

  @Option("file", "Write a summary as Markdown to this file.", completion: .file())
  private var markdown: String?

  @Option(
    "path",
    "Write the results as JSON to this file, or to standard output instead of the summary "
      + "for -.", completion: .file())
  private var json: String?

  @Option("Print an annotation for every failure, for this CI system.", value: "github")
  private var annotations: AnnotationStyle?

  @Flag("Print neither a summary nor progress; only set the exit status.", name: .shortAndLong)
  private var quiet = false

  private var isJSONPrinted: Bool { json == OutputFile.standardOutput }

  func validate() throws {
    if report == "" { throw ValidationError("--report: expected a folder or an .html file") }
    for (option, path) in [("--junit", junit), ("--markdown", markdown)]
    where path == OutputFile.standardOutput {
      throw ValidationError(
        "\(option): cannot write to standard output, which contains the summary; pass a file")
    }
    if isJSONPrinted, annotations != nil {
      throw ValidationError("--json -, --annotations: only one can write to standard output")
    }
    // A later report wouldn't replace a folder with other files.
    if let report, !report.hasSuffix(".html") {
      let folder = FilePath.absolute(report)
      for (option, path) in [("--junit", junit), ("--markdown", markdown), ("--json", json)] {
        guard let path, FilePath.folder(of: FilePath.absolute(path)) == folder else { continue }
        throw ValidationError(
          "\(option): '\(path)' is inside the folder of --report; use another folder"
        )
      }
    }
  }

  func apply(to request: inout TestRequest) {
    request.report = report
    request.junit = junit
    request.markdown = markdown
    request.json = json
    request.annotates = annotations == .github
    request.configuration.isQuiet = quiet
  }
}
