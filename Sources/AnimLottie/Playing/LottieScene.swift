import AnimCore

/// A Lottie animation in a view: it is fitted into it, and plays in scene time.
public final class LottieScene {
  public let animation: LottieAnimation
  public let configuration: LottieSceneConfiguration
  /// The frame on show, from the animation's first, which is 0.
  public private(set) var frame: Double
  private let playback: LottiePlayback
  private var size = Size.zero
  private var link: DisplayLink?

  public init(
    _ animation: LottieAnimation, configuration: LottieSceneConfiguration = .init()
  ) {
    self.animation = animation
    self.configuration = configuration
    playback = LottiePlayback(animation, configuration)
    frame = playback.frames.lowerBound
  }

  /// Fits the animation into a view of `size` points.
  public func layout(in size: Size) { self.size = size }

  /// Shows the frame of a time, in seconds since the start.
  public func update(to time: Seconds) { frame = playback.frame(at: time) }

  /// Shows a frame, counted from the animation's first, which is 0. What lies outside of the
  /// animation counts as its nearest.
  public func show(frame: Double) {
    let count = animation.frameCount
    self.frame = frame < count ? max(frame, 0) : max(count.rounded(.up) - 1, 0)
  }

  /// Appends the picture of the present frame, in points of the view.
  public func draw(into list: inout DisplayList) {
    animation.draw(
      frame: frame, into: &list,
      transform: configuration.fit.transform(from: animation.size, to: size))
  }
}

// What is played.
extension LottieScene {
  /// What is played, in frames from the animation's first, which is 0.
  public var frames: Range<Double> { playback.frames }

  /// The last frame that is shown.
  public var lastFrame: Double { playback.lastFrame }

  /// How long it takes to play once.
  public var duration: Seconds { playback.count / playback.rate }

  /// When a frame is shown for the first time, in seconds since the start. What is not played counts
  /// as its nearest.
  public func time(of frame: Double) -> Seconds {
    (min(max(frame, frames.lowerBound), lastFrame) - frames.lowerBound) / playback.rate
  }
}

extension LottieScene: Scene {
  package func start(on source: FrameSource) {
    link?.invalidate()
    link = nil
    guard playback.moves else { return }
    let link = DisplayLink(for: self) { scene, frame in
      scene.show(at: frame.targetTimestamp.seconds)
    }
    link.add(to: source)
    self.link = link
  }

  /// Shows the frame of a time, and rests until there is another picture.
  private func show(at time: Seconds) {
    update(to: time)
    guard let next = playback.nextChange(after: time) else {
      link?.isPaused = true
      return
    }
    if next > time { link?.pause(until: Timestamp(seconds: next)) }
  }
}
