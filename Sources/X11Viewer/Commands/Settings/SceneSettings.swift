import AnimCore

/// What is to be shown: the scene, and the options of all scenes; what ``SceneFlags`` come to.
struct SceneSettings: Hashable {
  /// The scene's place in the catalogue.
  var index = SceneName.default.index
  /// The colour behind everything: a white that does not glare, where nobody asked for another.
  var background = Color(rgb: 0xFAFAF7)
  var fan = FanOptions()
  var squares = SquareOptions()
  var clock = ClockSettings()
  var shapes = ShapesOptions()
  var pacing = PacingSettings()

  init() { squares.palette = SquareOptions.defaultPalette }
}

extension SceneSettings {
  /// The options for scenes in real time.
  ///
  /// - Parameter frames: the rate of the frames.
  func liveConfiguration(frames: RefreshRate) -> SceneConfiguration {
    SceneConfiguration(
      fan: fan, squares: squares, clock: clock.options(isLive: true),
      shapes: shapes, pacing: pacing.options(at: frames))
  }

  /// The options for scenes in virtual time, whose pictures come out the same every day.
  var configuration: SceneConfiguration {
    SceneConfiguration(
      fan: fan, squares: squares, clock: clock.options(isLive: false),
      shapes: shapes, pacing: pacing.options(at: nil))
  }

  /// The chosen scene in a picture of `size` pixels.
  func stage(_ configuration: SceneConfiguration, size: PixelSize, scale: Double) -> Stage {
    Stage(
      scene: SceneCatalog.entries[index].make(configuration), size: size, scale: scale,
      background: background)
  }
}
