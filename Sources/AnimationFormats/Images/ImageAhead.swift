import AnimCore
import LinuxSystem

/// Reads images on another thread, each before it is shown, and prepares jumps. The loop waits only briefly for an
/// image that it needs immediately, because the disk may not respond.
final class ImageAhead: Sendable {
  private struct State {
    /// The frame requested last.
    var wanted: Int?
    /// Whether a read is pending.
    var isQueued = false
    var image: Result<Image, Failure>?
    /// Whether a frame was shown without its image because no image was ready. No other frame
    /// waits.
    var isLate = false
  }

  private let reader: any ImageReader
  private let background: any BackgroundWork
  private let monitor = Monitor(State())

  init(_ reader: any ImageReader, on background: any BackgroundWork) {
    self.reader = reader
    self.background = background
  }

  /// Requests a frame in advance, replacing any pending request.
  func read(_ frame: Int) { read(frame, isLate: false) }

  private func read(_ frame: Int, isLate: Bool) {
    let isNew = monitor.change { state in
      guard state.wanted != frame else { return false }
      defer { state = State(wanted: frame, isQueued: true, isLate: isLate) }
      // A pending read of another image reads this one instead.
      return !state.isQueued
    }
    guard isNew else { return }
    background.run { [reader, background, monitor] in Self.read(reader, background, monitor) }
  }

  /// Returns the image of a frame, which is read now if necessary, or `nil` if that takes long.
  /// Another frame is requested when it is ready.
  func image(of frame: Int) -> Result<Image, Failure>? {
    let isLate = monitor.change { $0.isLate }
    read(frame, isLate: isLate)
    let image = monitor.wait(nanoseconds: isLate ? 0 : background.timeout) { $0.image }
    guard image == nil, !isLate else { return image }
    background.passOver()
    return monitor.change { state in
      state.isLate = state.image == nil
      return state.image
    }
  }

  /// Prepares fast jumps in small steps. A requested image waits for one step at most.
  func prepareJumps() {
    background.run { [weak self] in
      guard let self, reader.prepareJumps() else { return }
      prepareJumps()
    }
  }

  private static func read(
    _ reader: any ImageReader, _ background: any BackgroundWork, _ monitor: Monitor<State>
  ) {
    let frame: Int? = monitor.change { state in
      state.isQueued = false
      return state.image == nil ? state.wanted : nil
    }
    guard let frame else { return }
    let image = Result { () throws(Failure) in try reader.image(of: frame) }
    let isLate = monitor.change { state in
      guard state.wanted == frame else { return false }
      defer { state.isLate = false }
      state.image = image
      return state.isLate
    }
    if isLate { background.requestFrame() }
  }
}
