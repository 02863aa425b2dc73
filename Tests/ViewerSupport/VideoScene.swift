import AnimCore

/// A scene with frames and an end, and without an image.
package final class VideoScene: Scene, PartialScene {
  package var playback: Playback?
  /// The omission of its frames.
  package var omission: SceneOmission?

  package init(frames: Range<Double> = 0..<250, rate: Double = 25, markers: [SceneMarker] = []) {
    playback = Playback(
      FrameTimes(rate: RefreshRate(hertz: rate), count: frames.upperBound), range: frames,
      markers: markers)
  }

  package func layout(in size: Size) {}
  package func update(to time: Seconds) {}
  package func start(on source: FrameSource) {}
  package func draw(into list: inout DisplayList) {}
}
