import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("The rules of frame timing")
struct TimingRuleTests {
  private static let start = Timestamp(seconds: 500)

  private func timing(
    _ configuration: TimingConfiguration = TimingConfiguration(), hertz: Double? = 50,
    hasVblanks: Bool = true
  ) -> VblankTiming {
    VblankTiming(
      configuration, rate: hertz.map(RefreshRate.init(hertz:)), hasVblanks: hasVblanks,
      at: Self.start)
  }

  /// Gives `count` stamps, one in each refresh.
  private func stamp(_ timing: inout VblankTiming, _ count: Int, hertz: Double = 50) {
    for number in 1...max(count, 1) where number <= count {
      let instant = Self.start + Double(number) / hertz
      _ = timing.didReceive(VblankStamp(msc: Int64(number), ust: instant), at: instant)
    }
  }

  @Test("uncapped frames have no slots, no deadline and no display")
  func uncapped() {
    var timing = UncappedTiming()
    let now = Self.start
    #expect(timing.isUncapped && timing.isDisplayVisible && timing.nextSlot == 0)
    #expect(timing.deadline == nil && timing.slotInterval == nil && timing.time(of: 3) == nil)
    expectEqual(timing.instant(at: now + 1), now + 1)
    let wake = timing.wake(at: now)
    #expect(wake == nil)
    timing.didPublish()
    timing.didPublish()
    expectEqual(timing.nextSlot, 2)
    timing.plan(slot: nil, orAt: now + 5)
    expectEqual(timing.drawingStart(lead: 3), now + 5)
    let isMoved = timing.advanceDeadline(at: now)
    #expect(!isMoved && timing.drawingStart(lead: 0) == nil)
    timing.plan(slot: nil, orAt: now + 5)
    timing.restart(at: now)
    #expect(timing.drawingStart(lead: 0) == nil)
    timing.plan(slot: nil, orAt: now + 5)
    timing.plan(slot: 7, orAt: now + 5)
    #expect(timing.drawingStart(lead: 0) == nil)
    #expect(!timing.needsVblank(at: now) && !timing.probes(at: now))
    let answer = timing.didReceive(VblankStamp(msc: 1, ust: now), at: now)
    #expect(answer.error == nil && !answer.asksAgain)
    expectEqual(timing.status(renderer: "x"), TimingStatus(source: .uncapped, renderer: "x"))
  }

  @Test("slots are those of the display, and drawing starts ahead of the deadline")
  func slots() {
    var timing = timing()
    timing.restart(at: Self.start)
    #expect(!timing.isUncapped && timing.nextSlot == 0)
    expectEqual(timing.slotInterval, 0.02)
    expectEqual(timing.time(of: 5), Self.start + 0.1)
    expectEqual(timing.instant(at: Self.start + 9), Self.start)
    expectEqual(timing.deadline, timing.scheduler.deadline)
    expectEqual(timing.drawingStart(lead: 0.004), timing.scheduler.deadline - 0.004)
    expectEqual(self.timing(hertz: nil).slotInterval, RefreshRate(hertz: 60).interval)
  }

  @Test("the reason for using a timer is reported")
  func reasons() {
    func reason(_ timing: VblankTiming) -> TimingStatus.Reason? {
      let status = timing.status(renderer: "r")
      #expect(status.renderer == "r" && (status.source == .timer) == (status.reason != nil))
      #expect(status.source != .uncapped)
      return status.reason
    }
    #expect(reason(timing()) == nil)
    expectEqual(reason(timing(TimingConfiguration(source: .timer))), .chosen)
    expectEqual(reason(timing(TimingConfiguration(source: .timer), hasVblanks: false)), .chosen)
    expectEqual(reason(timing(hasVblanks: false)), .noVblanks)
    #expect(reason(timing(TimingConfiguration(source: .present))) == nil)
    var silent = timing()
    silent.giveUpOnStamps()
    expectEqual(reason(silent), .noStamps)
    let other = TimingConfiguration(rate: .fixed(RefreshRate(hertz: 40)))
    expectEqual(reason(timing(other)), .otherRate)
    var foreign = timing()
    for number in 1...3 as ClosedRange<Int64> {
      _ = foreign.didReceive(VblankStamp(msc: number, ust: Self.start - 90), at: Self.start)
    }
    expectEqual(reason(foreign), .foreignClock)
  }

