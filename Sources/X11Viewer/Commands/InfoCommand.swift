import AnimCore
import AnimationFormats
import ArgumentParser
import FramePacing
import GoldenTesting
import LinuxSystem
import OfflineRendering
import PlainText
import XWindow

/// Describes files, or the kernel's restrictions, the server's features and the viewer's use of
/// them.
struct InfoCommand: CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print information about files, or about the kernel and the X server.",
    discussion: """
      Describing files requires no X server. Exits with status 65 if a file can't be drawn or, \
      with --strict, if a feature isn't fully supported.
      """)

  @Argument(
    help: ArgumentHelp(
      "The files or folders to describe: \(AnimationFormats.examples). Without any, describe "
        + "the sandbox and the X server.",
      valueName: "file"),
    completion: fileCompletion)
  var files: [String] = []

  @Option(
    "path",
    "Write JSON to this file, or to standard output instead of text for -: an object, or an array "
      + "for several files.", completion: .file())
  var json: String?

  @Flag("Print one line per file.")
  var brief = false

  @Flag("Exit with status 65 if a feature isn't fully supported.")
  var strict = false

  @Option("id", "Select an animation of the file (default: its initial animation).")
  var animation: String?

  @Option(
    "id|none", "Select a theme of the file, or none (default: its initial theme).",
    ThemeChoice.parse)
  var theme: ThemeChoice?

  @OptionGroup var sequence: SequenceFlag
  @OptionGroup var sequenceRate: SequenceRateFlag
  @OptionGroup var delays: FrameDelaysFlag
  @OptionGroup var resources: ResourceFlags
  @OptionGroup var sandbox: SandboxFlag

  @Option("host:number", "Describe this X server (default: $DISPLAY).")
  var display: String?

  @OptionGroup var limit: TimeoutFlag

  /// Returns the arguments with `--json -` instead of the flag that `--json` was before it had a value, and warns of it.
  static func replacingOldFlag(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard arguments.first == configuration.commandName,
      let flag = arguments[..<end].firstIndex(of: "--json"),
      isOldFlag(before: flag + 1 < end ? arguments[flag + 1] : nil)
    else { return arguments }
    StandardError.report("--json: now has a value; use --json - for standard output")
    return arguments[...flag] + ["-"] + arguments[(flag + 1)...]
  }

  /// Returns whether the argument after `--json` isn't its value, but an option or a file to describe.
  private static func isOldFlag(before next: String?) -> Bool {
    guard let next, next != OutputFile.standardOutput else { return next == nil }
    return next.hasPrefix("-") || Folder.isFolder(next) || isToBeDescribed(next)
  }

  /// Returns whether a path is a file to describe, rather than the description of one.
  private static func isToBeDescribed(_ path: String) -> Bool {
    guard Folder.hasEntry(path), let source = try? AnimationSource(at: path),
      AnimationFormats.isResource(path, start: source.start)
    else { return false }
    let start = String(decoding: source.start.prefix(64), as: UTF8.self).filter { !$0.isWhitespace }
    return !start.hasPrefix("{\"file\":") && !start.hasPrefix("[{\"file\":")
  }

  mutating func check() throws {
    files = try sequence.paths(files)
    if let json, Self.isToBeDescribed(json) {
      throw ValidationError(
        "--json: '\(json)' is a file to describe; use --json - to write to standard output")
    }
    let general = ["--display", "--timeout", "--sandbox", "--no-sandbox"]
    if files.isEmpty, let flag = given.first(where: { !general.contains($0) }) {
      throw ValidationError("\(flag): only supported with files")
    }
    if !files.isEmpty, display != nil {
      throw ValidationError("--display: cannot be used with files")
    }
    if json == OutputFile.standardOutput, brief {
      throw ValidationError("--json -, --brief: cannot be used together")
    }
  }

  func run() throws {
    if !files.isEmpty {
      try OutputPaths(["--json": json]).check(reading: files)
      return try describeFiles()
    }
    try startWatchdog()
    // First, since these need no server.
    try Self.write(Sandbox.facts)
    guard Connection.isNamed(display) else {
      return try Self.write([("display", "not specified; set DISPLAY or use --display")])
    }
    var configuration = SessionConfiguration()
    configuration.display = display
    let connection = try Session.connect(configuration)
    defer { connection.close() }
    let session = try Session.open(configuration, .auto, on: connection)
    try Self.write(Self.facts(of: session))
  }

  private func startWatchdog() throws(Failure) {
    do throws(SystemError) {
      _ = try Watchdog.start(timeout: limit.timeout)
    } catch {
      throw Failure(error)
    }
  }

  private static func write(_ facts: [(name: String, value: String)]) throws(OutputError) {
    for (name, value) in facts {
      try StandardOutput.write(name.padded(after: 16) + value + "\n")
    }
  }

  private func describeFiles() throws {
    try sandbox.lock { sandbox in
      for file in files { sandbox.read(argument: file) }
      sandbox.read(resources)
      if let json { sandbox.write(to: json) }
    }
    // Start it before any other thread, and after the restrictions that apply to each thread
    // separately.
    try startWatchdog()
    var configuration = FileConfiguration()
    configuration.animation = animation
    configuration.theme = theme ?? configuration.theme
    configuration.frameRate = sequenceRate.fps
    resources.apply(to: &configuration)
    delays.apply(to: &configuration)
    var status = ExitStatus.success
    let paths = try files.flatMap { file throws(Failure) -> [String] in
      let found: [String]
      do throws(Failure) {
        found = try FileList.files(at: file)
      } catch {
        guard files.count > 1, error.status == .noInput else { throw error }
        error.printMessage()
        status = error.status
        return []
      }
      // A file with a shared extension is described if it is named explicitly.
      return found == [file] ? found : found.filter { !AnimationFormats.isUnrelatedFile($0) }
    }
    let isOne = paths == files && paths.count == 1
    var objects: [JSON] = []
    for (index, path) in paths.enumerated() {
      let file: AnimationFile
      do throws(Failure) {
        file = try AnimationFile(path, configuration)
      } catch {
        if isOne { throw error }
        // The others are described all the same.
        error.printMessage()
        status = error.status
        continue
      }
      if isOne { file.unusedOptionWarnings().forEach(StandardError.report) }
      if let count = try? file.scenes().make().wholeFrames?.count, count > FrameHashes.maximumFrames
      {
        StandardError.report(
          "warning: \(file.path): \(count) frames, which may be an error; test --every-frame supports at "
            + "most \(FrameHashes.maximumFrames) (limit of this program)")
      }
      let info = file.animation.info()
      if json != nil { objects.append(info.json(path: file.path)) }
      if json != OutputFile.standardOutput {
        let gap = index > 0 && !brief ? "\n" : ""
        try StandardOutput.say(
          brief ? info.line(path: file.path) : gap + info.text(path: file.path))
      }
      if strict, info.isIncomplete, status == .success { status = .differs }
    }
    if let json {
      try writeReport((isOne ? objects.first ?? .null : .array(objects)).text, to: json)
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private static func facts(of session: Session) -> [(name: String, value: String)] {
    let connection = session.connection
    let extensions = connection.extensions
    let format = session.window.format
    let output = connection.output(showing: session.window.areaOnScreen)
    let timing = TimingStatus.measure(session, on: output)
    let screen = connection.screenSize
    return [
      ("display", connection.name),
      ("server", connection.vendor),
      ("screen", "\(screen.width)x\(screen.height), depth \(connection.depth)"),
      (
        "visual",
        "TrueColor, depth \(format.depth), \(format.bitsPerPixel) bits per pixel, "
          + "masks \(hex(format.redMask)) \(hex(format.greenMask)) \(hex(format.blueMask))"
      ),
      ("scale", "\(session.scale)"),
      ("MIT-SHM", describe(extensions.sharedMemory?.base.version)),
      ("RENDER", describe(extensions.render)),
      ("RandR", describe(extensions.randr?.version)),
      ("refresh rate", output?.refreshRate.map(describe) ?? "unknown, 60.00 Hz assumed"),
      ("Present", describe(extensions.present?.version)),
      ("XSync", describe(extensions.sync)),
      ("window manager", connection.windowManagerName ?? "none"),
      ("renderer", session.renderer.description),
      ("frames", "\(timing)"),
    ]
  }

  private static func describe(_ rate: RefreshRate) -> String {
    decimalText(rate.hertz, places: 2) + " Hz"
  }

  private static func describe(_ found: Extensions.Version?) -> String {
    found.map { "\($0)" } ?? "none"
  }
}

private func hex(_ mask: UInt32) -> String { String(mask, radix: 16) }
