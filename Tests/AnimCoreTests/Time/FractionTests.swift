import AnimCore
import TestSupport
import Testing

@Suite("Exact fractions")
struct FractionTests {
  @Test("a decimal number is read exactly")
  func decimals() {
    for (text, fraction) in [
      ("12", Fraction(12)), ("0.1", 1 / 10), ("+2.50", 5 / 2), ("-.5", -(1 / 2)), ("1e3", 1_000),
      ("1E3", 1_000), ("1e1", 10), ("1.5e1", 15), ("1e0", 1), ("1e-1", 1 / 10), ("12.5e+1", 125),
      ("25e-2", 1 / 4), ("7.", 7),
    ] as [(String, Fraction)] {
      expectEqual(Fraction(decimal: text), fraction, "\(text)")
    }
    for text in ["", ".", "-", "1e", "e3", "0x1", "inf", "nan", "1 ", "1e99", "--1", "1.2.3"] {
      #expect(Fraction(decimal: text) == nil, "\(text)")
    }
    expectEqual(Fraction(decimal: 0.1) * 10, 1)
  }

  @Test("a quotient of small numbers is recovered from its rounded value")
  func convergents() {
    for denominator in 1...300 {
      for numerator in [1, 2, 7, 1001] {
        let quotient = Fraction(numerator) / Fraction(denominator)
        expectEqual(Fraction(convergent: Double(numerator) / Double(denominator)), quotient)
        expectEqual(Fraction(convergent: -Double(numerator) / Double(denominator)), 0 - quotient)
      }
    }
    #expect(Fraction(convergent: .pi).double == .pi && Fraction(convergent: 0) == 0)
    for number in [0x1p-1074, 1e-12, 1e18, 1e300, .infinity, .nan] {
      expectEqual(Fraction(convergent: number), Fraction(number))
    }
  }

  @Test("a decimal number has at most 36 places, and an exponent of at most 30")
  func places() {
    #expect(Fraction(decimal: "0.000001e-30") != nil && Fraction(decimal: "0.0000001e-30") == nil)
    #expect(Fraction(decimal: "1e30") != nil && Fraction(decimal: "1e31") == nil)
    #expect(Fraction(decimal: "1e-30") != nil && Fraction(decimal: "1e-31") == nil)
  }

  @Test("numbers are rounded down, up, or to the nearest integer, with ties up")
  func rounding() {
    for (fraction, floor, ceiling, rounded) in [
      (7 / 2, 3, 4, 4), (-(7 / 2), -4, -3, -3), (10 / 3, 3, 4, 3), (3, 3, 3, 3),
      (-(1 / 3), -1, 0, 0),
    ] as [(Fraction, Int, Int, Int)] {
      expectEqual(fraction.floor, floor)
      expectEqual(fraction.ceiling, ceiling)
      expectEqual(fraction.rounded, rounded)
    }
  }

  @Test("slots of a display have the same instants as with its rate")
  func instants() throws {
    for (numerator, denominator) in [(60, 1), (24, 1), (30_000, 1_001), (59_940_001, 1_000_000)] {
      let rate = try #require(RefreshRate(numerator: numerator, denominator: denominator))
      for slot in [0, 1, 2, 3, 7, 59, 30_000, 999_999_937, 1_000_000_000] {
        let time = (Fraction(slot) / Fraction(rate)).timestamp
        expectEqual(time.nanoseconds, rate.nanoseconds(toSlot: slot))
      }
    }
  }

  @Test(
    "fractions are ordered by value, even if a product of their parts exceeds 128 bits")
  func order() {
    let third = Fraction(1) / 3
    #expect(third < Fraction(decimal: 0.34) && third > Fraction(decimal: 0.33))
    #expect(-third < third && -third > -Fraction(1) && !(third < third))
    let long = Fraction(decimal: 0.12345678901234567) * Fraction(decimal: 0.98765432109876543)
    #expect(long < Fraction(.max) + third && Fraction(.max) * Fraction(.max) > long)
  }

  @Test("results that exceed 128 bits are rounded, and never trap")
  func overflow() {
    var number = Fraction(decimal: 0.12345678901234567)
    for _ in 0..<40 { number = number * number + Fraction(decimal: 1e-17) }
    for _ in 0..<40 { number = number * Fraction(.max) + Fraction(decimal: 1e-17) }
    expectEqual(number.floor, .max)
    #expect(-number < number)
  }
}
