import TestSupport
import Testing

@testable import AnimCore

@Suite("The start times of frames")
struct FrameTimesTests {
  @Test("at a rate, all frames have equal durations, except the last one of a fractional count")
  func uniform() {
    let times = FrameTimes(rate: RefreshRate(hertz: 20), count: 46.5)
    #expect(times.count == 46.5 && times.duration == 2.325)
    #expect(times.frameRate == RefreshRate(hertz: 20) && times.commonRate == times.frameRate)
    #expect(times.begin(of: 46) == Fraction(23) / 10 && times.begin(of: 50).double == 2.325)
  }

  @Test("they can have different durations, as in a GIF with hundredths of a second")
  func listed() throws {
    let times = try #require(FrameTimes(durations: [7, 10, 3], ticksPerSecond: 100))
    #expect(times.count == 3 && times.duration == 0.2)
    #expect(times.frameRate == nil)
    expectEqual([0, 1, 2, 3].map { times.begin(of: $0).double }, [0, 0.07, 0.17, 0.2])
    // Time is linear within a frame.
    expectEqual(times.begin(of: Fraction(3) / 2), Fraction(12) / 100)
    #expect(times.begin(of: -1) == 0 && times.begin(of: 9) == Fraction(2) / 10)
  }

  @Test(
    "a list of equal durations has their rate, even if no second contains an integral number of them"
  )
  func equal() {
    expectEqual(FrameTimes(durations: [4, 4, 4], ticksPerSecond: 100)?.frameRate?.hertz, 25)
    let video = FrameTimes(durations: [1001, 1001], ticksPerSecond: 30000)
    expectEqual(video?.frameRate, RefreshRate(numerator: 30000, denominator: 1001))
    // Shorter than any display's.
    #expect(FrameTimes(durations: [1, 1], ticksPerSecond: 1_000_000)?.frameRate == nil)
  }

  @Test("each frame starts at an integral number of their common rate, if it is a rate of a video")
  func common() throws {
    for (durations, ticks, rate) in [
      ([7, 10, 3], 100, 100.0), ([4, 8, 20], 100, 25), ([40, 80], 1000, 25), ([3, 3, 6], 90, 30),
      ([33, 34], 1000, nil), ([1, 2], 240, 240), ([1, 2], 241, nil), ([100, 250], 1, 0.02),
    ] as [([Int], Int, Double?)] {
      let times = try #require(FrameTimes(durations: durations, ticksPerSecond: ticks))
      expectEqual(times.commonRate?.hertz, rate, "\(durations) \(ticks)")
      guard let common = times.commonRate else { continue }
      for frame in 0...durations.count {
        #expect((times.begin(of: Fraction(frame)) * Fraction(common)).integer != nil)
      }
    }
  }

  @Test("times that don't fit into fractions have no common rate, and cause no waiting")
  func hostile() throws {
    let primes = [65521, 65519, 65497, 65479, 65449, 65447, 65437, 65423, 65419, 65413, 65407]
    var end = Fraction(0)
    let ends = primes.map { prime in
      end = end + Fraction(7919) / Fraction(prime)
      return end
    }
    #expect(try #require(FrameTimes(ends: ends)).commonRate == nil)
  }

  @Test("an animation has at least one frame, and every frame has a duration")
  func none() {
    #expect(FrameTimes(durations: [], ticksPerSecond: 100) == nil)
    #expect(FrameTimes(durations: [3, 0], ticksPerSecond: 100) == nil)
    #expect(FrameTimes(durations: [3, -1], ticksPerSecond: 100) == nil)
    #expect(FrameTimes(durations: [3], ticksPerSecond: 0) == nil)
    #expect(FrameTimes(ends: [1, 1]) == nil)
  }
}
