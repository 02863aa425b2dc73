import PlainText
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import GoldenTesting
@testable import LinuxSystem
@testable import OfflineRendering

/// All reports of the same results. The kept files next to this one show them as users see them.
@Suite("Reports of golden tests")
struct ReportTextTests {
  private static func pixels(_ maximum: Int, _ count: Int) throws -> GoldenDifference {
    let size = PixelSize(width: 40, height: 30)
    let (a, b) = (PixelImage(size: size), PixelImage(size: size))
    for index in 0..<count {
      b[5 + index % 7, 9 + index / 7] = 0xFF00_0000 | UInt32(maximum - index % 2) << 8
      a[5 + index % 7, 9 + index / 7] = 0xFF00_0000
    }
    return .pixels(try #require(ImageDifference(a, b)))
  }

  private static func result(
    _ subject: String, _ frame: Int?, _ outcome: GoldenResult.Outcome, frames: Int = 0,
    edits: [String] = []
  ) -> GoldenResult {
    GoldenResult(
      subject: subject, frame: frame, path: "goldens/\(subject)\(frame.map { "-\($0)" } ?? "").png",
      outcome: outcome, duration: 0.0125 * Double((frame ?? 3) + 1), frames: frames, edits: edits)
  }

  private static func everything() throws -> GoldenSummary {
    let changes = FrameChanges(
      numbers: [2, 3, 4, 9], expected: 12, actual: 10,
      worst: FrameChange(number: 3, difference: try pixels(90, 11)))
    let unknown = FrameChanges(numbers: [7], expected: 8, actual: 8, worst: nil)
    var summary = GoldenSummary(
      results: [
        result("a.json", 0, .same), result("a.json", 12, .differs(try pixels(200, 17))),
        result("a.json", 13, .differs(try pixels(1, 1)), edits: ["fill: #ff0000, was #00ff00"]),
        result(
          "b<&>.json", 1,
          .differs(
            .sizes(
              expected: PixelSize(width: 40, height: 30), actual: PixelSize(width: 41, height: 29)))
        ),
        result("c.json", 0, .missing), result("c.json", 7, .missing),
        result("d.json", 0, .renamed(from: "goldens/old_d.png")),
        result("e|f*.json", nil, .unreadable("e|f*.json: it is not JSON, at byte 3")),
        result("g.json", nil, .unreadable("g.json: it has no frame 99", .usage)),
        result("h.script", nil, .unmet("h.script:3: state is a, not b")),
        result("i.json", 0, .created), result("i.json", 5, .created),
        result("j.json", 2, .moved(from: "goldens/k.png")),
        result("l.json", 0, .updated(try pixels(3, 2))), result("l.json", 1, .updated(nil)),
        result(
          "m.json", nil, .differs(.frames(changes)), frames: 12, edits: ["x", "y", "z", "w"]),
        result("n.json", nil, .differs(.frames(unknown)), frames: 8),
        result("o.json", nil, .same, frames: 30),
        result("p.json", nil, .missing, frames: 4),
      ], stale: ["goldens/gone.png", "goldens/x_y.png"], skipped: ["z.json"], untested: 2)
    summary.pruned = ["goldens/removed.png"]
    return summary
  }

  @Test("are equivalent as text, as Markdown, as JUnit and as JSON")
  func texts() throws {
    let (summary, command) = (try Self.everything(), "x11viewer test --update a")
    let texts = [
      summary.text(acceptingCommand: command),
      MarkdownReport(summary: summary, acceptingCommand: command).text,
      JUnitReport(summary: summary).text, Kept.compact(JSONReport(summary: summary).text),
    ]
    try Kept.compare(texts.joined(separator: "---\n"), with: "reports.txt")
  }

  /// Results, their exit status and title, and whether any of them can be accepted.
  private static let few:
    [(
      results: [GoldenResult], status: LinuxSystem.ExitStatus, title: String, isAcceptable: Bool
    )] = [
      ([], .success, "Everything is as expected", false),
      ([result("a", 0, .same)], .success, "Everything is as expected", false),
      ([result("a", nil, .same, frames: 1)], .success, "Everything is as expected", false),
      (
        [result("a", 0, .same), result("b", 1, .unmet("u"))], .differs, "1 expectation is unmet",
        false
      ),
      ([result("a", 0, .missing)], .noInput, "1 has no golden", true),
      (
        [result("a", 0, .renamed(from: "b")), result("a", 2, .renamed(from: "b"))], .noInput,
        "2 were renamed", true
      ),
      ([result("a", nil, .unreadable("r"))], .noInput, "1 cannot be read", false),
      (
        [result("a", nil, .unreadable("r", .usage)), result("b", 0, .missing)], .usage,
        "1 has no golden, 1 cannot be read", true
      ),
      ([result("a", 0, .created)], .success, "1 golden written", false),
      (
        [result("a", 0, .updated(nil)), result("b", 0, .moved(from: "x"))], .success,
        "2 goldens written", false
      ),
    ]

  @Test("have a title and a status, and a command if there is something to accept")
  func titles() {
    for (results, status, title, isAcceptable) in Self.few {
      let summary = GoldenSummary(results: results, stale: [], skipped: ["s", "t"], untested: 1)
      #expect(summary.status == status && summary.title == title, "\(title)")
      let text = summary.text(acceptingCommand: "accept")
      let markdown = MarkdownReport(summary: summary, acceptingCommand: "accept").text
      expectEqual(text.hasSuffix("To keep the images as they are now: accept\n"), isAcceptable)
      expectEqual(
        markdown.hasSuffix("To keep the images as they are now:\n\n    accept\n"), isAcceptable)
      #expect(!summary.text(acceptingCommand: "").contains("To keep"))
      #expect(!summary.text(acceptingCommand: "", pruningCommand: "prune").contains("prune"))
      #expect(markdown.hasPrefix("### \(title)\n"))
      for text in [text, markdown] {
        #expect(text.contains("2 files are not animations and were skipped"), "\(title)")
        #expect(text.contains("1 animation not tested, after the first failure"), "\(title)")
      }
    }
  }

  @Test("use the singular for one, and the plural for several")
  func agreement() {
    func missing(_ frames: Int) -> String {
      let result = Self.result("a", nil, .missing, frames: frames)
      return GoldenSummary(results: [result], stale: []).text(acceptingCommand: "")
    }
    let rows = [
      (
        "\(FrameChanges(numbers: [1], expected: 2, actual: 1))",
        "frame 1 (1 of 2); 1 frame instead of 2"
      ),
      (
        "\(FrameChanges(numbers: [1, 2], expected: 1, actual: 3))",
        "frames 1-2 (2 of 3); 3 frames instead of 1"
      ),
      (missing(1), "missing     a: its only frame\n1 frame of 1 animation: 1 has no golden\n"),
      (
        missing(2), "missing     a: all of its 2 frames\n2 frames of 1 animation: 1 has no golden\n"
      ),
    ]
    for (text, expected) in rows { expectEqual(text, expected) }
  }

  @Test("Markdown escapes a scalar that joins the previous one")
  func joinedScalars() {
    // Numbers signs and marks form a single character with what follows or precedes them.
    for (name, escaped) in [
      ("\u{600}<b>", "\u{600}&lt;b\\>"), ("|\u{301}", "\\|\u{301}"), ("[\u{200D}", "\\[\u{200D}"),
      ("a\nb", "a?b"),
    ] {
      let summary = GoldenSummary(results: [Self.result(name, 0, .missing)], stale: [name])
      let lines = MarkdownReport(summary: summary, acceptingCommand: "").text
        .split(separator: "\n").map(String.init)
      #expect(lines.contains { $0.unicodeScalars.starts(with: "| \(escaped) |".unicodeScalars) })
      #expect(lines.contains { $0.unicodeScalars.elementsEqual("- \(escaped)".unicodeScalars) })
    }
  }

  @Test("a Markdown table ends after two hundred rows, with the number of omitted rows")
  func limit() {
    for (count, rest) in [(200, nil), (201, "And 1 more."), (450, "And 250 more.")] {
      let summary = GoldenSummary(
        results: (0..<count).map { Self.result("a\($0)", 0, .missing) },
        stale: (0..<count).map { "s\($0)" })
      let lines = MarkdownReport(summary: summary, acceptingCommand: "").text
        .split(separator: "\n").map(String.init)
      expectEqual(lines.count { $0.hasSuffix("has no golden |") }, 200)
      expectEqual(lines.first { $0.hasPrefix("And ") }, rest)
      expectEqual(lines.count { $0.hasPrefix("- s") }, 200)
    }
  }

  @Test("as a page, with images, videos and other information")
  func page() throws {
    let size = PixelSize(width: 40, height: 30)
    func image(_ name: String, _ size: PixelSize = size) -> GoldenReport.Image {
      GoldenReport.Image(path: "pictures/\(name).png", size: size)
    }
    var summary = try Self.everything()
    var subjects: [String] = []
    var entries: [GoldenReport.Entry] = []
    for result in summary.results {
      if subjects.last != result.subject { subjects.append(result.subject) }
      var entry = GoldenReport.Entry(subject: subjects.count - 1, result: result)
      if case .differs(.frames) = result.outcome {
      } else if result.frame != nil {
        entry.actual = image("actual")
        if case .differs = result.outcome { entry.expected = image("expected") }
        if case .differs(.pixels) = result.outcome { entry.difference = image("difference") }
      }
      if case .same = result.outcome { continue }
      entries.append(entry)
    }
    var page = GoldenReportPage(summary: summary, entries: entries)
    page.acceptingCommand = { "x11viewer test --update" + ($0.map { " \(shellWord($0))" } ?? "") }
    let text = page.text
    func section(_ text: String, from start: String, to end: String) throws -> String {
      let from = try #require(text.firstRange(of: start)?.lowerBound)
      let to = try #require(text[from...].firstRange(of: end)?.lowerBound)
      return String(text[from..<to])
    }
    try Kept.compare(
      try section(text, from: "<body>", to: "<script>\n"), with: "page.txt")
    page.acceptingCommand = { _ in "" }
    #expect(!page.text.contains("as it is now: "))
    page.pruningCommand = "x11viewer test --prune 'a b'"
    #expect(page.text.contains("To remove them: <code>x11viewer test --prune &#39;a b&#39;</code>"))

    #expect(!page.text.contains("git is not installed"))
    summary.hasGit = false
    page = GoldenReportPage(summary: summary, entries: entries)
    #expect(page.text.contains("The accepted version is unknown because git is not installed"))
    let one = GoldenReportPage(summary: summary, entries: Array(entries.prefix(1)))
    #expect(!one.text.contains("<nav"))
    let wide = image("wide", PixelSize(width: 300, height: 9))
    let large = GoldenReport.Entry(subject: 0, result: entries[0].result, actual: wide)
    #expect(
      GoldenReportPage(summary: summary, entries: [large]).text.contains(
        #"<img loading="lazy" src="pictures/wide.png" alt="actual" width="300" height="9">"#))
  }

  @Test("the page contains its style sheet and its script, and texts are inserted unchanged")
  func wholePage() {
    let result = Self.result("{{counts}}.json", 0, .missing)
    let page = GoldenReportPage(
      summary: GoldenSummary(results: [result], stale: []),
      entries: [GoldenReport.Entry(subject: 0, result: result)]
    ).text
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</script>\n</body>\n</html>\n"))
    #expect(page.contains("<style>\n:root {\n") && page.contains("\n</style>\n</head>\n"))
    #expect(page.contains("\n<script>\ndocument.addEventListener("))
    #expect(page.contains(GoldenReportPage.generator))
    #expect(!page.contains("href=\"page.css\"") && !page.contains("src=\"page.js\""))
    // No mark is left, but those in the name.
    #expect(page.matches(of: /{{(\w+)}}/).allSatisfy { $0.1 == "counts" })
    #expect(page.contains("<h2>{{counts}}.json <span>new</span></h2>"))
  }

  @Test(
    "a video has a bar for each frame that differs, in proportion to the largest number of pixels")
  func chart() throws {
    func difference(_ count: Int) throws -> ImageDifference {
      guard case .pixels(let difference) = try Self.pixels(9, count) else {
        throw CancellationError()
      }
      return difference
    }
    let changes = FrameChanges(numbers: [4, 6, 8, 9], expected: 6, actual: 5)
    var video = ReportVideo(changes: changes, rate: 25)
    video.steps = (4...9).map { ReportVideo.Step(number: $0) }
    video.steps[0].measured = try difference(1)
    video.steps[2].measured = try difference(40)
    video.steps[4].measured = try difference(30)
    video.steps[5].isWhole = true
    func bars(_ video: ReportVideo) throws -> [Substring] {
      let entry = GoldenReport.Entry(
        subject: 3, result: Self.result("a.json", nil, .differs(.frames(changes)), frames: 6))
      let page = GoldenReportPage(
        summary: GoldenSummary(results: [entry.result], stale: []), entries: [entry],
        videos: [3: video]
      ).text
      let start = try #require(page.firstRange(of: #"<svg class="chart""#)).lowerBound
      let end = try #require(page[start...].firstRange(of: "</svg>")).lowerBound
      return page[start..<end].split(separator: ">").map { $0.drop { $0 == "<" } }
    }
    let shown = try bars(video)
    expectEqual(shown.first?.contains(#"viewBox="0 0 6 40""#), true)
    expectEqual(shown.first?.hasSuffix(#"at most 40""#), true)
    expectEqual(
      shown.dropFirst(),
      [
        // Even a single pixel must be visible.
        #"rect x="0" y="38.00" width="1" height="2.00"/"#,
        #"rect x="2" y="0.00" width="1" height="40.00"/"#,
        #"rect x="4" y="10.00" width="1" height="30.00"/"#,
        #"rect x="5" y="0.00" width="1" height="40.00"/"#,
      ])
    video.steps = [ReportVideo.Step(number: 0, isWhole: true)]
    try expectEqual(bars(video).dropFirst(), [#"rect x="0" y="0.00" width="1" height="40.00"/"#])
    video.steps = []
    try expectEqual(bars(video).count, 1)
  }

  @Test(
    "the remaining time is in seconds, minutes or hours, and lines appear at the specified interval"
  )
  func progress() {
    func lines(_ style: Progress.Style, isTerminal: Bool, step: Seconds, _ total: Int) -> [String] {
      var lines: [String] = []
      var now: Seconds = 0
      let progress = Progress(
        style, isTerminal: isTerminal, total: total, of: "frames", elapsed: { now },
        write: { lines.append($0) })
      for index in 1...min(total, 8) {
        now = Double(index) * step
        progress.advance()
      }
      progress.finish()
      return lines
    }
    expectEqual(
      lines(.plain, isTerminal: true, step: 2, 100),
      [
        "x11viewer: 3 of 100 frames, 3 min 14 s left\n",
        "x11viewer: 6 of 100 frames, 3 min 8 s left\n",
      ])
    #expect(
      lines(.auto, isTerminal: false, step: 5, 9)
        == (1...8).map {
          "x11viewer: \($0) of 9 frames, \((9 - $0) * 5) s left\n"
        })
    expectEqual(
      lines(.auto, isTerminal: true, step: 0.06, 3),
      [
        "\r1 of 3 frames\u{1B}[K", "\r3 of 3 frames\u{1B}[K", "\n",
      ])
    #expect(
      lines(.auto, isTerminal: true, step: 60, 120).first
        == "\r1 of 120 frames, 1 h 59 min left\u{1B}[K")
    expectEqual(lines(.auto, isTerminal: true, step: 1, 60).first?.contains(", 59 s left"), true)
    expectEqual(
      lines(.auto, isTerminal: true, step: 1, 61).first?.contains(", 1 min 0 s left"), true)
    expectEqual(
      lines(.openjd, isTerminal: true, step: 1, 300),
      [
        "openjd_progress: 0\nopenjd_status: 1 of 300 frames\n",
        "openjd_progress: 1\nopenjd_status: 3 of 300 frames\n",
        "openjd_progress: 2\nopenjd_status: 6 of 300 frames\n",
      ])
    #expect(lines(.none, isTerminal: true, step: 9, 8).isEmpty)
  }
}
