import AnimCore
import AnimLottie

/// How files are played. ``ContentFlags`` and ``PlaybackFlags`` make it.
struct FileConfiguration: Hashable {
  var fit = LottieSceneConfiguration.Fit.contain
  var loops = true
  var hasSubframes = true
  /// The named part that is played; nil for all.
  var marker: String?
  /// The animation in a file of several; nil for the first.
  var animation: String?
  /// Values of slots, as JSON.
  var slots: [String: String] = [:]
  /// What is behind the pictures; nil for nothing in a file, and white in a window.
  var background: Color?
}

extension FileConfiguration {
  /// How the animation of a file is played.
  func sceneConfiguration(
    of file: AnimationFile
  ) throws(Failure) -> LottieSceneConfiguration {
    var configuration = LottieSceneConfiguration()
    configuration.fit = fit
    configuration.loops = loops
    configuration.hasSubframes = hasSubframes
    guard let marker else { return configuration }
    guard let found = file.animation.markers.first(where: { $0.name == marker }) else {
      let names = file.animation.markers.map(\.name)
      throw Failure(
        "\(file.path): no marker '\(marker)'; "
          + (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", ").printable)"),
        status: .usage)
    }
    // A point begins what goes on to the end.
    let end = found.duration > 0 ? found.frame + found.duration : file.animation.frameCount
    configuration.range = found.frame..<max(end, found.frame)
    return configuration
  }

  /// The same for a file that was not named on the command line, which need not have the slots,
  /// the markers and the animations that one has.
  var withoutParts: FileConfiguration {
    var configuration = self
    configuration.slots = [:]
    configuration.animation = nil
    configuration.marker = nil
    return configuration
  }
}
