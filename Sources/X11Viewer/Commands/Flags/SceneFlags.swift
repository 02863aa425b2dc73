import AnimCore
import ArgumentParser
import DemoScenes

/// The flags for which scene is shown, and settings that all scenes share.
struct SceneFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scene to show: \(SceneName.list) (default: \(SceneName.default)).", valueName: "name"),
    completion: .list(SceneCatalog.entries.map(\.name)), transform: SceneName.parse)
  var scene: SceneName?

  @Option(
    parsing: .unconditional,
    help: colorHelp(
      "the background", default: "#fafaf7; white for files, and nothing where they are rendered"),
    transform: parseColor)
  var background: Color?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of everything that is random (default: 1).", valueName: "number"),
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64?
}

/// The name of a scene in the catalogue.
struct SceneName: CustomStringConvertible {
  /// The index of the scene in the catalogue.
  let index: Int

  static let `default` = SceneName(index: 0)

  static func parse(_ text: String) throws -> SceneName {
    guard let index = SceneCatalog.index(of: text) else { throw InvalidValue(expected: list) }
    return SceneName(index: index)
  }

  /// All names, for help and messages.
  static var list: String { alternatives(SceneCatalog.entries.map(\.name)) }

  var description: String { SceneCatalog.entries[index].name }
}

/// The flags of the pacing scene.
struct PacingFlags: ParsableArguments {
  @Option(
    name: .customLong("pacing-rate"), parsing: .unconditional,
    help: ArgumentHelp(
      "The frame rate in which the pattern counts, that of the display "
        + "(default: the window's; 60 in render and screenshots).",
      valueName: "rate"),
    transform: parseFrameRate)
  var rate: RefreshRate?

  @Option(
    name: .customLong("pacing-step"), parsing: .unconditional,
    help: ArgumentHelp(
      "How far the bar moves in a frame (default: \(PacingConfiguration().step)).",
      valueName: "pixels"),
    transform: wholeNumber(in: 1...1_000))
  var step: Int?

  /// The configuration from these flags.
  var configuration: PacingConfiguration {
    var configuration = PacingConfiguration()
    configuration.rate = rate
    configuration.step = step ?? configuration.step
    return configuration
  }
}
