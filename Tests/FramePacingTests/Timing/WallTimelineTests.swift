import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("The wall timeline")
struct WallTimelineTests {
  private var wall = WallTimeline(start: Timestamp(seconds: 36_000), sceneTime: .zero)

  private mutating func correction(_ timeOfDay: Seconds, _ scene: Seconds) -> Seconds {
    wall.correction(of: Timestamp(seconds: scene), at: Timestamp(seconds: timeOfDay))
  }

  @Test("a correct clock is left alone, and so is a tiny difference")
  mutating func even() {
    for second in 1..<100 {
      expectEqual(correction(36_000 + Double(second), Double(second) - 0.3), 0)
    }
  }

  @Test("time lost in a stop or a suspend is made up for once, within a second")
  mutating func stop() {
    expectEqual(correction(36_010, 10), 0)
    expectEqual(correction(39_610.2, 10.2), 3_600)
    expectEqual(correction(39_611.2, 11.2), 0)
    expectEqual(correction(39_620, 15), 5)
  }

  @Test("adjustments of the system's clock and changes of summer time are followed, even backwards")
  mutating func step() {
    expectEqual(correction(36_010, 10), 0)
    expectEqual(correction(32_411, 11), -3_600)
    expectEqual(correction(32_412, 12), 0)
    expectEqual(correction(100, 13), -32_313)
  }

  @Test("an adjustment by the user is kept")
  mutating func restart() {
    wall.restart(at: Timestamp(seconds: 36_100), sceneTime: Timestamp(seconds: 5))
    expectEqual(correction(36_101, 6), 0)
    expectEqual(correction(36_105, 7), 3)
  }
}
