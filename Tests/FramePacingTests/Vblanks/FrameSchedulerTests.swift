import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("A frame scheduler")
struct FrameSchedulerTests {
  /// Returns a scheduler at 100 Hz on a free-running predictor with vblanks at whole multiples of
  /// 10 ms. A deadline is 0.2 ms later.
  private func running(
    hertz: Double = 100, from start: Timestamp = .milliseconds(1000)
  ) -> FrameScheduler {
    var scheduler = FrameScheduler(
      predictor: VblankPredictor(refreshRate: RefreshRate(hertz: hertz), start: start))
    scheduler.restart(at: start)
    return scheduler
  }

  private func wake(
    _ scheduler: inout FrameScheduler, late lateness: Seconds = 0
  ) throws -> FrameScheduler.Wake {
    let now = scheduler.deadline + lateness
    let wake = scheduler.wake(at: now)
    return try #require(wake)
  }

  @Test("shows a frame just after each vblank and draws the next for the vblank after")
  func steady() throws {
    var scheduler = running()
    for slot in 0..<100 {
      let instant = Timestamp.milliseconds(1000 + Int64(slot) * 10)
      expectEqual(scheduler.nextSlot, slot)
      expectEqual(scheduler.deadline, instant + 0.2e-3)
      expectEqual(scheduler.instant(of: slot), instant)
      let wake = try wake(&scheduler)
      expectEqual(wake, FrameScheduler.Wake(slot: slot, missed: 0, lateness: 0))
    }
  }

  @Test("sends an early wake-up back to sleep, unless the vblank has already passed")
  func early() throws {
    var scheduler = running()
    #expect(scheduler.wake(at: .milliseconds(1000)) == nil)
    expectEqual(scheduler.nextSlot, 0)
    expectEqual(scheduler.wake(at: .milliseconds(1000) + 0.15e-3)?.slot, 0)
    #expect(scheduler.wake(at: .milliseconds(1000) + 0.2e-3) == nil)
  }

  @Test("keeps the slot of a frame that is up to half a refresh late")
  func slightlyLate() throws {
    var scheduler = running()
    for lateness in [0.001, 0.0049, 0.005] {
      let planned = scheduler.nextSlot
      let wake = try wake(&scheduler, late: lateness)
      expectEqual(wake.slot, planned)
      expectEqual(wake.missed, 0)
      let next = Int64(planned) + 1
      expectEqual(scheduler.deadline, .milliseconds(1000 + 10 * next) + 0.2e-3)
    }
  }

  @Test(
    "skips to the current slot after that, and counts the missed ones",
    arguments: [
      (0.0051, 1), (0.0149, 1), (0.0151, 2), (0.1, 10),
    ])
  func late(lateness: Seconds, missed: Int) throws {
    var scheduler = running()
    _ = try wake(&scheduler)
    let wake = try wake(&scheduler, late: lateness)
    expectEqual(wake.slot, 1 + missed)
    expectEqual(wake.missed, missed)
    #expect(abs(wake.lateness) <= 0.005)
    expectEqual(scheduler.nextSlot, wake.slot + 1)
    #expect(scheduler.deadline > .milliseconds(1010) + lateness)
  }

  @Test("never shows two frames in one slot or a burst, whatever the delays")
  func noBurst() throws {
    var random = SeededGenerator(seed: 1)
    var scheduler = running(hertz: 60)
    var now = Timestamp.milliseconds(1000)
    var lastSlot = -1
    var lastTime = Timestamp.zero
    for _ in 0..<10_000 {
      let deadline = scheduler.deadline
      now = max(now, deadline) + random.unit() * random.unit() * 0.06
      let drawnFor = scheduler.instant(of: scheduler.nextSlot)
      let answer = scheduler.wake(at: now)
      let wake = try #require(answer)
      #expect(wake.slot > lastSlot)
      #expect(drawnFor > lastTime)
      #expect(scheduler.deadline > now)
      (lastSlot, lastTime) = (wake.slot, drawnFor)
    }
  }

  @Test("doesn't drift by a nanosecond in ten hours")
  func noDrift() throws {
    let rate = try #require(RefreshRate(numerator: 60_000, denominator: 1001))
    var scheduler = FrameScheduler(predictor: VblankPredictor(refreshRate: rate, start: .zero))
    scheduler.restart(at: .zero)
    for slot in 0..<2_160_000 {
      // A millisecond late every time, without accumulating.
      let now = scheduler.deadline(of: slot) + 0.001
      guard scheduler.wake(at: now)?.slot == slot else {
        Issue.record("slot \(slot) was not served")
        return
      }
      if slot.isMultiple(of: 60_000) {
        expectEqual(
          scheduler.time(of: slot), Timestamp(nanoseconds: rate.nanoseconds(toSlot: slot)))
      }
    }
    expectEqual(scheduler.time(of: 2_160_000), Timestamp(seconds: 36_036))
  }

  @Test("uses every n-th slot when fewer frames are preferred")
  func preferredDivisor() throws {
    var scheduler = running()
    scheduler.preferredDivisor = 3
    let slots = try (0..<5).map { _ in try wake(&scheduler).slot }
    expectEqual(slots, [0, 3, 6, 9, 12])
    try expectEqual(wake(&scheduler, late: 0.02).missed, 0)
    try expectEqual(wake(&scheduler, late: 0.03).missed, 1)
    scheduler.preferredDivisor = 0
    expectEqual(scheduler.stride, 1)
  }

