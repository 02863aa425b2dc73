import TestSupport
import Testing

@testable import AnimCore

@Suite("A delta policy")
struct DeltaPolicyTests {
  let source = VirtualFrameSource(refreshRate: 100)
  let recorder = FrameRecorder()

  private func follow(by policy: DeltaPolicy) { recorder.follow(source).deltaPolicy = policy }

  @Test("measured reports the entire stall")
  func measured() {
    follow(by: .measured)
    source.pump(frames: 1)
    source.miss(frames: 199)
    source.pump(frames: 1)
    expectEqual(recorder.deltas, [0, 2])
    expectEqual(recorder.frames.map(\.steps), [1, 1])
  }

  @Test("clamped limits a stall to 250 ms by default")
  func clamped() {
    follow(by: .clamped())
    source.pump(frames: 2)
    source.miss(frames: 199)
    source.pump(frames: 2)
    expectEqual(recorder.deltas, [0, 0.01, 0.25, 0.01])
  }

  @Test("clamped gives a link with a low rate its entire interval, but limits a stall")
  func clampedAtLowRate() throws {
    for (rate, seconds) in [(2.0, 10.0), (1, 10), (0.5, 10)] {
      let source = VirtualFrameSource(refreshRate: 59.94)
      let recorder = FrameRecorder()
      recorder.follow(source).preferredFrameRateRange = FrameRateRange(maximum: rate)
      source.advance(by: seconds)
      let last = try #require(recorder.last?.targetTimestamp)
      #expect(abs(recorder.deltas.reduce(0, +) - last.seconds) < 1e-6, "\(rate) Hz")
      source.miss(frames: 600)
      source.advance(by: seconds)
      let longest = try #require(recorder.deltas.max())
      #expect(longest > 1.4 / rate && longest < 1.6 / rate)
    }
  }

  @Test("fixedStep gives complete steps and carries the remainder over to the next frame")
  func fixedSteps() {
    follow(by: .fixedStep(0.004))
    source.pump(frames: 6)
    expectEqual(recorder.frames.map(\.steps), [0, 2, 3, 2, 3, 2])
    for (remainder, expected) in zip(recorder.frames.map(\.remainder), [0, 2e-3, 0, 2e-3, 0, 2e-3])
    {
      #expect(abs(remainder - expected) < 1e-12)
    }
    #expect(recorder.frames.allSatisfy { $0.delta == Double($0.steps) * 0.004 })
  }

  @Test("fixedStep with the display's own interval gives one per frame for an hour")
  func oneToOne() {
    let source = VirtualFrameSource(refreshRate: 60)
    recorder.follow(source).deltaPolicy = .fixedStep(1 / 60)
    source.pump(frames: 216_001)
    #expect(recorder.frames.dropFirst().allSatisfy { $0.steps == 1 && $0.remainder < 2e-9 })
  }

  @Test("fixedStep drops steps beyond the maximum and doesn't catch up later")
  func maximumSteps() {
    follow(by: .fixedStep(0.01, maximumSteps: 5))
    source.pump(frames: 2)
    source.miss(frames: 199)
    source.pump(frames: 3)
    expectEqual(recorder.frames.map(\.steps), [0, 1, 5, 1, 1])
  }

  @Test("starts over after an interruption")
  func interruption() {
    follow(by: .fixedStep(0.015))
    source.pump(frames: 2)
    source.interrupt()
    source.pump(frames: 3)
    expectEqual(recorder.frames.map(\.steps), [0, 0, 0, 0, 1])
  }

  @Test("fixedStep with a length of zero gives no steps")
  func senselessStep() {
    for step in [0, -1, .nan, .infinity] { follow(by: .fixedStep(step)) }
    source.pump(frames: 3)
    #expect(recorder.frames.allSatisfy { $0.steps == 0 && $0.delta == 0 })
  }

  @Test("can change while running without a step back")
  func change() {
    let link = recorder.follow(source)
    link.deltaPolicy = .fixedStep(0.001)
    source.pump(frames: 3)
    link.deltaPolicy = .fixedStep(0.02)
    source.pump(frames: 4)
    expectEqual(recorder.frames.map(\.steps), [0, 10, 10, 0, 1, 0, 1])
  }
}
