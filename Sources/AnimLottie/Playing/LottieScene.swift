import AnimCore

/// A Lottie animation that is fitted into a view and plays in scene time.
public final class LottieScene {
  /// The animation.
  public var animation: LottieAnimation { renderer.animation }
  /// The initial playback settings and the fit into the view.
  public let configuration: LottieSceneConfiguration
  /// The current frame, counted from the start of the animation, which is 0. Between integral
  /// frames, it is a fraction.
  public private(set) var frame: Double
  /// The omissions and failures of all frames drawn so far.
  public private(set) var report = LottieDrawingReport()
  private let renderer: LottieRenderer
  private var played: Playback
  private var size = Size.zero
  private var link: DisplayLink?

  /// Creates a scene that shows the first played frame. Call ``layout(in:)`` before drawing.
  public init(
    _ animation: LottieAnimation, configuration: LottieSceneConfiguration = .init()
  ) {
    renderer = LottieRenderer(animation)
    self.configuration = configuration
    played = configuration.playback(of: animation)
    frame = played.frame(at: .zero)
  }

  /// Fits the animation into a view of the given size, in points.
  public func layout(in size: Size) { self.size = size }

  /// Shows the frame at `time` seconds since the start. Times before the start count as 0.
  public func update(to time: Seconds) { frame = played.frame(at: time) }

  /// Shows a frame, counted from the start of the animation, which is 0, and clamped to the
  /// animation. It needn't be one of the played frames.
  public func show(frame: Double) {
    let count = animation.frameCount
    self.frame = frame < count ? max(frame, 0) : max(count.rounded(.up) - 1, 0)
  }

  /// Appends the image of the current frame, in points of the view.
  public func draw(into list: inout DisplayList) {
    report.add(
      renderer.draw(
        frame: frame, into: &list,
        transform: configuration.fit.transform(from: animation.size, to: size)))
  }
}

extension LottieScene: Scene {
  /// The size of the composition.
  public var naturalSize: Size? { animation.size }

  /// The frames of the animation and their playback. Initially that of the configuration, which
  /// setting `nil` restores. Never `nil` itself.
  public var playback: Playback? {
    get { played }
    set { played = newValue ?? configuration.playback(of: animation) }
  }

  /// Follows `source`, and pauses while the image doesn't change.
  public func start(on source: FrameSource) {
    link?.invalidate()
    link = .following(source, for: self)
  }
}

extension LottieScene: PartialScene {
  /// The omission in the frames drawn so far, from ``report``.
  package var omission: SceneOmission? { report.sceneOmission }
}

extension LottieDrawingReport {
  /// The omission in the format of scenes.
  var sceneOmission: SceneOmission? {
    earliest.map { SceneOmission(frame: $0.frame, $0.diagnostic) }
  }
}

extension LottieScene {
  @available(*, unavailable, renamed: "playback.range")
  public var frames: Range<Double> { played.range }
  @available(*, unavailable, renamed: "playback.lastFrame")
  public var lastFrame: Double { played.lastFrame }
  @available(*, unavailable, renamed: "playback.cycleDuration")
  public var duration: Seconds { played.cycleDuration }
  @available(*, unavailable, renamed: "playback.time(of:)")
  public func time(of frame: Double) -> Seconds { played.time(of: frame).seconds }
}
