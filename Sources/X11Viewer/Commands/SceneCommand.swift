import AnimCore
import ArgumentParser
import DemoScenes
import LinuxSystem
import OfflineRendering

/// A command that can show scenes: their groups of flags, and the configuration from these.
///
/// The groups are members of every such command, and not of one group. In a debug build the argument
/// parser checks a group whenever it lists its flags, and for that lists them three times more. A group
/// inside another is listed as often for each of these.
protocol SceneCommand: ParsableCommand {
  var scenes: SceneFlags { get }
  var fan: FanFlags { get }
  var squares: SquaresFlags { get }
  var clock: ClockFlags { get }
  var shapes: ShapesFlags { get }
  var pacing: PacingFlags { get }
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
      for flags in own + changedParts.map({ "--\($0)-…" }) {
        StandardError.report("\(flags): ignored for files")
      }
      return
    }
    let entry = SceneCatalog.entries[(scenes.scene ?? .default).index]
    for part in changedParts where !entry.parts.contains(part) {
      StandardError.report("--\(part)-…: ignored by scene '\(entry.name)'")
    }
  }

  /// The scenes whose flags differ from the defaults.
  private var changedParts: [String] {
    let defaults = SceneConfiguration()
    return [
      (
        "fan",
        fan.configuration(FanConfiguration()) != defaults.fan
          || fan.configuration(.tiled) != defaults.tiledFan
      ),
      ("squares", squares.configuration(seed: defaults.squares.seed) != defaults.squares),
      ("clock", clock.configuration != defaults.clock),
      ("shapes", shapes.configuration != defaults.shapes),
      ("pacing", pacing.configuration != defaults.pacing),
    ].filter(\.1).map(\.0)
  }

  /// The configuration of scenes from these flags.
  var sceneConfiguration: SceneConfiguration {
    var configuration = SceneConfiguration()
    configuration.index = (scenes.scene ?? .default).index
    configuration.background = scenes.background ?? configuration.background
    configuration.fan = fan.configuration(FanConfiguration())
    configuration.tiledFan = fan.configuration(.tiled)
    configuration.squares = squares.configuration(
      seed: scenes.seed ?? configuration.squares.seed)
    configuration.clock = clock.configuration
    configuration.shapes = shapes.configuration
    configuration.pacing = pacing.configuration
    return configuration
  }
}
