import AnimCore
import AnimationFormats
import ArgumentParser
import LinuxSystem
import OfflineRendering
import OptionValues

/// The flags for which part of a file is drawn, and how large.
struct ContentFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How the animation is fitted into the picture: all of it (contain), filling it (cover) or "
        + "at its own size (none) (default: contain).", valueName: "fit"))
  var fit: SceneFit?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The animation in a file that has several (default: its first).", valueName: "id"))
  var animation: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The theme in the file to apply, or none (default: the one that the file begins with).",
      valueName: "id|none"))
  var theme: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The state machine in the file that plays it, or none (default: in a window, the one that the "
        + "file begins with; in render and test, none without a script).", valueName: "id|none")
  )
  var stateMachine: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Play only the part with this name.", valueName: "name"))
  var marker: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a slot of the animation to a value, given as JSON or as a color such as #ff8800. May be "
        + "repeated.", valueName: "name=value"),
    transform: parseSlot)
  var slot: [Slot] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Run the expressions in the file, or draw the values stored beside them (default: run).")
  var expressions: Bool?

  @OptionGroup var fonts: FontFlags

  struct Slot {
    let name: String
    /// The value, as JSON.
    let value: String
  }

  /// Warns on standard error about flags that have no effect because no file is shown.
  func warnOfUnusedFlags() {
    let given = [
      ("--fit", fit != nil), ("--animation", animation != nil), ("--theme", theme != nil),
      ("--state-machine", stateMachine != nil),
      ("--marker", marker != nil),
      ("--slot", !slot.isEmpty), ("--expressions", expressions != nil),
      ("--font-dir", !fonts.fontDir.isEmpty), ("--system-fonts", fonts.systemFonts),
    ]
    for (flag, _) in given.filter(\.1) { Self.warn(of: flag) }
  }

  /// The theme that is meant by the value of `--theme`.
  static func theme(_ id: String) -> ThemeChoice { id == "none" ? .none : .id(id) }

  /// Warns about a flag that has no effect because no file is shown.
  static func warn(of flag: String) {
    StandardError.report("\(flag): ignored without a file")
  }

  /// The configuration from these flags.
  var configuration: FileConfiguration {
    let defaults = FileConfiguration()
    var configuration = FileConfiguration(
      fit: fit ?? defaults.fit, marker: marker, animation: animation,
      theme: theme.map(Self.theme) ?? defaults.theme,
      slots: Dictionary(slot.map { ($0.name, $0.value) }) { $1 },
      runsExpressions: expressions ?? defaults.runsExpressions, fonts: fonts.configuration)
    if let stateMachine {
      configuration.stateMachine = stateMachine == "none" ? .none : .id(stateMachine)
    }
    return configuration
  }
}

/// The flags for text whose characters have no outlines in a file.
struct FontFlags: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Draw text whose characters are not in the file with the fonts in this folder. May be "
        + "repeated.", valueName: "folder"),
    completion: .directory)
  var fontDir: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Draw such text with the system's fonts too, or others in their place. The pictures then "
        + "depend on the machine."))
  var systemFonts = false

  func validate() throws {
    for folder in fontDir where !Folder.isFolder(folder) {
      throw ValidationError("--font-dir: \(folder.printable): not a folder; name one with fonts")
    }
  }

  var configuration: FontConfiguration {
    FontConfiguration(folders: fontDir, usesSystemFonts: systemFonts)
  }
}

extension SceneFit: ExpressibleByArgument {}
extension PlaybackMode: ExpressibleByArgument {}

/// The kinds of files that are accepted, for completion in shells.
let fileCompletion = CompletionKind.file(extensions: AnimationFormats.endings)

private func parseSlot(_ text: String) throws -> ContentFlags.Slot {
  guard let split = text.firstIndex(of: "="), split > text.startIndex else {
    throw InvalidValue(expected: "NAME=VALUE, such as scale=150, place=[10,20] or tint=#ff8800")
  }
  let value = String(text[text.index(after: split)...])
  guard value.hasPrefix("#") else {
    return ContentFlags.Slot(name: String(text[..<split]), value: value)
  }
  let color = try parseColor(value)
  let channels = [color.red, color.green, color.blue, color.alpha].map { "\(Double($0) / 255)" }
  return ContentFlags.Slot(
    name: String(text[..<split]), value: "[\(channels.joined(separator: ","))]")
}

/// The flags for how a file is played.
struct PlaybackFlags: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Begin again at the end, or stay at the last frame (default: as the file says, else loop)."))
  var loop: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order in which the frames are played: forward, reverse, bounce (forth and back) or "
        + "reverse-bounce (default: as the file says, else forward).", valueName: "mode"))
  var mode: PlaybackMode?

  @Flag(
    inversion: .prefixedNo,
    help: "Draw pictures between whole frames, or only whole ones (default: between).")
  var subframes: Bool?

  /// Warns on standard error about flags that have no effect because no file is shown.
  func warnOfUnusedFlags() {
    let given = [
      ("--loop", loop != nil), ("--mode", mode != nil), ("--subframes", subframes != nil),
    ]
    for (flag, _) in given.filter(\.1) { ContentFlags.warn(of: flag) }
  }

  /// `content`, changed as the flags say.
  func configuration(_ content: FileConfiguration) -> FileConfiguration {
    var configuration = content
    configuration.loops = loop ?? configuration.loops
    configuration.mode = mode ?? configuration.mode
    configuration.hasSubframes = subframes ?? configuration.hasSubframes
    return configuration
  }
}
