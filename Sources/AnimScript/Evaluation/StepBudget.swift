/// The steps that evaluations may take.
struct StepBudget {
  /// The limit of one evaluation.
  private let limit: Int
  /// The steps that are left for this and later evaluations together.
  var allowance = Int.max
  /// The steps that were available when the evaluation started, and the remaining steps.
  private var granted = 0
  private var left = 0

  init(limits: ScriptLimits) { limit = limits.steps }

  /// Counts steps of the evaluation.
  @inline(__always)
  mutating func take(_ steps: Int) throws(Exception) {
    left -= steps
    if left < 0 { throw Exception(reason: .limit(.steps)) }
  }

  /// The steps that the evaluation has used so far.
  var taken: Int { granted - left }

  /// The total number of steps if the evaluation ended now.
  var takenInAll: Int { granted - max(min(left, granted), 0) }

  /// The state of the evaluation around.
  struct Mark {
    fileprivate var granted: Int
    fileprivate var left: Int
  }

  /// Begins an evaluation.
  mutating func begin() -> Mark {
    let mark = Mark(granted: granted, left: left)
    granted = min(limit, allowance)
    left = granted
    return mark
  }

  /// Ends an evaluation.
  mutating func end(_ mark: Mark) {
    granted = mark.granted
    left = mark.left
  }

  /// Returns whether an evaluation with this many steps stays within the limits.
  func allows(_ steps: Int) -> Bool { steps <= min(limit, allowance) }

  /// Counts the steps of a complete evaluation.
  mutating func spend(_ steps: Int) {
    if allowance != .max { allowance = max(0, allowance - steps) }
  }

  /// Sets the remaining steps, for work after the end of a script.
  ///
  /// - Returns: The previously remaining steps.
  mutating func exchange(left new: Int) -> Int {
    let old = left
    left = new
    return old
  }
}
