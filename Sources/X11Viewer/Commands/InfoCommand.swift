import AnimCore
import ArgumentParser
import FramePacing
import OfflineRendering
import XWindow

/// Describes a file, or what the server offers and how the viewer would use it.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Describe a file and how it is drawn, or what the X server offers.",
    discussion: """
      A file needs no X server. The exit status is 65 if the file cannot be drawn at all.
      """)

  @Argument(
    help: ArgumentHelp(
      "A Lottie animation (.json, .lot, .tgs, .lottie); without one, the X server is asked.",
      valueName: "file"),
    completion: fileCompletion)
  var file: String?

  @Flag(help: "Print what is known about the file as JSON.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The animation in a .lottie file (default: its first).", valueName: "id"))
  var animation: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The theme in a .lottie file to apply, or none (default: the one that the file begins with).",
      valueName: "id|none"))
  var theme: String?

  @OptionGroup(title: "Window") var window: WindowFlags
  @OptionGroup var limit: TimeoutFlag

  mutating func validate() throws {
    if file == nil, json || animation != nil || theme != nil {
      throw ValidationError("--json, --animation, --theme: for a file only; name one")
    }
  }

  func run() throws {
    if let file {
      var configuration = FileConfiguration()
      configuration.animation = animation
      configuration.theme = theme.map(ContentFlags.theme) ?? configuration.theme
      let info = FileInfo(try AnimationFile(file, configuration))
      return try StandardOutput.write(json ? info.json.text : info.text)
    }
    do throws(SystemError) {
      _ = try Watchdog.start(timeout: limit.timeout)
    } catch {
      throw Failure(error)
    }
    let session = try Session.open(window.configuration, .auto)
    defer { session.connection.close() }
    for (name, value) in Self.facts(of: session) {
      try StandardOutput.write(name.padded(after: 16) + value + "\n")
    }
  }

  private static func facts(of session: Session) -> [(String, String)] {
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
