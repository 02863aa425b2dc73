/// A point in pixels on the ``Fixed`` grid.
public struct FixedPoint: Hashable, Sendable {
  public var x: Fixed
  public var y: Fixed

  public init(x: Fixed, y: Fixed) {
    self.x = x
    self.y = y
  }
}
