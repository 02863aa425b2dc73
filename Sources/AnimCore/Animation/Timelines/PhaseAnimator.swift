/// An animator that steps through phases, like SwiftUI's `PhaseAnimator`. Each phase begins when
/// all animations of the previous one have ended.
///
/// ```swift
/// let pulse = PhaseAnimator(tree: tree, phases: [1.0, 1.3, 0.9]) { scale in
///   Transaction(curve: scale > 1 ? .snappy : .smooth)
/// } changes: { scale in
///   heart.scale = Size(width: scale, height: scale)
/// }
/// pulse?.start()
/// ```
///
/// Phases begin at the exact instants at which others end, regardless of the frame times. Keep the
/// animator: if it is released, it ends after the current phase.
public final class PhaseAnimator<Phase> {
  /// All phases.
  public let phases: [Phase]
  /// Whether the animator is on its way.
  public private(set) var isRunning = false
  private let transaction: (Phase) -> Transaction
  private let changes: (Phase) -> Void
  private weak var tree: LayerTree?
  private var index = 0
  private var repeats = false
  /// The number of starts and stops, which distinguishes completions of earlier runs.
  private var run = 0

  /// Creates an animator and sets its first phase without an animation.
  /// - Parameters:
  ///   - tree: The tree whose layers change.
  ///   - phases: The phases.
  ///   - transaction: The transaction for the changes to each phase. By default, they are
  ///     animated as the properties declare.
  ///   - changes: A closure that applies a phase.
  /// - Returns: `nil` if `phases` is empty.
  public init?(
    tree: LayerTree, phases: [Phase],
    transaction: @escaping (Phase) -> Transaction = { _ in Transaction() },
    changes: @escaping (Phase) -> Void
  ) {
    guard let first = phases.first else { return nil }
    (self.tree, self.phases, self.transaction, self.changes) = (tree, phases, transaction, changes)
    tree.run(.withoutActions) { changes(first) }
  }

  /// The phase that is shown, or that the animator is on its way to.
  public var phase: Phase { phases[index] }

  /// Continues with the next phase and those after it.
  /// - Parameter repeats: Whether to repeat the phases. Otherwise, the animator ends when it
  ///   reaches the first phase again, like SwiftUI's with a trigger.
  public func start(repeats: Bool = true) {
    self.repeats = repeats
    guard !isRunning else { return }
    isRunning = true
    run += 1
    step()
  }

  /// Ends after the phase that it is on its way to.
  public func stop() {
    isRunning = false
    run += 1
  }

  private func step() {
    guard let tree else { return stop() }
    index = (index + 1) % phases.count
    let (phase, current) = (phase, run)
    tree.run(
      transaction(phase), changes: { changes(phase) },
      completion: { [weak self] in
        guard let self, run == current else { return }
        if index == 0 && !repeats { stop() } else { step() }
      })
  }
}
