import TestSupport
import Testing

@testable import DemoScenes

@Suite("The start of the clock")
struct ClockStartTests {
  @Test(
    "times of day are seconds since midnight",
    arguments: [
      ("0:00", 0), ("9:05", 32_700), ("10:08:42", 36_522), ("23:59:59.5", 86_399.5),
      ("00:00:00.001", 0.001),
    ])
  func times(text: String, seconds: Double) throws {
    try expectEqual(ClockStart.parse(text), .at(seconds))
  }

  @Test("the current time is a valid time")
  func now() throws {
    try expectEqual(ClockStart.parse("now"), .now)
  }
}
