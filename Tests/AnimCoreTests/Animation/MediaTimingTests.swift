import TestSupport
import Testing

@testable import AnimCore

@Suite("Media timing")
struct MediaTimingTests {
  private struct File: Decodable {
    var cases: [Case]
  }

  private struct Case: Decodable {
    var beginTime, duration, speed, timeOffset, repeatCount, repeatDuration: Double
    var autoreverses: Bool
    var fillMode: String
    var samples: [[Double?]]

    var timing: MediaTiming {
      let modes: [String: MediaTiming.FillMode] = [
        "removed": .removed, "backwards": .backwards, "forwards": .forwards, "both": .both,
      ]
      return MediaTiming(
        delay: beginTime, duration: duration, speed: speed, timeOffset: timeOffset,
        repeatCount: repeatCount, repeatDuration: repeatDuration, autoreverses: autoreverses,
        fillMode: modes[fillMode] ?? .removed)
    }
  }

  @Test("agrees exactly with every reference case")
  func vectors() throws {
    let cases = try Vectors.load("media-timing", as: File.self).cases
    expectEqual(cases.count, 60)
    for one in cases {
      for sample in one.samples {
        let parent = try #require(sample[0])
        expectEqual(one.timing.basicTime(at: parent), sample[1], "\(one) at \(parent)")
      }
    }
  }

  @Test("a negative speed runs the cycle backwards and ends at the begin time")
  func negativeSpeed() {
    let timing = MediaTiming(delay: 10, duration: 4, speed: -1)
    #expect(timing.basicTime(at: 6) == nil)
    expectEqual(timing.basicTime(at: 7), 3)
    expectEqual(timing.basicTime(at: 9), 1)
    expectEqual(timing.basicTime(at: 10), 0)
    #expect(timing.basicTime(at: 10.5) == nil)
  }

  @Test("at speed 0, time stays at the time offset")
  func stopped() {
    let timing = MediaTiming(duration: 4, speed: 0, timeOffset: 5.5)
    for parent in [-100, 0, 3, 1e9] { expectEqual(timing.basicTime(at: parent), 1.5) }
  }

  @Test("a time offset makes frames A B C D E start with C and wrap around to B")
  func timeOffsetWraps() {
    let timing = MediaTiming(duration: 5, timeOffset: 2)
    let frames = (0..<5).map { timing.basicTime(at: Double($0) + 0.5) }
    expectEqual(frames, [2.5, 3.5, 4.5, 0.5, 1.5])
    expectEqual(MediaTiming(duration: 5, timeOffset: -1).basicTime(at: 0), 4)
  }

  @Test("a fraction of a repetition stops in the middle of the cycle and is held there")
  func fractionalRepeat() {
    let timing = MediaTiming(duration: 2, repeatCount: 2.25, fillMode: .forwards)
    expectEqual(timing.activeDuration, 4.5)
    expectEqual(timing.basicTime(at: 4.25), 0.25)
    expectEqual(timing.basicTime(at: 100), 0.5)
  }

  @Test("the last sample is exactly the end, for decimal durations and counts and both directions")
  func decimalEnds() {
    var generator = SeededGenerator(seed: 7)
    func check(_ timing: MediaTiming, _ expected: Double) {
      expectEqual(timing.basicTime(at: 1e6), expected, "\(timing)")
      let sample = timing.sample(at: timing.activeDuration)
      expectEqual(sample?.progress, (expected == 0 ? 0 : 1), "\(timing)")
    }
    for _ in 0..<2000 {
      let duration = (generator.unit() * 2000).rounded(.up) / 1000
      let count = Double(Int.random(in: 1...60, using: &generator))
      var timing = MediaTiming(duration: duration, repeatCount: count, fillMode: .forwards)
      check(timing, duration)
      expectEqual(timing.sample(at: 1e6)?.iteration, count - 1)
      timing.autoreverses = true
      check(timing, 0)
      timing.repeatCount += 0.5
      check(timing, duration)
      timing = MediaTiming(
        duration: duration, repeatDuration: duration * count, fillMode: .forwards)
      check(timing, duration)
      timing.timeOffset = duration * 3
      check(timing, duration)
    }
    check(MediaTiming(duration: 0.1, repeatDuration: 0.3, fillMode: .forwards), 0.1)
  }

  @Test("endless repetition and a duration of zero don't result in NaN")
  func degenerate() {
    expectEqual(MediaTiming(duration: 2, repeatCount: .infinity).basicTime(at: 1e6 + 1), 1)
    #expect(MediaTiming(duration: 0).basicTime(at: 0) == nil)
    #expect(MediaTiming(duration: 0, repeatCount: .infinity).basicTime(at: 3) == nil)
    expectEqual(MediaTiming(duration: 0, fillMode: .both).basicTime(at: 3), 0)
    expectEqual(MediaTiming(duration: 0, repeatDuration: 5).basicTime(at: 3), 0)
  }
}

@Suite("Layer timing")
struct LayerTimingTests {
  @Test("time is converted to the parent and back unchanged")
  func roundTrip() throws {
    let timing = LayerTiming(beginTime: 3, speed: -0.5, timeOffset: 0.25)
    expectEqual(timing.localTime(at: 5), -0.75)
    expectEqual(timing.parentTime(at: -0.75), 5)
  }

  @Test("at speed 0, a time of the layer has no unique time of the parent")
  func stopped() throws {
    let timing = LayerTiming(speed: 0, timeOffset: 2)
    expectEqual(timing.localTime(at: 77), 2)
    #expect(timing.parentTime(at: 2) == nil)
  }

  @Test("a value that isn't finite is rejected by name")
  func validation() {
    #expect(throws: AnimationError.outOfRange(.speed, .infinity)) {
      try LayerTiming(validatingBeginTime: 0, speed: .infinity)
    }
    expectEqual(LayerTiming(beginTime: .nan, speed: .nan), .identity)
  }
}
