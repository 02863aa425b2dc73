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
