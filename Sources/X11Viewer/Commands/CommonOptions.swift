import AnimCore
import AnimLottie
import FramePacing
import OfflineRendering
import XWindow

/// Reads the usual command lines of the window without the argument parser, which finds the options of
/// all scenes by reflection: that takes longer than everything else before the first picture.
///
/// Only what is known here in full is read here. All else, whether it is valid or not, is left to the
/// parser, and so are options that have no effect on what is shown, of which ``ViewCommand`` warns. Both
/// read values by the same functions, and `CommonOptionsTests` compares their results.
struct CommonOptions {
  private var configuration = ViewConfiguration()
  private var names: Set<String> = []
  private var at: Timestamp?
  private var frame: FramePosition?

  /// The configuration that ``ViewCommand`` would make from the same arguments; nil if it should be
  /// asked.
  static func configuration(_ arguments: [String]) -> ViewConfiguration? {
    var options = CommonOptions()
    guard (try? options.read(arguments)) != nil else { return nil }
    return options.result
  }

  /// Why arguments are left to the parser.
  private struct NotCommon: Error {}

  private mutating func read(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != InputPath.standardInput else {
        configuration.files.append(argument)
        continue
      }
      guard argument.hasPrefix("--") else { throw NotCommon() }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.map(String.init), names.insert(name).inserted else {
        throw NotCommon()
      }
      let attached = parts.count == 2 ? String(parts[1]) : nil
      if setFlag(name) {
        guard attached == nil else { throw NotCommon() }
        continue
      }
      // What begins like an option may be one, and the value be missing.
      guard let value = attached ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else {
        throw NotCommon()
      }
      try set(name, value)
    }
  }

  /// The configuration; nil if options do not go together, or have no effect.
  private var result: ViewConfiguration? {
    if at != nil, frame != nil { return nil }
    if configuration.window.target == .screenSaver,
      !names.isDisjoint(with: ["geometry", "size", "name", "title", "fullscreen"])
    {
      return nil
    }
    let idle = configuration.files.isEmpty ? Self.namesForFiles : Self.namesForScenes
    guard names.isDisjoint(with: idle) else { return nil }
    var configuration = configuration
    configuration.start = frame.map(ScenePosition.frame) ?? .time(at ?? .zero)
    return configuration
  }

  private static let namesForFiles: Set<String> = [
    "fit", "animation", "theme", "marker", "loop", "no-loop", "mode", "subframes", "no-subframes",
  ]
  private static let namesForScenes: Set<String> = ["scene"]

  /// Sets a flag; false if there is none of this name.
  private mutating func setFlag(_ name: String) -> Bool {
    switch name {
    case "fullscreen": configuration.window.isFullscreen = true
    case "root": configuration.window.target = .screenSaver
    case "show-fps": configuration.statistics.isShown = true
    case "stats": configuration.statistics.printsSummary = true
    case "print-window-id": configuration.printsWindowID = true
    case "loop": configuration.file.loops = true
    case "no-loop": configuration.file.loops = false
    case "subframes": configuration.file.hasSubframes = true
    case "no-subframes": configuration.file.hasSubframes = false
    case "autoplay": configuration.file.autoplay = true
    case "no-autoplay": configuration.file.autoplay = false
    default: return false
    }
    return true
  }

  private mutating func set(_ name: String, _ value: String) throws {
    switch name {
    case "scene": configuration.scenes.index = try SceneName.parse(value).index
    case "background":
      let color = try parseColor(value).opaque
      configuration.scenes.background = color
      configuration.file.background = color
    case "display": configuration.window.display = value
    case "geometry": configuration.window.geometry = try parseGeometry(value)
    case "size": configuration.window.size = try parsePixelSize(value)
    case "scale": configuration.window.scale = try parseScale(value)
    case "name": configuration.window.name = value
    case "title":
      configuration.window.title = value
      configuration.keepsTitle = true
    case "renderer": configuration.renderer = try named(value)
    case "rate": configuration.timing.rate = try parseRate(value)
    case "timing": configuration.timing.source = try named(value)
    case "frames": configuration.frames = try parseFrameLimit(value)
    case "duration": configuration.duration = try parseRunLength(value)
    case "timeout": configuration.timeout = try parseRunLength(value)
    case "at": at = try parseSceneTime(value)
    case "frame": frame = try FramePosition.parse(value)
    case "speed":
      configuration.speed = try parseSpeed(value)
      configuration.file.hasFileSpeed = false
    case "fit": configuration.file.fit = try named(value)
    case "mode": configuration.file.mode = try named(value) as LottiePlayMode
    case "animation": configuration.file.animation = value
    case "theme": configuration.file.theme = ContentFlags.theme(value)
    case "marker": configuration.file.marker = value
    default: throw NotCommon()
    }
  }

  private func named<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
    guard let value = Value(rawValue: text) else { throw NotCommon() }
    return value
  }
}
