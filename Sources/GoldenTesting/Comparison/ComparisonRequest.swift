import AnimationFormats
import Glibc
import ImageFiles
import LinuxSystem
import OfflineRendering

/// A request to compare two files, or the files in two folders.
package struct ComparisonRequest {
  package let expected: String
  package let actual: String
  /// The path for an image or an animated PNG of the differences, or a folder for several.
  package var difference: String?
  /// The path of an HTML report.
  package var report: String?
  /// The path of a report as JSON, or `-` for standard output.
  package var json: String?
  /// Whether nothing but errors is printed.
  package var isQuiet = false
  package var configuration = GoldenConfiguration()

  package init(expected: String, actual: String) {
    (self.expected, self.actual) = (expected, actual)
  }

  /// Opens the report, which must happen before the process is sandboxed.
  package func openReport() throws(Failure) -> GoldenReport? {
    try report.map { path throws(Failure) in try GoldenReport(at: path) }
  }

  /// Compares the files, and prints and writes the differences.
  ///
  /// - Throws: A failure if anything differs. Without output, its status is returned instead.
  package func run(
    _ report: GoldenReport?, _ output: CommandOutput = CommandOutput()
  ) throws(Failure) -> ExitStatus {
    do throws(Failure) {
      var comparison = FileComparison(configuration, report: report)
      let verdict: String?
      switch (Folder.isFolder(expected), Folder.isFolder(actual)) {
      case (true, true): verdict = try compareFolders(&comparison, output)
      case (false, false): verdict = try compareFiles(&comparison, output)
      default:
        throw Failure(
          "\(expected), \(actual): cannot compare a file with a folder; compare two files or "
            + "two folders",
          status: .usage)
      }
      try report?.finish(comparison.summary)
      if let json { try output.writeReport(JSONReport(summary: comparison.summary).text, to: json) }
      if let verdict { throw Failure(verdict, status: .differs) }
      return .success
    } catch  where isQuiet && error.status == .differs {
      return error.status
    }
  }

  /// Rejects missing files, and outputs that would overwrite compared files.
  package func check() throws(Failure) {
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

  private func compareFiles(
    _ comparison: inout FileComparison, _ output: CommandOutput
  ) throws(Failure) -> String? {
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
      if difference == OutputFile.standardOutput {
        throw Failure(
          "--difference: requires a file for animations, such as difference.apng", status: .usage)
      }
      let lines = try comparison.compareAnimations(
        expected, actual, name: actual, difference: difference)
      try say(lines.map { "\($0)\n" }.joined(), output)
    } else {
      let lines: [String]
      do throws(Failure) {
        lines = try comparison.compareImages(
          expected, actual, name: actual, difference: difference)
      } catch {
        if let pipe, error.status == .differs { throw Self.failure(ofPipe: pipe) }
        throw error
      }
      if difference != OutputFile.standardOutput {
        try say(lines.map { "\($0)\n" }.joined(), output)
      }
    }
    return comparison.areEqual ? nil : "\(actual): differs from \(expected)"
  }

  /// Returns the failure for a pipe. An animation is read more than once, so it can't be read from
  /// a pipe.
  private static func failure(ofPipe path: String) -> Failure {
    Failure(
      "\(path): only PNG images can be read from a pipe or a device; save the data to a file "
        + "and pass that file",
      status: .differs)
  }

  private func compareFolders(
    _ comparison: inout FileComparison, _ output: CommandOutput
  ) throws(Failure) -> String? {
    let expectedNames = Set(try FileComparison.names(in: expected))
    let actualNames = Set(try FileComparison.names(in: actual))
    let all = expectedNames.union(actualNames)
    if let difference {
      do throws(OutputError) {
        try Folder.make(difference)
      } catch {
        throw Failure(error)
      }
    }
    for name in all.sorted(by: NaturalOrder.precedes) {
      guard expectedNames.contains(name), actualNames.contains(name) else {
        let folder = expectedNames.contains(name) ? expected : actual
        comparison.addSingle(name, in: folder)
        try say("\(name): only in \(folder)\n", output)
        continue
      }
      let (old, new) = ("\(expected)/\(name)", "\(actual)/\(name)")
      let lines: [String]
      do throws(Failure) {
        lines =
          if isAnimation(name) {
            try comparison.compareAnimations(
              old, new, name: name, difference: difference.map { "\($0)/\(name).apng" })
          } else {
            try comparison.compareImages(
              old, new, name: name, difference: difference.map { "\($0)/\(name)" })
          }
      } catch  where [.differs, .noInput, .usage].contains(error.status) {
        // The others are compared all the same.
        comparison.addUnreadable(name, at: new, error)
        lines = [error.message]
      }
      try say("\(name): \(lines[0])\n" + lines.dropFirst().map { "  \($0)\n" }.joined(), output)
    }
    guard !all.isEmpty else {
      throw Failure(
        "\(expected), \(actual): no images or animations to compare", status: .noInput)
    }
    if comparison.areEqual { return nil }
    let noun = all.contains(where: isAnimation) ? "files" : "images"
    return
      "\(actual): \(comparison.differing) of \(all.count) \(noun) differ from those in \(expected)"
  }

  /// Returns whether a file in the folders is an animation in one of them.
  private func isAnimation(_ name: String) -> Bool {
    [expected, actual].contains { FileComparison.isAnimation(name, in: $0) }
  }

  private func say(_ text: String, _ output: CommandOutput) throws(Failure) {
    if !isQuiet, json != OutputFile.standardOutput { try output.say(text) }
  }
}
