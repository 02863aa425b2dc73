import AnimCore

/// How an animation is played and fitted into its view. By default, it loops, is shown whole, and
/// changes as often as the display can show it.
public struct LottieSceneConfiguration: Hashable, Sendable {
  /// How the composition is scaled to the view.
  public var fit = SceneFit.contain
  /// Whether the animation starts over at its end; otherwise it stops at the last frame.
  public var loops = true
  /// How many times it is played before it stops; nil for any number of times. Only counts if it
  /// ``loops``; less than 1 counts as 1.
  public var loopCount: Int?
  /// How many times faster than at its own frame rate it is played; above 0. Anything else counts as
  /// 1.
  public var speed = 1.0
  /// The order in which the frames are played.
  public var mode = PlaybackMode.forward
  /// Whether pictures between whole frames are shown, at the display's rate; otherwise only whole
  /// frames are.
  public var hasSubframes = true
  /// The frames to play, counted from the start of the animation, which is 0; nil for all. Only the
  /// part that lies in the animation is played.
  public var range: Range<Double>?

  /// Creates the default configuration.
  public init() {}
}

extension LottieSceneConfiguration {
  /// The frames of an animation, played so.
  func playback(of animation: LottieAnimation) -> Playback {
    Playback(
      FrameTimes(rate: RefreshRate(hertz: animation.frameRate), count: animation.frameCount),
      range: range, speed: speed, mode: mode, repetitions: loops ? loopCount : 1,
      hasSubframes: hasSubframes,
      markers: animation.markers.map { SceneMarker(frame: $0.frame, name: $0.name) })
  }
}

extension LottieSceneConfiguration {
  @available(*, unavailable, renamed: "SceneFit")
  public typealias Fit = SceneFit
}

@available(*, unavailable, renamed: "PlaybackMode")
public typealias LottiePlayMode = PlaybackMode
