/// The resistance beyond an edge, like that of UIScrollView's content: the further something is
/// pulled, the less it follows, and never by more than the size of the view.
///
/// A pull of x points beyond the edge of a view of d points shows d·(1 − 1/(x·c/d + 1)), where c is
/// the ``stiffness``. UIScrollView uses this formula with c = 0.55, according to an analysis of its
/// code (I. Lobanov, "How UIScrollView works", 2019).
public struct RubberBand: Hashable, Sendable {
  /// The part c of a short pull that is shown, above 0 and at most 1.
  public let stiffness: Double

  /// UIScrollView's, 0.55.
  public static let standard = RubberBand()

  /// - Parameter stiffness: The stiffness, clamped to 0.001 ... 1. NaN is replaced by 0.55.
  public init(stiffness: Double = 0.55) {
    self.stiffness = stiffness.isNaN ? 0.55 : min(max(stiffness, 0.001), 1)
  }

  /// Returns the displacement to show for a pull beyond an edge. It has the sign of the pull and is
  /// always less than `dimension`.
  /// - Parameters:
  ///   - distance: The distance of the finger beyond the edge, in points.
  ///   - dimension: The size of the view in that direction, in points, or 0 for a view that can't
  ///     move.
  public func shown(_ distance: Double, over dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let pull = distance * stiffness
    return pull.isInfinite
      ? (pull > 0 ? dimension : -dimension)
      : pull / (pull.magnitude / dimension + 1)
  }

  /// Returns the pull for a displacement, as the inverse of ``shown(_:over:)``. Use it to start a
  /// drag of something that is already beyond the edge. The result is infinite if `shown` is
  /// `dimension` or more.
  public func distance(showing shown: Double, over dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let rest = 1 - shown.magnitude / dimension
    return rest > 0 ? shown / rest / stiffness : (shown > 0 ? .infinity : -.infinity)
  }

  /// Returns a position that follows the finger within `range` and resists outside.
  /// - Parameters:
  ///   - position: The position of the finger.
  ///   - range: The positions without resistance.
  ///   - dimension: The size of the view in that direction, in points.
  public func position(
    _ position: Double, in range: ClosedRange<Double>, over dimension: Double
  ) -> Double {
    let edge = min(max(position, range.lowerBound), range.upperBound)
    return edge + shown(position - edge, over: dimension)
  }

  /// Returns the position of the finger for a position on the screen, as the inverse of
  /// ``position(_:in:over:)``. The result is finite: positions that a finger couldn't reach count
  /// as slightly closer.
  /// - Parameters:
  ///   - shown: The position on the screen.
  ///   - range: The positions without resistance.
  ///   - dimension: The size of the view in that direction, in points.
  public func position(
    showing shown: Double, in range: ClosedRange<Double>, over dimension: Double
  ) -> Double {
    let edge = min(max(shown, range.lowerBound), range.upperBound)
    let limit = max(dimension, 0) * 0.99
    return edge + distance(showing: min(max(shown - edge, -limit), limit), over: dimension)
  }
}
