import Synchronization

/// What all copies of an animation have left out of the frames drawn so far.
final class OmissionRecord: Sendable {
  private let earliest = Mutex<FrameOmission?>(nil)

  /// Of the earliest frame from which something was left out; so it does not depend on the order in
  /// which frames are drawn.
  var first: FrameOmission? { earliest.withLock { $0 } }

  func add(_ omission: FrameOmission) {
    earliest.withLock { earliest in
      if let known = earliest, known.frame <= omission.frame { return }
      earliest = omission
    }
  }
}
