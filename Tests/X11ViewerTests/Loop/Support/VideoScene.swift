@testable import AnimCore

/// A scene with frames and an end, and without an image.
final class VideoScene: Scene, PartialScene {
  var playback: Playback?
  /// The omission of its frames.
  var omission: SceneOmission?

  init(frames: Range<Double> = 0..<250, rate: Double = 25, markers: [SceneMarker] = []) {
    playback = Playback(
      FrameTimes(rate: RefreshRate(hertz: rate), count: frames.upperBound), range: frames,
      markers: markers)
  }

  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}
