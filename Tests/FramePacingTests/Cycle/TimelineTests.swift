import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("A timeline")
struct TimelineTests {
  let start = Timestamp.milliseconds(7000)

  private func after(_ milliseconds: Int64) -> Timestamp { .milliseconds(7000 + milliseconds) }

  @Test("runs with its clock from zero, and is zero before")
  func normal() {
    let timeline = Timeline(start: start)
    expectEqual(timeline.sceneTime(at: .zero), .zero)
    expectEqual(timeline.sceneTime(at: start), .zero)
    expectEqual(timeline.sceneTime(at: after(1234)), .milliseconds(1234))
    expectEqual(Timeline(start: start, sceneTime: .milliseconds(-5)).sceneTime(at: start), .zero)
  }

  @Test("stops while paused and continues from that time")
  func pause() {
    var timeline = Timeline(start: start)
    timeline.pause(at: after(100))
    timeline.pause(at: after(300))
    expectEqual(timeline.sceneTime(at: after(5000)), .milliseconds(100))
    timeline.resume(at: after(6000))
    timeline.resume(at: after(6010))
    expectEqual(timeline.sceneTime(at: after(6020)), .milliseconds(120))
  }

  @Test("changes its speed without a jump, running or paused")
  func speed() throws {
    var timeline = Timeline(start: start)
    try timeline.setSpeed(0.5, at: after(1000))
    expectEqual(timeline.sceneTime(at: after(1000)), .milliseconds(1000))
    expectEqual(timeline.sceneTime(at: after(2000)), .milliseconds(1500))
    timeline.pause(at: after(2000))
    try timeline.setSpeed(4, at: after(3000))
    expectEqual(timeline.sceneTime(at: after(4000)), .milliseconds(1500))
    timeline.resume(at: after(4000))
    expectEqual(timeline.sceneTime(at: after(4100)), .milliseconds(1900))
  }

  @Test("rejects a speed that isn't above zero", arguments: [0, -1, .nan, .infinity, 1e-9])
  func invalidSpeed(speed: Double) {
    var timeline = Timeline(start: start)
    let error = #expect(throws: TimelineError.self) { try timeline.setSpeed(speed, at: start) }
    expectEqual(error?.description.contains("\(speed)"), true)
    expectEqual(timeline.speed, 1)
  }

  @Test("seeks forwards and backwards, but not below zero")
  func seek() {
    var timeline = Timeline(start: start)
    timeline.seek(to: .milliseconds(60_000), at: after(10))
    expectEqual(timeline.sceneTime(at: after(20)), .milliseconds(60_010))
    timeline.pause(at: after(20))
    timeline.seek(to: .milliseconds(500), at: after(30))
    expectEqual(timeline.sceneTime(at: after(40)), .milliseconds(500))
    timeline.seek(to: .milliseconds(-1), at: after(50))
    expectEqual(timeline.sceneTime(at: after(60)), .zero)
  }

  @Test("steps by integral frames, back and forth to the same nanosecond")
  func step() {
    let rate = RefreshRate(hertz: 60)
    var timeline = Timeline(start: start)
    timeline.step(frames: 1, of: rate, at: after(25))
    #expect(timeline.isPaused)
    expectEqual(timeline.sceneTime(at: after(900)).nanoseconds, 33_333_333)
    for _ in 0..<1000 { timeline.step(frames: 1, of: rate, at: after(1000)) }
    for _ in 0..<1000 { timeline.step(frames: -1, of: rate, at: after(2000)) }
    expectEqual(timeline.sceneTime(at: after(3000)).nanoseconds, 33_333_333)
    timeline.seek(to: .milliseconds(25), at: after(4000))
    timeline.step(frames: -1, of: rate, at: after(4000))
    expectEqual(timeline.sceneTime(at: after(4000)).nanoseconds, 16_666_667)
    timeline.step(frames: -5, of: rate, at: after(5000))
    expectEqual(timeline.sceneTime(at: after(5000)), .zero)
  }

  @Test("computes when a scene time will be reached")
  func inverse() throws {
    var timeline = Timeline(start: start)
    expectEqual(timeline.instant(reaching: .milliseconds(40)), after(40))
    for speed in [0.001, 0.3, 1, 1.7, 59.94] {
      try timeline.setSpeed(speed, at: after(10))
      for target in [11, 1234, 86_400_001].map(Timestamp.milliseconds) {
        let instant = try #require(timeline.instant(reaching: target))
        #expect(timeline.sceneTime(at: instant) >= target)
        #expect(timeline.sceneTime(at: instant - 1e-6) < target)
      }
    }
    timeline.pause(at: after(20))
    #expect(timeline.instant(reaching: .milliseconds(99_999_999)) == nil)
  }

  @Test("stops while held, whatever the user does, and continues from that time")
  func hold() throws {
    var timeline = Timeline(start: start)
    timeline.hold(at: after(100))
    timeline.hold(at: after(300))
    expectEqual(timeline.sceneTime(at: after(5000)), .milliseconds(100))
    #expect(timeline.instant(reaching: .milliseconds(101)) == nil)
    #expect(!timeline.isSteady)
    try timeline.setSpeed(2, at: after(5000))
    timeline.release(at: after(6000))
    expectEqual(timeline.sceneTime(at: after(6010)), .milliseconds(120))
    timeline.pause(at: after(6010))
    timeline.hold(at: after(6020))
    timeline.release(at: after(7000))
    expectEqual(timeline.sceneTime(at: after(8000)), .milliseconds(120))
    timeline.resume(at: after(8000))
    expectEqual(timeline.sceneTime(at: after(8010)), .milliseconds(140))
  }

  @Test("reports how far a scene time is behind, even before its start")
  func delay() throws {
    var timeline = Timeline(start: start, sceneTime: .milliseconds(500))
    expectEqual(timeline.delay(of: .milliseconds(500), at: after(3000)), 3)
    expectEqual(timeline.delay(of: .milliseconds(700), at: after(-3000)), -3.2)
    try timeline.setSpeed(2, at: start)
    expectEqual(timeline.delay(of: .milliseconds(500), at: after(3000)), 6)
  }
}
