/// An angle in radians. Zero points to 3 o'clock. Because y points down, positive angles are
/// clockwise on the screen.
///
/// Angles aren't reduced: one and a half turns is different from half a turn.
public struct Angle: Hashable, Sendable {
  /// The angle in radians.
  public var radians: Double

  /// Creates an angle in radians.
  public init(radians: Double) { self.radians = radians }
  /// Creates an angle in degrees.
  public init(degrees: Double) { self.radians = degrees * (.pi / 180) }
  /// Creates an angle of `turns` full turns.
  public init(turns: Double) { self.radians = turns * (2 * .pi) }

  /// An angle of zero, which points to 3 o'clock.
  public static let zero = Angle(radians: 0)
  /// A turn of 2π.
  public static let fullTurn = Angle(radians: 2 * .pi)

  /// Returns an angle in radians.
  public static func radians(_ value: Double) -> Angle { Angle(radians: value) }
  /// Returns an angle in degrees.
  public static func degrees(_ value: Double) -> Angle { Angle(degrees: value) }
  /// Returns an angle of `value` full turns.
  public static func turns(_ value: Double) -> Angle { Angle(turns: value) }

  /// The angle in degrees.
  public var degrees: Double { radians * (180 / .pi) }
  /// The angle in full turns.
  public var turns: Double { radians / (2 * .pi) }

  /// The sine, within one unit in the last place and identical on every processor, or NaN if the
  /// angle isn't finite. The same applies to ``cosine``.
  public var sine: Double { AnimGraphics.sine(radians) }
  /// The cosine; see ``sine``.
  public var cosine: Double { AnimGraphics.cosine(radians) }
}

extension Angle: Comparable {
  /// Returns whether the radians of one angle are less than those of another, without reducing
  /// them.
  public static func < (a: Angle, b: Angle) -> Bool { a.radians < b.radians }
}

extension Angle {
  /// Returns the sum of two angles, which isn't reduced.
  public static func + (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians + b.radians) }
  /// Returns the difference of two angles, which isn't reduced.
  public static func - (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians - b.radians) }
  /// Returns the angle times a factor.
  public static func * (angle: Angle, factor: Double) -> Angle {
    Angle(radians: angle.radians * factor)
  }
  /// Returns the angle times a factor.
  public static func * (factor: Double, angle: Angle) -> Angle { angle * factor }
  /// Returns the angle divided by a number.
  public static func / (angle: Angle, divisor: Double) -> Angle {
    Angle(radians: angle.radians / divisor)
  }
  /// Returns the opposite angle.
  public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }

  /// Adds an angle.
  public static func += (a: inout Angle, b: Angle) { a = a + b }
  /// Subtracts an angle.
  public static func -= (a: inout Angle, b: Angle) { a = a - b }
  /// Multiplies the angle by a factor.
  public static func *= (angle: inout Angle, factor: Double) { angle = angle * factor }
  /// Divides the angle by a number.
  public static func /= (angle: inout Angle, divisor: Double) { angle = angle / divisor }
}
