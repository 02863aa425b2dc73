import AnimCore
import AnimationFormats
import ArgumentParser
import LinuxSystem
import OfflineRendering
import PlainText

/// The flags for which part of a file is drawn, and how large.
struct ContentFlags: ParsableArguments {
  @Option(
    "Fit the animation into the image (contain), fill the image (cover), or keep its size "
      + "(none) (default: contain).")
  private var fit: FitChoice?

  @Option(
    "id",
    "Select an animation of the file, or a size of a cursor (default: the initial animation, or "
      + "the largest size).")
  private var animation: String?

  @Option(
    "id|none", "Select a theme of the file, or none (default: its initial theme).",
    ThemeChoice.parse)
  private var theme: ThemeChoice?

  @Option(
    "id|none",
    "Select a state machine of the file, or none (default: its initial one in a window; "
      + "none in render and test without a script).", StateMachineChoice.parse)
  var stateMachine: StateMachineChoice?

  @Option("name", "Play only the range of the marker with this name.")
  private var marker: String?

  @Option(
    "name=value",
    "Set a slot of the animation to a JSON value or a colour such as #ff8800. Can be repeated.",
    parseSlot)
  private var slot: [Slot] = []

  @Flag("Run the expressions in the file, or use the stored values (default: run).")
  private var expressions: Bool?

  @Flag(
    "Convert the colours of images by their profiles, or show the stored values (default: "
      + "convert).")
  private var colorProfiles: Bool?

  @Flag("Interpolate pixels at 200 % and above, instead of showing sharp squares.")
  private var smoothPixels = false

  @OptionGroup private var delays: FrameDelaysFlag
  @OptionGroup var resources: ResourceFlags

  fileprivate struct Slot {
    let name: String
    /// The value, as JSON.
    let value: String
  }

  /// Changes a configuration as these flags say.
  func apply(to file: inout FileConfiguration) {
    file.fit = fit?.fit ?? file.fit
    file.animation = animation
    file.theme = theme ?? file.theme
    file.stateMachine = stateMachine ?? file.stateMachine
    file.marker = marker
    file.slots = Dictionary(slot.map { ($0.name, $0.value) }) { $1 }
    file.runsExpressions = expressions ?? file.runsExpressions
    file.convertsColors = colorProfiles ?? file.convertsColors
    file.smoothsPixels = smoothPixels
    delays.apply(to: &file)
    resources.apply(to: &file)
  }
}

/// Warns about given flags that have no effect because no file is shown.
func warnOfFileFlags(
  _ groups: any ParsableArguments..., report: (String) -> Void = StandardError.report
) {
  for flag in groups.flatMap(\.given) { report("\(flag): ignored without a file") }
}

/// The flag for how long frames are shown.
struct FrameDelaysFlag: ParsableArguments {
  @Option(
    "Play frame delays of up to 10 ms in GIF, PNG and WebP files for 100 ms, as browsers do "
      + "(browser), or unchanged (file) (default: browser).")
  private var frameDelays: FrameDelays?

  func apply(to file: inout FileConfiguration) {
    file.frameDelays = frameDelays ?? file.frameDelays
  }
}

/// The flags for external data that files use.
struct ResourceFlags: ParsableArguments {
  @Option(
    "folder",
    "Allow files to refer to all images and data in this parent folder (default: only the "
      + "folder of the file).", completion: .directory)
  var resources: String?

  @Option(
    "folder",
    "Use the fonts in this folder for text without glyphs in the file. Can be repeated.",
    completion: .directory, { $0 })
  private var fontDir: [String] = []

  @Flag(
    "Also use system fonts and substitutes for text without glyphs in the file. The result "
      + "then depends on the machine (default: only in a window, not for --screenshot).")
  private(set) var systemFonts: Bool?

  var fonts: FontConfiguration {
    FontConfiguration(folders: fontDir, system: systemFonts == true ? .wanted : .none)
  }

  func apply(to file: inout FileConfiguration) {
    file.fonts = fonts
    file.resources = resources
  }

  func validate() throws {
    for folder in fontDir where !Folder.isFolder(folder) {
      throw ValidationError(
        "--font-dir: \(folder.printable): not a folder; pass a folder with fonts")
    }
    if let resources, !Folder.isFolder(resources) {
      throw ValidationError(
        "--resources: \(resources.printable): not a folder; pass a parent folder of the files")
    }
  }
}

/// The fits of an animation into an image, which keep its proportions and centre it.
private enum FitChoice: String, CaseIterable, ExpressibleByArgument {
  case contain, cover, none

  var fit: BoxFit {
    switch self {
    case .contain: .contain
    case .cover: .cover
    case .none: .none
    }
  }
}

extension PlaybackMode: ExpressibleByArgument {}
extension FrameDelays: ExpressibleByArgument {}

extension ThemeChoice {
  static func parse(_ text: String) -> ThemeChoice { text == "none" ? .none : .id(text) }
}

extension StateMachineChoice {
  fileprivate static func parse(_ text: String) -> StateMachineChoice {
    text == "none" ? .none : .id(text)
  }
}

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
struct PlaybackFlags: ParsableArguments {
  @Flag(
    "Repeat at the end, or stop at the last frame (default: as specified in the file, "
      + "otherwise repeat).")
  private var loop: Bool?

  @Flag(
    "Use the loop count in the file, or of the tag selected with --marker, instead of looping "
      + "forever. --loop, --no-loop and --loops take precedence.")
  private var fileLoops = false

  @Option(
    "Play forward, reverse, bounce (back and forth) or reverse-bounce (default: as specified "
      + "in the file, otherwise forward).")
  private var mode: PlaybackMode?

  @Flag("Interpolate between the frames of the file, or not (default: interpolate).")
  private var subframes: Bool?

  func apply(to file: inout FileConfiguration) {
    file.loops = loop
    file.obeysLoopCount = fileLoops
    file.mode = mode
    file.hasSubframes = subframes ?? file.hasSubframes
  }
}
