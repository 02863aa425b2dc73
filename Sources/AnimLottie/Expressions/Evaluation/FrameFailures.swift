/// The expressions that have failed in a frame.
struct FrameFailures {
  private let model: ExpressionModel
  /// The first reason of each failure.
  private var reasons: [ExpressionID: String] = [:]
  /// The failures that were reported before, because finding the location of an expression takes
  /// time.
  private var known: [ExpressionID: ExpressionFailure] = [:]

  init(_ model: ExpressionModel) { self.model = model }

  /// Begins a frame.
  mutating func removeAll() {
    if !reasons.isEmpty { reasons.removeAll(keepingCapacity: true) }
  }

  mutating func add(_ id: ExpressionID, _ reason: String) {
    if reasons[id] == nil { reasons[id] = reason }
  }

  /// Forgets those of the frame.
  ///
  /// - Parameter frame: counted from the animation's first, which is 0.
  /// - Returns: them, in any order.
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
