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

  /// The options for scenes in real time.
  ///
  /// - Parameter frames: the rate of the frames.
  func liveConfiguration(frames: RefreshRate) -> SceneConfiguration {
    SceneConfiguration(
      fan: fan.options, squares: squares.options(seed: seed), clock: clock.options(isLive: true),
      pacing: pacing.options(at: frames))
  }

  /// The options for scenes in virtual time, whose pictures come out the same every day.
  var configuration: SceneConfiguration {
    SceneConfiguration(
      fan: fan.options, squares: squares.options(seed: seed), clock: clock.options(isLive: false),
      pacing: pacing.options(at: nil))
  }

  /// The chosen scene in a picture of `size` pixels.
  func stage(_ configuration: SceneConfiguration, size: PixelSize, scale: Double) -> Stage {
    Stage(
      scene: SceneCatalog.entries[scene.index].make(configuration), size: size, scale: scale,
      background: background)
  }
}
