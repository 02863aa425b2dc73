import AnimCore

/// What is tested, and how. The flags of ``TestCommand`` make it.
struct GoldenConfiguration {
  /// Nil for the defaults of files and of scenes.
  var frames: GoldenFrames?
  var tolerance = PictureTolerance()
  /// Whether goldens are written rather than missed.
  var updates = false
  /// Of the pictures; nil for that of the animation.
  var size: PixelSize?
  /// Pixels per point.
  var scale = 1.0
  /// How files are drawn.
  var file = FileConfiguration()
  /// Behind scenes.
  var sceneBackground = Color.clear
  /// In which the frames of scenes are counted.
  var sceneRate = RefreshRate(hertz: 60)
}

extension GoldenConfiguration {
  /// What is behind the pictures; nothing is behind those of files by default.
  func background(of content: GoldenSubject.Content) -> Color {
    switch content {
    case .file: file.background ?? .clear
    case .scene: sceneBackground
    }
  }
}
