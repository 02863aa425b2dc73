import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering

extension SceneConfiguration {
  /// Returns the same scenes in real time: the clock has its start, and the test pattern its rate.
  ///
  /// - Parameter frames: The frame rate.
  func inRealTime(frames: RefreshRate) -> SceneConfiguration {
    var configuration = started(isLive: true)
    configuration.pacing.rate = pacing.rate ?? frames
    return configuration
  }

  /// The configuration in virtual time, in which images are the same every day.
  var inVirtualTime: SceneConfiguration { started(isLive: false) }

  private func started(isLive: Bool) -> SceneConfiguration {
    var configuration = self
    configuration.clock.look = clock.configuration(isLive: isLive, now: { WallClock.timeOfDay })
    return configuration
  }

  /// A closure that creates the chosen scene in virtual time.
  var virtualScene: SceneMaker {
    let (index, configuration) = (index, inVirtualTime)
    return { SceneCatalog.entries[index].make(configuration) }
  }
}
