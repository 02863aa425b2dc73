/// A value that can be interpolated, and so animated.
///
/// To conform your own type, define the displacement from one value to another, and how a value is
/// moved by one. Interpolation, additive and relative animation, constant speed and velocity all
/// follow from these two.
public protocol Interpolatable: Equatable, Sendable {
  /// The type of the difference between two values. Velocities are displacements per second.
  associatedtype Displacement: VectorSpace

  /// The neutral value, from which additive and cumulative animations start.
  static var zero: Self { get }

  /// Returns the displacement from `start` to `end`. Only values that repeat every turn depend on
  /// `turning`.
  static func displacement(from start: Self, to end: Self, turning: RotationDirection)
    -> Displacement

  /// Returns this value moved by `displacement`.
  func moved(by displacement: Displacement) -> Self

  /// Sets this value to `start` moved by the fraction `progress` of the displacement to `end`.
  ///
  /// A type whose values own memory can reuse that of this value, so that a frame that animates it
  /// allocates nothing. The default implementation creates a new value.
  mutating func interpolate(
    from start: Self, to end: Self, progress: Double, turning: RotationDirection)
}

extension Interpolatable {
  /// Returns the value at `progress` between `start` and `end`: exactly `start` at 0 and `end` at
  /// 1.
  public static func interpolated(
    from start: Self, to end: Self, progress: Double, turning: RotationDirection = .raw
  ) -> Self {
    if progress == 0 { return start }
    if progress == 1 { return end }
    return start.moved(by: displacement(from: start, to: end, turning: turning) * progress)
  }

  /// Sets this value to a new one.
  public mutating func interpolate(
    from start: Self, to end: Self, progress: Double, turning: RotationDirection
  ) {
    let displacement = Self.displacement(from: start, to: end, turning: turning)
    self = start.moved(by: displacement * progress)
  }
}

/// The type of displacements and velocities, which can be added, scaled and measured.
public protocol VectorSpace: Equatable, Sendable {
  /// No displacement.
  static var zero: Self { get }
  /// Returns the sum of two displacements, one after the other.
  static func + (a: Self, b: Self) -> Self
  /// Returns the displacement from `b` to `a`.
  static func - (a: Self, b: Self) -> Self
  /// Returns the displacement, multiplied by `factor`.
  static func * (vector: Self, factor: Double) -> Self
  /// The magnitude, which paced keyframes measure distances by.
  var length: Double { get }
}

/// The direction in which a value that repeats every turn, such as an `Angle`, is interpolated.
public enum RotationDirection: Hashable, Sendable {
  /// Interpolates the number of degrees, over any number of turns.
  case raw
  /// The shorter way round, at most half a turn.
  case shortest
  /// Always clockwise, by less than one turn, like a second hand that passes from 59 to 0.
  case clockwise
  /// Always counterclockwise, by less than one turn.
  case counterclockwise
}
