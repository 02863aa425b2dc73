/// The style of a line along a path.
public struct StrokeStyle: Hashable, Sendable {
  /// The ends of open contours and of dashes.
  public enum Cap: String, CaseIterable, Hashable, Sendable {
    /// Ends at the last point.
    case butt
    /// Adds half a disc beyond the last point.
    case round
    /// Adds half a square beyond the last point.
    case square
  }

  /// The corners between two pieces of a path.
  public enum Join: String, CaseIterable, Hashable, Sendable {
    /// The outer edges are extended until they meet, or a bevel beyond the
    /// ``StrokeStyle/miterLimit``.
    case miter
    /// A miter that is clipped at the ``StrokeStyle/miterLimit`` instead of becoming a bevel.
    case miterClip = "miter-clip"
    /// The outer edges are joined by an arc around the corner.
    case round
    /// A corner that is cut off straight.
    case bevel
  }

  /// The width, in points. Zero, negative and non-finite widths draw nothing.
  public var width: Double
  /// The ends of open contours and of dashes.
  public var cap: Cap
  /// The corners between two pieces of the path.
  public var join: Join
  /// The maximum length of a miter, as a multiple of the width. Below 1, or if NaN, every miter is
  /// a bevel.
  public var miterLimit: Double
  /// The alternating lengths of dashes and gaps, in points. An odd number of lengths is used twice.
  /// The line is solid if this is empty, has a number that is negative or not finite, or adds up to
  /// 0.
  public var dashes: [Double]
  /// The offset into the dash pattern at which the path begins, in points; any finite number.
  public var dashPhase: Double

  /// Creates a line of width 1 with butt caps, mitred joins and no dashes, unless another value is
  /// given.
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

extension Path {
  /// Returns the area that a stroke along the path covers when filled by the nonzero rule, as lines
  /// that are within 1/128 point of it. All pieces of the stroke have the same direction.
  public func outline(of style: StrokeStyle) -> Path {
    var stroker = Stroker()
    var lines = LineBuffer()
    stroker.stroke(self, style, .identity, tolerance: 1.0 / 128, into: &lines)
    var path = Path()
    var start = 0
    for end in lines.ends {
      path.move(to: lines.points[start])
      for point in lines.points[start + 1..<end] { path.addLine(to: point) }
      path.close()
      start = end
    }
    return path
  }
}
