import AnimGraphics

extension SeededGenerator {
  /// Returns a colour, opaque half of the time.
  package mutating func color() -> Color {
    let value = UInt32(truncatingIfNeeded: next())
    return Bool.random(using: &self) ? Color(rgb: value) : Color(argb: value)
  }

  /// Exponentially distributed with a mean of 1.
  package mutating func exponential() -> Double { -naturalLogarithm(1 - unit()) }

  /// Normally distributed with a mean of 0 and a deviation of 1 (Box and Muller 1958).
  package mutating func normal() -> Double {
    (2 * exponential()).squareRoot() * cosine(2 * .pi * unit())
  }
}
