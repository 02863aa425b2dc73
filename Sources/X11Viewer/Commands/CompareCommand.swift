import AnimCore
import AnimationFormats
import ArgumentParser
import Glibc
import GoldenTesting
import ImageFiles
import LinuxSystem
import OfflineRendering
import PlainText

/// Compares images and animations.
struct CompareCommand: CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two images or animations, or two folders, pixel by pixel.",
    usage: "x11viewer compare [<options>] <expected> <actual>",
    discussion: """
      Two images:      x11viewer compare expected.png actual.png
      Two animations:  x11viewer compare old.json new.json --report report.html

      Prints the largest difference of any channel and the number of differing pixels. For \
      animations, it also prints the frames that differ and the layers that changed. Exits with \
      status 65 if anything differs.

      In folders, files with the same name are compared. Subfolders are ignored.
      """)

  @Argument(
    help: "The expected image, animation or folder: \(AnimationFormats.example).",
    completion: .file())
  var expected: String

  @Argument(help: "The actual image, animation or folder.", completion: .file())
  var actual: String

  @Option(
    "path",
    "Write an image of the differences to this file, or one image per difference into this "
      + "folder. Remove an existing one if nothing differs.", completion: .file(), parseImagePath)
  var difference: String?

  @Option(
    "folder|file", "Write an HTML report into this folder, or into this .html file.",
    completion: .directory)
  var report: String?

  @Option(
    "path", "Write the results as JSON to this file, or to standard output instead of text for -.",
    completion: .file())
  var json: String?

  @OptionGroup var sequence: SequenceFlag
  @OptionGroup var sequenceRate: SequenceRateFlag
  @OptionGroup var allowed: ToleranceFlag
  @OptionGroup var renderings: ImageFlags
  @OptionGroup var sandbox: SandboxFlag

  @Flag("Print nothing; only set the exit status.", name: .shortAndLong)
  var quiet = false

  mutating func check() throws {
    expected = try sequence.paths([expected])[0]
    actual = try sequence.paths([actual])[0]
    try checkNoStandardInput(in: [expected, actual])
    try renderings.checkOneSize()
    if report == "" { throw ValidationError("--report: expected a folder or an .html file") }
  }

  mutating func run() throws {
    expected = try InputPath.resolve(expected)
    actual = try InputPath.resolve(actual)
    try checkPaths()
    var allowed = try sandbox.prepared(allow)
    let report = try report.map { path throws(Failure) in try GoldenReport(at: path) }
    try sandbox.lock(&allowed)
    do {
      var comparison = FileComparison(goldenConfiguration, report: report)
      let verdict: Failure?
      switch (Folder.isFolder(expected), Folder.isFolder(actual)) {
      case (true, true): verdict = try compareFolders(&comparison)
      case (false, false): verdict = try compareFiles(&comparison)
      default:
        throw Failure(
          "\(expected), \(actual): cannot compare a file with a folder; compare two files or "
            + "two folders",
          status: .usage)
      }
      try report?.finish(comparison.summary)
      if let json { try writeReport(JSONReport(summary: comparison.summary).text, to: json) }
      if let verdict { throw verdict }
    } catch let failure as Failure where quiet && failure.status == .differs {
      throw ExitCode(failure.status.rawValue)
    }
  }

  /// Rejects missing files, and outputs that would overwrite compared files.
  private func checkPaths() throws(Failure) {
    for path in [expected, actual] {
      // No file has the name of an image sequence.
      let isFile = AnimationFormats.format(ofPath: path)?.isOneFile != false
      var status = stat()
      guard isFile, path != InputPath.standardInput, stat(path.systemPath, &status) != 0 else {
        continue
      }
      throw Failure("\(InputError(path: path, code: errno))", status: .noInput)
    }
    try OutputPaths(["--difference": difference, "--json": json, "--report": report])
      .check(reading: [expected, actual])
    if Folder.isFolder(expected), difference == OutputFile.standardOutput {
      throw Failure(
        "--difference: requires a folder when folders are compared", status: .usage)
    }
  }

  private func compareFiles(_ comparison: inout FileComparison) throws(Failure) -> Failure? {
    let pipe = [expected, actual].first(where: OutputFile.isStream)
    let kinds = (
      AnimationFormats.isAnimated(at: expected), AnimationFormats.isAnimated(at: actual)
    )
    if let pipe, kinds.0 || kinds.1 { throw Self.failure(ofPipe: pipe) }
    guard kinds.0 == kinds.1 else {
      throw Failure(
        "\(expected), \(actual): cannot compare an animation with an image; compare two "
          + "animations or two images",
        status: .usage)
    }
    if kinds.0 {
      if difference != nil {
        throw Failure(
          "--difference: only supported for images, and \(actual) is an animation; use --report",
          status: .usage)
      }
      let lines = try comparison.compareAnimations(expected, actual, name: actual)
      try say(lines.map { "\($0)\n" }.joined())
    } else {
      let text: String
      do throws(Failure) {
        text = try comparison.compareImages(
          expected, actual, name: actual, difference: difference)
      } catch {
        if let pipe, error.status == .differs { throw Self.failure(ofPipe: pipe) }
        throw error
      }
      if difference != OutputFile.standardOutput { try say("\(text)\n") }
    }
    return comparison.areEqual
      ? nil : Failure("\(actual): differs from \(expected)", status: .differs)
  }

  /// Returns the failure for a pipe. An animation is read more than once, so it can't be read from
  /// a pipe.
  private static func failure(ofPipe path: String) -> Failure {
    Failure(
      "\(path): only PNG images can be read from a pipe or a device; save the data to a file "
        + "and pass that file",
      status: .differs)
  }

  private func compareFolders(_ comparison: inout FileComparison) throws(Failure) -> Failure? {
    let expectedNames = Set(try FileComparison.names(in: expected))
    let actualNames = Set(try FileComparison.names(in: actual))
    let all = expectedNames.union(actualNames)
    if let difference { try make(difference) }
    for name in all.sorted(by: NaturalOrder.precedes) {
      guard expectedNames.contains(name), actualNames.contains(name) else {
        let folder = expectedNames.contains(name) ? expected : actual
        comparison.addSingle(name, in: folder)
        try say("\(name): only in \(folder)\n")
        continue
      }
      let (old, new) = ("\(expected)/\(name)", "\(actual)/\(name)")
      let lines: [String]
      do throws(Failure) {
        lines =
          if isAnimation(name) {
            try comparison.compareAnimations(old, new, name: name)
          } else {
            [
              try comparison.compareImages(
                old, new, name: name, difference: difference.map { "\($0)/\(name)" })
            ]
          }
      } catch  where [.differs, .noInput, .usage].contains(error.status) {
        // The others are compared all the same.
        comparison.addUnreadable(name, at: new, error)
        lines = [error.message]
      }
      try say("\(name): \(lines[0])\n" + lines.dropFirst().map { "  \($0)\n" }.joined())
    }
    guard !all.isEmpty else {
      throw Failure(
        "\(expected), \(actual): no images or animations to compare", status: .noInput)
    }
    if comparison.areEqual { return nil }
    let noun = all.contains(where: isAnimation) ? "files" : "images"
    return Failure(
      "\(actual): \(comparison.differing) of \(all.count) \(noun) differ from those in \(expected)",
      status: .differs)
  }

  /// Returns whether a file in the folders is an animation in one of them.
  private func isAnimation(_ name: String) -> Bool {
    [expected, actual].contains { FileComparison.isAnimation(name, in: $0) }
  }

  /// Allows reading both versions and writing the output.
  private func allow(_ sandbox: inout Sandbox) {
    for path in [expected, actual] { sandbox.read(argument: path) }
    if let report { sandbox.write(report: report) }
    if let difference {
      if Folder.isFolder(expected) {
        sandbox.write(images: difference)
      } else {
        sandbox.write(to: difference)
      }
    }
    if let json { sandbox.write(to: json) }
  }

  private func make(_ folder: String) throws(Failure) {
    do throws(OutputError) {
      try Folder.make(folder)
    } catch {
      throw Failure(error)
    }
  }

  private var goldenConfiguration: GoldenConfiguration {
    var configuration = GoldenConfiguration()
    configuration.tolerance = allowed.configuration
    configuration.file.frameRate = sequenceRate.fps
    configuration.size = renderings.size
    configuration.scale = renderings.scale ?? configuration.scale
    return configuration
  }

  private func say(_ text: String) throws(Failure) {
    guard !quiet, json != OutputFile.standardOutput else { return }
    try writeReport(text, to: OutputFile.standardOutput)
  }
}
