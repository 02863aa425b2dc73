/// A chain of expressions that depend on each other and don't fit on the stack.
///
/// If an expression requests another one and too many are waiting, all of them are suspended. The
/// requested expression is evaluated first. Then they start again and find its result. Until then
/// they count as being evaluated, so that each behaves as if the stack were unlimited. A chain of
/// any length costs about two evaluations per link.
struct ExpressionChain {
  struct Link {
    var id: ExpressionID
    var context: Int
  }

  /// The number of nested evaluations on the stack, and its limit.
  private var depth = 0
  private let maximumDepth: Int
  /// The expression to evaluate before the suspended ones can continue.
  private var wanted: Link?
  /// The cache entries of suspended evaluations, in the order in which they ended.
  private var suspended: [Int] = []

  init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

  /// Starts a frame.
  mutating func removeAll() {
    depth = 0
    wanted = nil
    suspended.removeAll(keepingCapacity: true)
  }

  /// Returns whether an evaluation can wait on the stack for `link`. If not, `link` becomes the
  /// wanted evaluation.
  mutating func hasRoom(for link: Link) -> Bool {
    if depth < maximumDepth { return true }
    wanted = link
    return false
  }

  /// Starts an evaluation.
  mutating func enter() { depth += 1 }
  /// Ends an evaluation.
  mutating func leave() { depth -= 1 }

  mutating func takeWanted() -> Link? {
    defer { wanted = nil }
    return wanted
  }

  /// The number of suspended expressions.
  var suspendedCount: Int { suspended.count }

  /// Suspends an evaluation, identified by its cache entry.
  mutating func suspend(_ entry: Int) { suspended.append(entry) }

  /// Returns the expressions suspended since their number was `start`.
  func suspended(from start: Int) -> ArraySlice<Int> { suspended[start...] }

  /// Records that the expressions suspended since their number was `start` continue.
  mutating func resume(from start: Int) { suspended.removeLast(suspended.count - start) }
}
