import AnimCore
import DemoScenes
import OfflineRendering

/// What is shown: the scene, and the configuration of all scenes. Made by ``SceneCommand``.
struct SceneConfiguration: Hashable {
  /// The index of the scene in the catalogue.
  var index = SceneName.default.index
  /// The background; by default, a white that does not glare.
  var background = Color(rgb: 0xFAFAF7)
  /// The fan when it is the only scene in the picture.
  var fan = FanConfiguration()
  /// The fan beside other scenes.
  var tiledFan = FanConfiguration.tiled
  var squares = SquaresConfiguration()
  var clock = WallClockConfiguration()
  var shapes = ShapesConfiguration()
  /// If its rate is nil, that of the frames is used.
  var pacing = PacingConfiguration()

  init() { squares.palette = SquaresConfiguration.defaultPalette }
}

extension SceneConfiguration {
  /// The configuration of scenes in real time.
  ///
  /// - Parameter frames: the frame rate.
  func inRealTime(frames: RefreshRate) -> SceneCatalog.Configuration {
    var configuration = configuration(clock.configuration(isLive: true))
    configuration.pacing.rate = pacing.rate ?? frames
    return configuration
  }

  /// The configuration of scenes in virtual time, in which pictures are the same every day.
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

  /// Makes the chosen scene in virtual time.
  var virtualScene: SceneMaker {
    let (index, configuration) = (index, inVirtualTime)
    return { SceneCatalog.entries[index].make(configuration) }
  }

  /// The scenes to page through, starting with the chosen one.
  func playlist(_ configuration: SceneCatalog.Configuration) -> ScenePlaylist {
    ScenePlaylist(index: index) { SceneCatalog.entries[$0].open(configuration) }
  }
}
