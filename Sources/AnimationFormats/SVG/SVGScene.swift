import AnimCore
import AnimSVG

/// A scene that plays an SVG file. The document time is the time of the current frame.
final class SVGScene: Scene {
  private let renderer: SVGRenderer
  private let fit: BoxFit
  private let usual: Playback
  private var played: Playback
  private var size = Size.zero
  /// The document time.
  private var time: Fraction
  private var left: SceneOmission?
  private var link: DisplayLink?

  init(_ animation: SVGAnimation, _ playback: Playback, fit: BoxFit) {
    renderer = SVGRenderer(animation)
    self.fit = fit
    usual = playback
    played = playback
    time = 0
    show(frame: playback.frame(at: .zero))
  }

  var naturalSize: Size? { renderer.animation.size }

  var playback: Playback? {
    get { played }
    set { played = newValue ?? usual }
  }

  func layout(in size: Size) { self.size = size }

  func update(to time: Seconds) {
    if let time = continued(to: time) {
      self.time = time
    } else {
      show(frame: played.frame(at: time))
    }
  }

  func show(frame: Double) {
    time = played.times.begin(of: Fraction(min(max(frame, 0), played.times.count)))
    // Times in files are whole nanoseconds, such as 0.37 s, which a frame number in a Double only approximates.
    let nanosecond = Fraction(time.timestamp)
    if abs((time - nanosecond).double) < 1e-12 { time = nanosecond }
  }

  /// Returns the document time after the end of the first period, or `nil` before it. Applies to endless animations
  /// that play unmodified: their introduction isn't shown again.
  private func continued(to time: Seconds) -> Fraction? {
    guard played == usual, played.repetitions == nil, played.mode == .forward, played.hasSubframes,
      time >= played.times.duration
    else { return nil }
    let time = Fraction(Timestamp(seconds: time))
    switch renderer.animation.extent {
    case .still, .finite: return nil
    case .endless: return time
    case .periodic(let period, let start):
      return SceneLoop(start: start, period: period).firstTime(showing: time)
    }
  }

  func start(on source: FrameSource) {
    link?.invalidate()
    link = .following(source, for: self)
  }

  func draw(into list: inout DisplayList) {
    let transform = fit.transform(from: renderer.animation.size, to: size)
    let omissions = renderer.draw(at: time, into: &list, transform: transform)
    guard let first = omissions.first else { return }
    let frame = (time * Fraction(played.times.frameRate ?? .assumed)).double
    if left.map({ frame < $0.frame }) ?? true { left = SceneOmission(frame: frame, first) }
  }
}

extension SVGScene: LoopingScene {
  var loop: SceneLoop? {
    guard case .periodic(let period, let start) = renderer.animation.extent,
      played.repetitions == nil, played.mode == .forward, played.frames == usual.frames,
      played.frames.lowerBound == 0, start + period <= OpenedSVG.longestLoop
    else { return nil }
    return SceneLoop(start: start, period: period)
  }
}

extension SVGScene: PartialScene {
  var omission: SceneOmission? {
    renderer.animation.omission(left)
  }
}

extension SVGAnimation {
  /// Returns the content that a scene omits: the omission found while drawing, or one because of a
  /// limit of the file.
  func omission(_ found: SceneOmission?) -> SceneOmission? {
    found ?? limitDiagnostics.first.map { SceneOmission(frame: 0, $0) }
  }
}
