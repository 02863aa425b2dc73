import AnimCore
import Testing

@testable import X11Viewer

@Suite("The choice of the pace")
struct PaceChoiceTests {
  private func plan(_ rate: FrameRate, on hertz: Double?) -> PaceChoice.Plan {
    PaceChoice(rate: rate).plan(for: hertz.map(RefreshRate.init(hertz:)))
  }

  @Test("without a wish it is the display's own, and 60 Hz where that is not known")
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
    "a part of the display's rate is every second, third … of its refreshes",
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
    "a rate that no number of refreshes comes to has slots of its own",
    arguments: [(60, 50), (60, 120), (60, 24), (75, 60), (60, 59)] as [(Double, Double)])
  func other(display: Double, wanted: Double) {
    let plan = plan(.fixed(RefreshRate(hertz: wanted)), on: display)
    #expect(plan.slots.hertz == wanted)
    #expect(plan.divisor == 1)
    #expect(!plan.followsDisplay)
  }
}

@Suite("The pace")
struct PaceTests {
  private static func ms(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("a wished-for rate has its frames that far apart")
  func interval() {
    var pace = Pace(PaceChoice(rate: .fixed(RefreshRate(hertz: 25))), on: RefreshRate(hertz: 60))
    #expect(!pace.isUncapped)
    #expect(!pace.isRunning)
    pace.start(at: Self.ms(1000))
    let first = pace.animationTime(at: Self.ms(1000))
    let deadline = pace.deadline(at: Self.ms(1000)) ?? .zero
    let wake = pace.scheduler.wake(at: deadline)
    #expect(wake != nil)
    #expect(abs(pace.animationTime(at: deadline) - first - 0.04) < 1e-6)
  }

  @Test("an offset moves what is published, and not what is shown")
  func phase() throws {
    let start = Self.ms(1000)
    func pace(_ offset: Seconds) -> Pace {
      var pace = Pace(
        FrameScheduler(lattice: VblankLattice(refreshRate: RefreshRate(hertz: 60), start: start)),
        isUncapped: false)
      pace.scheduler.phaseOffset = offset
      pace.start(at: start)
      return pace
    }
    let (plain, late) = (pace(0), pace(0.003))
    #expect(plain.animationTime(at: start) == late.animationTime(at: start))
    let early = try #require(plain.deadline(at: start))
    #expect(try abs(#require(late.deadline(at: start)) - early - 0.003) < 1e-9)
  }

  @Test("uncapped, each frame is for when it is drawn, without the time of stops")
  func uncapped() {
    var pace = Pace(PaceChoice(rate: .maximum), on: RefreshRate(hertz: 60))
    #expect(pace.isUncapped)
    #expect(pace.deadline(at: Self.ms(0)) == nil)
    pace.start(at: Self.ms(1000))
    #expect(pace.deadline(at: Self.ms(1005)) == Self.ms(1005))
    let first = pace.animationTime(at: Self.ms(1005))
    pace.drew(for: first, in: 0.001)
    #expect(pace.animationTime(at: Self.ms(1012)) - first == 0.007)
    pace.drew(for: pace.animationTime(at: Self.ms(1012)), in: 0.001)
    pace.stop(at: Self.ms(1013))
    #expect(pace.deadline(at: Self.ms(1500)) == nil)
    pace.start(at: Self.ms(2000))
    // The first delta is zero.
    #expect(pace.animationTime(at: Self.ms(2000)) - first == 0.007)
    #expect(pace.nextSlot == 2)
  }

  @Test("uncapped, a frame that is not wanted before an instant waits for it, unless in a hurry")
  func waiting() {
    var pace = Pace(PaceChoice(rate: .maximum), on: nil)
    pace.start(at: Self.ms(1000))
    pace.drew(for: Self.ms(1000), in: 0)
    let isPlanned = pace.plan(.at(Self.ms(1400)))
    #expect(isPlanned)
    #expect(pace.deadline(at: Self.ms(1001)) == Self.ms(1400))
    _ = pace.hurry(at: Self.ms(1002))
    #expect(pace.deadline(at: Self.ms(1003)) == Self.ms(1003))
    let isNothingPlanned = pace.plan(.nothing)
    #expect(!isNothingPlanned)
  }
}
