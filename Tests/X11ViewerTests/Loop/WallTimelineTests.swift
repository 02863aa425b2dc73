import AnimCore
import Testing

@testable import X11Viewer

@Suite("The time of day, beside scene time")
struct WallTimelineTests {
  private var wall = WallTimeline(start: Timestamp(seconds: 36_000), sceneTime: .zero)

  private mutating func correction(_ timeOfDay: Seconds, _ scene: Seconds) -> Seconds {
    wall.correction(of: Timestamp(seconds: scene), at: Timestamp(seconds: timeOfDay))
  }

  @Test("a clock that runs with the day is right, and a moment's difference is left alone")
  mutating func even() {
    for second in 1..<100 {
      #expect(correction(36_000 + Double(second), Double(second) - 0.3) == 0)
    }
  }

  @Test("what a stop or a suspend took is set on once, within a second")
  mutating func stop() {
    #expect(correction(36_010, 10) == 0)
    #expect(correction(39_610.2, 10.2) == 3_600)
    #expect(correction(39_611.2, 11.2) == 0)
    #expect(correction(39_620, 15) == 5)
  }

  @Test("a step of the system's clock and winter time are followed, back too")
  mutating func step() {
    #expect(correction(36_010, 10) == 0)
    #expect(correction(32_411, 11) == -3_600)
    #expect(correction(32_412, 12) == 0)
    #expect(correction(100, 13) == -32_313)
  }

  @Test("after a change by the user the clock is as the user wants it")
  mutating func restart() {
    wall.restart(at: Timestamp(seconds: 36_100), sceneTime: Timestamp(seconds: 5))
    #expect(correction(36_101, 6) == 0)
    #expect(correction(36_105, 7) == 3)
  }
}
