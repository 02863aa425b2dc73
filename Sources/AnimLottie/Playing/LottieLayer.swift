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
/// // From the tree's fifth second on, at half the speed, played twice.
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
  /// The animation that is played.
  public final var animation: LottieAnimation { renderer.animation }
  /// The omissions and failures of all frames drawn so far.
  public final var report: LottieDrawingReport { record.report }
  private final let renderer: LottieRenderer
  private final let record = DrawingRecord()
  /// The number of repetitions from the layer's time 0 on, which can be a fraction or infinite. The
  /// default is infinite. If it is 0, negative or NaN, only the first frame is shown.
  public final var repeatCount: Double { didSet { play() } }
  private final let playback: Playback

  /// Creates a layer that plays an animation.
  public convenience init(_ animation: LottieAnimation, repeatCount: Double = .infinity) {
    self.init(LottieRenderer(animation), repeatCount: repeatCount)
  }

  /// Creates a layer that plays the animation of a renderer, which other layers may use besides.
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

  /// The layer's time from which the last frame is shown: infinite if the animation never ends. As in
  /// a ``LottieScene``, nothing beyond the last whole frame is shown of the last repetition.
  public final var endTime: Seconds {
    guard repeatCount > 0 else { return 0 }
    guard repeatCount.isFinite else { return .infinity }
    let completed = repeatCount.rounded(.up) - 1
    let (count, rate) = (playback.cycleCount, playback.frameRate ?? .assumed)
    let rest = min((repeatCount - completed) * count, playback.lastFrame)
    return (completed * count + rest) / rate.hertz
  }

  /// The frame that is shown at the tree's present time, counted from 0. Between whole frames, it
  /// has a fraction.
  public final var frame: Double { frame(at: time) }

  /// The frame that is shown at a time of the layer, counted from 0.
  public final func frame(at time: Seconds) -> Double { playback.frame(at: min(time, endTime)) }
}

/// An animation as a picture, with a record of what its pictures lack.
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
