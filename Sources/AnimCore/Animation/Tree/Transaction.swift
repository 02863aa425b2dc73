/// The settings for changes of animatable properties. A `nil` value is taken from the surrounding
/// transaction, or otherwise from the defaults.
///
/// As in Core Animation, the duration applies to animations without their own duration. The curve
/// applies to all animations: it overrides the curves that properties declare and those of explicit
/// animations. Both apply to implicit animations, and to explicit animations and groups that are
/// added to a layer.
public struct Transaction: Sendable {
  /// The duration of animations that don't specify one, in seconds, by default 0.25; not negative.
  /// Springs always use their settling duration, because they would otherwise be truncated.
  public var duration: Seconds? {
    didSet { duration = Self.clamped(duration) }
  }
  /// The time from ``beginTime`` until the animations begin, in seconds, by default 0. With a
  /// negative delay, they begin partway through.
  public var delay: Seconds?
  /// The curve of all animations, which overrides their own, or `nil` to use their own: by default
  /// ``AnimationCurve/standard`` for implicit animations and linear for explicit ones.
  public var curve: AnimationCurve?
  /// The tree's time at which the animations begin, by default its current time. It may be in the
  /// past, so that a motion starts with its cause instead of the next frame. If it isn't finite,
  /// nothing is animated and changes take effect immediately.
  public var beginTime: Seconds?
  /// The treatment of the velocity of a motion that is retargeted. By default, curves replace the
  /// velocity, as in Core Animation, and springs keep it unless they have an
  /// ``Spring/initialVelocity``.
  public var retargeting: Retargeting?
  /// A Boolean value that indicates whether changes take effect at once, without any action; by
  /// default false.
  public var disablesActions: Bool?

  /// The treatment of the velocity when the target of a running motion changes.
  public enum Retargeting: Hashable, Sendable {
    /// The new motion starts at the current value, with the velocity of its own curve.
    case replace
    /// The new motion starts at the current value with the current velocity. If nothing moves, a
    /// spring starts with its initial velocity, and other curves start from rest.
    case keepVelocity
  }

  /// Creates a transaction. A duration outside its range is clamped to it;
  /// ``init(validatingDuration:delay:curve:beginTime:retargeting:)`` rejects it.
  public init(
    duration: Seconds? = nil, delay: Seconds? = nil, curve: AnimationCurve? = nil,
    beginTime: Seconds? = nil, retargeting: Retargeting? = nil, disablesActions: Bool? = nil
  ) {
    self.duration = Self.clamped(duration)
    self.delay = delay
    self.curve = curve
    self.beginTime = beginTime
    self.retargeting = retargeting
    self.disablesActions = disablesActions
  }

  /// Creates a transaction with an untrusted duration.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` if `duration` is negative or not finite.
  public init(
    validatingDuration duration: Seconds, delay: Seconds? = nil, curve: AnimationCurve? = nil,
    beginTime: Seconds? = nil, retargeting: Retargeting? = nil
  ) throws(AnimationError) {
    try AnimationError.Quantity.duration.check(duration)
    self.init(
      duration: duration, delay: delay, curve: curve, beginTime: beginTime, retargeting: retargeting
    )
  }

  private static func clamped(_ duration: Seconds?) -> Seconds? {
    duration.map { AnimationError.Quantity.duration.clamped($0, orIfNaN: 0) }
  }

  /// Changes take effect at once.
  public static let withoutActions = Transaction(disablesActions: true)

  /// The default duration, which is Core Animation's.
  static let defaultDuration: Seconds = 0.25

  /// Returns this transaction, with its `nil` values taken from `outer`.
  func inside(_ outer: Transaction) -> Transaction {
    var result = self
    result.duration = duration ?? outer.duration
    result.delay = delay ?? outer.delay
    result.curve = curve ?? outer.curve
    result.beginTime = beginTime ?? outer.beginTime
    result.retargeting = retargeting ?? outer.retargeting
    result.disablesActions = disablesActions ?? outer.disablesActions
    return result
  }

  /// Returns the transaction of a property's action inside `outer`, whose curve takes precedence.
  func declared(inside outer: Transaction) -> Transaction {
    var result = inside(outer)
    result.curve = outer.curve ?? curve
    return result
  }

  /// Returns the time at which animations begin if the current time is `time`.
  func begin(at time: Seconds) -> Seconds { (beginTime ?? time) + (delay ?? 0) }

  /// Returns this transaction, beginning at an instant of a display.
  public func beginning(at instant: Timestamp) -> Transaction {
    var transaction = self
    transaction.beginTime = instant.seconds
    return transaction
  }
}

