import AnimCore

/// What the viewer does, as plain values; by default, what it does without any flags. The flags of
/// ``ViewCommand`` make it.
struct ViewConfiguration: Hashable {
  var window = SessionConfiguration()
  var renderer = RendererKind.auto
  var timing = TimingConfiguration()
  /// Ends the run after this many frames.
  var frames: Int?
  /// Ends the run after this many seconds.
  var duration: Seconds?
  /// The path of a picture that is taken instead of running.
  var screenshot: String?
  /// Where scene time begins.
  var start = Place.time(.zero)
  /// Seconds of scene time per second, from 0.001 to 1,000.
  var speed = 1.0
  /// Gives up after this many seconds.
  var timeout: Seconds?
  /// Whether the window's number is printed with the first frame.
  var printsWindowID = false
  var statistics = StatisticsConfiguration()
  /// The files and folders to show; scenes where there are none.
  var files: [String] = []
  /// How files are played.
  var file = FileConfiguration()
  /// Whether the title bar's text was asked for.
  var keepsTitle = false
  var scenes = SceneConfiguration()
}
