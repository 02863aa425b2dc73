import TestSupport
import Testing

@testable import AnimCore

@Suite("A virtual frame source")
struct VirtualFrameSourceTests {
  let recorder = FrameRecorder()

  @Test("shows slot 0 at time zero and one slot per refresh after that")
  func slots() {
    let source = VirtualFrameSource(refreshRate: 60)
    _ = recorder.follow(source)
    source.advance(by: 1)
    expectEqual(recorder.frames.count, 61)
    expectEqual(recorder.targets.first, .zero)
    expectEqual(recorder.targets[1], Timestamp(nanoseconds: 16_666_667))
    expectEqual(recorder.targets[2], Timestamp(nanoseconds: 33_333_333))
    expectEqual(recorder.last?.targetTimestamp, .milliseconds(1000))
  }

  @Test(
    "moves a square at (50, 100) points per second to (100, 200) in 2 s at any rate",
    arguments: [
      24, 30, 59.94, 60, 75, 144, 240,
    ])
  func frameRateIndependence(rate: Double) {
    let source = VirtualFrameSource(refreshRate: rate)
    let link = recorder.follow(source)
    link.deltaPolicy = .measured
    source.advance(by: 2)
    source.seek(to: source.currentTime)
    source.advance(by: 2)
    let first = recorder.frames.prefix { $0.targetTimestamp <= .milliseconds(2000) }
    let elapsed = first.reduce(0) { $0 + $1.delta }
    let rest = Timestamp.milliseconds(2000) - (first.last?.targetTimestamp ?? .zero)
    #expect(abs(50 * (elapsed + rest) - 100) < 1e-9)
    #expect(abs(100 * (elapsed + rest) - 200) < 1e-9)
    #expect(rest < 1 / rate)
  }

  @Test("stays exact to the nanosecond over a hundred hours at 59.94 Hz")
  func noDrift() throws {
    let rate = try #require(RefreshRate(numerator: 60_000, denominator: 1001))
    let source = VirtualFrameSource(refreshRate: rate)
    let link = recorder.follow(source)
    link.pause(until: Timestamp(seconds: 360_360))
    source.advance(by: 360_360)
    expectEqual(recorder.targets, [Timestamp(seconds: 360_360)])
    source.pump(frames: 60_000)
    expectEqual(recorder.last?.targetTimestamp, Timestamp(seconds: 360_360 + 1001))
  }

  @Test("can stop between two slots and continue from there")
  func smallAdvances() {
    let source = VirtualFrameSource(refreshRate: 100)
    _ = recorder.follow(source)
    for _ in 0..<100 { source.advance(by: 0.001) }
    let targets = (0...10).map { (slot: Int64) -> Timestamp in .milliseconds(slot * 10) }
    expectEqual(recorder.targets, targets)
    source.advance(by: 0.005)
    expectEqual(source.now, .milliseconds(105))
    expectEqual(source.currentTime, .milliseconds(100))
  }

  @Test("doesn't advance backwards")
  func backwards() {
    let source = VirtualFrameSource(refreshRate: 100)
    _ = recorder.follow(source)
    source.advance(by: 0.05)
    source.advance(by: -0.02)
    source.advance(to: .zero)
    source.pump(frames: -1)
    expectEqual(source.now, .milliseconds(50))
    expectEqual(recorder.frames.count, 6)
  }

  @Test("seeks with a single frame of exactly that time, forwards and backwards")
  func seek() {
    let source = VirtualFrameSource(refreshRate: 100)
    _ = recorder.follow(source)
    source.seek(to: .milliseconds(1234))
    source.seek(to: .milliseconds(3))
    source.pump(frames: 2)
    expectEqual(recorder.targets, [1234, 3, 10, 20].map { .milliseconds($0) })
    expectEqual(recorder.deltas, [0, 0, 0.007, 0.01])
    expectEqual(recorder.frames.map(\.missed), [0, 0, 0, 0])
  }

  @Test("serves links of every rate when it seeks")
  func seekServesAll() throws {
    let source = VirtualFrameSource(refreshRate: 100)
    recorder.follow(source).preferredFrameRateRange = FrameRateRange(maximum: 10)
    source.pump(frames: 1)
    source.seek(to: .milliseconds(33))
    source.advance(to: .milliseconds(200))
    expectEqual(recorder.targets, [0, 33, 100, 200].map { .milliseconds($0) })
  }

  @Test("continues from the last slot when its refresh interval changes")
  func rateChange() {
    let source = VirtualFrameSource(refreshRate: 100)
    _ = recorder.follow(source)
    source.pump(frames: 3)
    source.refreshInterval = 0.05
    source.pump(frames: 2)
    expectEqual(recorder.targets, [0, 10, 20, 70, 120].map { .milliseconds($0) })
  }

  @Test("skips a year without requests in constant time")
  func idleYear() {
    let source = VirtualFrameSource(refreshRate: 240)
    recorder.reaction = { link, frame in link.pause(until: frame.targetTimestamp + 86_400) }
    _ = recorder.follow(source)
    source.advance(by: 86_400 * 365)
    expectEqual(recorder.frames.count, 366)
  }

  @Test("survives the largest and the smallest times")
  func extremes() {
    let source = VirtualFrameSource()
    source.advance(to: Timestamp(nanoseconds: .max))
    source.seek(to: Timestamp(nanoseconds: .min))
    source.seek(to: .zero)
    expectEqual(source.currentTime, .zero)
  }

  @Test("isn't moved from inside a callback")
  func movedInside() {
    let source = VirtualFrameSource(refreshRate: 100)
    recorder.reaction = { _, _ in
      source.pump(frames: 3)
      source.advance(by: 1)
      source.advance(to: .seconds(5))
      source.miss(frames: 2)
      source.seek(to: .seconds(9))
    }
    _ = recorder.follow(source)
    source.pump(frames: 3)
    expectEqual(recorder.targets, [0, 10, 20].map { .milliseconds($0) })
    expectEqual(recorder.deltas, [0, 0.01, 0.01])
    expectEqual(recorder.frames.map(\.missed), [0, 0, 0])
    expectEqual(source.now, .milliseconds(20))
  }

  @Test(
    "clamps invalid intervals",
    arguments: [
      (0, 0.001), (-1, 0.001), (1e-9, 0.001), (1e9, 1_000), (.infinity, 1_000), (.nan, 1 / 60),
    ])
  func senselessInterval(asked: Seconds, expected: Seconds) {
    let source = VirtualFrameSource(refreshRate: 100)
    let link = recorder.follow(source)
    source.pump(frames: 2)
    source.refreshInterval = asked
    source.pump()
    #expect(source.refreshInterval == expected && link.duration == expected)
    expectEqual(recorder.deltas.count, 3)
    expectEqual(FrameSource(refreshInterval: asked).refreshInterval, expected)
    #expect(abs(source.now.seconds - 0.01 - expected) < 1e-8)
  }
}