  @Test("giving up does not end a lock")
  func givingUp() {
    var timing = timing()
    stamp(&timing, 20)
    timing.giveUpOnStamps()
    #expect(timing.isLocked && timing.source == .present)
  }

  @Test("timestamps are settled after 0.6 s if locked, and after 2.6 s in any case")
  func settled() {
    var timing = timing()
    expectEqual(VblankTiming.settlingTimeout, 2.6)
    #expect(!timing.isSettled(after: 2.59) && timing.isSettled(after: 2.6))
    stamp(&timing, 20)
    #expect(!timing.isSettled(after: 0.59) && timing.isSettled(after: 0.6))
    for number in 21...23 as ClosedRange<Int64> {
      _ = timing.didReceive(VblankStamp(msc: number, ust: Self.start - 90), at: Self.start + 1)
    }
    #expect(timing.isSettled(after: 0))
  }

  @Test("a timestamp's error is its delay relative to the prediction, if it was predicted")
  func errors() throws {
    var timing = timing()
    let first = timing.didReceive(
      VblankStamp(msc: 1, ust: Self.start + 0.02), at: Self.start + 0.02)
    #expect(first.error == nil)
    let second = timing.didReceive(
      VblankStamp(msc: 2, ust: Self.start + 0.043), at: Self.start + 0.043)
    #expect(abs(try #require(second.error) - 0.003) < 1e-9)
    let invalid = timing.didReceive(
      VblankStamp(msc: 2, ust: Self.start + 0.05), at: Self.start + 0.05)
    #expect(invalid.error == nil)
  }

  @Test("a rate is measured from 32 timestamps, and differences up to 0.5 % are ignored")
  func measured() {
    for (ticking, isFollowed) in [(49.8, false), (49.6, true)] {
      var timing = timing(TimingConfiguration(rate: .fixed(RefreshRate(hertz: 25))))
      expectEqual(timing.slots.divisor, 2)
      stamp(&timing, 31, hertz: ticking)
      expectEqual(timing.slots.rate.hertz, 50)
      stamp(&timing, 40, hertz: ticking)
      expectEqual((timing.slots.rate.hertz != 50), isFollowed, "\(ticking)")
    }
  }

  @Test("a timer keeps its slots, whatever display shows them")
  func timer() {
    var timing = timing(TimingConfiguration(rate: .fixed(RefreshRate(hertz: 40))))
    timing.restart(at: Self.start)
    let deadline = timing.deadline
    timing.displayChanged(to: RefreshRate(hertz: 60), at: Self.start)
    #expect(timing.deadline == deadline && timing.slots.rate.hertz == 40)
    timing.displayChanged(to: RefreshRate(hertz: 80), at: Self.start)
    #expect(timing.slots.followsDisplay && timing.slots.divisor == 2)
    expectEqual(timing.scheduler.preferredDivisor, 2)
    timing.displayChanged(to: nil, at: Self.start)
    #expect(!timing.slots.followsDisplay && timing.scheduler.preferredDivisor == 1)
  }

  @Test("without vblanks, another display isn't asked for them")
  func noVblanks() {
    var timing = timing(hasVblanks: false)
    timing.displayChanged(to: RefreshRate(hertz: 60), at: Self.start)
    let asks = timing.needsVblank(at: Self.start)
    #expect(!asks && timing.reason == .noVblanks)
  }

  @Test("frames are published as late as configured")
  func phaseOffset() {
    let plain = timing()
    var configuration = TimingConfiguration()
    configuration.phaseOffset = 0.004
    let late = timing(configuration)
    #expect(abs(late.scheduler.deadline - plain.scheduler.deadline - 0.004) < 1e-9)
  }

