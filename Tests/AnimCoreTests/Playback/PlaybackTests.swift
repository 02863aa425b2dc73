import TestSupport
import Testing

@testable import AnimCore

@Suite("Playing frames of different durations")
struct PlaybackTests {
  /// Four frames of 0.2, 0.1, 0.3 and 0.4 seconds.
  private func playback(_ change: (inout Playback) -> Void = { _ in }) throws -> Playback {
    var playback = Playback(
      try #require(FrameTimes(durations: [2, 1, 3, 4], ticksPerSecond: 10)))
    change(&playback)
    return playback
  }

  private func frames(_ playback: Playback, _ tenths: Int) -> [Int] {
    (0..<tenths).map { Int(playback.frame(at: Double($0) / 10)) }
  }

  @Test("each is shown for its own duration, again and again")
  func forward() throws {
    let playback = try playback()
    expectEqual(frames(playback, 13), [0, 0, 1, 2, 2, 2, 3, 3, 3, 3, 0, 0, 1])
    #expect(playback.frame(at: 0.199_999_999) == 0 && playback.frame(at: 0.2) == 1)
    #expect(playback.cycleDuration == 1 && playback.cycleCount == 4 && playback.lastFrame == 3)
    #expect(!playback.hasSubframes && playback.frameRate == nil)
  }

  @Test("each is shown for its own duration in any order, and none twice at a turning point")
  func orders() throws {
    expectEqual(frames(try playback { $0.mode = .reverse }, 11), [3, 3, 3, 3, 2, 2, 2, 1, 0, 0, 3])
    #expect(
      frames(try playback { $0.mode = .bounce }, 16)
        == [0, 0, 1, 2, 2, 2, 3, 3, 3, 3, 2, 2, 2, 1, 0, 0])
    #expect(
      frames(try playback { $0.mode = .reverseBounce }, 16)
        == [3, 3, 3, 3, 2, 2, 2, 1, 0, 0, 1, 2, 2, 2, 3, 3])
  }

  @Test("a part is played from the start of its first frame to the end of its last")
  func part() throws {
    let part = try playback { $0.range = 1..<3 }
    expectEqual(frames(part, 6), [1, 2, 2, 2, 1, 2])
    expectEqual(part.rangeDuration, 0.4)
    // A part of a frame is that frame.
    try expectEqual(playback { $0.range = 1.5..<2.25 }.range, 1..<3)
    try expectEqual(playback { $0.range = 9..<12 }.range, 3..<4)
  }

  @Test("at twice the speed, each is shown for half of its duration")
  func speed() throws {
    let fast = try playback { $0.speed = 2 }
    expectEqual([0, 0.09, 0.1, 0.15, 0.3, 0.5].map { fast.frame(at: $0) }, [0, 0, 1, 2, 3, 0])
    #expect(fast.cycleDuration == 0.5 && fast.commonRate?.hertz == 20)
    try expectEqual(playback { $0.speed = .nan }.speed, 1)
    try expectEqual(playback { $0.speed = 0 }, playback())
  }

  @Test("after two loops, the last one stays, or the first one if it is played backwards")
  func repetitions() throws {
    let twice = try playback { $0.repetitions = 2 }
    expectEqual([1.9, 2, 1e9].map { twice.frame(at: $0) }, [3, 3, 3])
    expectEqual(twice.nextChange(after: .seconds(1.59)), .seconds(1.6))
    #expect(twice.nextChange(after: .seconds(1.6)) == nil)
    let back = try playback { ($0.repetitions, $0.mode) = (0, .reverse) }
    #expect(back.repetitions == 1 && back.frame(at: 5) == 0)
    #expect(back.nextChange(after: .seconds(0.8)) == nil)
  }

  @Test("a step moves to the time of the next or previous frame, but not beyond the ends")
  func steps() throws {
    let playback = try playback { $0.repetitions = 1 }
    func step(_ count: Int, from time: Seconds) -> Seconds {
      playback.time(stepping: count, from: .seconds(time)).seconds
    }
    #expect(step(1, from: 0) == 0.2 && step(1, from: 0.25) == 0.3 && step(2, from: 0.2) == 0.6)
    #expect(step(-1, from: 0.25) == 0.2 && step(-1, from: 0.2) == 0 && step(-1, from: 0) == 0)
    #expect(step(1, from: 0.6) == 0.6 && step(1, from: 5) == 5)
    // Long after the end, the last frame is still shown, with nothing in between.
    #expect(step(-1, from: 5) == 0.3 && step(-2, from: 5) == 0.2 && step(-1, from: 0.7) == 0.6)
    #expect(step(.max, from: 0.2) == 0.2 && step(.min, from: 0.2) == 0)
  }

  @Test("equal times have equal lengths on a timeline")
  func timeline() throws {
    let playback = try playback()
    expectEqual([0.0, 1, 2, 3].map { playback.progress(of: $0) }, [0, 0.2, 0.3, 0.6])
    expectEqual(
      [0.0, 0.19, 0.2, 0.5, 0.6, 1].map { playback.frame(atProgress: $0) }, [0, 0, 1, 2, 3, 3])
    let part = try self.playback { $0.range = 1..<3 }
    #expect(part.progress(of: 2) == 0.25 && part.progress(of: 0) == 0)
    #expect(part.frame(atProgress: 0.24) == 1 && part.frame(atProgress: 1) == 2)
  }

  @Test("a video at the common rate shows each frame for its duration")
  func video() throws {
    let playback = try playback()
    let rate = try #require(playback.commonRate)
    expectEqual(rate.hertz, 10)
    let shown = (0..<11).map { number in
      playback.frame(afterPlaying: Fraction(number) / Fraction(rate)).integer
    }
    expectEqual(shown, [0, 0, 1, 2, 2, 2, 3, 3, 3, 3, 0])
  }

  @Test("a single frame never moves")
  func single() throws {
    let playback = Playback(try #require(FrameTimes(durations: [5], ticksPerSecond: 10)))
    #expect(!playback.isAnimated && playback.nextChange(after: .zero) == nil)
    expectEqual(playback.frame(at: 7.3), 0)
  }
}