  @Test("sleeps until the slot or the instant that a source requests")
  func plan() throws {
    var scheduler = running()
    _ = try wake(&scheduler)
    scheduler.plan(slot: 7)
    try expectEqual(wake(&scheduler), FrameScheduler.Wake(slot: 7, missed: 0, lateness: 0))
    scheduler.plan(slot: nil, orAt: .milliseconds(2001))
    expectEqual(scheduler.nextSlot, 101)
    expectEqual(scheduler.instant(of: 101), .milliseconds(2010))
    try expectEqual(wake(&scheduler).missed, 0)
    scheduler.plan(slot: 150, orAt: .milliseconds(2200))
    expectEqual(scheduler.nextSlot, 120)
    scheduler.plan(slot: 110, orAt: .milliseconds(2200))
    expectEqual(scheduler.nextSlot, 110)
    scheduler.plan(slot: 3)
    expectEqual(scheduler.nextSlot, 102)
  }

  @Test("advances to the next slot when something happens during a long sleep")
  func advance() throws {
    var scheduler = running()
    _ = try wake(&scheduler)
    scheduler.plan(slot: 100)
    scheduler.advanceDeadline(at: .milliseconds(1234))
    expectEqual(scheduler.nextSlot, 24)
    expectEqual(scheduler.deadline, .milliseconds(1240) + 0.2e-3)
    try expectEqual(wake(&scheduler).missed, 0)
    scheduler.advanceDeadline(at: .milliseconds(1242))
    expectEqual(scheduler.nextSlot, 25)
  }

  @Test("advances after a change to a faster display without using a slot number twice")
  func advanceAfterChange() throws {
    var scheduler = running()
    _ = try wake(&scheduler)
    scheduler.plan(slot: 100)
    scheduler.predictor = VblankPredictor(
      refreshRate: RefreshRate(hertz: 500), start: .milliseconds(1100))
    scheduler.advanceDeadline(at: .milliseconds(1101))
    expectEqual(scheduler.nextSlot, 1)
    expectEqual(scheduler.time(of: 1), .milliseconds(1102))
  }

  @Test("halves its rate after 32 frames that took too long, and not for fewer")
  func overload() throws {
    var scheduler = running()
    for _ in 0..<31 { scheduler.didDraw(in: 0.0095) }
    scheduler.didDraw(in: 0.0085)
    for _ in 0..<31 { scheduler.didDraw(in: 0.0095) }
    #expect(!scheduler.isOverloaded)
    scheduler.didDraw(in: 0.0095)
    #expect(scheduler.isOverloaded)
    let slots = try (0..<4).map { _ in try wake(&scheduler).slot }
    expectEqual(slots, [0, 2, 4, 6])
  }

  @Test("returns to its rate after 128 frames that were fast enough")
  func relief() {
    var scheduler = running()
    for _ in 0..<32 { scheduler.didDraw(in: 0.02) }
    for _ in 0..<127 { scheduler.didDraw(in: 0.0069) }
    scheduler.didDraw(in: 0.0071)
    for _ in 0..<127 { scheduler.didDraw(in: 0.0069) }
    #expect(scheduler.isOverloaded)
    scheduler.didDraw(in: 0.0069)
    #expect(!scheduler.isOverloaded)
  }

  @Test("doesn't mistake a planned long sleep for a stall")
  func plannedSleep() throws {
    var scheduler = running()
    _ = try wake(&scheduler)
    scheduler.plan(slot: 500)
    _ = try wake(&scheduler, late: 0.004)
    expectEqual(scheduler.instant(of: 501), .milliseconds(1000 + 5010))
  }

  @Test(
    "continues without a step back or a jump when the rate changes",
    arguments: [
      30, 59.94, 60, 75, 144, 240,
    ])
  func rateChange(hertz: Double) throws {
    for offset in stride(from: 0, to: 10, by: 0.7) {
      var scheduler = running()
      for _ in 0..<7 { _ = try wake(&scheduler) }
      let slot = scheduler.nextSlot
      let drawnFor = scheduler.instant(of: slot)
      scheduler.predictor = VblankPredictor(
        refreshRate: RefreshRate(hertz: hertz), start: .milliseconds(1060) + offset / 1000)
      expectEqual(scheduler.nextSlot, slot)
      #expect(abs(scheduler.time(of: slot) - drawnFor) <= 0.5 / hertz + 1e-9)
      let wake = try wake(&scheduler)
      expectEqual(wake.slot, slot)
      let next = scheduler.instant(of: scheduler.nextSlot)
      #expect(next > drawnFor)
      #expect(next - drawnFor <= 1.5 / hertz + 1e-9)
    }
  }

  @Test("adopts the display's phase with the first timestamps, whatever their count")
  func firstStamps() throws {
    var scheduler = running(hertz: 60)
    var display = SimulatedDisplay(hertz: 60, noise: .hardware, start: .milliseconds(1005))
    var latest = Timestamp.zero
    for slot in 0..<100 {
      let stamp = display.next()
      _ = scheduler.predictor.add(stamp, now: max(stamp.ust, display.time))
      let time = scheduler.instant(of: scheduler.nextSlot)
      #expect(time > latest)
      latest = time
      try expectEqual(wake(&scheduler).slot, slot)
    }
    let next = display.next().msc
    let nearest = scheduler.predictor.vblank(nearest: scheduler.time(of: scheduler.nextSlot))
    #expect(abs(nearest - next) <= 1)
    #expect(abs(scheduler.predictor.time(ofVblank: next) - display.time) < 20e-6)
  }
}
