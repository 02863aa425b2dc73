import AnimCore

/// A Lottie animation that is fitted into a view and plays in scene time.
public final class LottieScene {
  /// The animation that is played.
  public var animation: LottieAnimation { renderer.animation }
  /// How the animation is played, at first, and fitted into the view.
  public let configuration: LottieSceneConfiguration
  /// The current frame, counted from the start of the animation, which is 0. Between whole frames,
  /// it has a fraction.
  public private(set) var frame: Double
  /// What the pictures drawn so far lack.
  public private(set) var report = LottieDrawingReport()
  private let renderer: LottieRenderer
  private var played: Playback
  private var size = Size.zero
  private var link: DisplayLink?

  /// Creates a scene that shows the first frame played. Give it a size with ``layout(in:)`` before
  /// it is drawn.
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
  /// animation. It need not be among those that are played.
  public func show(frame: Double) {
    let count = animation.frameCount
    self.frame = frame < count ? max(frame, 0) : max(count.rounded(.up) - 1, 0)
  }

  /// Appends the picture of the current frame, in points of the view.
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

  /// The frames of the animation and how they are played: as the configuration says, unless it was
  /// set. A scene of an animation always has one; setting nil plays it by the configuration again.
  public var playback: Playback? {
    get { played }
    set { played = newValue ?? configuration.playback(of: animation) }
  }

  /// Follows `source`, and pauses while the picture does not change.
  public func start(on source: FrameSource) {
    link?.invalidate()
    link = .following(source, for: self)
  }
}

extension LottieScene: PartialScene {
  /// What was left out of the pictures drawn so far, as ``report`` has it.
  package var omission: SceneOmission? { report.sceneOmission }
}

extension LottieDrawingReport {
  /// What was left out, as scenes say it.
  var sceneOmission: SceneOmission? {
    earliest.map { SceneOmission(frame: $0.frame, description: $0.diagnostic.description) }
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
