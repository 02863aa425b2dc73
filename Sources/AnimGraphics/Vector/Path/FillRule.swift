/// What is inside an outline that intersects or overlaps itself.
public enum FillRule: String, CaseIterable, Hashable, Sendable {
  /// Points with a winding number other than zero.
  case nonzero
  /// Points with an odd winding number.
  case evenOdd = "even-odd"
}
