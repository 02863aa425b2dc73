import AnimCore
import ArgumentParser

/// The flags that say what is shown: the scene, what all scenes share, and each scene's own.
struct SceneFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scene to show: \(SceneName.all) (default: \(SceneName.default)).", valueName: "name"),
    completion: .list(SceneCatalog.entries.map(\.name)), transform: parseSceneName)
  var scene: SceneName?

  @Option(
    parsing: .unconditional,
    help: colorHelp("the background", default: "#fafaf7"), transform: parseColor)
  var background: Color?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of everything that is random (default: 1).", valueName: "number"),
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64?

  @OptionGroup(title: "Fan") var fan: FanFlags
  @OptionGroup(title: "Squares") var squares: SquareFlags
  @OptionGroup(title: "Clock") var clock: ClockFlags
  @OptionGroup(title: "Shapes") var shapes: ShapesFlags
  @OptionGroup(title: "Pacing") var pacing: PacingFlags

  /// Warns on standard error of flags that change nothing in the scene shown.
  func warnOfUnusedFlags() {
    let entry = SceneCatalog.entries[(scene ?? .default).index]
    for part in changedParts where !entry.parts.contains(part) {
      StandardError.write(
        "x11viewer: --\(part)-…: these flags do not change scene '\(entry.name)'\n")
    }
  }

  /// The scenes whose flags ask for something other than the defaults.
  private var changedParts: [String] {
    let defaults = SceneSettings()
    return [
      (
        "fan", fan.options(FanOptions()) != defaults.fan || fan.options(.tiled) != defaults.tiledFan
      ),
      ("squares", squares.options(seed: defaults.squares.seed) != defaults.squares),
      ("clock", clock.settings != defaults.clock),
      ("shapes", shapes.options != defaults.shapes),
      ("pacing", pacing.settings != defaults.pacing),
    ].filter(\.1).map(\.0)
  }

  /// The configuration from these flags.
  var settings: SceneSettings {
    var settings = SceneSettings()
    settings.index = (scene ?? .default).index
    settings.background = background ?? settings.background
    settings.fan = fan.options(FanOptions())
    settings.tiledFan = fan.options(.tiled)
    settings.squares = squares.options(seed: seed ?? settings.squares.seed)
    settings.clock = clock.settings
    settings.shapes = shapes.options
    settings.pacing = pacing.settings
    return settings
  }
}
