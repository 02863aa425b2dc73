/// The values, calls and handlers of the running evaluations, with nested evaluations above outer
/// ones, and their peak usage.
///
/// It is stored in the interpreter without a reference, because the innermost loop uses it.
struct CallStack: ~Copyable {
  private let values: UnsafeMutablePointer<Value>
  private let end: UnsafeMutablePointer<Value>
  /// The position at which the next call from outside the innermost loop stores its values.
  private(set) var top: UnsafeMutablePointer<Value>
  private let frames: UnsafeMutablePointer<CallFrame>
  private var frameCount = 0
  private let frameCapacity: Int
  private var handlers: UnsafeMutablePointer<Handler>
  private var handlerCount = 0
  private var handlerCapacity = 64
  /// Nested calls from outside the innermost loop.
  private var reentry = 0
  private let reentryLimit: Int
  /// The extent at the start of the innermost evaluation, and its maximum since then.
  private var start: Extent
  private var peak: Extent

  fileprivate struct Extent {
    var top: UnsafeMutablePointer<Value>
    var frames = 0
    var reentry = 0
  }

  /// A `try` that is being executed.
  private struct Handler {
    var frame: Int
    var target: UnsafeMutablePointer<UInt32>
    var environment: UInt32
  }

  init(limits: ScriptLimits) {
    let count = 32 * 1024 + limits.callDepth * 16
    values = .allocate(capacity: count)
    end = values + count
    top = values
    frameCapacity = limits.callDepth + 1
    frames = .allocate(capacity: frameCapacity)
    handlers = .allocate(capacity: handlerCapacity)
    reentryLimit = limits.reentryDepth
    start = Extent(top: values)
    peak = start
  }

  deinit {
    values.deallocate()
    frames.deallocate()
    handlers.deallocate()
  }

  // MARK: - Evaluations

  /// The state of the evaluation around.
  struct Mark {
    fileprivate var top: UnsafeMutablePointer<Value>
    fileprivate var frameCount: Int
    fileprivate var handlerCount: Int
    fileprivate var start: Extent
    fileprivate var peak: Extent
  }

  /// Begins an evaluation.
  mutating func begin() -> Mark {
    let mark = Mark(
      top: top, frameCount: frameCount, handlerCount: handlerCount, start: start, peak: peak)
    start = Extent(top: top, frames: frameCount, reentry: reentry)
    peak = start
    return mark
  }

  /// Ends an evaluation.
  mutating func end(_ mark: Mark) {
    start = mark.start
    peak = mark.peak
    top = mark.top
    frameCount = mark.frameCount
    handlerCount = mark.handlerCount
  }

  // MARK: - Usage

  /// The maximum numbers of values, calls and calls from outside the loop in an evaluation.
  struct Usage: Equatable {
    fileprivate var values = 0
    fileprivate var frames = 0
    fileprivate var reentry = 0

    init() {}

    fileprivate init(from start: Extent, to end: Extent) {
      values = end.top - start.top
      frames = end.frames - start.frames
      reentry = end.reentry - start.reentry
    }
  }

  /// The current usage of the evaluation.
  var usage: Usage {
    Usage(from: start, to: Extent(top: top, frames: frameCount, reentry: reentry))
  }

  /// The maximum usage during the evaluation.
  var peakUsage: Usage { Usage(from: start, to: peak) }

  func hasRoom(for usage: Usage) -> Bool {
    top + usage.values < end && frameCount + usage.frames <= frameCapacity
      && reentry + usage.reentry <= reentryLimit
  }

  /// Reserves as much as an evaluation has had in use.
  @inline(__always)
  mutating func take(_ usage: Usage) {
    top += usage.values
    frameCount += usage.frames
    reentry += usage.reentry
  }

  /// Releases what was reserved last.
  @inline(__always)
  mutating func giveBack(_ usage: Usage) {
    top -= usage.values
    frameCount -= usage.frames
    reentry -= usage.reentry
  }

  // MARK: - Values

  /// Returns whether there is room for `count` values above the top, and one more.
  @inline(__always)
  func hasRoom(values count: Int) -> Bool { top + count < end }

