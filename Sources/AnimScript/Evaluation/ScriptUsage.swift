/// The limited resources that an evaluation has used so far or in total, without those of
/// evaluations that its host has started in the meantime.
///
/// A host that already knows the result of an evaluation can skip it and only count its usage, so
/// that limits end the same evaluations either way.
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
  /// The usage of the current evaluation so far.
  package var usageSoFar: ScriptUsage {
    ScriptUsage(steps: budget.taken, heapUnits: heap.taken, stack: stack.usage)
  }

  /// The total usage of the current evaluation if it ends now.
  var wholeUsage: ScriptUsage {
    ScriptUsage(steps: budget.takenInAll, heapUnits: heap.taken, stack: stack.peakUsage)
  }

  /// Returns whether an evaluation with this usage stays within the limits if it starts now.
  package func hasRoom(for usage: ScriptUsage) -> Bool {
    budget.allows(usage.steps) && usage.heapUnits <= heap.room && stack.hasRoom(for: usage.stack)
  }

  /// Counts the steps of an evaluation that is skipped.
  package func count(_ usage: ScriptUsage) { budget.spend(usage.steps) }

  /// Calls a closure as if an evaluation with this usage were running.
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
