/// A sum of lengths in the units that only a position in the document resolves.
struct LengthSum: Hashable, Sendable {
  /// User units, per cent, and multiples of the font's size, of the root's font size, and of the lengths of the font's
  /// letters.
  private var parts: SIMD8<Double>

  private init(parts: SIMD8<Double>) { self.parts = parts }

  init(
    user: Double = 0, percent: Double = 0, em: Double = 0, rem: Double = 0, ex: Double = 0,
    ch: Double = 0, ic: Double = 0, cap: Double = 0
  ) {
    parts = SIMD8(user, percent, em, rem, ex, ch, ic, cap)
  }

  var user: Double { parts[0] }
  var percent: Double { parts[1] }
  var em: Double { parts[2] }
  var rem: Double { parts[3] }
  var ex: Double { parts[4] }
  var ch: Double { parts[5] }
  var ic: Double { parts[6] }
  var cap: Double { parts[7] }

  /// Whether only user units are in it.
  var isUser: Bool { self == LengthSum(user: user) }

  /// Whether the sum depends on the letters of a font, rather than only on its size.
  var dependsOnLetters: Bool { parts.highHalf != SIMD4() }

  /// The part in units that depend on a font, in user units.
  func fontLength(_ font: FontUnits) -> Double {
    let letters = SIMD4(font.xHeight, font.zeroAdvance, font.ideographAdvance, font.capHeight)
    return em * font.size + (parts.highHalf * letters).sum()
  }

  /// The sum without its percentage.
  var withoutPercentage: LengthSum {
    var sum = self
    sum.parts[1] = 0
    return sum
  }

  static func + (a: LengthSum, b: LengthSum) -> LengthSum { LengthSum(parts: a.parts + b.parts) }
  static func - (a: LengthSum, b: LengthSum) -> LengthSum { LengthSum(parts: a.parts - b.parts) }
  static func * (a: LengthSum, factor: Double) -> LengthSum { LengthSum(parts: a.parts * factor) }

  /// The sum of its parts as far as they compare without a place: a font's size counts as 16 units, and
  /// a hundredth as one.
  var nominal: Double {
    user + percent + fontLength(FontUnits(size: 16)) + 16 * rem
  }
}