  @Test(
    "a rate counts as a divisor of the display's within 0.5 %",
    arguments: [
      (60, 30, true), (60, 29.86, true), (60, 29.84, false), (60, 30.14, true), (60, 30.16, false),
      (60, 60.29, true), (60, 60.31, false), (60, 120, false), (60, 1, true),
    ] as [(Double, Double, Bool)])
  func tolerance(display: Double, wanted: Double, follows: Bool) {
    let configuration = TimingConfiguration(rate: .fixed(RefreshRate(hertz: wanted)))
    let slots = configuration.slots(for: RefreshRate(hertz: display))
    expectEqual(slots.followsDisplay, follows)
    expectEqual(slots.rate.hertz, (follows ? display : wanted))
  }

  @Test("the frame rate is the slot rate, divided exactly")
  func frameRates() {
    func rate(_ rate: FrameRate, on display: RefreshRate?) -> RefreshRate {
      TimingConfiguration(rate: rate).frameRate(on: display)
    }
    let ntsc = RefreshRate(numerator: 60_000, denominator: 1_001)
    let third = rate(.fixed(RefreshRate(hertz: 20)), on: ntsc)
    expectEqual(third.numerator * 3_003, third.denominator * 60_000)
    #expect(rate(.display, on: ntsc) == ntsc && rate(.maximum, on: ntsc) == ntsc)
    expectEqual(rate(.display, on: nil).hertz, 60)
    expectEqual(TimingConfiguration(), TimingConfiguration(rate: .display, source: .auto))
    expectEqual(TimingSource.allCases.map(\.rawValue), ["auto", "present", "timer"])
  }

  @Test("changes of time that seek, stop and continue have only these effects")
  func timeChanges() {
    let frames = RefreshRate(hertz: 50)
    func changed(_ changes: TimeChange...) -> (Timeline, Seconds) {
      var timeline = Timeline(start: Self.start, sceneTime: Timestamp(seconds: 2))
      for change in changes {
        timeline.apply(
          change, frames: .rate(frames), start: Timestamp(seconds: 2), at: Self.start + 1)
      }
      return (timeline, timeline.sceneTime(at: Self.start + 1.5).seconds)
    }
    expectEqual(changed(.move(to: Timestamp(seconds: 9))).1, 9.5)
    expectEqual(changed(.togglePause, .move(to: Timestamp(seconds: 9))).1, 9)
    expectEqual(changed(.pause(at: Timestamp(seconds: 9))).1, 9)
    #expect(changed(.pause(at: Timestamp(seconds: 9))).0.isPaused)
    expectEqual(changed(.pause(at: Timestamp(seconds: 9)), .resume).1, 9.5)
    #expect(changed(.resume).1 == 3.5 && changed(.multiplySpeed(3)).1 == 4.5)
    expectEqual(changed(.multiplySpeed(3), .resetSpeed).1, 3.5)
    #expect(changed(.seekToStart).1 == 2.5 && changed(.restart).1 == 2.5)
    expectEqual(changed(.seek(by: 4)).1, 7.5)
    // A pause or another speed keeps clocks from being right.
    #expect(changed().0.isSteady && !changed(.togglePause).0.isSteady)
    #expect(!changed(.multiplySpeed(3)).0.isSteady && changed(.move(to: .zero)).0.isSteady)
    let all: [TimeChange] = [
      .togglePause, .step(1), .multiplySpeed(2), .resetSpeed, .seek(by: 1), .seekToStart,
      .move(to: .zero), .pause(at: .zero), .pauseAtStart, .resume, .restart,
    ]
    expectEqual(all.filter(\.changesSpeed), [.multiplySpeed(2), .resetSpeed])
  }

  @Test("speeds are accepted from a thousandth to a thousand")
  func speeds() throws {
    for (speed, isValid) in [(0.001, true), (0.000_99, false), (1_000, true), (1_000.1, false)] {
      var timeline = Timeline(start: Self.start)
      let result: Void? = try? timeline.setSpeed(speed, at: Self.start)
      expectEqual((result != nil), isValid)
    }
  }

  @Test("a step beyond the largest frame number only pauses")
  func hugeStep() {
    var timeline = Timeline(start: Self.start, sceneTime: Timestamp(seconds: 2))
    timeline.step(frames: .max, of: RefreshRate(hertz: 50), at: Self.start)
    #expect(timeline.isPaused && timeline.sceneTime(at: Self.start).seconds == 2)
  }
}
