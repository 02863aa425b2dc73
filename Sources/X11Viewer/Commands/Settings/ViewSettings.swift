import AnimCore

/// What the viewer is to do, as plain values: what the flags of ``ViewCommand`` come to. As it is
/// made, it is what nobody asked otherwise for.
struct ViewSettings: Hashable {
  var window = WindowSettings()
  var renderer = RendererChoice.auto
  var timing = TimingConfiguration()
  /// The end after so many frames.
  var frames: Int?
  /// The end after so many seconds.
  var duration: Seconds?
  /// The path of a picture that is taken instead of running.
  var screenshot: String?
  /// Where scene time begins.
  var start = Timestamp.zero
  /// Seconds of scene time per second, from 0.001 to 1,000.
  var speed = 1.0
  /// After so many seconds the viewer gives up.
  var timeout: Seconds?
  /// Whether the window's number is printed with the first frame.
  var printsWindowID = false
  var statistics = StatisticsSettings()
  var scenes = SceneSettings()
}
