/// The expressions that have failed in a frame.
struct FrameFailures {
  private let model: ExpressionModel
  /// The first reason of each failure.
  private var reasons: [ExpressionID: String] = [:]
  /// The failures reported before, cached because finding the location of an expression takes time.
  private var known: [ExpressionID: ExpressionFailure] = [:]

  init(_ model: ExpressionModel) { self.model = model }

  /// Starts a frame.
  mutating func removeAll() {
    if !reasons.isEmpty { reasons.removeAll(keepingCapacity: true) }
  }

  mutating func add(_ id: ExpressionID, _ reason: String) {
    if reasons[id] == nil { reasons[id] = reason }
  }

  /// Returns and removes the failures of the frame, in any order.
  ///
  /// - Parameter frame: The frame, counted from the animation's first frame, which is 0.
  mutating func take(frame: Double) -> [ExpressionFailure] {
    if reasons.isEmpty { return [] }
    var failures: [ExpressionFailure] = []
    for (id, reason) in reasons {
      let failure =
        known[id]?.again(in: frame, reason)
        ?? model.failure(of: id, frame: frame, reason: reason)
      known[id] = failure
      failures.append(failure)
    }
    removeAll()
    return failures
  }
}
