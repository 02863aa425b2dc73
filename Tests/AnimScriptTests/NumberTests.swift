import AnimScript
import Foundation
import TestSupport
import Testing

@Suite("Numbers")
struct NumberTests {
  private static let programs: [(String, String)] = [
    ("0.1 + 0.2", "0.30000000000000004"), ("1e21", "1e+21"),
    ("123456789012345680000", "123456789012345680000"),
    ("1e-7", "1e-7"), ("0.000001", "0.000001"), ("-0", "0"), ("5e-324", "5e-324"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"), ("1e309", "Infinity"),
    ("9007199254740993", "9007199254740992"), ("0x1F + 0b11 + 0o17", "49"), (".5 + 5.", "5.5"),
    ("(1.005).toFixed(2)", "1.00"), ("(2.5).toFixed(0)", "3"), ("(-1.5).toFixed(0)", "-2"),
    ("(0.000001).toFixed(7)", "0.0000010"), ("(1e21).toFixed(2)", "1e+21"),
    ("(0).toFixed(2)", "0.00"),
    ("(1000000000000000128).toFixed(1)", "1000000000000000128.0"),
    ("(123.456).toPrecision(4)", "123.5"), ("(0.00001).toPrecision(1)", "0.00001"),
    ("(1e-7).toPrecision(2)", "1.0e-7"), ("(123456).toExponential(2)", "1.23e+5"),
    ("(0).toExponential()", "0e+0"), ("(255).toString(16) + (0.5).toString(2)", "ff0.1"),
    ("(-7.25).toString(8)", "-7.2"), ("(1 / 3).toString(3)", "0.1"),
    ("parseFloat('1e1000') + parseFloat('  -.5x')", "Infinity"),
    ("Number('0x10') + Number('')", "16"),
    ("Number('1_0')", "NaN"), ("2.2250738585072011e-308", "2.225073858507201e-308"),
  ]

  @Test("numbers are converted to text and back exactly", arguments: programs)
  func program(_ source: String, _ result: String) {
    expectEqual(evaluate(source), result)
  }

  @Test("a number's text is read back as the same number")
  func roundTrip() {
    var state: UInt64 = 1
    for _ in 0..<300 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let x = Double(bitPattern: state ^ state >> 29)
      guard x.isFinite else { continue }
      let text = evaluate("\(x)")
      expectEqual(Double(text), x, "\(x)")
      expectEqual(evaluate("parseFloat('\(x)') === \(x)"), "true")
    }
  }

  @Test("toFixed agrees with the C library's printf, except for ties, which it rounds up")
  func fixed() {
    var state: UInt64 = 7
    for _ in 0..<100 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let x = Double(Int64(bitPattern: state) >> 20) / 3000
      expectEqual(evaluate("(\(x)).toFixed(6)"), String(format: "%.6f", x))
    }
  }

  /// A function's name, the C library's own, and the arguments to compare at.
  private static let functions: [(String, @Sendable (Double) -> Double, ClosedRange<Double>)] = [
    ("sin", { sin($0) }, -50...50), ("cos", { cos($0) }, -50...50),
    ("tan", { tan($0) }, -1.5...1.5),
    ("asin", { asin($0) }, -1...1), ("acos", { acos($0) }, -1...1), ("atan", { atan($0) }, -9...9),
    ("exp", { exp($0) }, -700...700), ("expm1", { expm1($0) }, -3...3),
    ("log", { log($0) }, 0...1e6),
    ("log2", { log2($0) }, 0...1e6), ("log10", { log10($0) }, 0...1e6),
    ("log1p", { log1p($0) }, -0.9...2), ("cbrt", { cbrt($0) }, -1e9...1e9),
    ("sinh", { sinh($0) }, -30...30), ("cosh", { cosh($0) }, -30...30),
    ("tanh", { tanh($0) }, -3...3),
    ("asinh", { asinh($0) }, -9...9), ("acosh", { acosh($0) }, 1...99),
    ("atanh", { atanh($0) }, -0.99...0.99),
  ]

  @Test("functions are within a few units in the last place of the C library's")
  func functions() {
    for (name, function, range) in Self.functions {
      var worst = 0.0
      for step in 0...200 {
        let x = range.lowerBound + (range.upperBound - range.lowerBound) * Double(step) / 200.7
        let expected = function(x)
        guard let actual = Double(evaluate("Math.\(name)(\(x))")), expected.isFinite else {
          continue
        }
        worst = max(worst, (actual - expected).magnitude / expected.ulp)
      }
      #expect(worst <= 3, "\(name): \(worst)")
    }
  }

  @Test("powers are exact if possible, and otherwise within a unit in the last place")
  func powers() {
    #expect(
      evaluate("[2 ** 10, 10 ** 3, 3 ** 5, 2 ** -3, 4 ** 0.5, 10 ** 15, 7 ** 11].join()")
        == "1024,1000,243,0.125,2,1000000000000000,1977326743")
    #expect(
      evaluate(
        "[Math.pow(NaN, 0), 1 ** Infinity, (-8) ** (1 / 3), (-2) ** 3, (-0) ** -3, 0.5 ** 2000].join()"
      )
        == "1,NaN,NaN,-8,-Infinity,0")
    var worst = 0.0
    for step in 1...200 {
      let (x, y) = (Double(step) * 0.37, Double(step) * 0.11 - 9)
      guard let actual = Double(evaluate("Math.pow(\(x), \(y))")) else { continue }
      let expected = pow(x, y)
      worst = max(worst, (actual - expected).magnitude / expected.ulp)
    }
    #expect(worst <= 1)
    #expect(
      evaluate("[Math.log2(8), Math.log10(1000), Math.cbrt(27), Math.hypot(3, 4)].join()")
        == "3,3,3,5")
    expectEqual(evaluate("Math.pow(10, -320) === 1e-320 && Math.pow(2, -1074) === 5e-324"), "true")
  }
}
