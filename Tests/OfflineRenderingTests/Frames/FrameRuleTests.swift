import Synchronization
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import DemoScenes
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("The rules of frames and videos")
struct FrameRuleTests {
  private func numbers(_ text: String, of total: Int? = nil, first: Int = 0) throws -> [Int] {
    let selection = try #require(FrameSelection(text))
    let numbers = try selection.numbers(of: total, first: first)
    return (0..<numbers.count).map { numbers[$0] }
  }

  @Test(
    "each notation of frames has its meaning",
    arguments: [
      ("3", [0, 1, 2]), ("1", [0]), ("2-4", [2, 3, 4]), ("2..4", [2, 3]), ("2..<4", [2, 3]),
      ("4-4", [4]), ("0-9x3", [0, 3, 6, 9]), ("0-8x3", [0, 3, 6]), ("0..9x3", [0, 3, 6]),
      ("1..<10x4", [1, 5, 9]), ("5,7", [5, 7]), ("7,", [7]), ("7,5,7,5-6", [5, 6, 7]),
      ("0-4x2,1", [0, 1, 2, 4]),
    ])
  func notations(text: String, expected: [Int]) throws {
    try expectEqual(numbers(text), expected)
    expectEqual(FrameSelection(text)?.isRelative, false)
  }

  @Test(
    "percentages require a video with an end, and range from its first frame to its last",
    arguments: [
      ("100%", Array(10..<21)), ("50%", [10, 11, 12, 13, 14, 15]), ("0%", [10]),
      ("50%-100%", [15, 16, 17, 18, 19, 20]), ("50%..100%", [15, 16, 17, 18, 19]),
      ("0%-100%x5", [10, 15, 20]), ("12-50%", [12, 13, 14, 15]), ("100%,0%", [10, 20]),
      ("2", [10, 11]), ("15-16", [15, 16]), ("18-", [18, 19, 20]), ("18..", [18, 19, 20]),
      ("12-x4", [12, 16, 20]), ("90%-", [19, 20]), ("10,19-", [10, 19, 20]),
      // Whether a frame is past the end is checked later.
      ("30-", [30]),
    ])
  func percentages(text: String, expected: [Int]) throws {
    try expectEqual(numbers(text, of: 11, first: 10), expected)
    expectEqual(FrameSelection(text)?.isRelative, Self.isRelative(text))
    if Self.isRelative(text) {
      #expect(throws: FrameNumberError.noEnd) { try numbers(text) }
    }
  }

  /// Returns whether a notation needs an end.
  private static func isRelative(_ text: String) -> Bool {
    text.contains("%") || text.contains("-x") || text.hasSuffix("-") || text.hasSuffix("..")
  }

  @Test(
    "empty, reversed and invalid selections are rejected",
    arguments: [
      "", "0", "-1", "4-3", "4..4", "4..<4", "3..2", "5%-4%", "5%..5%", "1-5x0", "1-5x", "3x2",
      "x", "-", "..", "-x2", "1..<", "-5", "1.5", "1,,2", ",", "101%", "1000000001", "0-1000000000",
      "a-b", "1-5x-1",
    ])
  func refused(text: String) {
    #expect(FrameSelection(text) == nil)
  }

  @Test("the number of parts in a list is limited, but not the length of a single part")
  func limit() throws {
    let long = try #require(FrameSelection("0..10000000,5"))
    #expect(throws: FrameNumberError.tooManyFrames) { try long.numbers(of: nil) }
    let exact = try #require(FrameSelection("0..9999999,10000005"))
    try expectEqual(exact.numbers(of: nil).count, 10_000_000)
    try expectEqual(FrameSelection("0..1000000000")?.numbers(of: nil).count, 1_000_000_000)
  }

  @Test("numbers are clipped below an end")
  func clipping() {
    let regular = FrameNumbers.regular(first: 4, count: 5, step: 3)
    expectEqual((0..<5).map { regular[$0] }, [4, 7, 10, 13, 16])
    #expect(regular.first == 4 && regular.last == 16)
    for (end, count) in [(3, 0), (4, 0), (5, 1), (7, 1), (8, 2), (16, 4), (17, 5), (99, 5)] {
      let clipped = regular.clipped(to: end)
      expectEqual(clipped.count, count, "\(end)")
      expectEqual(FrameNumbers.list([4, 7, 10, 13, 16]).clipped(to: end).count, count)
    }
    expectEqual(FrameNumbers(3..<6), .regular(first: 3, count: 3, step: 1))
    #expect(FrameNumbers(3..<3).first == nil && FrameNumbers.list([]).last == nil)
  }