  /// Restores the top after a call from outside the loop.
  @inline(__always)
  mutating func lower(to top: UnsafeMutablePointer<Value>) { self.top = top }

  /// Moves the top above values that were pushed.
  @inline(__always)
  mutating func raise(to top: UnsafeMutablePointer<Value>) {
    self.top = top
    notePeak(of: top)
  }

  /// Ensures that there is room for up to 8191 arguments that the loop pushes.
  ///
  /// - Returns: `false` if there isn't enough room.
  mutating func makeRoom(at sp: UnsafeMutablePointer<Value>, for count: Int) -> Bool {
    guard sp + count + 8 < end, count < 8192 else { return false }
    top = max(top, sp + count)
    notePeak(of: sp + count + 8)
    return true
  }

  @inline(__always)
  private mutating func notePeak(of top: UnsafeMutablePointer<Value>) {
    if top > peak.top { peak.top = top }
    if frameCount > peak.frames { peak.frames = frameCount }
  }

  // MARK: - Calls

  /// The number of active calls.
  @inline(__always)
  var depth: Int { frameCount }

  /// The innermost call.
  @inline(__always)
  var frame: UnsafeMutablePointer<CallFrame> { frames + (frameCount - 1) }

  /// Returns whether there is room for a call whose values end at `limit`.
  @inline(__always)
  func hasRoom(forCallTo limit: UnsafeMutablePointer<Value>) -> Bool {
    frameCount < frameCapacity && limit < end
  }

  /// Begins a call whose values end at `limit`.
  @inline(__always)
  mutating func push(_ frame: CallFrame, to limit: UnsafeMutablePointer<Value>) {
    (frames + frameCount).initialize(to: frame)
    frameCount += 1
    raise(to: limit)
  }

  /// Ends the innermost call. If another call continues, ``settle()`` must follow.
  @inline(__always)
  mutating func pop() { frameCount -= 1 }

  /// Sets the top above the values of the innermost call.
  @inline(__always)
  mutating func settle() {
    let function = frame.pointee.function
    top =
      frame.pointee.base + Int(function.pointee.localCount) + Int(function.pointee.stackSize)
  }

  /// Counts a call from outside the loop, until ``leave()``.
  mutating func enter() throws(Exception) {
    guard reentry < reentryLimit else { throw Exception(reason: .limit(.reentryDepth)) }
    reentry += 1
    peak.reentry = max(peak.reentry, reentry)
  }

  mutating func leave() { reentry -= 1 }

  // MARK: - Handlers

  /// The state below the innermost call.
  struct Level {
    fileprivate(set) var depth: Int
    fileprivate var handlerCount: Int
  }

  var level: Level { Level(depth: frameCount - 1, handlerCount: handlerCount) }

  /// Ends all calls above a level.
  mutating func unwind(to level: Level) {
    frameCount = level.depth
    handlerCount = level.handlerCount
  }

  /// Ends all calls above the innermost handler that is above a level, and continues there.
  ///
  /// - Returns: `false` if there is no such handler.
  mutating func unwindToHandler(above level: Level) -> Bool {
    guard handlerCount > level.handlerCount else { return false }
    handlerCount -= 1
    let handler = handlers[handlerCount]
    frameCount = handler.frame + 1
    frame.pointee.pc = handler.target
    frame.pointee.environment = handler.environment
    settle()
    return true
  }

  /// Adds a handler to the innermost call.
  mutating func pushHandler(_ target: UnsafeMutablePointer<UInt32>, environment: UInt32) {
    if handlerCount == handlerCapacity {
      let larger = UnsafeMutablePointer<Handler>.allocate(capacity: handlerCapacity * 2)
      larger.moveInitialize(from: handlers, count: handlerCount)
      handlers.deallocate()
      handlers = larger
      handlerCapacity *= 2
    }
    (handlers + handlerCount).initialize(
      to: Handler(frame: frameCount - 1, target: target, environment: environment))
    handlerCount += 1
  }

  @inline(__always)
  mutating func popHandler() { handlerCount -= 1 }
}