/// A scene with frames that counts its updates.
private final class Video: LinkedScene {
  var playback: Playback?
  var link: DisplayLink?
  private(set) var times: [Seconds] = []

  init(_ playback: Playback) { self.playback = playback }

  func layout(in size: Size) {}
  func update(to time: Seconds) { times.append(time) }
  func draw(into list: inout DisplayList) {}
}

@Suite("Following a source of frames")
struct PlaybackLinkTests {
  @Test("a scene is woken up for each of its frames, and never again after the last")
  func waking() throws {
    var playback = Playback(try #require(FrameTimes(durations: [2, 1, 3], ticksPerSecond: 10)))
    playback.repetitions = 1
    let video = Video(playback)
    let source = VirtualFrameSource(refreshRate: 50)
    video.start(on: source)
    source.advance(by: 5)
    // The first frame of the source, and the refreshes at which the second and the third are due.
    expectEqual(video.times.dropFirst().map { ($0 * 100).rounded() }, [20, 30])
  }

  @Test("a static scene isn't woken up")
  func still() {
    let video = Video(Playback(FrameTimes(rate: .assumed, count: 1)))
    let source = VirtualFrameSource(refreshRate: 50)
    video.start(on: source)
    source.advance(by: 5)
    #expect(video.times.isEmpty && video.link == nil)
  }

  @Test("if played differently, it is woken up for the frames that are then shown")
  func otherwise() {
    let video = Video(
      Playback(FrameTimes(rate: RefreshRate(hertz: 10), count: 5), hasSubframes: false))
    let source = VirtualFrameSource(refreshRate: 50)
    video.playback?.range = 3..<5
    video.playback?.repetitions = 1
    video.start(on: source)
    source.advance(by: 5)
    expectEqual(video.times.dropFirst().map { ($0 * 100).rounded() }, [10])
  }
}
