import AnimCore
import TestSupport
import Testing

@testable import GoldenTesting

@Suite("Frames shown at the same time")
struct FramePairsTests {
  private final class Film: Scene {
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

  /// The pairs of frames, with "-" for none, or nil if frames are paired by number.
  private func pairs(_ expected: Film, _ actual: Film) -> String? {
    FramePairs(expected, actual).map { pairs in
      pairs.pairs.map { pair in
        [pair.expected, pair.actual].map { $0.map { "\($0.double)" } ?? "-" }
          .map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 }.joined(separator: "/")
      }.joined(separator: " ")
    }
  }

  @Test("frames at the same times are paired by number, as are still and endless scenes")
  func same() throws {
    try #expect(pairs(Film(5, 5, 10), Film(5, 5, 10)) == nil)
    #expect(pairs(Film(rate: 30, count: 5), Film(rate: 30, count: 9)) == nil)
    try #expect(pairs(Film(rate: 30, count: 1), Film(5, 5)) == nil)
    let endless = Film(rate: 30, count: 9)
    endless.playback = nil
    try #expect(pairs(endless, Film(5, 5)) == nil)
  }

  @Test("each moment at which one of them changes has a pair")
  func moments() throws {
    try expectEqual(pairs(Film(10, 20), Film(10, 10, 10)), "0/0 1/1 1/2")
    try expectEqual(pairs(Film(10, 20), Film(20, 10)), "0/0 1/0 1/1")
    try expectEqual(pairs(Film(10, 10), Film(10, 30)), "0/0 1/1 -/1")
    try expectEqual(pairs(Film(10, 30), Film(10, 10)), "0/0 1/1 1/-")
  }

  @Test("times that a GIF has rounded are the same moments")
  func rounded() throws {
    try expectEqual(
      pairs(Film(rate: 30, count: 6), Film(3, 4, 3, 3, 4, 3)), "0/0 1/1 2/2 3/3 4/4 5/5")
    // Short frames are not rounded.
    let short = Film(rate: 500, count: 4)
    try expectEqual(pairs(short, Film(rate: 250, count: 2)), "0/0 1/0 2/1 3/1")
  }

  @Test("a scene with subframes is drawn at the times of the other")
  func sampled() throws {
    let smooth = Film(rate: 60, count: 6, hasSubframes: true)
    try expectEqual(pairs(smooth, Film(1, 4, 5)), "0/0 0.6/1 3/2")
    try expectEqual(pairs(Film(1, 4, 5), smooth), "0/0 1/0.6 2/3")
    expectEqual(
      pairs(smooth, Film(rate: 24, count: 2.4, hasSubframes: true)),
      "0/0 1/0.4 2/0.8 3/1.2 4/1.6 5/2")
    let part = Film(
      FrameTimes(rate: RefreshRate(hertz: 10), count: 9), range: 4..<8, hasSubframes: true)
    try expectEqual(pairs(part, Film(10, 30)), "4/0 5/1")
  }

  @Test("the numbers are those of frames of the animation that has more")
  func numbers() throws {
    let times = FrameTimes(rate: RefreshRate(hertz: 10), count: 9)
    let film = Film(times, range: 4..<8)
    try expectEqual(FramePairs(film, Film(10, 30))?.firstNumber, 4)
    try expectEqual(FramePairs(Film(10, 30), film)?.firstNumber, 4)
  }
}
