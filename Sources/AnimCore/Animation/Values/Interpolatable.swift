/// A value that can be interpolated, and so animated.
///
/// To conform your own type, define the displacement from one value to another, and how a value is
/// moved by one. Interpolation, additive and relative animation, constant speed and velocity all
/// follow from these two.
public protocol Interpolatable: Equatable, Sendable {
  associatedtype Displacement: VectorSpace

  /// The neutral value, from which additive and cumulative animations start.
  static var zero: Self { get }

  /// The displacement from `start` to `end`. Only values that repeat every turn depend on
  /// `turning`.
  static func displacement(from start: Self, to end: Self, turning: Turning) -> Displacement

  /// This value moved by `displacement`.
  func moved(by displacement: Displacement) -> Self

  /// Makes this what `start` is when it is moved by the part `progress` of the way to `end`.
  ///
  /// A type whose values own memory can do so in the memory of this one, where a frame that
  /// animates it is to allocate nothing. The standard implementation makes a new value.
  mutating func interpolate(
    from start: Self, to end: Self, progress: Double, turning: Turning)
}

extension Interpolatable {
  /// The value at `progress` between `start` and `end`; exactly those at 0 and 1.
  public static func interpolated(
    from start: Self, to end: Self, progress: Double, turning: Turning = .raw
  ) -> Self {
    if progress == 0 { return start }
    if progress == 1 { return end }
    return start.moved(by: displacement(from: start, to: end, turning: turning) * progress)
  }

  public mutating func interpolate(
    from start: Self, to end: Self, progress: Double, turning: Turning
  ) {
    let way = Self.displacement(from: start, to: end, turning: turning)
    self = start.moved(by: way * progress)
  }
}

/// The type of displacements and velocities, which can be added, scaled and measured.
public protocol VectorSpace: Equatable, Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (vector: Self, factor: Double) -> Self
  /// The distance that paced keyframes keep constant in time.
  var length: Double { get }
}

/// The direction in which a value that repeats every turn, such as an ``Angle``, is interpolated.
public enum Turning: Hashable, Sendable {
  /// From number to number, over any number of turns.
  case raw
  /// The shorter way round, at most half a turn.
  case shortest
  /// Always clockwise, by less than one turn: a second hand passes from 59 to 0 and goes on.
  case clockwise
  /// Always counterclockwise, by less than one turn.
  case counterclockwise
}
