import AnimCore
import ArgumentParser

/// The flags for what is shown: the scene, settings that all scenes share, and each scene's own
/// flags.
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

  @OptionGroup(title: "Fan") var fan: FanFlags
  @OptionGroup(title: "Squares") var squares: SquaresFlags
  @OptionGroup(title: "Clock") var clock: ClockFlags
  @OptionGroup(title: "Shapes") var shapes: ShapesFlags
  @OptionGroup(title: "Pacing") var pacing: PacingFlags

  /// Warns on standard error about flags that have no effect on what is shown.
  ///
  /// - Parameter isFile: whether a file is shown.
  func warnOfUnusedFlags(isFile: Bool) {
    if isFile {
      let own = [("--scene", scene != nil), ("--seed", seed != nil)].filter(\.1).map(\.0)
      for flags in own + changedParts.map({ "--\($0)-…" }) {
        StandardError.report("\(flags): these flags do not change a file")
      }
      return
    }
    let entry = SceneCatalog.entries[(scene ?? .default).index]
    for part in changedParts where !entry.parts.contains(part) {
      StandardError.report("--\(part)-…: these flags do not change scene '\(entry.name)'")
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

  /// The configuration from these flags.
  var configuration: SceneConfiguration {
    var configuration = SceneConfiguration()
    configuration.index = (scene ?? .default).index
    configuration.background = background ?? configuration.background
    configuration.fan = fan.configuration(FanConfiguration())
    configuration.tiledFan = fan.configuration(.tiled)
    configuration.squares = squares.configuration(seed: seed ?? configuration.squares.seed)
    configuration.clock = clock.configuration
    configuration.shapes = shapes.configuration
    configuration.pacing = pacing.configuration
    return configuration
  }
}
