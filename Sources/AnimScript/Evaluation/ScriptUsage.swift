/// What an evaluation takes of that which is limited, or has taken until some moment, without what
/// evaluations take that its host makes meanwhile.
///
/// A host that knows what an evaluation would come to need not make it, but counts it, so that
/// limits end the same evaluations whether or not it was known.
package struct ScriptUsage: Equatable {
  package fileprivate(set) var steps = 0
  fileprivate var heapUnits = 0
  fileprivate var stack = 0
  fileprivate var frames = 0
  fileprivate var reentry = 0

  package init() {}
}

/// Where an evaluation begins.
struct EvaluationStart {
  var steps = 0
  var heapTop = 0
  var stackTop: UnsafeMutablePointer<Value>
  var frameCount = 0
  var reentry = 0
}

/// The most that an evaluation has had in use at a time.
struct EvaluationPeaks {
  var stackTop: UnsafeMutablePointer<Value>
  var frameCount = 0
  var reentry = 0

  @inline(__always)
  mutating func note(stack: UnsafeMutablePointer<Value>, frames: Int) {
    if stack > stackTop { stackTop = stack }
    if frames > frameCount { frameCount = frames }
  }
}

extension Interpreter {
  /// Notes where an evaluation begins that may take `steps`.
  func beginCounting(steps: Int) {
    start = EvaluationStart(
      steps: steps, heapTop: heap.top, stackTop: stackTop, frameCount: frameCount,
      reentry: reentry)
    peaks = EvaluationPeaks(stackTop: stackTop, frameCount: frameCount, reentry: reentry)
  }

  /// What the evaluation that goes on has taken until now.
  package var usageSoFar: ScriptUsage {
    var usage = ScriptUsage()
    usage.steps = start.steps - stepsLeft
    usage.heapUnits = heap.top - start.heapTop
    usage.stack = stackTop - start.stackTop
    usage.frames = frameCount - start.frameCount
    usage.reentry = reentry - start.reentry
    return usage
  }

  /// What the evaluation that goes on has taken in all, if it ends now.
  var wholeUsage: ScriptUsage {
    var usage = ScriptUsage()
    usage.steps = start.steps - max(min(stepsLeft, start.steps), 0)
    usage.heapUnits = heap.top - start.heapTop
    usage.stack = peaks.stackTop - start.stackTop
    usage.frames = peaks.frameCount - start.frameCount
    usage.reentry = peaks.reentry - start.reentry
    return usage
  }

  /// Whether an evaluation that takes so much stays within the limits if it begins now.
  package func hasRoom(for usage: ScriptUsage) -> Bool {
    usage.steps <= min(limits.steps, allowance) && usage.heapUnits <= heap.room
      && stackTop + usage.stack < stackEnd && frameCount + usage.frames <= frameCapacity
      && reentry + usage.reentry <= limits.reentryDepth
  }

  /// Counts the steps of an evaluation that is not made.
  package func count(_ usage: ScriptUsage) {
    if allowance != .max { allowance = max(0, allowance - usage.steps) }
  }

  /// Does something as if an evaluation that has taken so much were going on.
  @inline(__always)
  package func having<Result>(
    taken usage: ScriptUsage, _ body: () throws(Exception) -> Result
  ) throws(Exception) -> Result {
    heap.move(by: usage.heapUnits)
    stackTop += usage.stack
    frameCount += usage.frames
    reentry += usage.reentry
    defer {
      heap.move(by: -usage.heapUnits)
      stackTop -= usage.stack
      frameCount -= usage.frames
      reentry -= usage.reentry
    }
    return try body()
  }
}
