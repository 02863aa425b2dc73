import TestSupport

@testable import AnimCore

extension SeededGenerator {
  /// Exponentially distributed with a mean of 1.
  mutating func exponential() -> Double { -naturalLogarithm(1 - unit()) }

  /// Normally distributed with a mean of 0 and a deviation of 1 (Box and Muller 1958).
  mutating func normal() -> Double {
    (2 * exponential()).squareRoot() * cosine(2 * .pi * unit())
  }
}
