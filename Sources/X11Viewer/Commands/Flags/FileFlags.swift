import AnimCore
import AnimationFormats
import ArgumentParser
import LinuxSystem
import OfflineRendering
import OptionValues

/// The flags for which part of a file is drawn, and how large.
struct ContentFlags: FlagTable {
  var fit: BoxFit?
  var animation: String?
  var theme: String?
  var stateMachine: String?
  var marker: String?
  var slots: [Slot] = []
  var expressions: Bool?
  var colorProfiles: Bool?
  var smoothsPixels = false
  var delays = FrameDelaysFlag()
  var resources = ResourceFlags()

  static let options: [CommandOption<Self>] =
    [
      .choice(
        "fit", of: FitChoice.self,
        "Fit the animation into the image (contain), fill the image (cover), or keep its size "
          + "(none) (default: contain)."
      ) { $0.fit = $1.fit },
      .text(
        "animation", "id",
        "Select an animation of the file, or a size of a cursor (default: the initial animation, or "
          + "the largest size)."
      ) { $0.animation = $1 },
      .text(
        "theme", "id|none",
        "Select a theme of the file, or none (default: its initial theme)."
      ) { $0.theme = $1 },
      .text(
        "state-machine", "id|none",
        "Select a state machine of the file, or none (default: its initial one in a window; "
          + "none in render and test without a script)."
      ) { $0.stateMachine = $1 },
      .text("marker", "name", "Play only the range of the marker with this name.") {
        $0.marker = $1
      },
      .value(
        "slot", "name=value",
        "Set a slot of the animation to a JSON value or a colour such as #ff8800. Can be "
          + "repeated.", repeats: true, parseSlot
      ) { $0.slots.append($1) },
      .onOff(
        "expressions",
        "Run the expressions in the file, or use the stored values (default: run)."
      ) { $0.expressions = $1 },
      .onOff(
        "color-profiles",
        "Convert the colours of images by their profiles, or show the stored values (default: convert)."
      ) { $0.colorProfiles = $1 },
      .on(
        "smooth-pixels",
        "Interpolate pixels at 200 % and above, instead of showing sharp squares."
      ) { $0.smoothsPixels = true },
    ] + FrameDelaysFlag.options.map { $0.within { $1(&$0.delays) } }
    + ResourceFlags.options.map { $0.within { $1(&$0.resources) } }

  mutating func validate() throws { try resources.validate() }

  struct Slot {
    let name: String
    /// The value, as JSON.
    let value: String
  }

  /// Warns on standard error about flags that have no effect because no file is shown.
  func warnOfUnusedFlags() {
    let given =
      [
        ("--fit", fit != nil), ("--animation", animation != nil), ("--theme", theme != nil),
        ("--state-machine", stateMachine != nil),
        ("--marker", marker != nil),
        ("--slot", !slots.isEmpty),
        (expressions == false ? "--no-expressions" : "--expressions", expressions != nil),
        (colorProfiles == false ? "--no-color-profiles" : "--color-profiles", colorProfiles != nil),
        ("--smooth-pixels", smoothsPixels),
        ("--frame-delays", delays.frameDelays != nil),
      ] + resources.given
    for (flag, _) in given.filter(\.1) { Self.warn(of: flag) }
  }

  /// Returns the theme for a value of `--theme`.
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
      slots: Dictionary(slots.map { ($0.name, $0.value) }) { $1 },
      runsExpressions: expressions ?? defaults.runsExpressions, fonts: resources.fonts)
    configuration.resources = resources.folder
    configuration.frameDelays = delays.frameDelays ?? configuration.frameDelays
    configuration.smoothsPixels = smoothsPixels
    configuration.convertsColors = colorProfiles ?? configuration.convertsColors
    if let stateMachine {
      configuration.stateMachine = stateMachine == "none" ? .none : .id(stateMachine)
    }
    return configuration
  }
}

/// The flag for how long frames are shown.
struct FrameDelaysFlag: FlagTable {
  var frameDelays: FrameDelays?

  static let options: [CommandOption<Self>] = [
    .choice(
      "frame-delays", of: FrameDelays.self,
      "Play frame delays of up to 10 ms in GIF, PNG and WebP files for 100 ms, as browsers do "
        + "(browser), or unchanged (file) (default: browser)."
    ) { $0.frameDelays = $1 }
  ]
}

