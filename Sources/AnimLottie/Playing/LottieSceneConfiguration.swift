import AnimCore

/// The playback of an animation and its fit into a view. By default, it loops, is completely
/// visible, and changes at the rate of the display.
public struct LottieSceneConfiguration: Hashable, Sendable {
  /// The fit of the composition into the view.
  public var fit = BoxFit.contain
  /// A Boolean value that indicates whether the animation loops. Otherwise, it stops at the last
  /// frame.
  public var loops = true
  /// The number of loops before it stops, or `nil` for endless playback. It is used only if the
  /// animation ``loops``. Values below 1 count as 1.
  public var loopCount: Int?
  /// The speed as a positive multiple of the animation's frame rate. Other values count as 1.
  public var speed = 1.0
  /// The order in which the frames are played.
  public var mode = PlaybackMode.forward
  /// A Boolean value that indicates whether to show images between integral frames, at the
  /// display's rate.
  public var hasSubframes = true
  /// The frames to play, counted from the start of the animation at 0, or `nil` for all. It is
  /// clamped to the animation.
  public var range: Range<Double>?

  /// Creates the default configuration.
  public init() {}
}

extension LottieSceneConfiguration {
  /// Returns the playback of an animation with this configuration.
  func playback(of animation: LottieAnimation) -> Playback {
    Playback(
      FrameTimes(rate: RefreshRate(hertz: animation.frameRate), count: animation.frameCount),
      range: range, speed: speed, mode: mode, repetitions: loops ? loopCount : 1,
      hasSubframes: hasSubframes,
      markers: animation.markers.map { SceneMarker(frame: $0.frame, name: $0.name) })
  }
}

extension LottieSceneConfiguration {
  @available(*, unavailable, renamed: "BoxFit")
  public typealias Fit = BoxFit
}

@available(*, unavailable, renamed: "PlaybackMode")
public typealias LottiePlayMode = PlaybackMode
