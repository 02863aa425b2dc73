import AnimCore

/// What is tested, and how. Made by the flags of ``TestCommand``.
struct GoldenConfiguration {
  /// The frames; nil for the defaults of files and scenes.
  var frames: GoldenFrames?
  var tolerance = PictureTolerance()
  /// Whether missing and differing goldens are written.
  var updates = false
  /// The size of the pictures; nil for that of the animation.
  var size: PixelSize?
  /// Pixels per point.
  var scale = 1.0
  /// How files are drawn.
  var file = FileConfiguration()
  /// The background of scenes.
  var sceneBackground = Color.clear
  /// The rate at which the frames of scenes are counted.
  var sceneRate = RefreshRate(hertz: 60)
}

extension GoldenConfiguration {
  /// The background of the pictures, which for files is transparent by default.
  func background(of content: GoldenSubject.Content) -> Color {
    switch content {
    case .file: file.background ?? .clear
    case .scene: sceneBackground
    }
  }
}
