import ArgumentParser
import DemoScenes

/// The options of all scenes.
struct SceneOptionFlags: ParsableArguments {
  @OptionGroup(title: "Fan", visibility: HelpRequest.sceneOptions)
  private var fan: FanOptions
  @OptionGroup(title: "Squares", visibility: HelpRequest.sceneOptions)
  private var squares: SquaresOptions
  @OptionGroup(title: "Clock", visibility: HelpRequest.sceneOptions)
  private var clock: ClockOptions
  @OptionGroup(title: "Shapes", visibility: HelpRequest.sceneOptions)
  private var shapes: ShapesOptions
  @OptionGroup(title: "Pacing", visibility: HelpRequest.sceneOptions)
  private var pacing: PacingOptions

  /// Applies the options to a configuration.
  func apply(to configuration: inout SceneConfiguration) {
    fan.apply(to: &configuration.fan)
    fan.apply(to: &configuration.tiledFan)
    squares.apply(to: &configuration.squares)
    clock.apply(to: &configuration.clock)
    shapes.apply(to: &configuration.shapes)
    pacing.apply(to: &configuration.pacing)
  }
}
