import AnimCore
import ArgumentParser

/// The flags that say what is shown: the scene, what all scenes share, and each scene's own.
struct SceneFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scene to show; see --list-scenes.", valueName: "name"),
    completion: .list(SceneCatalog.entries.map(\.name)), transform: parseSceneName)
  var scene = SceneName.default

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The colour behind everything.", valueName: "color"), transform: parseColor)
  var background = SceneSettings().background

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Decides everything that is random.", valueName: "number"),
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @OptionGroup(title: "Fan") var fan: FanFlags
  @OptionGroup(title: "Squares") var squares: SquareFlags
  @OptionGroup(title: "Clock") var clock: ClockFlags
  @OptionGroup(title: "Shapes") var shapes: ShapesFlags
  @OptionGroup(title: "Pacing") var pacing: PacingFlags

  /// What the flags come to.
  var settings: SceneSettings {
    var settings = SceneSettings()
    settings.index = scene.index
    settings.background = background
    settings.fan = fan.options
    settings.squares = squares.options(seed: seed)
    settings.clock = clock.settings
    settings.shapes = shapes.options
    settings.pacing = PacingSettings(rate: pacing.rate, step: pacing.step)
    return settings
  }
}
