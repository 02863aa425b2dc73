import AnimCore
import Testing

@testable import X11Viewer

@Suite("Frame timing from the configuration")
struct TimingConfigurationTests {
  private func plan(_ rate: FrameRate, on hertz: Double?) -> SlotTiming {
    TimingConfiguration(rate: rate).plan(for: hertz.map(RefreshRate.init(hertz:)))
  }

  @Test("the default is the display's rate, or 60 Hz if that is not known")
  func display() {
    for hertz in [30, 59.94, 60, 75, 144] {
      let plan = plan(.display, on: hertz)
      #expect(plan.slots.hertz == hertz)
      #expect(plan.divisor == 1)
      #expect(plan.followsDisplay)
    }
    #expect(plan(.display, on: nil).slots.hertz == 60)
  }

  @Test(
    "a divisor of the display's rate uses every second, third … refresh",
    arguments: [
      (60, 60, 1), (60, 30, 2), (60, 20, 3), (59.94, 30, 2), (59.94, 60, 1), (144, 24, 6),
    ])
  func part(display: Double, wanted: Double, divisor: Int) {
    let plan = plan(.fixed(RefreshRate(hertz: wanted)), on: display)
    #expect(plan.slots.hertz == display)
    #expect(plan.divisor == divisor)
    #expect(plan.followsDisplay)
    #expect(abs(plan.frames.hertz / wanted - 1) < 0.005)
  }

  @Test(
    "a rate that does not divide the display's has slots of its own",
    arguments: [(60, 50), (60, 120), (60, 24), (75, 60), (60, 59)] as [(Double, Double)])
  func other(display: Double, wanted: Double) {
    let plan = plan(.fixed(RefreshRate(hertz: wanted)), on: display)
    #expect(plan.slots.hertz == wanted)
    #expect(plan.divisor == 1)
    #expect(!plan.followsDisplay)
  }
}
