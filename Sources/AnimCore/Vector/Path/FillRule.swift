/// What is inside of an outline that crosses or overlaps itself.
public enum FillRule: String, CaseIterable, Hashable, Sendable {
  /// Where the outline winds round a place at all, counted with its direction.
  case nonzero
  /// Where it winds round a place an odd number of times.
  case evenOdd = "even-odd"
}
