import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

@Suite("An animation with a fractional number of frames")
struct FractionalLengthTests {
  /// Returns an empty animation of 2.5 frames, at 10 a second.
  private func playback(
    _ change: (inout LottieSceneConfiguration) -> Void = { _ in }
  ) throws -> Playback {
    let json = #"{"v":"5.7.0","fr":10,"ip":0,"op":2.5,"w":10,"h":10,"layers":[]}"#
    var configuration = LottieSceneConfiguration()
    configuration.hasSubframes = false
    change(&configuration)
    return configuration.playback(of: try load(json))
  }

  @Test("starts over in the middle of its last frame")
  func loop() throws {
    let playback = try playback()
    expectEqual(playback.lastFrame, 2)
    let times = [0, 0.15, 0.2, 0.24, 0.25, 0.34, 0.35, 0.46, 0.5]
    expectEqual(times.map { playback.frame(at: $0) }, [0, 1, 2, 2, 0, 0, 1, 2, 0])
    #expect(playback.frame(at: 0.249_999_999) == 2 && playback.frame(at: 0.499_999_999) == 2)
    let next = [0, 0.15, 0.2, 0.25, 0.3, 0.46].map { playback.nextChange(after: $0) ?? -1 }
    for (a, b) in zip(next, [0.1, 0.2, 0.25, 0.35, 0.35, 0.5]) { #expect(abs(a - b) < 1e-9) }
  }

  @Test("changes its image exactly when it announces a change")
  func changes() throws {
    let playback = try playback()
    var time = 0.0
    for _ in 0..<100 {
      let next = try #require(playback.nextChange(after: time))
      #expect(next > time && next - time < 0.1 + 1e-9)
      expectEqual(playback.frame(at: (time + next) / 2), playback.frame(at: time))
      time = Timestamp(seconds: next).seconds
      #expect(playback.frame(at: time) != playback.frame(at: time - 0.001))
    }
  }

  @Test("stops at its last frame if it doesn't loop")
  func once() throws {
    let whole = try playback { $0.loops = false }
    expectEqual([0, 0.1, 0.2, 0.25, 9].map { whole.frame(at: $0) }, [0, 1, 2, 2, 2])
    expectEqual(whole.nextChange(after: 0.1), 0.2)
    for time in [0.2, 0.24, 0.25, 0.26, 0.3, 9] { #expect(whole.nextChange(after: time) == nil) }
    let smooth = try playback { ($0.loops, $0.hasSubframes) = (false, true) }
    expectEqual([0.19, 0.24, 0.3].map { smooth.frame(at: $0) }, [1.9, 2, 2])
    expectEqual(smooth.nextChange(after: 0.19), 0.19)
    #expect(smooth.nextChange(after: 0.2) == nil && smooth.nextChange(after: 0.3) == nil)
  }

  @Test("shows its last frame at its end or after it")
  func past() throws {
    let json = #"{"v":"5.7.0","fr":10,"ip":0,"op":2.5,"w":10,"h":10,"layers":[]}"#
    let scene = LottieScene(try load(json))
    for (frame, shown) in [(2.25, 2.25), (2.5, 2), (2.75, 2), (3, 2), (1e9, 2)] {
      scene.show(frame: frame)
      expectEqual(scene.frame, shown)
    }
  }

  @Test("starts over at the nanosecond that is nearest to its end, in every repetition")
  func ends() throws {
    // Neither length is a finite binary number, and no end of the second is a whole nanosecond.
    for (rate, length) in [("10", "2.1"), ("29.97", "2.7"), ("23.976", "150.006109625")] {
      let json = #"{"v":"5.7.0","fr":\#(rate),"ip":0,"op":\#(length),"w":10,"h":10,"layers":[]}"#
      let smooth = LottieSceneConfiguration().playback(of: try load(json))
      let frames = try #require(Fraction(decimal: length))
      let exact = Fraction(RefreshRate(hertz: try #require(Double(rate))))
      for cycle in 1...300 {
        let end = (Fraction(cycle) * frames / exact).timestamp
        expectEqual(smooth.frame(at: end.seconds), 0)
        let before = Timestamp(nanoseconds: end.nanoseconds - 1).seconds
        #expect(smooth.frame(at: before) > frames.double - 1e-6)
      }
    }
  }

  @Test("starts over after exactly its length was played, in every repetition")
  func lengths() throws {
    for length in ["2.1", "2.7", "11.99"] {
      let json = #"{"v":"5.7.0","fr":30,"ip":0,"op":\#(length),"w":10,"h":10,"layers":[]}"#
      let playback = LottieSceneConfiguration().playback(of: try load(json))
      let frames = try #require(Fraction(decimal: length))
      for cycle in 1...300 {
        let played = Fraction(cycle) * frames
        expectEqual(playback.frame(afterPlaying: played.double), 0)
        expectEqual(playback.frame(afterPlaying: (played + 1).double), 1)
      }
    }
  }

  @Test("the last frame of a part is exact even if its bounds aren't finite binary numbers")
  func parts() throws {
    let json = #"{"v":"5.7.0","fr":10,"ip":0,"op":10,"w":10,"h":10,"layers":[]}"#
    var configuration = LottieSceneConfiguration()
    configuration.range = 1.4..<4.4
    try expectEqual(configuration.playback(of: load(json)).lastFrame, 3.4)
    configuration.range = 1.7..<2.7
    try expectEqual(configuration.playback(of: load(json)).lastFrame, 1.7)
  }
}
