import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("The sampler of vblanks")
struct VblankSamplerTests {
  private var predictor = VblankPredictor(
    refreshRate: RefreshRate(hertz: 50), start: Timestamp(seconds: 10))
  private var sampler = VblankSampler(burst: 0)

  private mutating func publish(at seconds: Seconds) -> Bool {
    sampler.framePublished(&predictor, at: Timestamp(seconds: seconds))
  }

  private mutating func answer(at seconds: Seconds) -> Bool {
    sampler.answered(predictor, at: Timestamp(seconds: seconds))
  }

  /// Answers every request up to `seconds`, so that the display is known.
  private mutating func sample(until seconds: Seconds) {
    var time = 10.0
    var msc: Int64 = 1
    while time < seconds {
      if publish(at: time) {
        _ = predictor.add(
          VblankStamp(msc: msc, ust: Timestamp(seconds: time + 0.02)),
          now: Timestamp(seconds: time + 0.02))
        _ = answer(at: time + 0.02)
      }
      time += 0.02
      msc += 1
    }
  }

  @Test("a request is sent with the first frame, and not again while it is pending")
  mutating func pending() {
    let first = publish(at: 10)
    #expect(first)
    for frame in 1..<100 {
      let asks = publish(at: 10 + 0.02 * Double(frame))
      #expect(!asks)
    }
  }

  @Test("a late timestamp is one lost sample each time it is overdue, not one for every frame")
  mutating func overdue() {
    sample(until: 12)
    expectEqual(predictor.lockState, .locked)
    var time = 12.0
    while !publish(at: time) { time += 0.02 }
    // It is overdue after a period and the timeout, 130 ms, and again after as long.
    var elapsed = 0.0
    while elapsed < 0.6 {
      elapsed += 0.02
      _ = publish(at: time + elapsed)
      expectEqual(predictor.lockState, .locked, "after \(elapsed) s")
    }
    while elapsed < 0.8 {
      elapsed += 0.02
      _ = publish(at: time + elapsed)
    }
    expectEqual(predictor.lockState, .freeRunning)
  }

  @Test("a request that is never answered is repeated after two and a half seconds")
  mutating func timeout() {
    let first = publish(at: 10)
    let early = publish(at: 12.5)
    let late = publish(at: 12.51)
    let next = publish(at: 12.6)
    #expect(first && !early && late && !next)
  }

  @Test("frames are counted from one request to the next")
  mutating func counting() {
    sample(until: 30)
    let interval = predictor.framesToNextSample
    expectEqual(interval, 8)
    var asked: [Int] = []
    for frame in 0..<40 where publish(at: 30 + 0.02 * Double(frame)) {
      asked.append(frame)
      let again = answer(at: 30 + 0.02 * Double(frame) + 0.01)
      #expect(!again)
    }
    for (a, b) in zip(asked, asked.dropFirst()) { expectEqual(b - a, interval) }
    expectEqual(asked.count, 5)
  }

  @Test("a burst is sent in succession, until it ends or the rate is known")
  mutating func burst() {
    sampler = VblankSampler(burst: 3)
    let first = publish(at: 10)
    let answers = (1...4).map { answer(at: 10 + 0.02 * Double($0)) }
    #expect(first)
    expectEqual(answers, [true, true, true, false])
    sampler = VblankSampler(burst: 3)
    _ = publish(at: 11)
    let second = answer(at: 11.02)
    sampler.endBurst()
    let third = answer(at: 11.04)
    #expect(second && !third)
  }

  @Test("a probe takes two timestamps, and waits for an answer as long as a frame does")
  mutating func probe() {
    func probe(_ sampler: inout VblankSampler, _ seconds: Seconds) -> Bool {
      sampler.probe(predictor, at: Timestamp(seconds: seconds))
    }
    let first = probe(&sampler, 10)
    let early = probe(&sampler, 12.5)
    let late = probe(&sampler, 12.51)
    #expect(first && !early && late)
    let second = answer(at: 12.6)
    let third = answer(at: 12.7)
    #expect(second && !third)
    let again = probe(&sampler, 12.8)
    #expect(again)
  }

  @Test("a pause discards the pending request, and the frames before it")
  mutating func pause() {
    sample(until: 30)
    while !publish(at: 30) {}
    sampler.pause()
    let frames = (1...8).map { publish(at: 30 + 0.02 * Double($0)) }
    expectEqual(frames, Array(repeating: false, count: 7) + [true])
  }
}