/// The flags for external data that files use.
struct ResourceFlags: FlagTable {
  var folder: String?
  /// The folders with fonts.
  private var fontFolders: [String] = []
  /// Whether system fonts are used, or `nil` for the command's default.
  private(set) var systemFonts: Bool?

  var fonts: FontConfiguration {
    FontConfiguration(folders: fontFolders, system: systemFonts == true ? .wanted : .none)
  }

  static let options: [CommandOption<Self>] = [
    .text(
      "resources", "folder",
      "Allow files to refer to all images and data in this parent folder (default: only the "
        + "folder of the file).", completion: .folders
    ) { $0.folder = $1 },
    .text(
      "font-dir", "folder",
      "Use the fonts in this folder for text without glyphs in the file. Can be repeated.",
      repeats: true, completion: .folders
    ) { $0.fontFolders.append($1) },
    .onOff(
      "system-fonts",
      "Also use system fonts and substitutes for text without glyphs in the file. The result "
        + "then depends on the machine (default: only in a window, not for --screenshot)."
    ) { $0.systemFonts = $1 },
  ]

  func validate() throws {
    for folder in fontFolders where !Folder.isFolder(folder) {
      throw ValidationError(
        "--font-dir: \(folder.printable): not a folder; pass a folder with fonts")
    }
    if let folder, !Folder.isFolder(folder) {
      throw ValidationError(
        "--resources: \(folder.printable): not a folder; pass a parent folder of the files")
    }
  }

  /// The flags, and whether each was given.
  var given: [(String, Bool)] {
    [
      ("--resources", folder != nil), ("--font-dir", !fontFolders.isEmpty),
      (systemFonts == false ? "--no-system-fonts" : "--system-fonts", systemFonts != nil),
    ]
  }
}

/// The fits of an animation into an image, which keep its proportions and centre it.
private enum FitChoice: String, OptionChoice {
  case contain, cover, none

  var fit: BoxFit {
    switch self {
    case .contain: .contain
    case .cover: .cover
    case .none: .none
    }
  }
}

extension PlaybackMode: OptionChoice {}
extension FrameDelays: OptionChoice {}

/// The kinds of files that are accepted, for completion in shells.
let fileCompletion = CompletionKind.file(extensions: AnimationFormats.supportedExtensions)

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
struct PlaybackFlags: FlagTable {
  var loop: Bool?
  var obeysFile = false
  var mode: PlaybackMode?
  var subframes: Bool?

  static let options: [CommandOption<Self>] = [
    .onOff(
      "loop",
      "Repeat at the end, or stop at the last frame (default: as specified in the file, "
        + "otherwise repeat)."
    ) { $0.loop = $1 },
    .on(
      "file-loops",
      "Use the loop count of GIF, PNG and WebP files instead of looping forever. --loop, "
        + "--no-loop and --loops take precedence."
    ) { $0.obeysFile = true },
    .choice(
      "mode", of: PlaybackMode.self,
      "Play forward, reverse, bounce (back and forth) or reverse-bounce (default: as specified "
        + "in the file, otherwise forward)."
    ) { $0.mode = $1 },
    .onOff(
      "subframes", "Interpolate between the frames of the file, or not (default: interpolate)."
    ) { $0.subframes = $1 },
  ]

  /// Warns on standard error about flags that have no effect because no file is shown.
  func warnOfUnusedFlags() {
    let given = [
      (loop == false ? "--no-loop" : "--loop", loop != nil), ("--file-loops", obeysFile),
      ("--mode", mode != nil),
      (subframes == false ? "--no-subframes" : "--subframes", subframes != nil),
    ]
    for (flag, _) in given.filter(\.1) { ContentFlags.warn(of: flag) }
  }

  /// Returns `content` with the changes of the flags.
  func configuration(_ content: FileConfiguration) -> FileConfiguration {
    var configuration = content
    configuration.loops = loop ?? configuration.loops
    configuration.obeysLoopCount = obeysFile
    configuration.mode = mode ?? configuration.mode
    configuration.hasSubframes = subframes ?? configuration.hasSubframes
    return configuration
  }
}
