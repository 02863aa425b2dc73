import AnimCore

/// The omissions and failures of one frame, as returned by
/// ``LottieRenderer/draw(frame:into:transform:)``, or of several frames of an animation.
///
/// ```swift
/// var report = LottieDrawingReport()
/// for frame in 0..<60 { report.add(renderer.draw(frame: Double(frame), into: &list)) }
/// if let omission = report.omission { print(omission) }
/// ```
public struct LottieDrawingReport: Hashable, Sendable {
  private(set) var earliest: FrameOmission?
  /// The failures, by the path of the expression.
  private var failures: [String: ExpressionFailure] = [:]

  /// Creates an empty report.
  public init() {}

  /// Creates a report.
  /// - Parameter failures: The failures of expressions, in any order.
  init(_ omission: FrameOmission?, _ failures: [ExpressionFailure]) {
    earliest = omission
    for failure in failures { add(failure) }
  }

  /// A Boolean value that indicates whether all images are complete and no expression has failed.
  public var isEmpty: Bool { earliest == nil && failures.isEmpty }

  /// The omission of the earliest frame that exceeded a limit, or `nil` if all frames are complete.
  public var omission: Diagnostic? { earliest?.diagnostic }

  /// The failed expressions in file order, with their frames and the reason in the first frame. If
  /// an expression fails, the stored value is drawn.
  ///
  /// Expressions that can't run at all are part of ``LottieAnimation/diagnostics``.
  public var failedExpressions: [Diagnostic] {
    failures.values.sorted { $0.id < $1.id }.map { $0.diagnostic }
  }

  /// The paths of the ``failedExpressions``.
  package var failedPaths: Set<String> { Set(failures.keys) }

  /// Adds another report about frames of the same animation. The result doesn't depend on the order
  /// of additions.
  public mutating func add(_ other: LottieDrawingReport) {
    if let omission = other.earliest { add(omission) }
    for (_, failure) in other.failures { add(failure) }
  }

  private mutating func add(_ omission: FrameOmission) {
    if let cached = earliest, cached.frame <= omission.frame { return }
    earliest = omission
  }

  private mutating func add(_ failure: ExpressionFailure) {
    if failures[failure.path]?.add(failure) == nil { failures[failure.path] = failure }
  }
}
