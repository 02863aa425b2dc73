/// What an evaluation takes of that which is limited, or has taken until some moment, without what
/// evaluations take that its host makes meanwhile.
///
/// A host that knows what an evaluation would come to need not make it, but counts it, so that
/// limits end the same evaluations whether or not it was known.
package struct ScriptUsage: Equatable {
  package let steps: Int
  fileprivate let heapUnits: Int
  fileprivate let stack: CallStack.Usage

  package init() { self.init(steps: 0, heapUnits: 0, stack: CallStack.Usage()) }

  fileprivate init(steps: Int, heapUnits: Int, stack: CallStack.Usage) {
    self.steps = steps
    self.heapUnits = heapUnits
    self.stack = stack
  }
}

extension Interpreter {
  /// What the evaluation that goes on has taken until now.
  package var usageSoFar: ScriptUsage {
    ScriptUsage(steps: budget.taken, heapUnits: heap.taken, stack: stack.usage)
  }

  /// What the evaluation that goes on has taken in all, if it ends now.
  var wholeUsage: ScriptUsage {
    ScriptUsage(steps: budget.takenInAll, heapUnits: heap.taken, stack: stack.peakUsage)
  }

  /// Whether an evaluation that takes so much stays within the limits if it begins now.
  package func hasRoom(for usage: ScriptUsage) -> Bool {
    budget.allows(usage.steps) && usage.heapUnits <= heap.room && stack.hasRoom(for: usage.stack)
  }

  /// Counts the steps of an evaluation that is not made.
  package func count(_ usage: ScriptUsage) { budget.spend(usage.steps) }

  /// Does something as if an evaluation that has taken so much were going on.
  @inline(__always)
  package func having<Result>(
    taken usage: ScriptUsage, _ body: () throws(Exception) -> Result
  ) throws(Exception) -> Result {
    heap.move(by: usage.heapUnits)
    stack.take(usage.stack)
    defer {
      heap.move(by: -usage.heapUnits)
      stack.giveBack(usage.stack)
    }
    return try body()
  }
}
