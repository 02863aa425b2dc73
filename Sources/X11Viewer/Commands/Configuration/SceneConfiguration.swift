import AnimCore

/// What is shown: the scene, and the configuration of all scenes. ``SceneCommand`` makes it.
struct SceneConfiguration: Hashable {
  /// The scene's place in the catalogue.
  var index = SceneName.default.index
  /// The colour behind everything: a white that does not glare, unless another is asked for.
  var background = Color(rgb: 0xFAFAF7)
  /// Of the fan that is alone in the picture.
  var fan = FanConfiguration()
  /// Of the fan beside other scenes.
  var tiledFan = FanConfiguration.tiled
  var squares = SquaresConfiguration()
  var clock = WallClockConfiguration()
  var shapes = ShapesConfiguration()
  /// Its rate is nil for that of the frames.
  var pacing = PacingConfiguration()

  init() { squares.palette = SquaresConfiguration.defaultPalette }
}

extension SceneConfiguration {
  /// The configuration of scenes in real time.
  ///
  /// - Parameter frames: the rate of the frames.
  func inRealTime(frames: RefreshRate) -> SceneCatalog.Configuration {
    var configuration = configuration(clock.configuration(isLive: true))
    configuration.pacing.rate = pacing.rate ?? frames
    return configuration
  }

  /// The configuration of scenes in virtual time, whose pictures are the same every day.
  var inVirtualTime: SceneCatalog.Configuration {
    configuration(clock.configuration(isLive: false))
  }

  private func configuration(_ clock: ClockConfiguration) -> SceneCatalog.Configuration {
    var configuration = SceneCatalog.Configuration()
    configuration.fan = fan
    configuration.tiledFan = tiledFan
    configuration.squares = squares
    configuration.clock = clock
    configuration.shapes = shapes
    configuration.pacing = pacing
    return configuration
  }

  /// The chosen scene in a picture of `size` pixels.
  func view(_ configuration: SceneCatalog.Configuration, size: PixelSize, scale: Double)
    -> SceneView
  {
    SceneView(
      scene: playlist(configuration).open().scene, size: size, scale: scale,
      backdrop: .color(background))
  }

  /// The scenes to page through, the chosen one first.
  func playlist(_ configuration: SceneCatalog.Configuration) -> ScenePlaylist {
    ScenePlaylist(index: index) { SceneCatalog.entries[$0].make(configuration) }
  }
}
