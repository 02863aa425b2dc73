import AnimCore
import ArgumentParser
import DemoScenes
import OptionValues

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
    help: ArgumentHelp(
      colorHelp(
        "the background", default: "#fafaf7; white for files, and nothing where they are rendered"),
      valueName: "color"),
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
