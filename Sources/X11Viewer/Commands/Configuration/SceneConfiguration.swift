import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering

extension SceneConfiguration {
  /// The configuration of scenes in real time.
  ///
  /// - Parameter frames: the frame rate.
  func inRealTime(frames: RefreshRate) -> SceneCatalog.Configuration {
    var configuration = configuration(
      clock.configuration(isLive: true, now: { WallClock.timeOfDay }))
    configuration.pacing.rate = pacing.rate ?? frames
    return configuration
  }

  /// The configuration of scenes in virtual time, in which pictures are the same every day.
  var inVirtualTime: SceneCatalog.Configuration {
    configuration(clock.configuration(isLive: false, now: { WallClock.timeOfDay }))
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
}
