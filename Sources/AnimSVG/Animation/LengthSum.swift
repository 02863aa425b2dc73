/// A sum of lengths in the units that only a place in the document resolves.
struct LengthSum: Hashable, Sendable {
  /// User units, per cent, and multiples of the font's size and of that of the root's.
  private var parts: SIMD4<Double>

  private init(parts: SIMD4<Double>) { self.parts = parts }

  init(user: Double = 0, percent: Double = 0, em: Double = 0, rem: Double = 0) {
    parts = SIMD4(user, percent, em, rem)
  }

  var user: Double { parts.x }
  var percent: Double { parts.y }
  var em: Double { parts.z }
  var rem: Double { parts.w }

  /// Whether only user units are in it.
  var isUser: Bool { percent == 0 && em == 0 && rem == 0 }

  static func + (a: LengthSum, b: LengthSum) -> LengthSum { LengthSum(parts: a.parts + b.parts) }
  static func - (a: LengthSum, b: LengthSum) -> LengthSum { LengthSum(parts: a.parts - b.parts) }
  static func * (a: LengthSum, factor: Double) -> LengthSum { LengthSum(parts: a.parts * factor) }

  /// The sum of its parts as far as they compare without a place: a font's size counts as 16 units, and
  /// a hundredth as one.
  var nominal: Double { user + percent + 16 * (em + rem) }
}
