import AnimCore
import AnimLottie

/// How files are played. Made by ``ContentFlags`` and ``PlaybackFlags``.
struct FileConfiguration: Hashable {
  var fit = LottieSceneConfiguration.Fit.contain
  var loops = true
  var hasSubframes = true
  /// The marker of the part to play; nil for the whole animation.
  var marker: String?
  /// The identifier of an animation in a file that has several; nil for the first.
  var animation: String?
  /// Values of slots, as JSON, by name.
  var slots: [String: String] = [:]
  /// The background; nil for a transparent one in files, and white in a window.
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
    // A marker without a duration begins a part that goes on to the end.
    let end = found.duration > 0 ? found.frame + found.duration : file.animation.frameCount
    configuration.range = found.frame..<max(end, found.frame)
    return configuration
  }

  /// The same for files that were not named on the command line, which need not have its slots,
  /// markers and animations.
  var withoutParts: FileConfiguration {
    var configuration = self
    configuration.slots = [:]
    configuration.animation = nil
    configuration.marker = nil
    return configuration
  }
}
