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
