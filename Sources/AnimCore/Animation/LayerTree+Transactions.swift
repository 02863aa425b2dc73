extension LayerTree {
  /// Makes changes under a transaction. It may stand inside another, and what it does not say, that
  /// one says.
  ///
  /// The scope is the tree's and not the thread's: a change can only be animated on a tree.
  /// - Parameters:
  ///   - transaction: what is to hold for the changes.
  ///   - changes: called at once.
  ///   - completion: called once when all animations that were added inside have ended, at the end of
  ///     the changes if there were none. It runs under a transaction of its own.
  public func run<Result, Failure: Error>(
    _ transaction: Transaction, changes: () throws(Failure) -> Result,
    completion: (() -> Void)? = nil
  ) throws(Failure) -> Result {
    let (outer, outerScope) = (self.transaction, scope)
    let inner = completion.map { CompletionScope(outer: scope, completion: $0) }
    self.transaction = transaction.inside(outer)
    scope = inner ?? scope
    depth += 1
    defer {
      depth -= 1
      self.transaction = outer
      scope = outerScope
      if let inner { outsideOfTransactions(inner.leave) }
    }
    return try changes()
  }

  /// Runs a completion, which may be told inside of transactions that are none of its business.
  func outsideOfTransactions(_ body: () -> Void) {
    let (current, currentScope) = (transaction, scope)
    transaction = Transaction()
    scope = nil
    depth += 1
    body()
    depth -= 1
    transaction = current
    scope = currentScope
  }

  /// Makes changes under a transaction with this duration and pacing.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` where `duration` is negative or not finite.
  public func animate(
    duration: Seconds, pacing: Pacing? = nil, changes: () -> Void,
    completion: (() -> Void)? = nil
  ) throws(AnimationError) {
    run(
      try Transaction(duration: duration, pacing: pacing), changes: changes, completion: completion)
  }
}
