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
  @discardableResult
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
      if depth == 0 { notify() }
    }
    return try changes()
  }

  /// Makes changes that animate with this duration, delay and curve; see ``Transaction``.
  /// - Parameters:
  ///   - duration: seconds; nil leaves it to the surrounding transaction, and in the end to the
  ///     default of 0.25 s. Springs take their settling duration instead.
  ///   - delay: seconds until the animations begin.
  ///   - curve: nil leaves it to the surrounding transaction, and in the end to the default.
  ///   - changes: called at once.
  ///   - completion: called once when all animations that were added inside have ended.
  @discardableResult
  public func animate<Result, Failure: Error>(
    duration: Seconds? = nil, delay: Seconds? = nil, curve: AnimationCurve? = nil,
    changes: () throws(Failure) -> Result, completion: (() -> Void)? = nil
  ) throws(Failure) -> Result {
    let transaction = Transaction(duration: duration, delay: delay, curve: curve)
    return try run(transaction, changes: changes, completion: completion)
  }

  /// Runs a callback, which may be due inside of transactions that are none of its business.
  func outsideOfTransactions(_ body: () -> Void) {
    let (current, currentScope, currentAnimator) = (transaction, scope, animator)
    transaction = Transaction()
    scope = nil
    animator = nil
    depth += 1
    body()
    depth -= 1
    transaction = current
    scope = currentScope
    animator = currentAnimator
  }
}
