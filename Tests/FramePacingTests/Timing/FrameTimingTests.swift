import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing

@Suite("Frame timing")
struct FrameTimingTests {
  private static let start = Timestamp(seconds: 500)
  private static let rate = RefreshRate(hertz: 50)

  private func timing(
    _ configuration: TimingConfiguration = TimingConfiguration()
  ) -> VblankTiming {
    VblankTiming(configuration, rate: Self.rate, hasVblanks: true, at: Self.start)
  }

  @Test("an uncapped frame that is requested in the next slot isn't delayed to an instant")
  func uncapped() {
    var bench = CycleBench(TimingConfiguration(rate: .maximum))
    bench.demand = { .slot($0.slot + 1, orAt: $0.sceneTime + 0.4) }
    bench.cycle.windowIsVisible(true, at: bench.now)
    expectEqual(bench.turns(), "draw, publish, sleep 0 ms")
    bench.pass(0)
    expectEqual(bench.turns(), "draw, publish, sleep 0 ms")
  }

  @Test("another display is queried at once, whatever the old one was asked")
  func newDisplay() {
    var timing = timing()
    let first = timing.needsVblank(at: Self.start)
    let pending = timing.needsVblank(at: Self.start + 0.02)
    timing.displayChanged(to: RefreshRate(hertz: 60), at: Self.start + 0.03)
    let next = timing.needsVblank(at: Self.start + 0.04)
    #expect(first && !pending && next)
  }

  @Test("a server with another clock is never queried again")
  func foreignClock() {
    var timing = timing()
    for msc in 1...3 {
      _ = timing.didReceive(VblankStamp(msc: Int64(msc), ust: Self.start - 100), at: Self.start)
    }
    expectEqual(timing.reason, .foreignClock)
    var questions = 0
    for frame in 0..<3_000 {
      if timing.needsVblank(at: Self.start + 0.02 * Double(frame)) { questions += 1 }
    }
    expectEqual(questions, 0)
  }

  @Test("the error of a timestamp is its delay relative to the prediction, if it is plausible")
  func errors() throws {
    var timing = timing()
    func stamp(_ msc: Int64, _ ust: Timestamp, at now: Timestamp) -> Seconds? {
      timing.didReceive(VblankStamp(msc: msc, ust: ust), at: now).error
    }
    #expect(stamp(1, Self.start, at: Self.start) == nil)
    for msc in 2...20 as ClosedRange<Int64> {
      let time = Self.start + 0.02 * Double(msc - 1)
      let error = try #require(stamp(msc, time, at: time))
      #expect(abs(error) < 1e-6)
    }
    let time = Self.start + 0.4
    let late = try #require(stamp(21, time + 0.000_3, at: time + 0.01))
    #expect(abs(late - 0.000_3) < 1e-6)
    #expect(stamp(22, time + 5, at: time + 0.02) == nil)
    #expect(stamp(5, time - 0.3, at: time + 0.03) == nil)
  }

  @Test("slots follow timestamps only if they are the display's own")
  func following() {
    for (configuration, follows) in [
      (TimingConfiguration(), true),
      (TimingConfiguration(rate: .fixed(RefreshRate(hertz: 33))), false),
    ] {
      var timing = timing(configuration)
      let before = timing.scheduler.predictor.time(ofVblank: 100)
      for msc in 1...20 as ClosedRange<Int64> {
        let time = Self.start + 0.007 + 0.02 * Double(msc)
        _ = timing.didReceive(VblankStamp(msc: msc, ust: time), at: time)
      }
      expectEqual((timing.scheduler.predictor.time(ofVblank: 100) != before), follows)
      expectEqual(timing.slots.followsDisplay, follows)
    }
  }

  @Test("the status describes how frames are timed, and at which rate")
  func status() {
    let capped = timing(TimingConfiguration(source: .timer)).status(renderer: "r")
    expectEqual("\(capped)", "50.00 Hz, timer (as chosen)")
    expectEqual(capped.renderer, "r")
    let uncapped = UncappedTiming().status(renderer: "r")
    expectEqual("\(uncapped)", "uncapped")
    #expect(uncapped.refreshRate == nil)
    let without = VblankTiming(
      TimingConfiguration(), rate: Self.rate, hasVblanks: false, at: Self.start
    ).status(renderer: "r")
    expectEqual(without.reason, .noVblanks)
  }
}
