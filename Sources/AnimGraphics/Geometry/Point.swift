/// A place on the drawing plane, in points; x runs right and y runs down.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin of the view: its top left corner.
  public static let zero = Point(x: 0, y: 0)
}

extension Point {
  public static func + (point: Point, vector: Vector) -> Point {
    Point(x: point.x + vector.dx, y: point.y + vector.dy)
  }

  public static func - (point: Point, vector: Vector) -> Point {
    Point(x: point.x - vector.dx, y: point.y - vector.dy)
  }

  public static func += (point: inout Point, vector: Vector) { point = point + vector }

  public static func -= (point: inout Point, vector: Vector) { point = point - vector }

  /// The vector from `b` to `a`.
  public static func - (a: Point, b: Point) -> Vector {
    Vector(dx: a.x - b.x, dy: a.y - b.y)
  }

  /// The distance to another point, in points.
  public func distance(to other: Point) -> Double { (other - self).length }
}
