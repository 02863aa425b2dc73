import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import ImageFiles
@testable import PacingPattern

@Suite("The pacing report")
struct PacingAnalysisTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func analyse(
    _ bytes: [UInt8], _ analysis: PacingAnalysis = PacingAnalysis()
  ) throws -> (lines: String, result: PacingAnalysis.Result) {
    let path = directory / "recording.y4m"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var lines = ""
    let result = try analysis.run(path) { lines += $0 }
    return (lines, result)
  }

  private func analyse(
    _ analysis: PacingAnalysis = PacingAnalysis(), _ video: (inout Recording) -> Void
  ) throws -> (lines: String, result: PacingAnalysis.Result) {
    var recording = Recording()
    video(&recording)
    return try analyse(recording.bytes, analysis)
  }

  private func video(_ recording: inout Recording) {
    recording.show(nil, times: 3)
    for number in 100..<110 { recording.show(number, times: 2) }
    recording.show(112, times: 4)
    recording.show(113, times: 1)
    recording.show(114, lower: 113)
    recording.show(114, times: 1)
    recording.show(90, times: 2)
  }

  @Test("counts frames that were skipped, doubled, torn, absent or out of order")
  func text() throws {
    let (lines, result) = try analyse(PacingAnalysis(), video)
    expectEqual(
      lines,
      """
           0.000 s  no pattern: 3 recorded frames (25.00 ms)
           0.025 s  frames 100 to 109: 2 recorded frames (16.67 ms) each
           0.192 s  frames 110 to 111: skipped
           0.192 s  frame 112: 4 recorded frames (33.33 ms), doubled
           0.225 s  frame 113: 1 recorded frame (8.33 ms)
           0.233 s  torn: frame 114 at the top, frame 113 at the bottom
           0.242 s  frame 114: 1 recorded frame (8.33 ms)
           0.250 s  frame 90 after frame 114: went back
           0.250 s  frame 90: 2 recorded frames (16.67 ms)

      """)
    expectEqual(
      result.summary,
      """
      32 recorded frames at 120.00 Hz: 14 frames shown (p50 16.67 ms, p99 33.33 ms), \
      2 skipped, 1 doubled, 1 torn, 1 back, 3 recorded frames without the pattern.

      """)
    expectEqual(result.notes, [])
  }

  @Test("lists every frame in its own row")
  func csv() throws {
    let (lines, _) = try analyse(PacingAnalysis(form: .csv), video)
    let rows = lines.split(separator: "\n")
    expectEqual(rows.first, "seconds,event,first,last,recorded_frames,milliseconds")
    expectEqual(
      rows.dropFirst(11),
      [
        "0.175,shown,109,109,2,16.67", "0.192,skipped,110,111,0,0.00",
        "0.192,doubled,112,112,4,33.33", "0.225,shown,113,113,1,8.33",
        "0.233,torn,114,113,1,8.33", "0.242,shown,114,114,1,8.33", "0.250,back,114,90,0,0.00",
        "0.250,shown,90,90,2,16.67",
      ])
  }

  @Test(
    "reads every kind of 8-bit Y4M",
    arguments: ["C420jpeg", "C420", "C422", "C444", "Cmono"])
  func colors(colors: String) throws {
    let (_, result) = try analyse {
      $0.colors = colors
      $0.screen = PixelSize(width: 321, height: 181)
      for number in 5..<25 { $0.show(number, times: 2) }
    }
    #expect(result.summary.contains("40 recorded frames at 120.00 Hz: 20 frames shown"))
    #expect(result.summary.hasSuffix("0 skipped, 0 doubled, 0 torn.\n"))
  }

  @Test(
    "finds the window at any position, with any black and white levels",
    arguments: [(0, 0), (80, 40), (1, 39), (79, 0)])
  func places(x: Int, y: Int) throws {
    for levels in [(0, 255), (16, 235), (70, 180)] {
      let (_, result) = try analyse {
        $0.origin = (x, y)
        $0.levels = levels
        for number in 65_530..<65_540 { $0.show(number, times: 2) }
      }
      #expect(result.summary.contains("10 frames shown"), "levels \(levels)")
    }
  }

  @Test("finds modules of two pixels")
  func smallest() throws {
    let (_, result) = try analyse {
      $0.window = PixelSize(width: 132, height: 100)
      for number in 0..<10 { $0.show(number, times: 2) }
    }
    #expect(result.summary.contains("10 frames shown"))
  }

  @Test("follows a moving window")
  func moving() throws {
    let (_, result) = try analyse {
      for number in 0..<20 {
        $0.origin = (x: number * 4, y: number * 2)
        $0.show(number, times: 2)
      }
    }
    #expect(result.summary.contains("20 frames shown"))
    #expect(result.summary.hasSuffix("0 skipped, 0 doubled, 0 torn.\n"))
  }

  @Test("detects a tear anywhere, in a code or between the codes")
  func tears() throws {
    for line in stride(from: 6, to: 134, by: 3) {
      let (_, result) = try analyse {
        $0.show(40, times: 2)
        $0.show(42, lower: 41, tear: line)
        $0.show(42, times: 2)
      }
      #expect(result.summary.contains(" 1 torn"), "at line \(line)")
    }
  }

  @Test("treats a mixture of two frames as torn")
  func mixture() throws {
    var recording = Recording()
    recording.show(40)
    let first = recording.bytes.count
    recording.show(41)
    let length = recording.bytes.count - first
    var blend = Array(recording.bytes[first...])
    for index in blend.indices.dropFirst("FRAME\n".utf8.count) {
      blend[index] = UInt8((Int(blend[index]) + Int(recording.bytes[first - length + index])) / 2)
    }
    let bytes = Array(recording.bytes[..<first]) + blend + recording.bytes[first...]
    let (lines, _) = try analyse(bytes)
    #expect(lines.contains("torn: a mixture at the top, a mixture at the bottom"))
  }

  @Test("doubled frames depend on the recording's rate")
  func rates() throws {
    func doubled(recorded: String, pattern: Double, times: Int) throws -> Bool {
      var analysis = PacingAnalysis()
      analysis.patternRate = RefreshRate(hertz: pattern)
      let (_, result) = try analyse(analysis) {
        $0.rate = recorded
        $0.show(1, times: times)
      }
      return !result.summary.contains(" 0 doubled")
    }
    #expect(try !doubled(recorded: "60:1", pattern: 60, times: 1))
    #expect(try doubled(recorded: "60:1", pattern: 60, times: 2))
    #expect(try !doubled(recorded: "75:1", pattern: 60, times: 2))
    #expect(try doubled(recorded: "75:1", pattern: 60, times: 3))
    #expect(try !doubled(recorded: "120:1", pattern: 60, times: 3))
    #expect(try doubled(recorded: "120:1", pattern: 60, times: 4))
    #expect(try !doubled(recorded: "120:1", pattern: 30, times: 6))
    #expect(try doubled(recorded: "120:1", pattern: 30, times: 7))
  }

  @Test("reports that the recording is too slow for the pattern")
  func tooSlow() throws {
    let (_, result) = try analyse {
      $0.rate = "30000:1001"
      for number in 0..<5 { $0.show(2 * number) }
    }
    #expect(result.summary.contains("5 recorded frames at 29.97 Hz: 5 frames shown"))
    expectEqual(result.notes.count, 1)
  }

  @Test("frame numbers wrap to 0")
  func wrapping() {
    var events: [PacingEvent] = []
    let rate = RefreshRate(hertz: 60)
    var timeline = PacingTimeline(recorded: rate, pattern: rate) { events.append($0) }
    for number in [UInt32.max - 1, .max, 0, 2] { timeline.add(.frame(number)) }
    expectEqual(events.count, 4)
    expectEqual(events.last, .skipped(first: 1, count: 1, start: 3))
  }

  @Test("frames that pass while the pattern is hidden are neither skipped nor out of order")
  func gaps() {
    var events: [PacingEvent] = []
    let rate = RefreshRate(hertz: 60)
    var timeline = PacingTimeline(recorded: rate, pattern: rate) { events.append($0) }
    for sighting: PatternObservation in [.frame(5), .nothing, .frame(90), .nothing, .frame(7)] {
      timeline.add(sighting)
    }
    timeline.finish()
    expectEqual(
      events,
      [
        .shown(5, start: 0, count: 1, isDoubled: false), .absent(start: 1, count: 1),
        .shown(90, start: 2, count: 1, isDoubled: false), .absent(start: 3, count: 1),
        .shown(7, start: 4, count: 1, isDoubled: false),
      ])
  }

  @Test("a truncated recording is evaluated up to its end")
  func cutOff() throws {
    var recording = Recording()
    for number in 0..<10 { recording.show(number, times: 2) }
    // A frame is "FRAME", a line feed, and 320 × 180 pixels of one and a half bytes.
    for missing in [1, 20_000, 86_400, 86_401, 86_405] {
      let (_, result) = try analyse(recording.bytes.dropLast(missing))
      #expect(result.summary.hasPrefix("19 recorded frames"))
      expectEqual(result.notes, ["The recording ends in the middle of a frame."])
    }
  }
}

