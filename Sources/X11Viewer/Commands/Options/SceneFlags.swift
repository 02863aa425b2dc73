import AnimCore
import ArgumentParser

/// The flags that say what is shown: the scene, what all scenes share, and each scene's own.
struct SceneFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scene to show; see --list-scenes.", valueName: "name"))
  var scene = SceneName.default

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The colour behind everything.", valueName: "color"), transform: parseColor)
  var background = SceneFlags.paper

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Decides everything that is random.", valueName: "number"),
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @OptionGroup(title: "Fan") var fan: FanFlags
  @OptionGroup(title: "Squares") var squares: SquareFlags
  @OptionGroup(title: "Clock") var clock: ClockFlags
  @OptionGroup(title: "Pacing") var pacing: PacingFlags

  /// A white that does not glare.
  private static let paper = Color(rgb: 0xFAFAF7)

  /// - Parameter isLive: whether time is real; the clock then starts at the present time unless
  ///   told otherwise, and at a fixed one where pictures must come out the same every day.
  func configuration(isLive: Bool) -> SceneConfiguration {
    SceneConfiguration(
      fan: fan.options, squares: squares.options(seed: seed), clock: clock.options(isLive: isLive),
      pacing: pacing.options)
  }

  /// The chosen scene in a picture of `size` pixels.
  func stage(size: PixelSize, scale: Double, isLive: Bool) -> Stage {
    let scene = SceneCatalog.entries[scene.index].make(configuration(isLive: isLive))
    return Stage(scene: scene, size: size, scale: scale, background: background)
  }
}
