import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("The user's control of time")
struct TimeChangeTests {
  private static let frames = RefreshRate(hertz: 50)
  private static let start = Timestamp(seconds: 2)

  /// Returns the instant of the display's clock `seconds` after the start.
  private static func display(_ seconds: Seconds) -> Timestamp { Timestamp(seconds: 7 + seconds) }

  /// Starts at scene time 2.
  private var timeline = Timeline(start: display(0), sceneTime: start)

  private mutating func apply(_ change: TimeChange, at seconds: Seconds) {
    timeline.apply(change, frames: .rate(Self.frames), start: Self.start, at: Self.display(seconds))
  }

  private func time(at seconds: Seconds) -> Seconds {
    timeline.sceneTime(at: Self.display(seconds)).seconds
  }

  @Test("pausing stops it, and pausing again resumes it")
  mutating func pause() {
    apply(.togglePause, at: 1)
    expectEqual(time(at: 50), 3)
    apply(.togglePause, at: 60)
    expectEqual(time(at: 61), 4)
  }

  @Test("at the end, pausing or resuming restarts it")
  mutating func playingAgain() {
    let once = Playback(FrameTimes(rate: RefreshRate(hertz: 10), count: 20), repetitions: 1)
    func toggle(_ timeline: inout Timeline, at seconds: Seconds) {
      timeline.apply(
        .togglePause, frames: .playback(once), start: Self.start, at: Self.display(seconds))
    }
    // Scene time 9.
    toggle(&timeline, at: 7)
    #expect(!timeline.isPaused && time(at: 7) == 0 && time(at: 8) == 1)
    // Before its end, it pauses and resumes.
    toggle(&timeline, at: 8)
    #expect(timeline.isPaused && time(at: 9) == 1)
    toggle(&timeline, at: 9)
    #expect(!timeline.isPaused && time(at: 10) == 2)
    apply(.pause(at: Timestamp(seconds: 30)), at: 11)
    toggle(&timeline, at: 12)
    #expect(!timeline.isPaused && time(at: 12) == 0)
  }

  @Test("a step back from the very end moves to the last frame but one")
  mutating func steppingFromTheEnd() {
    let once = Playback(FrameTimes(rate: RefreshRate(hertz: 10), count: 20), repetitions: 1)
    timeline.apply(.step(-1), frames: .playback(once), start: Self.start, at: Self.display(50))
    expectEqual(once.frame(at: time(at: 50)), 18)
    timeline.apply(.step(1), frames: .playback(once), start: Self.start, at: Self.display(51))
    expectEqual(once.frame(at: time(at: 51)), 19)
  }

  @Test("a run can start paused, at any time")
  mutating func pausedStart() {
    apply(.pauseAtStart, at: 5)
    #expect(timeline.isPaused && time(at: 9) == 2)
  }

  @Test("at double speed, it advances twice as far from its current time")
  mutating func speed() {
    apply(.multiplySpeed(2), at: 1)
    expectEqual(time(at: 2), 5)
    apply(.multiplySpeed(0.25), at: 2)
    expectEqual(time(at: 4), 6)
    apply(.resetSpeed, at: 4)
    expectEqual(time(at: 5), 7)
  }

  @Test(
    "an invalid speed is rejected, and the old one is kept", arguments: [0, -1, 1e9, .nan])
  mutating func impossibleSpeed(factor: Double) {
    apply(.multiplySpeed(factor), at: 0)
    expectEqual(timeline.speed, 1)
  }

  @Test("seeking continues from the new time, which is never below zero")
  mutating func seeking() {
    apply(.seek(by: 5), at: 1)
    expectEqual(time(at: 1), 8)
    apply(.seek(by: -100), at: 2)
    expectEqual(time(at: 2), 0)
    apply(.seekToStart, at: 3)
    expectEqual(time(at: 3), 2)
  }

  @Test("stepping pauses, and moves from frame to frame")
  mutating func stepping() {
    apply(.step(1), at: 0.005)
    #expect(timeline.isPaused)
    #expect(abs(time(at: 1) - 2.02) < 1e-9)
    apply(.step(2), at: 1)
    #expect(abs(time(at: 1) - 2.06) < 1e-9)
    apply(.step(-3), at: 2)
    #expect(abs(time(at: 2) - 2) < 1e-9)
    apply(.step(-1000), at: 3)
    expectEqual(time(at: 3), 0)
  }

  @Test("a restart plays from the start, even if paused")
  mutating func restart() {
    apply(.togglePause, at: 2)
    apply(.restart, at: 3)
    expectEqual(time(at: 3), 2)
    expectEqual(time(at: 4), 3)
  }

  @Test("a step through frames with different durations moves to the time of each")
  mutating func listedFrames() throws {
    let playback = Playback(
      try #require(FrameTimes(durations: [2, 1, 3, 4], ticksPerSecond: 10)))
    func step(_ count: Int) {
      timeline.apply(
        .step(count), frames: .playback(playback), start: Self.start, at: Self.display(0.25))
    }
    // Scene time 2.25 is in the second frame of the third repetition.
    step(1)
    expectEqual(time(at: 50), 2.3)
    step(2)
    expectEqual(time(at: 50), 3)
    step(-1)
    expectEqual(time(at: 50), 2.6)
    step(-4)
    expectEqual(time(at: 50), 1.6)
  }
}
