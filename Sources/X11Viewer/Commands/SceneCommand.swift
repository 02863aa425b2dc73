import ArgumentParser
import DemoScenes
import LinuxSystem
import OfflineRendering

/// A command that can show scenes, and their configuration from its flags.
protocol SceneCommand: ParsableCommand {
  var scenes: SceneFlags { get }
  var sceneOptions: SceneOptionFlags { get }
}

extension SceneCommand {
  /// Warns on standard error about flags that have no effect on what is shown.
  ///
  /// - Parameters:
  ///   - isFile: whether a file is shown.
  ///   - isMachine: whether a state machine plays it, which has random numbers.
  func warnOfUnusedSceneFlags(isFile: Bool, isMachine: Bool = false) {
    if isFile {
      let own = [
        ("--scene", scenes.scene != nil), ("--seed", scenes.seed != nil && !isMachine),
      ]
      .filter(\.1).map(\.0)
      for flags in own + sceneOptions.scenes.map({ "--\($0)-…" }) {
        StandardError.report("\(flags): ignored for files")
      }
      return
    }
    let entry = SceneCatalog.entries[(scenes.scene ?? .default).index]
    for scene in sceneOptions.scenes where !entry.parts.contains(scene) {
      StandardError.report("--\(scene)-…: ignored by scene '\(entry.name)'")
    }
  }

  /// The configuration of scenes from these flags.
  var sceneConfiguration: SceneConfiguration {
    var configuration = SceneConfiguration()
    configuration.index = (scenes.scene ?? .default).index
    configuration.background = scenes.background ?? configuration.background
    configuration.squares.seed = scenes.seed ?? configuration.squares.seed
    sceneOptions.apply(to: &configuration)
    return configuration
  }
}
