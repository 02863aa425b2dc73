import AnimCore
import AnimLottie

/// How files are played.
package struct FileConfiguration: Hashable {
  package var fit = LottieSceneConfiguration.Fit.contain
  package var loops = true
  package var hasSubframes = true
  /// The marker of the part to play; nil for the whole animation.
  package var marker: String?
  /// The identifier of an animation in a file that has several; nil for the first.
  package var animation: String?
  /// Values of slots, as JSON, by name.
  package var slots: [String: String] = [:]
  /// Whether the expressions in files are run, rather than the values drawn that are stored beside
  /// them.
  package var runsExpressions = true
  /// What draws text whose characters have no outlines in a file.
  package var fonts = FontConfiguration()
  /// The background; nil for a transparent one in files, and white in a window.
  package var background: Color?

  package init(
    fit: LottieSceneConfiguration.Fit = LottieSceneConfiguration.Fit.contain, loops: Bool = true,
    hasSubframes: Bool = true, marker: String? = nil, animation: String? = nil,
    slots: [String: String] = [:], runsExpressions: Bool = true,
    fonts: FontConfiguration = FontConfiguration(), background: Color? = nil
  ) {
    self.fit = fit
    self.loops = loops
    self.hasSubframes = hasSubframes
    self.marker = marker
    self.animation = animation
    self.slots = slots
    self.runsExpressions = runsExpressions
    self.fonts = fonts
    self.background = background
  }
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
  package var withoutParts: FileConfiguration {
    var configuration = self
    configuration.slots = [:]
    configuration.animation = nil
    configuration.marker = nil
    return configuration
  }
}
