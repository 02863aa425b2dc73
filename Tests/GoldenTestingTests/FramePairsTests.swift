import AnimCore
import TestSupport
import Testing

@testable import GoldenTesting

@Suite("Frames shown at the same time")
struct FramePairsTests {
  private final class Video: Scene {
    var playback: Playback?

    init(_ times: FrameTimes, range: Range<Double>? = nil, hasSubframes: Bool = false) {
      playback = Playback(times, range: range, hasSubframes: hasSubframes)
    }

    convenience init(_ hundredths: Int...) throws {
      self.init(try #require(FrameTimes(durations: hundredths, ticksPerSecond: 100)))
    }

    convenience init(rate: Double, count: Double, hasSubframes: Bool = false) {
      self.init(
        FrameTimes(rate: RefreshRate(hertz: rate), count: count), hasSubframes: hasSubframes)
    }

    var naturalSize: Size? { nil }
    func layout(in size: Size) {}
    func update(to time: Seconds) {}
    func start(on source: FrameSource) {}
    func draw(into list: inout DisplayList) {}
  }

  /// Returns the pairs of frames, with "-" for none, or `nil` if frames are paired by number.
  private func pairs(_ expected: Video, _ actual: Video) -> String? {
    FramePairs(expected, actual).map { pairs in
      pairs.pairs.map { pair in
        [pair.expected, pair.actual].map { $0.map { "\($0.double)" } ?? "-" }
          .map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 }.joined(separator: "/")
      }.joined(separator: " ")
    }
  }

  @Test("frames at the same times are paired by number, as are still and endless scenes")
  func same() throws {
    try #expect(pairs(Video(5, 5, 10), Video(5, 5, 10)) == nil)
    #expect(pairs(Video(rate: 30, count: 5), Video(rate: 30, count: 9)) == nil)
    try #expect(pairs(Video(rate: 30, count: 1), Video(5, 5)) == nil)
    let endless = Video(rate: 30, count: 9)
    endless.playback = nil
    try #expect(pairs(endless, Video(5, 5)) == nil)
  }

  @Test("each moment at which one of them changes has a pair")
  func moments() throws {
    try expectEqual(pairs(Video(10, 20), Video(10, 10, 10)), "0/0 1/1 1/2")
    try expectEqual(pairs(Video(10, 20), Video(20, 10)), "0/0 1/0 1/1")
    try expectEqual(pairs(Video(10, 10), Video(10, 30)), "0/0 1/1 -/1")
    try expectEqual(pairs(Video(10, 30), Video(10, 10)), "0/0 1/1 1/-")
  }

  @Test("times rounded by a GIF are the same moments")
  func rounded() throws {
    try expectEqual(
      pairs(Video(rate: 30, count: 6), Video(3, 4, 3, 3, 4, 3)), "0/0 1/1 2/2 3/3 4/4 5/5")
    // Short frames aren't rounded.
    let short = Video(rate: 500, count: 4)
    try expectEqual(pairs(short, Video(rate: 250, count: 2)), "0/0 1/0 2/1 3/1")
  }

  @Test("a scene with subframes is drawn at the times of the other")
  func sampled() throws {
    let smooth = Video(rate: 60, count: 6, hasSubframes: true)
    try expectEqual(pairs(smooth, Video(1, 4, 5)), "0/0 0.6/1 3/2")
    try expectEqual(pairs(Video(1, 4, 5), smooth), "0/0 1/0.6 2/3")
    expectEqual(
      pairs(smooth, Video(rate: 24, count: 2.4, hasSubframes: true)),
      "0/0 1/0.4 2/0.8 3/1.2 4/1.6 5/2")
    let part = Video(
      FrameTimes(rate: RefreshRate(hertz: 10), count: 9), range: 4..<8, hasSubframes: true)
    try expectEqual(pairs(part, Video(10, 30)), "4/0 5/1")
  }

  @Test("the numbers are those of frames of the animation that has more")
  func numbers() throws {
    let times = FrameTimes(rate: RefreshRate(hertz: 10), count: 9)
    let video = Video(times, range: 4..<8)
    try expectEqual(FramePairs(video, Video(10, 30))?.firstNumber, 4)
    try expectEqual(FramePairs(Video(10, 30), video)?.firstNumber, 4)
  }
}