  @Test("frames before the first are rejected, and those past the end are rejected or skipped")
  func bounds() throws {
    let video = Video(start: .zero, rate: RefreshRate(hertz: 10))
    func frames(
      _ range: Range<Int>, total: Int? = 5, offset: Int = 100,
      _ pastEnd: VideoFrames.PastEnd = .error
    ) throws -> [Int] {
      let frames = try VideoFrames(
        video: video, numbers: FrameNumbers(range), total: total, offset: offset, pastEnd: pastEnd)
      return (0..<frames.count).map { frames.number(at: $0) }
    }
    try expectEqual(frames(100..<105), [100, 101, 102, 103, 104])
    #expect(throws: FrameNumberError.pastEnd(105, last: 104)) { try frames(100..<106) }
    #expect(throws: FrameNumberError.pastEnd(107, last: 104)) { try frames(107..<109) }
    #expect(throws: FrameNumberError.beforeFirst(99, first: 100)) { try frames(99..<102) }
    #expect(throws: FrameNumberError.noFrames) { try frames(100..<100) }
    try expectEqual(frames(103..<120, .clip), [103, 104])
    try expectEqual(frames(105..<120, .clip), [])
    try expectEqual(frames(103..<120, total: nil), Array(103..<120))
    let shifted = try VideoFrames(
      video: Video(start: .seconds(2), rate: RefreshRate(hertz: 10), speed: 0.5),
      numbers: .list([103]), total: nil, offset: 100, pastEnd: .error)
    expectEqual(shifted.instant(at: 0), .played(Fraction(decimal: 2.15)))
  }

  @Test("a video has the frames that start before its end, and at least one")
  func counts() {
    let video = Video(start: .seconds(1), rate: RefreshRate(hertz: 10), speed: 2)
    // A frame shows a fifth of a second.
    for (end, count) in [(0.0, 1), (1, 1), (1.2, 1), (1.21, 2), (2, 5), (2.01, 6)] {
      expectEqual(video.count(until: Fraction(decimal: end)), count, "\(end)")
    }
    for (duration, count) in [(0.0, 1), (0.04, 1), (0.14, 1), (0.15, 2), (1, 10), (1.04, 10)] {
      expectEqual(video.count(lasting: duration), count, "\(duration)")
    }
    #expect(video.count(of: FanScene(), repetitions: 3) == nil)
  }

  @Test("each format of videos has its own abilities")
  func formats() {
    let rows: [(VideoFormat, alpha: Bool, loops: Bool, times: Bool, rate: Int?)] = [
      (.y4m, false, false, false, nil), (.rgba, true, false, false, nil),
      (.mp4, false, false, false, nil), (.webm, true, false, false, nil),
      (.gif, true, true, true, 50), (.webp, true, true, true, 90), (.apng, true, true, true, 90),
      (.mkv, false, false, false, nil), (.mov, true, false, false, nil),
      (.avif, true, true, false, nil),
    ]
    expectEqual(rows.map(\.0), VideoFormat.allCases)
    for row in rows {
      #expect(row.0.hasAlpha == row.alpha && row.0.hasLoopCount == row.loops, "\(row.0)")
      expectEqual(row.0.hasFrameTimes, row.times, "\(row.0)")
      expectEqual(row.0.maximumRate, row.rate.map { RefreshRate(hertz: Double($0)) }, "\(row.0)")
      expectEqual(VideoFormat(path: "a.b/c.\(row.0.rawValue.uppercased())"), row.0)
    }
    for path in ["", "gif", ".gif", "a/.gif", "a.gif/b", "a.", "a.png"] {
      #expect(VideoFormat(path: path) == nil, "\(path)")
    }
  }

