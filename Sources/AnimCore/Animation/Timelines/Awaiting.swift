/// Asynchronous methods that wait for animations in a task, on the actor that the tree belongs to.
///
/// ```swift
/// await tree.animateAndWait(duration: 0.3) { card.opacity = 0 }
/// let ending = try await card.$rotation.addAndWait(BasicAnimation(by: .turns(1)))
/// ```
///
/// The task continues after the update in which the animations end, or when the tree ends or is
/// released. Cancelling the task doesn't end the wait. Remove the animation instead.
extension LayerTree {
  /// Applies changes in a transaction, and waits until all animations that were added inside have
  /// ended; see ``run(_:changes:completion:)``.
  @discardableResult
  public func runAndWait<Result>(
    _ transaction: Transaction, isolation: isolated (any Actor)? = #isolation,
    changes: () -> Result
  ) async -> Result {
    var result: Result?
    await withCheckedContinuation(isolation: isolation) { continuation in
      let waiting = Waiting(continuation, otherwise: ())
      result = run(transaction, changes: changes) { waiting.end(()) }
    }
    guard let result else { preconditionFailure("the changes are made before anything waits") }
    return result
  }

  /// Applies changes that animate with this duration, delay and curve, and waits until all of them
  /// have ended; see ``animate(duration:delay:curve:changes:completion:)``.
  @discardableResult
  public func animateAndWait<Result>(
    duration: Seconds? = nil, delay: Seconds? = nil, curve: AnimationCurve? = nil,
    isolation: isolated (any Actor)? = #isolation, changes: () -> Result
  ) async -> Result {
    let transaction = Transaction(duration: duration, delay: delay, curve: curve)
    return await runAndWait(transaction, isolation: isolation, changes: changes)
  }
}

extension Animatable {
  /// Adds an animation, and waits until it has ended; see ``add(_:forKey:completion:began:)``.
  /// - Returns: The reason of the end, which is ``AnimationCompletionReason/removed`` if the tree ended.
  /// - Throws: ``AnimationError`` if the animation is invalid or the layer isn't in a tree.
  @discardableResult
  public func addAndWait(
    _ animation: some PropertyAnimation<Value>, forKey key: AnimationKey? = .property,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(AnimationError) -> AnimationCompletionReason {
    try await ending(isolation) { completion throws(AnimationError) in
      try add(animation, forKey: key, completion: completion)
    }
  }
}

extension Layer {
  /// Adds a group of animations, and waits until it has ended; see
  /// ``add(_:forKey:completion:began:onMember:)``.
  /// - Returns: The reason of the end, which is ``AnimationCompletionReason/removed`` if the tree ended.
  /// - Throws: ``AnimationError`` if a member is invalid. In this case, no member is added.
  @discardableResult
  public final func addAndWait(
    _ group: AnimationGroup, forKey key: AnimationKey? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(AnimationError) -> AnimationCompletionReason {
    try await ending(isolation) { completion throws(AnimationError) in
      try add(group, forKey: key, completion: completion)
    }
  }
}

/// Waits for the completion of the animation that `add` adds.
private func ending(
  _ isolation: isolated (any Actor)?,
  _ add: (@escaping (AnimationCompletionReason) -> Void) throws(AnimationError) -> Void
) async throws(AnimationError) -> AnimationCompletionReason {
  let result: Result<AnimationCompletionReason, AnimationError> = await withCheckedContinuation(
    isolation: isolation
  ) { continuation in
    let waiting = Waiting(continuation, otherwise: .success(.removed))
    do throws(AnimationError) {
      try add { waiting.end(.success($0)) }
    } catch {
      waiting.end(.failure(error))
    }
  }
  return try result.get()
}

/// A task that waits for a completion. When a tree is deallocated, it drops its completions;
/// dropping the last reference to this object resumes the task.
private final class Waiting<Value: Sendable> {
  private var continuation: CheckedContinuation<Value, Never>?
  private let fallback: Value

  init(_ continuation: CheckedContinuation<Value, Never>, otherwise fallback: Value) {
    self.continuation = continuation
    self.fallback = fallback
  }

  deinit { continuation?.resume(returning: fallback) }

  func end(_ value: Value) {
    continuation?.resume(returning: value)
    continuation = nil
  }
}
