@testable import AnimCore

/// A listener that records every frame, and can run a closure in its callback.
final class FrameRecorder: DisplayLinkListener {
  private(set) var frames: [Frame] = []
  var reaction: ((DisplayLink, Frame) -> Void)?

  var last: Frame? { frames.last }
  var targets: [Timestamp] { frames.map(\.targetTimestamp) }
  var deltas: [Seconds] { frames.map(\.delta) }

  func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    frames.append(frame)
    reaction?(link, frame)
  }

  /// Returns a link that follows `source` and calls this recorder.
  func follow(_ source: FrameSource) -> DisplayLink {
    let link = DisplayLink(listener: self)
    link.add(to: source)
    return link
  }
}
