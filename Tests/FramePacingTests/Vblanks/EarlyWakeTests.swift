import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("A frame that is shown slightly early")
struct EarlyWakeTests {
  private var scheduler = FrameScheduler(
    predictor: VblankPredictor(refreshRate: RefreshRate(hertz: 50), start: Timestamp(seconds: 10)))

  @Test("has its own vblank: an urgent frame takes the next one", arguments: [0, 0.09e-3])
  mutating func cannotWait(early: Seconds) throws {
    scheduler.restart(at: Timestamp(seconds: 10.001))
    for _ in 0..<3 {
      let now = scheduler.deadline + -early
      let wake = scheduler.wake(at: now)
      #expect(wake != nil)
      let next = (slot: scheduler.nextSlot, time: scheduler.time(of: scheduler.nextSlot))
      let isMoved = scheduler.advanceDeadline(at: now)
      #expect(!isMoved)
      expectEqual(scheduler.nextSlot, next.slot)
      expectEqual(scheduler.time(of: scheduler.nextSlot), next.time)
    }
  }

  @Test(
    "doesn't keep a frame that is planned for later from the next slot", arguments: [0, 0.09e-3])
  mutating func planned(early: Seconds) throws {
    scheduler.restart(at: Timestamp(seconds: 10.001))
    let now = scheduler.deadline + -early
    let result = scheduler.wake(at: now)
    let wake = try #require(result)
    let shown = scheduler.time(of: wake.slot)
    scheduler.plan(slot: wake.slot + 50)
    let isMoved = scheduler.advanceDeadline(at: now)
    #expect(isMoved)
    expectEqual(scheduler.nextSlot, wake.slot + 1)
    #expect(abs(scheduler.time(of: scheduler.nextSlot) - shown - 0.02) < 1e-9)
  }
}
