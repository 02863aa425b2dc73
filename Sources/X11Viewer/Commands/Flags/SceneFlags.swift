import AnimCore
import ArgumentParser
import DemoScenes
import PlainText

/// The flags for which scene is shown, and settings that all scenes share.
struct SceneFlags: ParsableArguments {
  @Option(
    "name", "Show this scene: \(SceneName.list) (default: \(SceneName.default)).",
    completion: .list(SceneCatalog.entries.map(\.name)), SceneName.parse)
  var scene: SceneName?

  @Option(
    colorOf: "the background",
    default: "#fafaf7 for scenes; for files, white in a window, otherwise transparent")
  var background: Color?

  @Option(
    "number", "Set the seed of all random numbers (default: 1).", wholeNumber(in: 0...UInt64.max))
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
