import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("Frame timing from the configuration")
struct TimingConfigurationTests {
  private func slots(_ rate: FrameRate, on hertz: Double?) -> Slots {
    TimingConfiguration(rate: rate).slots(for: hertz.map(RefreshRate.init(hertz:)))
  }

  @Test("the default is the display's rate, or 60 Hz if that is unknown")
  func display() {
    for hertz in [30, 59.94, 60, 75, 144] {
      let slots = slots(.display, on: hertz)
      expectEqual(slots.rate.hertz, hertz)
      expectEqual(slots.divisor, 1)
      #expect(slots.followsDisplay)
    }
    expectEqual(slots(.display, on: nil).rate.hertz, 60)
  }

  @Test(
    "a divisor of the display's rate uses every second, third … refresh",
    arguments: [
      (60, 60, 1), (60, 30, 2), (60, 20, 3), (59.94, 30, 2), (59.94, 60, 1), (144, 24, 6),
    ])
  func part(display: Double, wanted: Double, divisor: Int) {
    let slots = slots(.fixed(RefreshRate(hertz: wanted)), on: display)
    expectEqual(slots.rate.hertz, display)
    expectEqual(slots.divisor, divisor)
    #expect(slots.followsDisplay)
    #expect(abs(slots.frameRate.hertz / wanted - 1) < 0.005)
  }

  @Test(
    "a rate that doesn't divide the display's has its own slots",
    arguments: [(60, 50), (60, 120), (60, 24), (75, 60), (60, 59)] as [(Double, Double)])
  func other(display: Double, wanted: Double) {
    let slots = slots(.fixed(RefreshRate(hertz: wanted)), on: display)
    expectEqual(slots.rate.hertz, wanted)
    expectEqual(slots.divisor, 1)
    #expect(!slots.followsDisplay)
  }
}
