/// A gradient along a line, or from a focus out to a circle.
public struct Gradient: Hashable, Sendable {
  /// The line or circle that the positions of stops refer to.
  public enum Geometry: Hashable, Sendable {
    /// Position 0 is at `start` and 1 at `end`; the position is constant along lines perpendicular
    /// to the line between them. If both are the same point, the last colour is everywhere.
    case linear(start: Point, end: Point)
    /// Position 0 is at `focus` and 1 on the circle of `radius` about `center`. A focus beyond
    /// 255/256 of the radius is moved there. If the radius is not above 0, the last colour is
    /// everywhere.
    case radial(center: Point, radius: Double, focus: Point)
  }

  /// The line or circle along which the gradient runs, in the space that ``transform`` maps.
  public var geometry: Geometry
  /// The colours and alphas by position.
  public var stops: GradientStops
  /// From the space of ``geometry`` to that of the shape.
  public var transform: Transform

  public init(_ geometry: Geometry, stops: GradientStops, transform: Transform = .identity) {
    self.geometry = geometry
    self.stops = stops
    self.transform = transform
  }
}
