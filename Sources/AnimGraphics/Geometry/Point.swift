/// A position in the drawing plane, in points; x runs right and y runs down.
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

/// A displacement, a velocity (points per second) or an acceleration (points per second squared).
public struct Vector: Hashable, Sendable {
  public var dx: Double
  public var dy: Double

  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  public static let zero = Vector(dx: 0, dy: 0)

  /// The vector of `length` in the direction of `angle`.
  public init(length: Double, direction angle: Angle) {
    let (sine, cosine) = sineAndCosine(angle.radians)
    self.init(dx: length * cosine, dy: length * sine)
  }

  /// The magnitude of the vector.
  public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// The direction of the vector, from minus to plus half a turn; zero for a vector of zero length.
  public var direction: Angle { .radians(arctangent(dy, over: dx)) }
}

extension Vector {
  public static func + (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
  }

  public static func - (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx - b.dx, dy: a.dy - b.dy)
  }

  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(dx: vector.dx * factor, dy: vector.dy * factor)
  }

  public static func * (factor: Double, vector: Vector) -> Vector { vector * factor }

  public static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(dx: vector.dx / divisor, dy: vector.dy / divisor)
  }

  public static prefix func - (vector: Vector) -> Vector {
    Vector(dx: -vector.dx, dy: -vector.dy)
  }

  public static func += (a: inout Vector, b: Vector) { a = a + b }
  public static func -= (a: inout Vector, b: Vector) { a = a - b }
  public static func *= (vector: inout Vector, factor: Double) { vector = vector * factor }
  public static func /= (vector: inout Vector, divisor: Double) { vector = vector / divisor }
}

/// A width and a height, in points. Those of a view are never negative.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)

  public var center: Point { Point(x: width / 2, y: height / 2) }
}

extension Size {
  public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }

  public static func * (factor: Double, size: Size) -> Size { size * factor }
}

// Which of two numbers, or of their components, is the lesser or the greater. Open to other modules,
// whose loops call them for millions of squares.
extension SIMD2<Double> {
  @inlinable @inline(__always)
  package func lesser(_ other: Self) -> Self {
    replacing(with: other, where: other .< self)
  }

  @inlinable @inline(__always)
  package func greater(_ other: Self) -> Self {
    replacing(with: other, where: other .> self)
  }
}
