import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

/// The display has 50 Hz, and its vblank 0 is at 5 s.
@Suite("The rules of a vblank predictor")
struct PredictorRuleTests {
  private var predictor = VblankPredictor(
    refreshRate: RefreshRate(hertz: 50), start: .milliseconds(5_000))

  private static func vblank(_ number: Int64) -> Timestamp { .milliseconds(5_000 + 20 * number) }

  /// Adds the stamp of a vblank, `off` seconds late, which arrives `after` seconds later.
  @discardableResult
  private mutating func add(
    _ number: Int64, off: Seconds = 0, after: Seconds = 0
  ) -> VblankPredictor.Verdict {
    let instant = Self.vblank(number) + off
    return predictor.add(VblankStamp(msc: number, ust: instant), now: instant + after)
  }

  @Test("before any timestamp, it runs freely from its start at its initial rate")
  func start() {
    #expect(predictor.period == 0.02 && predictor.sampleCount == 0 && predictor.deviation == 0)
    #expect(predictor.lockState == .acquiring && predictor.isVisible)
    for number in [-3, 0, 1, 500] as [Int64] {
      expectEqual(predictor.time(ofVblank: number), Self.vblank(number))
      expectEqual(predictor.vblank(nearest: Self.vblank(number) + 0.009), number)
      expectEqual(predictor.vblank(nearest: Self.vblank(number) + -0.009), number)
    }
    #expect(abs(predictor.sampleTimeout - 0.11) < 1e-12)
    expectEqual(predictor.phaseMargin, 0.2e-3)
    expectEqual(predictor.framesToNextSample, 1)
  }

  @Test("the margin after a vblank is at most a quarter of the period, whatever the noise")
  mutating func largestMargin() {
    var margins: [Seconds] = []
    for number in 0..<12 as Range<Int64> {
      add(number, off: number % 2 == 0 ? 0 : 0.0045, after: 0.005)
      margins.append(predictor.phaseMargin)
    }
    #expect(margins.allSatisfy { $0 <= predictor.period / 4 })
    #expect(2 * predictor.deviation > 1e-3)
  }

  @Test("the number of a timestamp is adopted with the first one, whatever the count was before")
  mutating func firstStamp() {
    let stamp = VblankStamp(msc: 7_000, ust: .milliseconds(5_007))
    let verdict = predictor.add(stamp, now: stamp.ust)
    #expect(verdict == .accepted && predictor.sampleCount == 1)
    expectEqual(predictor.time(ofVblank: 7_000), .milliseconds(5_007))
    expectEqual(predictor.time(ofVblank: 7_001), .milliseconds(5_027))
  }

  @Test("a timestamp can be at most a second old, or a refresh ahead")
  mutating func age() {
    var ages: [VblankPredictor.Verdict] = []
    for (number, after) in [(1, 1.0), (2, 1.001), (3, -0.02), (4, -0.021)] as [(Int64, Seconds)] {
      ages.append(add(number, after: after))
    }
    expectEqual(ages, [.accepted, .invalid, .accepted, .invalid])
  }

  @Test("three consecutive timestamps of another clock count, not three in total")
  mutating func foreign() {
    for number in 1...10 as ClosedRange<Int64> { add(number) }
    for number in 11...20 as ClosedRange<Int64> {
      add(number, after: number % 3 == 0 ? 0 : 5)
      expectEqual(predictor.lockState, .locked)
    }
    for (number, state) in [
      (21, VblankPredictor.LockState.locked), (22, .locked), (23, .locked), (24, .foreignClock),
    ] as [(Int64, VblankPredictor.LockState)] {
      add(number, after: number == 21 ? 0 : 5)
      expectEqual(predictor.lockState, state)
    }
    expectEqual(predictor.framesToNextSample, 1_000)
    add(25)
    expectEqual(predictor.lockState, .locked)
  }

  @Test("the noise is the mean of the last sixteen errors")
  mutating func noise() {
    for number in 0..<40 as Range<Int64> { add(number) }
    expectEqual(predictor.deviation, 0)
    add(40, off: 0.4e-3)
    #expect(abs(predictor.deviation - 0.4e-3 / 4) < 0.01e-3)
    for number in 41..<200 as Range<Int64> { add(number) }
    #expect(predictor.deviation < 0.01e-3)
  }

  @Test("a line is no longer locked once the noise is more than a sixth of the period")
  mutating func unlock() {
    var number: Int64 = 0
    for (noise, state) in [(0.4e-3, .locked), (1.5e-3, .locked), (4.5e-3, .acquiring)]
      as [(Seconds, VblankPredictor.LockState)]
    {
      for _ in 0..<60 {
        add(number, off: number % 2 == 0 ? noise : -noise)
        number += 1
      }
      expectEqual(predictor.lockState, state, "\(noise)")
    }
  }

  @Test("a line through eight good timestamps is locked, and one through seven isn't")
  mutating func lock() {
    for number in 1...7 as ClosedRange<Int64> {
      add(number)
      expectEqual(predictor.lockState, .acquiring)
    }
    add(8)
    expectEqual(predictor.lockState, .locked)
  }

