import TestSupport
import Testing

@testable import AnimCore

@Suite("Frame rates")
struct FrameRateTests {
  @Test(
    "snap to a divisor of the display's rate",
    arguments: [
      (60, 0, .infinity, nil, 1), (60, 0, 60, nil, 1), (59.94, 0, 60, nil, 1),
      (60.05, 0, 60, nil, 1), (144, 0, 60, nil, 3), (144, 30, 120, 60, 2), (60, 0, 30, nil, 2),
      (60, 26, 35, 30, 2), (60, 10, 20, nil, 3), (60, 40, 50, 45, 1), (60, 80, 120, nil, 1),
      (120, 24, 60, 24, 5), (75, 0, 1, nil, 75), (0, 0, 30, nil, 1), (.nan, 0, 30, nil, 1),
    ] as [(Double, Double, Double, Double?, Int)])
  func snapping(
    display: Double, minimum: Double, maximum: Double, preferred: Double?, divisor: Int
  ) throws {
    let range = FrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
    expectEqual(range.divisor(atRefreshInterval: 1 / display), divisor)
  }

  @Test("do not flicker between two divisors when the measured rate varies")
  func steadyTie() throws {
    let range = FrameRateRange(preferred: 45)
    for display in [59.94, 59.99, 60, 60.01, 60.05] {
      expectEqual(range.divisor(atRefreshInterval: 1 / display), 1)
    }
  }

  @Test("are rejected by name if they are invalid")
  func invalid() {
    expectEqual(FrameRateRange(minimum: -1, maximum: .nan, preferred: .nan), .default)
    expectEqual(FrameRateRange(minimum: 30, maximum: 20), FrameRateRange(minimum: 30, maximum: 30))
    expectEqual(FrameRateRange(minimum: 10, maximum: 60, preferred: 90).preferred, 60)
    #expect(FrameRateRange(maximum: 0).maximum > 0 && FrameRateRange(preferred: -9).preferred > 0)
    #expect(throws: FrameRateRangeError.minimum(-1)) { try FrameRateRange(validatingMinimum: -1) }
    #expect(throws: FrameRateRangeError.maximum(0, minimum: 0)) {
      try FrameRateRange(validatingMinimum: 0, maximum: 0)
    }
    #expect(throws: FrameRateRangeError.maximum(20, minimum: 30)) {
      try FrameRateRange(validatingMinimum: 30, maximum: 20)
    }
    #expect(throws: FrameRateRangeError.preferred(90, minimum: 10, maximum: 60)) {
      try FrameRateRange(validatingMinimum: 10, maximum: 60, preferred: 90)
    }
    #expect(throws: FrameRateRangeError.self) { try FrameRateRange(validatingMinimum: .nan) }
    #expect(throws: FrameRateRangeError.self) {
      try FrameRateRange(validatingMinimum: 0, maximum: .nan)
    }
    #expect(throws: FrameRateRangeError.self) {
      try FrameRateRange(validatingMinimum: 0, preferred: .nan)
    }
    #expect(
      FrameRateRangeError.maximum(20, minimum: 30).description
        == "maximum frame rate: 20.0 Hz is invalid; "
        + "use a rate above 0 Hz and at least the minimum of 30.0 Hz")
  }

  @Test("of displays are fractions in lowest terms, clamped to a sensible range")
  func fractions() throws {
    expectEqual(RefreshRate(hertz: 60), RefreshRate(numerator: 120, denominator: 2))
    expectEqual(RefreshRate(hertz: 59.94), RefreshRate(numerator: 2997, denominator: 50))
    expectEqual(RefreshRate(hertz: .nan).hertz, 60)
    expectEqual(RefreshRate(hertz: -5).hertz, 0.001)
    expectEqual(RefreshRate(hertz: .infinity).hertz, 1000)
    #expect(RefreshRate(numerator: 60, denominator: 0) == nil)
    #expect(RefreshRate(numerator: 60_000, denominator: 1) == nil)
  }

  @Test(
    "give every slot its instant, rounded once, and find the slot again",
    arguments: [
      (60, 1), (60_000, 1001), (999_999_937, 999_999_929), (1, 997), (1000, 1), (143_981, 1000),
    ])
  func slotTimes(numerator: Int, denominator: Int) throws {
    let rate = try #require(RefreshRate(numerator: numerator, denominator: denominator))
    for slot in [0, 1, 2, 59, 1_000_003, 4_000_037, -1, -2, -60, -1_000_003] {
      let exact = Int128(slot) * Int128(denominator) * 1_000_000_000
      let time = rate.nanoseconds(toSlot: slot)
      let error = 2 * (Int128(time) * Int128(numerator) - exact)
      #expect(error.magnitude <= UInt128(numerator))
      expectEqual(rate.slot(atOrBefore: time), slot)
      expectEqual(rate.slot(atOrBefore: time - 1), slot - 1)
    }
  }
}
