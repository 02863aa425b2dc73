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

  /// What has to be evaluated before those can go on that were given up.
  var wanted: Link?
  /// The entries in the cache of those that were given up, in the order in which they ended.
  var suspended: [Int] = []

  mutating func removeAll() {
    wanted = nil
    suspended.removeAll(keepingCapacity: true)
  }

  mutating func takeWanted() -> Link? {
    defer { wanted = nil }
    return wanted
  }
}
