import AnimationFormats
import ArgumentParser
import GoldenTesting
import LinuxSystem
import OfflineRendering

/// Compares images and animations.
struct CompareCommand: CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two images or animations, or two folders, pixel by pixel.",
    usage: "x11viewer compare [<options>] <expected> <actual>",
    discussion: """
      Two images:      x11viewer compare expected.png actual.png
      Two animations:  x11viewer compare old.json new.json --report report.html
      In motion:       x11viewer compare old.json new.json --difference difference.apng

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
    "Write an image of the differences to this file, an animated PNG for animations, or one image "
      + "per difference into this folder. Remove an existing one if nothing differs.",
    completion: .file(), { VideoFormat(path: $0) == .apng ? $0 : try parseImagePath($0) })
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

  func run() throws {
    let request = try request
    try request.check()
    var allowed = try sandbox.prepared { allow(&$0, request) }
    let report = try request.openReport()
    try sandbox.lock(&allowed)
    try request.run(report).exit()
  }

  /// The request from these flags.
  var request: ComparisonRequest {
    get throws(Failure) {
      var request = ComparisonRequest(
        expected: try InputPath.resolve(expected), actual: try InputPath.resolve(actual))
      request.difference = difference
      request.report = report
      request.json = json
      request.isQuiet = quiet
      request.configuration.tolerance = allowed.configuration
      request.configuration.file.frameRate = sequenceRate.fps
      request.configuration.size = renderings.size
      request.configuration.scale = renderings.scale ?? request.configuration.scale
      return request
    }
  }

  /// Allows reading both versions and writing the output.
  private func allow(_ sandbox: inout Sandbox, _ request: ComparisonRequest) {
    for path in [request.expected, request.actual] { sandbox.read(argument: path) }
    if let report { sandbox.write(report: report) }
    if let difference {
      if Folder.isFolder(request.expected) {
        sandbox.write(images: difference)
      } else {
        sandbox.write(to: difference)
      }
    }
    if let json { sandbox.write(to: json) }
  }
}
