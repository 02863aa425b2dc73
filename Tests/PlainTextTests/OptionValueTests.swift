import AnimCore
import PlainText
import TestSupport
import Testing

@Suite("Values of options")
struct OptionValueTests {
  @Test(
    "colours are read in every notation",
    arguments: [
      ("#f80", 0xFFFF_8800), ("#FF8800", 0xFFFF_8800), ("#ff880080", 0x80FF_8800),
      ("#00000000", 0), ("#f80c", 0xCCFF_8800), ("#0000", 0), ("grey", 0xFF80_8080),
      ("Gray", 0xFF80_8080), ("red", 0xFFFF_0000), ("Orange", 0xFFFF_A500), ("WHITE", 0xFFFF_FFFF),
    ] as [(String, UInt32)])
  func colors(text: String, argb: UInt32) throws {
    try expectEqual(parseColor(text).argb, argb)
  }

  @Test(
    "invalid colours are rejected",
    arguments: [
      "", "#", "#12", "#123g", "#12345", "#1234567", "#gggggg", "blau", "-1", "nan", "#+1-2-",
    ])
  func noColor(text: String) {
    #expect(throws: InvalidValue.self) { try parseColor(text) }
  }

  @Test("a palette has its colours in order")
  func palette() throws {
    try expectEqual(parsePalette("red,#00f"), [Color(rgb: 0xFF0000), Color(rgb: 0x0000FF)])
  }

  @Test("numbers are decimal, with or without an exponent")
  func numbers() {
    expectEqual(parseNumber("1.5"), 1.5)
    expectEqual(parseNumber("-2e3"), -2000)
    expectEqual(parseNumber("+.5"), 0.5)
    for text in [
      "", ".", "e", "1e", "--1", "infinity", "0x1p3", "1_000", "٣", "x", "nan", "inf", "-inf",
      "0x10", "1e999", "1,5", " 1", "1 ",
    ] {
      #expect(parseNumber(text) == nil, "\(text)")
    }
  }

  @Test("a range is two numbers, or one number for both ends")
  func ranges() {
    expectEqual(parseRange("1..2.5", in: 0...10), 1...2.5)
    expectEqual(parseRange("3", in: 0...10), 3...3)
    expectEqual(parseRange("-1e1..-.5", in: -10...10), -10 ... -0.5)
  }

  @Test("a rate is kept as an exact fraction")
  func rates() throws {
    let video = try parseFrameRate("30000/1001")
    #expect((video.numerator, video.denominator) == (30_000, 1_001))
    try expectEqual(parseFrameRate("59.94").hertz, 59.94)
    for text in ["", "nan", "0", "1001", "1/0", "30000/1001/1"] {
      #expect(throws: InvalidValue.self) { try parseFrameRate(text) }
    }
  }

  @Test("curves are given by name or by numbers")
  func curves() throws {
    try expectEqual(parseCurve("ease-in").function, .easeIn)
    try expectEqual(parseCurve("ease").function, .standard)
    #expect(
      try parseCurve("0.25,0.1,0.25,1").function.value(at: 0.5)
        == TimingFunction.standard.value(at: 0.5))
    try expectEqual(parseCurve("steps:4").function.value(at: 0.3), 0.25)
    try expectEqual(parseCurve("spring").function.value(at: 1), 1)
    #expect(try parseCurve("spring:0").function.value(at: 0.1) > 0)
  }

  @Test(
    "invalid curves are rejected",
    arguments: [
      "", "x", "nan", "1,2,3", "1,2,3,4,5", "0,nan,1,1", "2,0,0,1", "steps:", "steps:0",
      "steps:-1", "steps:1e9", "spring:x", "spring:nan", "spring:9", "-1",
    ])
  func noCurve(text: String) {
    #expect(throws: InvalidValue.self) { try parseCurve(text) }
  }

  @Test(
    "the error for an invalid curve states the limits of its form",
    arguments: [
      ("spring:1", "expected spring:BOUNCE with a number above -1 and below 1, such as spring:0.5"),
      (
        "spring:-1", "expected spring:BOUNCE with a number above -1 and below 1, such as spring:0.5"
      ),
      ("spring:x", "expected spring:BOUNCE with a number above -1 and below 1, such as spring:0.5"),
      ("steps:0", "expected steps:N with a whole number from 1 to 1000000"),
      ("steps:1000001", "expected steps:N with a whole number from 1 to 1000000"),
      ("steps:1.5", "expected steps:N with a whole number from 1 to 1000000"),
      ("2,0,0,1", "expected X1,Y1,X2,Y2 with X1 and X2 from 0 to 1"),
    ])
  func limits(text: String, message: String) {
    let error = #expect(throws: InvalidValue.self) { try parseCurve(text) }
    expectEqual(error?.description, message)
  }
}
