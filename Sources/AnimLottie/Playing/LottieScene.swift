import AnimCore

/// A Lottie animation that is fitted into a view and plays in scene time.
public final class LottieScene {
  /// The animation that is played.
  public var animation: LottieAnimation { renderer.animation }
  /// How the animation is played and fitted into the view.
  public let configuration: LottieSceneConfiguration
  /// The current frame, counted from the start of the animation, which is 0. Between whole frames,
  /// it has a fraction.
  public private(set) var frame: Double
  /// What the pictures drawn so far lack.
  public private(set) var report = LottieDrawingReport()
  private let renderer: LottieRenderer
  private let playback: LottiePlayback
  private var size = Size.zero
  private var link: DisplayLink?

  /// Creates a scene that shows the first frame played. Give it a size with ``layout(in:)`` before
  /// it is drawn.
  public init(
    _ animation: LottieAnimation, configuration: LottieSceneConfiguration = .init()
  ) {
    renderer = LottieRenderer(animation)
    self.configuration = configuration
    playback = LottiePlayback(animation, configuration)
    frame = playback.frame(afterPlaying: 0)
  }

  /// Fits the animation into a view of the given size, in points.
  public func layout(in size: Size) { self.size = size }

  /// Shows the frame at `time` seconds since the start. Times before the start count as 0.
  public func update(to time: Seconds) { frame = playback.frame(at: time) }

  /// Shows a frame, counted from the start of the animation, which is 0, and clamped to the
  /// animation. It may lie outside of ``frames``.
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

// The part of the animation that is played.
extension LottieScene {
  /// The frames that are played, counted from the start of the animation, which is 0. Never empty.
  public var frames: Range<Double> { playback.frames }

  /// The last whole frame, counted from the lower bound of ``frames``. Their upper bound is not
  /// shown.
  public var lastFrame: Double { playback.lastFrame }

  /// How long it takes to play ``frames`` once, in seconds; forth and back, if they are played so.
  public var duration: Seconds { playback.duration(of: playback.count) }

  /// The time at which a frame is first shown, in seconds since the start. The frame is clamped to
  /// those that are played.
  public func time(of frame: Double) -> Seconds {
    let frame = min(max(frame, frames.lowerBound), lastFrame)
    return playback.duration(
      of: configuration.mode.beginsAtEnd ? lastFrame - frame : frame - frames.lowerBound)
  }
}

extension LottieScene: Scene {
  /// The size of the composition.
  public var naturalSize: Size? { animation.size }

  /// Where the composition lies in a view, by ``LottieSceneConfiguration/fit``.
  public func contentRect(in size: Size) -> Rect {
    configuration.fit.contentRect(of: animation.size, in: size)
  }

  /// The animation's frame rate, times the configuration's speed.
  public var frameRate: RefreshRate? { playback.rate }

  /// The same as ``frames``.
  public var frameRange: Range<Double>? { frames }

  public var playedFrameCount: Double? { configuration.mode.returns ? playback.count : nil }

  public var frameCount: Double? { animation.frameCount }

  /// The animation's markers, each at its first frame.
  public var markers: [SceneMarker] {
    animation.markers.map { SceneMarker(frame: $0.frame, name: $0.name) }
  }

  public var hasSubframes: Bool { configuration.hasSubframes }

  /// What was left out of the pictures drawn so far, as ``report`` has it.
  public var omission: SceneOmission? { report.sceneOmission }

  /// The frame that is shown at `time` seconds since the start. Times before the start count as 0.
  public func frame(at time: Seconds) -> Double { playback.frame(at: time) }

  /// The frame that is shown after `count` frames were played since the start.
  public func frame(afterPlaying count: Double) -> Double { playback.frame(afterPlaying: count) }

  /// Follows `source`, and pauses while the picture does not change.
  public func start(on source: FrameSource) {
    link?.invalidate()
    link = nil
    guard playback.moves else { return }
    let link = DisplayLink(for: self) { scene, frame in
      scene.show(at: frame.targetTimestamp.seconds)
    }
    link.add(to: source)
    self.link = link
  }

  /// Shows the frame at `time`, and pauses the display link until the next picture is due.
  private func show(at time: Seconds) {
    update(to: time)
    guard let next = playback.nextChange(after: time) else {
      link?.isPaused = true
      return
    }
    if next > time { link?.pause(until: Timestamp(seconds: next)) }
  }
}

extension LottieDrawingReport {
  /// What was left out, as scenes say it.
  var sceneOmission: SceneOmission? {
    earliest.map { SceneOmission(frame: $0.frame, description: $0.diagnostic.description) }
  }
}
