import AnimCore

/// What is tested, and how.
package struct GoldenConfiguration {
  /// The frames; nil for the defaults of files and scenes.
  package var frames: GoldenFrames?
  package var tolerance = PictureTolerance()
  /// Whether missing and differing goldens are written.
  package var updates = false
  /// The size of the pictures; nil for that of the animation.
  package var size: PixelSize?
  /// Pixels per point.
  package var scale = 1.0
  /// How files are drawn; by default on a transparent background.
  package var file = FileConfiguration()
  /// The background of scenes.
  package var sceneBackground = Color.clear
  /// The rate at which the frames of scenes are counted.
  package var sceneRate = RefreshRate(hertz: 60)

  package init(
    frames: GoldenFrames? = nil, tolerance: PictureTolerance = PictureTolerance(),
    updates: Bool = false, size: PixelSize? = nil, scale: Double = 1.0,
    file: FileConfiguration = FileConfiguration(), sceneBackground: Color = Color.clear,
    sceneRate: RefreshRate = RefreshRate(hertz: 60)
  ) {
    self.frames = frames
    self.tolerance = tolerance
    self.updates = updates
    self.size = size
    self.scale = scale
    self.file = file
    self.sceneBackground = sceneBackground
    self.sceneRate = sceneRate
  }
}
