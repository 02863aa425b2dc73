import AnimCore

/// A layer that plays an animation in its own time.
///
/// The frame depends only on the layer's `time`: the first frame is shown at 0, and each second
/// advances by ``LottieAnimation/frameRate`` frames. The timing of the layer therefore sets the
/// start, the speed and the position:
///
/// ```swift
/// let layer = LottieLayer(animation)
/// layer.position = Point(x: 100, y: 40)
/// view.addSublayer(layer)
/// // Starts at the tree's fifth second, plays at half speed, and plays twice.
/// layer.setTiming(LayerTiming(beginTime: 5, speed: 0.5))
/// layer.repeatCount = 2
/// ```
///
/// `pause()` holds a frame, and a timing with speed 0 shows the frame of its time offset. Before
/// the start, the layer shows the first frame, and after the end the last. It is redrawn in each
/// frame while the animation plays, and costs nothing otherwise. Because it is a function of time,
/// `LayerTree.reducesMotion` doesn't affect it.
///
/// The animation is the `picture` of an `ImageLayer`: it fills `rect` according to `gravity`, which
/// is also the hit area. By default, `rect` is the composition, ``LottieAnimation/size`` in points,
/// with the upper left corner at the origin. Layers can share an animation at different times.
/// Layers that share a ``LottieRenderer`` also share its memory.
open class LottieLayer: ImageLayer {
  /// The animation.
  public final var animation: LottieAnimation { renderer.animation }
  /// The omissions and failures of all frames drawn so far.
  public final var report: LottieDrawingReport { record.report }
  private final let renderer: LottieRenderer
  private final let record = DrawingRecord()
  /// The number of repetitions, starting at the layer's time 0, which can be a fraction or
  /// infinite. The default is infinite. If it is 0, negative or NaN, only the first frame is shown.
  public final var repeatCount: Double { didSet { play() } }
  private final let playback: Playback

  /// Creates a layer that plays an animation.
  public convenience init(_ animation: LottieAnimation, repeatCount: Double = .infinity) {
    self.init(LottieRenderer(animation), repeatCount: repeatCount)
  }

  /// Creates a layer that plays the animation of a renderer, which may be shared with other layers.
  public init(_ renderer: LottieRenderer, repeatCount: Double = .infinity) {
    self.renderer = renderer
    self.repeatCount = repeatCount
    playback = LottieSceneConfiguration().playback(of: renderer.animation)
    super.init()
    rect = Rect(origin: .zero, size: animation.size)
    play()
  }

  private final func play() {
    picture = LottiePicture(
      renderer: renderer, playback: playback, duration: endTime, record: record)
  }

  /// The layer's time at which the last frame is reached, or infinity if the animation never ends.
  /// As in a ``LottieScene``, the last repetition ends with its last integral frame.
  public final var endTime: Seconds {
    guard repeatCount > 0 else { return 0 }
    guard repeatCount.isFinite else { return .infinity }
    let completed = repeatCount.rounded(.up) - 1
    let (count, rate) = (playback.cycleCount, playback.frameRate ?? .assumed)
    let rest = min((repeatCount - completed) * count, playback.lastFrame)
    return (completed * count + rest) / rate.hertz
  }

  /// The frame at the tree's current time, counted from 0. Between integral frames, it is a
  /// fraction.
  public final var frame: Double { frame(at: time) }

  /// Returns the frame at a time of the layer, counted from 0.
  public final func frame(at time: Seconds) -> Double { playback.frame(at: min(time, endTime)) }
}

/// An animation as a picture that records omissions and failures.
private struct LottiePicture: MovingPicture {
  let renderer: LottieRenderer
  let playback: Playback
  let duration: Seconds
  let record: DrawingRecord

  var size: Size { renderer.animation.size }

  func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
    let frame = playback.frame(at: min(time, duration))
    record.report.add(renderer.draw(frame: frame, into: &list, transform: transform))
  }
}

/// The omissions and failures of all frames drawn so far.
private final class DrawingRecord {
  var report = LottieDrawingReport()
}
