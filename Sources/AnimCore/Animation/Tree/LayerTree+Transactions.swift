extension LayerTree {
  /// Makes changes under a transaction. Transactions nest: the surrounding one supplies what is
  /// left nil.
  ///
  /// The scope is the tree's, not the thread's, since only changes in a tree can be animated.
  /// - Parameters:
  ///   - transaction: how the changes are carried out.
  ///   - changes: called at once.
  ///   - completion: called once when all animations that were added inside have ended, or at the
  ///     end of the changes if there were none. It runs under a transaction of its own.
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
  ///   - duration: in seconds; nil means that of the surrounding transaction, or else the default
  ///     of 0.25 s. Springs use their settling duration instead.
  ///   - delay: seconds until the animations begin.
  ///   - curve: nil means that of the surrounding transaction, or else the default.
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

  /// Runs a callback outside the open transactions, which do not apply to it.
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