extension PacingAnalysisTests {
  private func failure(of bytes: [UInt8]) -> RecordingError? {
    #expect(throws: RecordingError.self) { try analyse(bytes) }
  }

  @Test("a recording without the pattern is rejected")
  func noPattern() {
    var recording = Recording()
    recording.show(nil, times: 5)
    expectEqual(failure(of: recording.bytes), .noPattern(name: directory / "recording.y4m"))
    recording.window.width = 131
    recording.show(3)
    expectEqual(failure(of: recording.bytes), .noPattern(name: directory / "recording.y4m"))
  }

  @Test("a partly visible pattern isn't evaluated")
  func halfHidden() {
    var recording = Recording()
    recording.origin.y = 40
    recording.show(3)
    let frame = recording.screen.width * recording.screen.height
    let start = recording.bytes.count - frame - frame / 2
    for index in start + frame * 3 / 4..<start + frame { recording.bytes[index] = 90 }
    expectEqual(failure(of: recording.bytes), .noPattern(name: directory / "recording.y4m"))
  }

  @Test(
    "a file that isn't Y4M is rejected",
    arguments: [
      "", "\n", "PNG", "YUV4MPEG2\n", "YUV4MPEG2 W0 H4 F1:1\n", "YUV4MPEG2 W4 H-4 F1:1\n",
      "YUV4MPEG2 W4 H4", "YUV4MPEG3 W4 H4 F1:1\n", "YUV4MPEG2 W4 H4 F1:1\nFRAMES\n",
    ])
  func notY4M(text: String) {
    expectEqual(
      failure(of: Array(text.utf8)), .recording(.notY4M(name: directory / "recording.y4m")))
  }

  @Test(
    "an unsupported kind of Y4M is rejected with the reason",
    arguments: [
      ("W4 H4 F1:1 C420p10", "C420p10"), ("W4 H4 F1:1 C444alpha", "C444alpha"),
      ("W4 H4 C420", "no frame rate"), ("W4 H4 F0:0", "no frame rate"),
      ("W99999 H99999 F1:1", "99999 by 99999"),
      ("W9223372036854775807 H9 F1:1", "9223372036854775807 by 9"),
    ])
  func unsupported(header: String, reason: String) throws {
    let error = try #require(failure(of: Array("YUV4MPEG2 \(header)\n".utf8)))
    #expect(error.description.contains(reason))
    expectEqual(error.exitStatus, .differs)
  }

  @Test("a missing file is reported by name")
  func notThere() {
    let path = directory / "nothing.y4m"
    let error = #expect(throws: RecordingError.self) {
      try PacingAnalysis().run(path) { _ in }
    }
    expectEqual(error?.description, "\(path): cannot be read: No such file or directory")
    expectEqual(error?.exitStatus, .noInput)
  }
}
