import AnimGraphics

#if os(Linux)
  import Synchronization
#endif

/// The expressions that have failed in the frames drawn so far, by all copies of an animation.
final class ExpressionFailures: Sendable {
  struct Failure {
    /// Frames, counted from the animation's first, which is 0.
    var first: Double
    var last: Double
    /// In the first of these frames.
    var reason: String
  }

  private let failures = Mutex<[ExpressionID: Failure]>([:])

  var all: [ExpressionID: Failure] { failures.withLock { $0 } }
  var count: Int { failures.withLock { $0.count } }

  /// The frames that are kept do not depend on the order in which frames are drawn.
  func add(_ id: ExpressionID, frame: Double, _ reason: @autoclosure () -> String) {
    failures.withLock { failures in
      guard var failure = failures[id] else {
        failures[id] = Failure(first: frame, last: frame, reason: reason())
        return
      }
      if frame < failure.first {
        failure.first = frame
        failure.reason = reason()
      }
      failure.last = max(failure.last, frame)
      failures[id] = failure
    }
  }
}
