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
  static func replacingOldFlag(_ arguments: [String], report: (String) -> Void) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard arguments.first == configuration.commandName,
      let flag = arguments[..<end].firstIndex(of: "--json"),
      isOldFlag(before: flag + 1 < end ? arguments[flag + 1] : nil)
    else { return arguments }
    report("--json: now has a value; use --json - for standard output")
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
      let request = request
      try request.check()
      return try describeFiles(request)
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

  private func describeFiles(_ request: DescriptionRequest) throws {
    try sandbox.lock { sandbox in
      for file in files { sandbox.read(argument: file) }
      sandbox.read(resources)
      if let json { sandbox.write(to: json) }
    }
    // Start it before any other thread, and after the restrictions that apply to each thread
    // separately.
    try startWatchdog()
    try request.run().exit()
  }

  /// The request to describe files from these flags.
  var request: DescriptionRequest {
    var request = DescriptionRequest(files, maximumTestedFrames: FrameHashes.maximumFrames)
    request.json = json
    request.isBrief = brief
    request.isStrict = strict
    request.configuration.animation = animation
    request.configuration.theme = theme ?? request.configuration.theme
    request.configuration.frameRate = sequenceRate.fps
    resources.apply(to: &request.configuration)
    delays.apply(to: &request.configuration)
    return request
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
