/// Expressions that wait for each other, beyond those that fit on the stack.
///
/// Where an expression asks for another one and too many wait already, all of them are given up, the
/// one that was asked for is evaluated first, and then they begin again and find it known. Until then
/// they count as being evaluated, so that each sees what it would see on a stack without an end: a
/// chain of any length costs about two evaluations for each of its links.
struct ExpressionChain {
  struct Link {
    var id: ExpressionID
    var context: Int
  }

  /// How many evaluations wait for each other on the stack, and how many may.
  private var depth = 0
  private let maximumDepth: Int
  /// What has to be evaluated before those can go on that were given up.
  private var wanted: Link?
  /// The entries in the cache of those that were given up, in the order in which they ended.
  private var suspended: [Int] = []

  init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

  /// Begins a frame.
  mutating func removeAll() {
    depth = 0
    wanted = nil
    suspended.removeAll(keepingCapacity: true)
  }

  /// Whether an evaluation can wait for another one on the stack; if not, that one is wanted.
  mutating func hasRoom(for link: Link) -> Bool {
    if depth < maximumDepth { return true }
    wanted = link
    return false
  }

  /// Begins an evaluation.
  mutating func enter() { depth += 1 }
  /// Ends an evaluation.
  mutating func leave() { depth -= 1 }

  mutating func takeWanted() -> Link? {
    defer { wanted = nil }
    return wanted
  }

  /// How many are given up.
  var suspendedCount: Int { suspended.count }

  /// Gives up an evaluation, by its entry in the cache.
  mutating func suspend(_ entry: Int) { suspended.append(entry) }

  /// The entries of those that were given up since there were so many.
  func suspended(from start: Int) -> ArraySlice<Int> { suspended[start...] }

  /// Notes that those begin again that were given up since there were so many.
  mutating func resume(from start: Int) { suspended.removeLast(suspended.count - start) }
}
