import ArgumentParser
import DemoScenes
import LinuxSystem
import OfflineRendering

/// A command that can show scenes, and their configuration from its flags.
protocol SceneCommand: ParsableCommand {
  var scenes: SceneFlags { get }
  var sceneOptions: SceneOptionFlags { get }
}

extension SceneCommand {
  /// Warns about flags that have no effect on the contents of the window.
  ///
  /// - Parameters:
  ///   - isFile: Whether a file is shown.
  ///   - isMachine: Whether a state machine plays it, which has random numbers.
  ///   - isLive: Whether the clock shows the current time by default.
  ///   - report: Receives each warning.
  func warnOfUnusedSceneFlags(
    isFile: Bool, isMachine: Bool = false, isLive: Bool = false,
    report: (String) -> Void = StandardError.report
  ) {
    if isFile {
      let used = ["--background"] + (isMachine ? ["--seed"] : [])
      for option in scenes.given + sceneOptions.given where !used.contains(option) {
        report("\(option): ignored for files")
      }
      return
    }
    let entry = SceneCatalog.entries[(scenes.scene ?? .default).index]
    let prefixes = entry.parts.flatMap { ["--\($0)-", "--no-\($0)-"] }
    for option in sceneOptions.given where !prefixes.contains(where: option.hasPrefix) {
      report("\(option): ignored by scene '\(entry.name)'")
    }
    let clock = sceneConfiguration.clock
    if entry.parts.contains("clock"), clock.timeZone != nil,
      !clock.showsPresentTime(isLive: isLive)
    {
      report(
        "--clock-time-zone: ignored because the clock shows a fixed time; add --clock-time now")
    }
  }

  /// The configuration of scenes from these flags.
  var sceneConfiguration: SceneConfiguration {
    var configuration = SceneConfiguration()
    configuration.index = (scenes.scene ?? .default).index
    configuration.background = scenes.background ?? configuration.background
    configuration.squares.seed = scenes.seed ?? configuration.squares.seed
    sceneOptions.apply(to: &configuration)
    return configuration
  }
}

/// Checks whether the name of a missing file is that of a scene.
func checkSceneName(_ file: String) throws(Failure) {
  guard SceneCatalog.index(of: file) != nil, !Folder.hasEntry(file) else { return }
  throw Failure(
    "\(file): file not found; for the built-in scene, use --scene \(file)", status: .noInput)
}
