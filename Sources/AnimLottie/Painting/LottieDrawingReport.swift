/// What pictures lack: that of one frame, as ``LottieRenderer/draw(frame:into:transform:)`` returns it,
/// or those of several frames of an animation, put together.
///
/// ```swift
/// var report = LottieDrawingReport()
/// for frame in 0..<60 { report.add(renderer.draw(frame: Double(frame), into: &list)) }
/// if let omission = report.omission { print(omission) }
/// ```
public struct LottieDrawingReport: Hashable, Sendable {
  private(set) var earliest: FrameOmission?
  /// By the paths of the expressions.
  private var failures: [String: ExpressionFailure] = [:]

  /// Creates a report of no frames.
  public init() {}

  /// - Parameter failures: of expressions, in any order.
  init(_ omission: FrameOmission?, _ failures: [ExpressionFailure]) {
    earliest = omission
    for failure in failures { add(failure) }
  }

  /// Whether the pictures are whole, and no expression has failed.
  public var isEmpty: Bool { earliest == nil && failures.isEmpty }

  /// What was left out of a frame, since there was more in it than is drawn of any; nil where all
  /// frames are whole. Of several frames the earliest is named.
  public var omission: LottieDiagnostic? { earliest?.diagnostic }

  /// The expressions that have failed, in the order of the file: each with the frames and, for the
  /// first of them, the reason. Where an expression fails, the value that is stored beside it is
  /// drawn.
  ///
  /// Expressions that cannot be run at all are among ``LottieAnimation/diagnostics``.
  public var failedExpressions: [LottieDiagnostic] {
    failures.values.sorted { $0.id < $1.id }.map { $0.diagnostic }
  }

  /// The paths of the ``failedExpressions``.
  package var failedPaths: Set<String> { Set(failures.keys) }

  /// Adds what another report says about frames of the same animation. What comes out does not depend
  /// on the order in which reports are added.
  public mutating func add(_ other: LottieDrawingReport) {
    if let omission = other.earliest { add(omission) }
    for (_, failure) in other.failures { add(failure) }
  }

  private mutating func add(_ omission: FrameOmission) {
    if let known = earliest, known.frame <= omission.frame { return }
    earliest = omission
  }

  private mutating func add(_ failure: ExpressionFailure) {
    if failures[failure.path]?.add(failure) == nil { failures[failure.path] = failure }
  }
}
