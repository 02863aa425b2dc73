import TestSupport
import Testing

@testable import AnimLottie

@Suite("Numbers in JSON")
struct JSONNumberTests {
  private func parse(_ text: String) throws -> Double? {
    try JSONParser.parse(Array("[\(text)]".utf8)).withRoot { $0.first?.number }
  }

  @Test(
    "numbers are correctly rounded, in any notation",
    arguments: [
      "0", "-0", "1", "-1", "0.1", "123.456", "1e22", "1e23", "-1.5E-3", "9007199254740993",
      "0.3333333333333333333333", "179769313486231570e291", "4.9e-324", "2.4703282292062328e-324",
      "123456789012345678901234567890", "0.000000000000000000000000000001", "1e-22", "5e-23",
      "8.5e+2", "0e5", "100000000000000000000000", "9.5367431640625e-7", "72057594037927945",
    ])
  func spelled(_ text: String) throws {
    try expectEqual(parse(text)?.bitPattern, Double(text)?.bitPattern)
  }

  @Test("a thousand random decimals are read like in the C library")
  func random() throws {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    for _ in 0..<1000 {
      let whole = (0...next(12)).map { _ in "\(next(9) + 1)" }.joined()
      let fraction = (0...next(12)).map { _ in "\(next(10))" }.joined()
      let text = "-\(whole).\(fraction)e\(Int(next(60)) - 30)"
      try expectEqual(parse(text)?.bitPattern, Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test("numbers of 16 to 20 digits, as exporters write them, are rounded correctly")
  func manyDigits() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<20_000 {
      let digits = (0..<(16 + round % 5)).map { _ in String(Int.random(in: 0...9, using: &random)) }
      let point = round % 16
      let text = "0." + String(repeating: "0", count: point) + digits.joined()
      let whole = "\(round)." + digits.joined()
      // Half way between two numbers, and next to it.
      let half = Double.random(in: 1..<2, using: &random).bitPattern
      let middle = "\(9_007_199_254_740_993 + (half & 0xFFFF) * 2).\(round % 3)"
      for text in [text, whole, middle] {
        try expectEqual(parse(text)?.bitPattern, Double(text)?.bitPattern, "\(text)")
      }
    }
  }

  @Test("a number that is too large is infinite, and one that is too small is zero")
  func extremes() throws {
    try expectEqual(parse("1e999"), .infinity)
    try expectEqual(parse("-1e999"), -.infinity)
    try expectEqual(parse("1e99999999999999999999"), .infinity)
    try expectEqual(parse("1e-99999999999999999999"), 0)
    try expectEqual(parse(String(repeating: "9", count: 400)), .infinity)
  }
}
