import AnimCore
import AnimSVG

/// Plays an SVG file: its time is that of the frame that is shown.
final class SVGScene: Scene {
  private let renderer: SVGRenderer
  private let fit: SceneFit
  private let usual: Playback
  private var played: Playback
  private var size = Size.zero
  private var frame: Double
  private var left: (frame: Double, what: String)?
  private var link: DisplayLink?

  init(_ animation: SVGAnimation, _ playback: Playback, fit: SceneFit) {
    renderer = SVGRenderer(animation)
    self.fit = fit
    usual = playback
    played = playback
    frame = playback.frame(at: .zero)
  }

  var naturalSize: Size? { renderer.animation.size }

  var playback: Playback? {
    get { played }
    set { played = newValue ?? usual }
  }

  func layout(in size: Size) { self.size = size }

  func update(to time: Seconds) { frame = played.frame(at: time) }

  func show(frame: Double) { self.frame = min(max(frame, 0), played.times.count) }

  func start(on source: FrameSource) {
    link?.invalidate()
    link = .following(source, for: self)
  }

  func draw(into list: inout DisplayList) {
    let time = played.times.begin(of: Fraction(frame))
    let transform = fit.transform(from: renderer.animation.size, to: size)
    let omissions = renderer.draw(at: time, into: &list, transform: transform)
    if let first = omissions.first, left.map({ frame < $0.frame }) ?? true {
      left = (frame, first)
    }
  }
}

extension SVGScene: PartialScene {
  var omission: SceneOmission? {
    left.map { SceneOmission(frame: $0.frame, description: $0.what) }
  }
}
