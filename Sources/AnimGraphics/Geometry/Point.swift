/// A position in the drawing plane, in points; x runs right and y runs down.
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// Creates the point `x` to the right of the origin and `y` below it.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin of the view: its top left corner.
  public static let zero = Point(x: 0, y: 0)
}

extension Point {
  /// Returns the point moved by a vector.
  public static func + (point: Point, vector: Vector) -> Point {
    Point(x: point.x + vector.dx, y: point.y + vector.dy)
  }

  /// Returns the point moved by a vector in the other direction.
  public static func - (point: Point, vector: Vector) -> Point {
    Point(x: point.x - vector.dx, y: point.y - vector.dy)
  }

  /// Moves the point by a vector.
  public static func += (point: inout Point, vector: Vector) { point = point + vector }

  /// Moves the point by a vector in the other direction.
  public static func -= (point: inout Point, vector: Vector) { point = point - vector }

  /// Returns the vector from `b` to `a`.
  public static func - (a: Point, b: Point) -> Vector {
    Vector(dx: a.x - b.x, dy: a.y - b.y)
  }

  /// Returns the distance to another point, in points.
  public func distance(to other: Point) -> Double { (other - self).length }
}

/// A displacement, a velocity (points per second) or an acceleration (points per second squared).
public struct Vector: Hashable, Sendable {
  /// To the right.
  public var dx: Double
  /// Down.
  public var dy: Double

  /// Creates a vector `dx` to the right and `dy` down.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The vector of length 0.
  public static let zero = Vector(dx: 0, dy: 0)

  /// Creates the vector of `length` in the direction of `angle`.
  public init(length: Double, direction angle: Angle) {
    let (sine, cosine) = sineAndCosine(angle.radians)
    self.init(dx: length * cosine, dy: length * sine)
  }

  /// The magnitude of the vector.
  public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// The direction of the vector, between minus and plus half a turn, or zero for a vector of zero
  /// length.
  public var direction: Angle { .radians(arctangent(dy, over: dx)) }
}

extension Vector {
  /// Returns the sum of two vectors.
  public static func + (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
  }

  /// Returns the difference of two vectors.
  public static func - (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx - b.dx, dy: a.dy - b.dy)
  }

  /// Returns the vector times a factor.
  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(dx: vector.dx * factor, dy: vector.dy * factor)
  }

  /// Returns the vector times a factor.
  public static func * (factor: Double, vector: Vector) -> Vector { vector * factor }

  /// Returns the vector divided by a number.
  public static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(dx: vector.dx / divisor, dy: vector.dy / divisor)
  }

  /// Returns the vector in the other direction.
  public static prefix func - (vector: Vector) -> Vector {
    Vector(dx: -vector.dx, dy: -vector.dy)
  }

  /// Adds a vector.
  public static func += (a: inout Vector, b: Vector) { a = a + b }
  /// Subtracts a vector.
  public static func -= (a: inout Vector, b: Vector) { a = a - b }
  /// Multiplies the vector by a factor.
  public static func *= (vector: inout Vector, factor: Double) { vector = vector * factor }
  /// Divides the vector by a number.
  public static func /= (vector: inout Vector, divisor: Double) { vector = vector / divisor }
}

/// A width and a height in points. The size of a view is never negative.
public struct Size: Hashable, Sendable {
  /// To the right.
  public var width: Double
  /// Down.
  public var height: Double

  /// Creates a size of `width` by `height`.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A size of 0 by 0.
  public static let zero = Size(width: 0, height: 0)

  /// The middle of a rectangle of this size at the origin.
  public var center: Point { Point(x: width / 2, y: height / 2) }
}

extension Size {
  /// Returns both sides times a factor.
  public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }

  /// Returns both sides times a factor.
  public static func * (factor: Double, size: Size) -> Size { size * factor }
}

// The minimum and the maximum of two numbers, or of their components. They are inlinable, because
// loops in other modules call them for millions of squares.
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