  @Test("ffmpeg receives the size, the rate and the loop count of a video")
  func commands() {
    func command(
      _ format: VideoFormat, width: Int = 64, height: Int = 48, plays: Int? = nil
    ) -> String {
      VideoConfiguration(
        format: format, size: PixelSize(width: width, height: height),
        rate: RefreshRate(numerator: 30_000, denominator: 1_001) ?? .assumed, plays: plays
      ).ffmpegCommand(isPipe: false).joined(separator: " ")
    }
    for format in [VideoFormat.mp4, .webm, .webp] {
      let text = command(format)
      #expect(
        text.hasPrefix(
          "ffmpeg -hide_banner -nostdin -nostats -loglevel error -progress pipe:1 -f rawvideo "
            + "-pixel_format rgba -video_size 64x48 -framerate 30000/1001 -i pipe:0 "), "\(text)")
      #expect(text.hasSuffix(" -f \(format.rawValue) -y \(VideoConfiguration.ffmpegOutput)"))
    }
    for (plays, number) in [(nil, 0), (1, 1), (2, 2), (7, 7)] as [(Int?, Int)] {
      #expect(command(.webp, plays: plays).contains("-loop \(number) "))
    }
    // Players of mp4 expect even sizes.
    #expect(!command(.mp4).contains("pad="))
    #expect(
      command(.mp4, width: 63).contains("pad=64:48,fillborders=right=1:bottom=0:mode=smear,"))
    #expect(
      command(.mp4, height: 47).contains("pad=64:48,fillborders=right=0:bottom=1:mode=smear,"))
    #expect(!command(.webm, width: 63).contains("pad="))
  }

  @Test("a line of a manifest is read back as it was written, and nothing else is accepted")
  func manifestLines() throws {
    let hash = String(repeating: "0123456789abcdef", count: 4)
    for text in ["0 \(hash) 1x2 a", "42 \(hash) 512x300 frame 0042.png"] {
      expectEqual(ManifestLine(text)?.description, text)
    }
    for text in [
      "", "-1 \(hash) 1x2 a", "0 \(hash)0 1x2 a", "0 \(hash.dropLast()) 1x2 a", "0 \(hash) 0x2 a",
      "0 \(hash) 1x0 a", "0 \(hash) 1x2x3 a", "0 \(hash) \(Int.max)x2 a",
      "0 \(hash) 12 a", "0 \(hash) 1x2", "0 \(hash) 1x2 ",
      "0 \(hash) 1x2 ..", "0 \(hash) 1x2 .", "0  \(hash) 1x2 a",
      "0 \(hash.uppercased()) 1x2 a", "x \(hash) 1x2 a", "0 \(hash) 1x2 a\tb",
    ] {
      #expect(ManifestLine(text) == nil, "\(text)")
    }
    let line = try #require(ManifestLine("7 \(hash) 3x4 ..."))
    #expect(line.number == 7 && line.size == PixelSize(width: 3, height: 4) && line.name == "...")
  }

  @Test("a difference has its largest channel, its pixels and their bounding box")
  func differences() throws {
    let size = PixelSize(width: 9, height: 7)
    let (a, b) = (PixelImage(size: size, isOpaque: false), PixelImage(size: size, isOpaque: false))
    let none = try #require(ImageDifference(a, b))
    #expect(none.isNone && none.maximum == 0 && none.bounds.isEmpty)
    b[6, 2] = 0x0300_0000
    b[2, 5] = 0x0011_0005
    b[4, 3] = 0x0000_0901
    let found = try #require(ImageDifference(a, b))
    #expect(found.maximum == 0x11 && found.pixels == 3 && !found.isNone)
    expectEqual(found.bounds, PixelRect(x0: 2, y0: 2, x1: 7, y1: 6))
    expectEqual("\(found)", "maxDifference=17;differingPixels=3")
    for (maximum, pixels, allowed) in [
      (17, 3, true), (16, 3, false), (17, 2, false), (255, 9, true),
    ] {
      expectEqual(ImageTolerance(maximum: maximum, pixels: pixels).allows(found), allowed)
    }
    #expect(ImageTolerance().allows(none) && !ImageTolerance().allows(found))
    let image = ImageDifference.image(of: a, b)
    func shown(_ difference: Int) -> UInt32 { UInt32(64 + difference * 191 / 255) }
    expectEqual(image[0, 0], 0xFF00_0000)
    // A difference of alpha shows in every channel.
    expectEqual(image[6, 2], 0xFF00_0000 | shown(3) << 16 | shown(3) << 8 | shown(3))
    expectEqual(image[2, 5], 0xFF00_0000 | shown(0x11) << 16 | shown(5))
    expectEqual(image[4, 3], 0xFF00_0000 | shown(9) << 8 | shown(1))
    #expect(ImageDifference(a, PixelImage(size: PixelSize(width: 9, height: 8))) == nil)
  }

  @Test("points are rounded to pixels, at least one, and so are images without a size")
  func sizes() throws {
    for (points, scale, pixels) in [(10.0, 1.0, 10), (10.5, 1, 11), (10.4, 1, 10), (0.1, 1, 1)] {
      expectEqual(
        Size(width: points, height: 2 * points).pixels(scale: scale).width, pixels, "\(points)")
    }
    expectEqual(Size(width: 3, height: 5).pixels(scale: 1.5), PixelSize(width: 5, height: 8))
    expectEqual(Size(width: .infinity, height: 1).pixels(scale: 1).width, Int(Int32.max))
    let source = try RenderSource(scale: 2, background: .white) { FanScene() }
    #expect(source.size == defaultImageSize && source.scale == 2)
    expectEqual(defaultImageSize, PixelSize(width: 960, height: 400))
  }

  /// Records calls.
  private final class Notes: Sendable {
    let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private struct NotingSink: FrameSink {
    let name: String
    let notes: Notes

    func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> Int {
      { [self] frame throws(Failure) in
        notes.add("\(name) prepares \(frame.number)")
        return frame.number
      }
    }

    func take(_ product: Int) { notes.add("\(name) takes \(product)") }
    func finish() { notes.add("\(name) finishes") }
  }

  @Test("the first of two sinks comes first, and an absent one does nothing")
  func sinks() throws {
    let notes = Notes()
    let source = try RenderSource(size: PixelSize(width: 4, height: 4), background: .white) {
      FanScene()
    }
    let missing: NotingSink? = nil
    let wanted: NotingSink? = NotingSink(name: "b", notes: notes)
    try FrameRenderer(source).render(
      ChosenFrames([5, 7], rate: .assumed),
      into: NotingSink(name: "a", notes: notes).and(missing).and(wanted))
    expectEqual(
      notes.lines.withLock { $0 },
      [
        "a prepares 5", "b prepares 5", "a takes 5", "b takes 5", "a prepares 7", "b prepares 7",
        "a takes 7", "b takes 7", "a finishes", "b finishes",
      ])
  }
}