  @Test("five consecutive lost timestamps are too many, and a good one ends the series")
  mutating func lost() {
    for number in 1...8 as ClosedRange<Int64> { add(number) }
    for round in 0..<3 as Range<Int64> {
      for _ in 0..<4 { predictor.sampleLost() }
      expectEqual(predictor.lockState, .locked)
      add(10 + round)
    }
    for _ in 0..<5 { predictor.sampleLost() }
    expectEqual(predictor.lockState, .freeRunning)
    // If more stamps are lost, no more good ones are required.
    for _ in 0..<50 { predictor.sampleLost() }
    add(40)
    expectEqual(predictor.lockState, .locked)
  }

  @Test("few timestamps are requested once there are many")
  mutating func sampling() {
    for number in 1...520 as ClosedRange<Int64> {
      add(number)
      let count = predictor.sampleCount
      expectEqual(count, min(Int(number), 512))
      expectEqual(predictor.framesToNextSample, (count < 256 ? 1 : count < 512 ? 2 : 8))
    }
    add(521, off: 0.009)
    expectEqual(predictor.framesToNextSample, 1)
    add(522)
    expectEqual(predictor.framesToNextSample, 8)
    // Eight errors on one side may be chance, and nine are suspicious.
    for number in 523...530 as ClosedRange<Int64> { add(number, off: 0.1e-3) }
    expectEqual(predictor.framesToNextSample, 8)
    add(531, off: 0.1e-3)
    expectEqual(predictor.framesToNextSample, 1)
    // An error on the other side ends the suspicion.
    add(532, off: -0.1e-3)
    expectEqual(predictor.framesToNextSample, 8)
  }

  @Test("a phase that is slightly off is adopted after 24 timestamps")
  mutating func bias() {
    for number in 1...520 as ClosedRange<Int64> { add(number) }
    var counts: [Int] = []
    for number in 521...544 as ClosedRange<Int64> {
      expectEqual(add(number, off: 0.3e-3), .accepted)
      counts.append(predictor.sampleCount)
    }
    expectEqual(counts.firstIndex(of: 1), 23)
    #expect(abs(predictor.time(ofVblank: 545) - Self.vblank(545) - 0.3e-3) < 1e-6)
    expectEqual(predictor.lockState, .locked)
  }

  @Test("with few timestamps, half a period is noise, and more is held back until the third")
  mutating func gate() {
    add(1)
    var verdicts: [VblankPredictor.Verdict] = []
    for number in 2...4 as ClosedRange<Int64> { verdicts.append(add(number, off: 0.012)) }
    expectEqual(verdicts, [.heldBack, .heldBack, .relocked])
    #expect(abs(predictor.time(ofVblank: 5) - Self.vblank(5) - 0.012) < 1e-6)
    #expect(abs(predictor.period - 0.02) < 1e-5)
    expectEqual(predictor.sampleCount, 3)
    expectEqual(add(5, off: 0.015), .accepted)
  }

  @Test("two timestamps that don't fit are discarded when one does")
  mutating func forgiven() {
    for number in 1...20 as ClosedRange<Int64> { add(number) }
    for number in [21, 22, 24, 25] as [Int64] {
      if number == 24 { expectEqual(add(23), .accepted) }
      expectEqual(add(number, off: 0.006), .heldBack)
    }
    #expect(abs(predictor.time(ofVblank: 30) - Self.vblank(30)) < 1e-6)
    expectEqual(predictor.lockState, .locked)
  }

  @Test("half a second between vblanks is slow, and more is hidden")
  mutating func hidden() {
    for number in 1...10 as ClosedRange<Int64> { add(number) }
    var time = Self.vblank(10)
    func next(_ predictor: inout VblankPredictor, _ number: Int64, _ span: Seconds)
      -> VblankPredictor.Verdict
    {
      time = time + span
      return predictor.add(VblankStamp(msc: number, ust: time), now: time)
    }
    #expect(next(&predictor, 11, 0.5) != .notVisible)
    #expect(predictor.isVisible)
    expectEqual(next(&predictor, 12, 0.51), .notVisible)
    #expect(!predictor.isVisible)
    // Two refreshes in one second are visible.
    #expect(next(&predictor, 14, 1) != .notVisible)
    #expect(predictor.isVisible)
  }

  @Test("a count that restarts is accepted after five timestamps")
  mutating func restart() {
    for number in 101...120 as ClosedRange<Int64> { add(number) }
    var time = Self.vblank(120)
    var verdicts: [VblankPredictor.Verdict] = []
    for number in 1...6 as ClosedRange<Int64> {
      time = time + 0.02
      verdicts.append(predictor.add(VblankStamp(msc: number, ust: time), now: time))
    }
    expectEqual(verdicts, Array(repeating: .invalid, count: 5) + [.accepted])
    expectEqual(predictor.time(ofVblank: 6), time)
  }

  @Test("a line continues to the ends of time without overflow")
  func extremes() {
    let line = VblankLine(
      origin: 0, anchor: .milliseconds(5_000), period: 2e7, relativeDeviation: 0.01)
    #expect(line.time(of: .max) > line.time(of: 1_000_000))
    #expect(line.time(of: .min) < line.time(of: -1_000_000))
    expectEqual(line.error(of: VblankStamp(msc: 3, ust: .milliseconds(5_061))), 1e6)
    expectEqual(line.error(of: VblankStamp(msc: 3, ust: .milliseconds(5_059))), -1e6)
  }
}
