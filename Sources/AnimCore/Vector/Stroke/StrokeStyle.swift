/// How a line along a path is drawn.
public struct StrokeStyle: Hashable, Sendable {
  /// The ends of contours that are open, and of dashes.
  public enum Cap: String, CaseIterable, Hashable, Sendable {
    /// Ends at the last point.
    case butt
    /// Half a disc beyond the last point.
    case round
    /// Half a square beyond the last point.
    case square
  }

  /// The corners between two pieces of a path.
  public enum Join: String, CaseIterable, Hashable, Sendable {
    /// The outer edges are lengthened until they meet, unless the ``StrokeStyle/miterLimit``
    /// forbids it: then as a bevel.
    case miter
    case round
    /// The corner is cut off straight.
    case bevel
  }

  /// In points. Zero, a negative number or one that is not finite draws nothing.
  public var width: Double
  public var cap: Cap
  public var join: Join
  /// How long a miter may be, as a multiple of the width. Below 1, or NaN, every miter is a bevel.
  public var miterLimit: Double
  /// The lengths of dashes and gaps in turn, in points. An odd number of them is gone through
  /// twice. Empty, with a number that is negative or not finite, or with a sum that is not
  /// above 0, the line is solid.
  public var dashes: [Double]
  /// How far into the dashes the path begins, in points; any finite number.
  public var dashPhase: Double

  public init(
    width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 4,
    dashes: [Double] = [], dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
  }
}