extension LayerTree {
  /// Applies changes in a transaction. Transactions nest: the surrounding transaction supplies
  /// values that are `nil`.
  ///
  /// The scope of a transaction is its tree, not the thread, because only changes in a tree can be
  /// animated.
  /// - Parameters:
  ///   - transaction: The settings for the changes.
  ///   - changes: A closure that is called immediately.
  ///   - completion: A closure that is called once when all animations that were added in
  ///     `changes` have ended, or after `changes` if there were none. It runs in its own
  ///     transaction.
  @discardableResult
  public func run<Result, Failure: Error>(
    _ transaction: Transaction, changes: () throws(Failure) -> Result,
    completion: (() -> Void)? = nil
  ) throws(Failure) -> Result {
    let (outer, outerScope) = (self.transaction, scope)
    let inner = completion.map { completion in
      CompletionScope(outer: scope) { [weak self] in
        if self?.isInvalid == false { completion() }
      }
    }
    self.transaction = transaction.inside(outer)
    scope = inner ?? scope
    depth += 1
    defer {
      depth -= 1
      self.transaction = outer
      scope = outerScope
      if let inner, !isInvalid {
        if isCalling { postClosed(inner) } else { outsideOfTransactions(inner.leave) }
      }
      if depth == 0 { notify() }
    }
    return try changes()
  }

  /// Applies changes that animate with a duration, a delay and a curve; see ``Transaction``.
  ///
  /// A layer that was added after the last ``update(to:)-(Seconds)`` hasn't been shown yet, so it
  /// takes its values immediately. To animate it, call `update` first, or add it before you create
  /// the tree.
  /// - Parameters:
  ///   - duration: The duration in seconds, or `nil` for that of the surrounding transaction or
  ///     the default of 0.25 s. Springs use their settling duration instead.
  ///   - delay: The delay before the animations begin, in seconds.
  ///   - curve: The curve, or `nil` for that of the surrounding transaction or the default.
  ///   - changes: A closure that is called immediately.
  ///   - completion: A closure that is called once when all animations that were added in
  ///     `changes` have ended.
  @discardableResult
  public func animate<Result, Failure: Error>(
    duration: Seconds? = nil, delay: Seconds? = nil, curve: AnimationCurve? = nil,
    changes: () throws(Failure) -> Result, completion: (() -> Void)? = nil
  ) throws(Failure) -> Result {
    let transaction = Transaction(duration: duration, delay: delay, curve: curve)
    return try run(transaction, changes: changes, completion: completion)
  }
}

extension LayerTree {
  /// Applies changes for one item after another, each of which begins later than the previous one,
  /// such as rows that fly in.
  ///
  /// ```swift
  /// tree.stagger(bars, by: 0.05, curve: .snappy) { bar in bar.height = 100 }
  /// ```
  /// - Parameters:
  ///   - items: The items, such as layers.
  ///   - interval: The time between the starts of two items in seconds. If it is negative, the
  ///     last item starts first.
  ///   - duration: The duration in seconds; see
  ///     ``animate(duration:delay:curve:changes:completion:)``.
  ///   - curve: The curve for each item.
  ///   - changes: A closure that is called immediately for each item in order.
  ///   - completion: A closure that is called once when the animations of all items have ended.
  public func stagger<Items: Collection>(
    _ items: Items, by interval: Seconds, duration: Seconds? = nil, curve: AnimationCurve? = nil,
    changes: (Items.Element) -> Void, completion: (() -> Void)? = nil
  ) {
    let first = (transaction.delay ?? 0) + (interval < 0 ? Double(1 - items.count) * interval : 0)
    run(
      Transaction(duration: duration, curve: curve),
      changes: {
        for (index, item) in items.enumerated() {
          run(Transaction(delay: first + Double(index) * interval)) { changes(item) }
        }
      }, completion: completion)
  }
}

/// Counts the animations of a transaction and of those nested in it that still run, and calls the
/// completion when the last one has ended.
final class CompletionScope {
  private let outer: CompletionScope?
  private let completion: () -> Void
  /// The open scope itself, its animations and its nested scopes.
  private var pending = 1

  init(outer: CompletionScope?, completion: @escaping () -> Void) {
    self.outer = outer
    self.completion = completion
    outer?.enter()
  }

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    guard pending == 0 else { return }
    completion()
    outer?.leave()
  }
}

extension AnimationCurve {
  /// Returns whether a motion along a curve starts with the current velocity instead of the curve's
  /// own. An initial velocity of a spring takes precedence unless it is 0.
  func keepsVelocity(
    _ retargeting: Transaction.Retargeting?, isMoving: @autoclosure () -> Bool
  ) -> Bool {
    switch (retargeting, self) {
    case (.replace, _), (nil, .function): false
    case (.keepVelocity, .function): true
    case (.keepVelocity, .spring(let spring)): spring.initialVelocity == 0 || isMoving()
    case (nil, .spring(let spring)): spring.initialVelocity == 0
    }
  }
}
