import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

/// The display has 100 Hz, with vblanks at whole multiples of 10 ms. A deadline is 0.2 ms later.
@Suite("The rules of a frame scheduler")
struct SchedulerRuleTests {
  private var scheduler = FrameScheduler(
    predictor: VblankPredictor(refreshRate: RefreshRate(hertz: 100), start: .milliseconds(1_000)))

  private mutating func shown(late: Seconds = 0) -> FrameScheduler.Wake? {
    scheduler.wake(at: scheduler.deadline + late)
  }

  @Test("the first slot is the first with a future deadline, and slots continue after a stop")
  mutating func restart() {
    expectEqual(scheduler.nextSlot, -1)
    for (now, vblank) in [
      (1_000, 1_000), (1_000.19, 1_000), (1_000.2, 1_010), (1_009, 1_010), (5_000.3, 5_010),
    ] as [(Double, Double)] {
      let before = scheduler.nextSlot
      scheduler.restart(at: Timestamp(seconds: now / 1_000))
      expectEqual(scheduler.nextSlot, before + 1)
      expectEqual(
        scheduler.time(of: scheduler.nextSlot), Timestamp(seconds: vblank / 1_000), "\(now)")
    }
  }

  @Test("a phase offset moves deadlines, and not the target instants of frames")
  mutating func phaseOffset() throws {
    scheduler.phaseOffset = 0.003
    scheduler.restart(at: .milliseconds(1_000))
    expectEqual(scheduler.time(of: 0), .milliseconds(1_000))
    expectEqual(scheduler.instant(of: 0), .milliseconds(1_000))
    #expect(abs(scheduler.deadline - .milliseconds(1_000) - 3.2e-3) < 1e-9)
    let early = scheduler.wake(at: .milliseconds(1_000) + 3.0e-3)
    #expect(early == nil)
    let wake = scheduler.wake(at: .milliseconds(1_000) + 3.1e-3)
    #expect(try #require(wake).lateness < 0)
    scheduler.phaseOffset = -0.004
    scheduler.restart(at: .milliseconds(1_015))
    #expect(abs(scheduler.deadline - .milliseconds(1_016) - 0.2e-3) < 1e-9)
  }

  @Test("a frame for an instant takes the slot at or after it")
  mutating func instants() {
    scheduler.restart(at: .milliseconds(1_000))
    _ = shown()
    for (instant, slot) in [(1_050.0, 5), (1_050.001, 6), (1_059.9, 6), (1_000, 1), (900, 1)] {
      scheduler.plan(slot: nil, orAt: Timestamp(seconds: instant / 1_000))
      expectEqual(scheduler.nextSlot, slot, "\(instant)")
    }
    scheduler.plan(slot: nil, orAt: nil)
    expectEqual(scheduler.nextSlot, 1)
  }

  @Test("a frame is never planned before its turn, even at half the rate")
  mutating func stride() {
    scheduler.preferredDivisor = 3
    scheduler.restart(at: .milliseconds(1_000))
    _ = shown()
    expectEqual(scheduler.nextSlot, 3)
    for (slot, planned) in [(1, 3), (2, 3), (4, 4), (9, 9)] {
      scheduler.plan(slot: slot)
      expectEqual(scheduler.nextSlot, planned)
    }
  }

  @Test("drawing is too slow at nine tenths of the time between requested frames or more")
  mutating func overload() {
    scheduler.preferredDivisor = 2
    for _ in 0..<64 { scheduler.didDraw(in: 0.0179) }
    #expect(!scheduler.isOverloaded && scheduler.stride == 2)
    for _ in 0..<32 { scheduler.didDraw(in: 0.0181) }
    #expect(scheduler.isOverloaded && scheduler.stride == 4)
    for _ in 0..<256 { scheduler.didDraw(in: 0.0141) }
    #expect(scheduler.isOverloaded)
    for _ in 0..<128 { scheduler.didDraw(in: 0.0139) }
    #expect(!scheduler.isOverloaded)
  }

  @Test("a stop discards the evidence for another rate, but not the rate")
  mutating func evidence() {
    for _ in 0..<31 { scheduler.didDraw(in: 0.02) }
    scheduler.restart(at: .milliseconds(2_000))
    scheduler.didDraw(in: 0.02)
    #expect(!scheduler.isOverloaded)
    for _ in 0..<31 { scheduler.didDraw(in: 0.02) }
    #expect(scheduler.isOverloaded)
    scheduler.restart(at: .milliseconds(3_000))
    #expect(scheduler.isOverloaded)
  }

  @Test("instants don't go back when the display turns out to be earlier")
  mutating func latest() {
    scheduler.restart(at: .milliseconds(1_000))
    for _ in 0..<3 { _ = shown() }
    let drawn = scheduler.instant(of: 2)
    scheduler.predictor = VblankPredictor(
      refreshRate: RefreshRate(hertz: 1_000), start: .milliseconds(1_000))
    scheduler.plan(slot: 3)
    #expect(scheduler.instant(of: 3) >= drawn)
    // Past slots keep their times.
    expectEqual(scheduler.instant(of: 0), scheduler.time(of: 0))
  }

  @Test("an urgent frame takes the next slot, unless the planned one is as near")
  mutating func advance() {
    scheduler.restart(at: .milliseconds(1_000))
    _ = shown()
    scheduler.plan(slot: 3)
    let moved = scheduler.advanceDeadline(at: .milliseconds(1_015))
    #expect(moved && scheduler.nextSlot == 2)
    expectEqual(scheduler.time(of: 2), .milliseconds(1_020))
    let again = scheduler.advanceDeadline(at: .milliseconds(1_016))
    #expect(!again && scheduler.nextSlot == 2)
  }

  @Test("missed frames are counted as frames, not as refreshes")
  mutating func missed() {
    scheduler.preferredDivisor = 2
    scheduler.restart(at: .milliseconds(1_000))
    _ = shown()
    let wake = shown(late: 0.06)
    #expect(wake?.slot == 8 && wake?.missed == 3)
    #expect(abs((wake?.lateness ?? 1)) < 1e-9)
    expectEqual(scheduler.nextSlot, 10)
  }
}
