@testable import AnimCore

/// A scene with frames and an end, and without a picture.
final class FilmScene: Scene {
  let frameRate: RefreshRate?
  let frameRange: Range<Double>?
  var markers: [SceneMarker] = []
  var hasSubframes = true
  /// What was left out of its frames.
  var omission: SceneOmission?

  init(frames: Range<Double> = 0..<250, rate: Double = 25) {
    frameRange = frames
    frameRate = RefreshRate(hertz: rate)
  }

  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}
