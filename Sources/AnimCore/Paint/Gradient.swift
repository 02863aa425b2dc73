/// A gradual change of colour along a line, or from a focus out to a circle.
public struct Gradient: Hashable, Sendable {
  public enum Geometry: Hashable, Sendable {
    /// Position 0 is at `start` and 1 at `end`; a position holds all along a line perpendicular to
    /// the way between them. Where both are one point, the last colour is everywhere.
    case linear(start: Point, end: Point)
    /// Position 0 is at `focus` and 1 on the circle of `radius` about `center`. A focus beyond
    /// 255/256 of the radius counts as there. Without a radius the last colour is everywhere.
    case radial(center: Point, radius: Double, focus: Point)
  }

  public var geometry: Geometry
  public var stops: GradientStops
  /// From the space of ``geometry`` to that of the shape.
  public var transform: Transform

  public init(_ geometry: Geometry, stops: GradientStops, transform: Transform = .identity) {
    self.geometry = geometry
    self.stops = stops
    self.transform = transform
  }
}
