import AnimCore

/// An animation as an image, for an `ImageLayer`.
///
/// ```swift
/// let layer = ImageLayer(LottieImage(animation, repeatCount: 2))
/// layer.position = Point(x: 100, y: 40)
/// // Starts at the tree's fifth second, and plays at half speed.
/// layer.setTiming(LayerTiming(beginTime: 5, speed: 0.5))
/// view.addSublayer(layer)
/// ```
///
/// The first frame is shown at 0, and each second advances by ``LottieAnimation/frameRate`` frames. After the end, the
/// last frame remains. Between integral frames, the content changes continuously.
///
/// Several layers can share an image at different times. Images that share a ``LottieRenderer`` also share its memory.
/// An image belongs to one thread.
public final class LottieImage: AnimatedImage {
  /// The number of repetitions, which can be a fraction or infinite.
  public let repeatCount: Double
  /// The omissions and failures of all frames drawn so far.
  public private(set) var report = LottieDrawingReport()
  private let renderer: LottieRenderer
  private let playback: Playback

  /// Creates an image of an animation.
  /// - Parameters:
  ///   - animation: The animation.
  ///   - repeatCount: The number of repetitions, which can be a fraction. By default, the animation never ends. If the
  ///     number is 0, negative or NaN, only the first frame is shown.
  public convenience init(_ animation: LottieAnimation, repeatCount: Double = .infinity) {
    self.init(LottieRenderer(animation), repeatCount: repeatCount)
  }

  /// Creates an image of the animation of a renderer, which may be shared with other images.
  /// - Parameters:
  ///   - renderer: The renderer.
  ///   - repeatCount: The number of repetitions; see ``init(_:repeatCount:)-(LottieAnimation,_)``.
  public init(_ renderer: LottieRenderer, repeatCount: Double = .infinity) {
    self.renderer = renderer
    self.repeatCount = repeatCount
    playback = LottieSceneConfiguration().playback(of: renderer.animation)
  }

  /// The animation.
  public var animation: LottieAnimation { renderer.animation }

  /// The size of the composition in points.
  public var size: Size { animation.size }

  /// The time at which the last frame is reached, in seconds, or infinity if the animation never ends. As in a
  /// ``LottieScene``, the last repetition ends with its last integral frame.
  public var duration: Seconds {
    guard repeatCount > 0 else { return 0 }
    guard repeatCount.isFinite else { return .infinity }
    let completed = repeatCount.rounded(.up) - 1
    let (count, rate) = (playback.cycleCount, playback.frameRate ?? .assumed)
    let rest = min((repeatCount - completed) * count, playback.lastFrame)
    return (completed * count + rest) / rate.hertz
  }

  /// The first repetition, or `nil` if the number of repetitions is limited.
  public var loop: Range<Seconds>? { repeatCount == .infinity ? playback.loop : nil }

  /// Returns the frame at a time in seconds, counted from 0. Between integral frames, it is a fraction.
  public func frame(at time: Seconds) -> Double { playback.frame(at: min(time, duration)) }

  /// Appends the frame at a time to a display list.
  /// - Parameters:
  ///   - time: The time in seconds.
  ///   - list: The display list.
  ///   - transform: The transform from the composition to points of the view.
  public func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
    report.add(renderer.draw(frame: frame(at: time), into: &list, transform: transform))
  }
}
