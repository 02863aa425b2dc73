import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import GoldenTesting
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Reports of golden tests")
struct GoldenReportTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private static let size = PixelSize(width: 64, height: 64)
  private static let expected = Color(rgb: 0x00_C0FF)
  private static let actual = Color(rgb: 0xFF_C000)

  private func image(_ color: Color) -> PixelImage {
    let image = PixelImage(size: Self.size)
    image.withMutablePixels { $0.update(repeating: color.premultipliedARGB) }
    return image
  }

  private func result(_ frame: Int, _ outcome: GoldenResult.Outcome) -> GoldenResult {
    GoldenResult(
      subject: "a<b>.json", frame: frame, path: "goldens/a<b>.png", outcome: outcome, duration: 0)
  }

  /// Writes a report on some images, each of which is all different.
  private func write(count: Int) throws {
    let (expected, actual) = (image(Self.expected), image(Self.actual))
    let difference = try #require(ImageDifference(expected, actual))
    let report = try GoldenReport(at: scratch / "report")
    var results: [GoldenResult] = []
    for frame in 0..<count {
      let result = result(frame, .differs(.pixels(difference)))
      report.add(result, of: 0, expected: expected, actual: actual)
      results.append(result)
    }
    try report.finish(GoldenSummary(results: results, stale: ["goldens/old.0000.png"]))
  }

  /// Returns a browser's rendering of the report.
  private func screenshot(isDark: Bool) throws -> PixelImage {
    let browser: ChildProcess
    do {
      browser = try ChildProcess(
        [
          try Self.browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
          "--user-data-dir=" + scratch / "profile", "--force-device-scale-factor=1",
          "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
          "--window-size=1400,900", "--screenshot=" + scratch / "shot.png",
          "file://" + scratch / "report/index.html",
        ],
        environment: ["HOME": scratch.path])
    }
    try expectEqual(browser.wait(within: 60), .exit(0), "\(browser.text(of: 2))")
    return try PNG.decode(scratch.bytes("shot.png"))
  }

  /// The path of a browser. Without one, the test is cancelled.
  private static var browser: String {
    get throws {
      for name in ["chromium-headless-shell", "chromium", "google-chrome", "chromium-browser"] {
        let find = try ChildProcess(["sh", "-c", "command -v \(name)"])
        if try find.wait() == .exit(0) { return name }
      }
      try Test.cancel("neither chromium nor google-chrome is installed")
    }
  }

  private func count(_ color: Color, in image: PixelImage) -> Int {
    image.withPixels { pixels in pixels.count { $0 == color.premultipliedARGB } }
  }

  @Test(
    "a browser shows both images, their difference, and one over the other",
    arguments: [
      false, true,
    ])
  func browser(isDark: Bool) throws {
    try write(count: 1)
    let shot = try screenshot(isDark: isDark)
    // Small images are shown at four times their size.
    let whole = 16 * Self.size.width * Self.size.height
    for color in [Self.expected, Self.actual] {
      // The image once alone, and half of it next to the slider, except for the dividing line.
      let shown = Double(count(color, in: shot)) / Double(whole)
      #expect(abs(shown - 1.5) < 0.05, "\(color): \(shown)")
    }
    let difference = ImageDifference.image(
      of: image(Self.expected), image(Self.actual))[9, 9]
    #expect(count(Color(argb: difference), in: shot) > whole * 8 / 10)
    let page = Color(rgb: isDark ? 0x14_171C : 0xF5_F6F8)
    expectEqual(shot[2, 2], page.premultipliedARGB)
  }

  @Test("the slider moves the border between the two images")
  func slider() throws {
    try write(count: 1)
    let script = """
      <script>
      const slider = document.querySelector("input");
      slider.value = 100;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      </script>
      """
    let page = try scratch.read("report/index.html")
    try scratch.write(
      page.replacingOccurrences(of: "</body>", with: script + "</body>"), to: "report/index.html")
    let shot = try screenshot(isDark: false)
    let whole = 16 * Double(Self.size.width * Self.size.height)
    #expect(abs(Double(count(Self.expected, in: shot)) / whole - 2) < 0.05)
    #expect(abs(Double(count(Self.actual, in: shot)) / whole - 1) < 0.05)
  }

  @Test("the page needs only the files in its folder, and shows file names as plain text")
  func selfContained() throws {
    try write(count: 2)
    let page = try scratch.read("report/index.html")
    #expect(!page.contains("://") && !page.contains("a<b>"))
    #expect(page.contains("a&lt;b&gt;.json"))
    #expect(
      page.contains("4096 pixels differ, by at most 255 of 255, within 64×64 pixels at (0, 0)."))
    #expect(page.contains("goldens/old.0000.png"))
    let sources = page.split(separator: "src=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    expectEqual(sources.count, 10)
    for source in sources {
      #expect(FileManager.default.fileExists(atPath: scratch / "report/\(source)"))
    }
  }

  @Test("every class in the page has a rule in its style sheet")
  func classes() throws {
    try write(count: 1)
    let page = try scratch.read("report/index.html")
    let style = page.prefix(upTo: try #require(page.range(of: "</style>")).lowerBound)
    let attributes = page.matches(of: /(?:class=|className = |classList.toggle\()"([^"]*)"/)
    let names = Set(attributes.flatMap { $0.1.split(separator: " ") })
    #expect(names.isSuperset(of: ["card", "row", "slider", "image", "enlarged", "bar", "empty"]))
    for name in names {
      #expect(style.contains(try Regex("\\.\(name)\\b")), "\(name)")
    }
  }

  @Test("a single file contains the first images, as many as fit")
  func room() throws {
    let (expected, actual) = (image(Self.expected), image(Self.actual))
    let difference = try #require(ImageDifference(expected, actual))
    // The last one is new, and the only small one.
    let results =
      (0..<4).map { result($0, .differs(.pixels(difference))) } + [result(4, .missing)]
    func page(_ order: [Int], embeddedBytes: Int) throws -> String {
      let path = scratch / "report.html"
      let report = try GoldenReport(at: path, player: nil, embeddedBytes: embeddedBytes)
      for index in order {
        report.add(
          results[index], of: 0, expected: index == 4 ? nil : expected, actual: actual)
      }
      try report.finish(GoldenSummary(results: order.sorted().map { results[$0] }, stale: []))
      return try scratch.read("report.html")
    }
    func bytes(_ page: String) -> Int {
      page.split(separator: "src=\"").map { $0.prefix { $0 != "\"" } }
        .reduce(0) { $0 + ($1.hasPrefix("data:") ? $1.utf8.count : 0) }
    }
    let one = try bytes(page([0], embeddedBytes: .max))
    let note = "The images of 3 results are omitted because this file would become too large;"
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]] {
      let bounded = try page(order, embeddedBytes: one * 3 - 1)
      expectEqual(bytes(bounded), 2 * one)
      let frames = bounded.split(separator: "<h3>").dropFirst().map { $0.contains("src=\"data:") }
      expectEqual(frames, [true, true, false, false, false], "\(order)")
      #expect(bounded.contains(note))
      let whole = try page(order, embeddedBytes: one * 5)
      #expect(bytes(whole) > 4 * one && !whole.contains("left out"))
    }
  }

  @Test("a report with thousands of images loads only those in view")
  func thousands() throws {
    let difference = try #require(
      ImageDifference(image(Self.expected), image(Self.actual)))
    let shown = GoldenReport.Image(path: "pictures/a.png", size: Self.size)
    let entries = (0..<3_000).map { frame in
      GoldenReport.Entry(
        subject: 0, result: result(frame, .differs(.pixels(difference))), expected: shown,
        actual: shown, difference: shown)
    }
    let summary = GoldenSummary(results: entries.map(\.result), stale: [])
    let page = GoldenReportPage(summary: summary, entries: entries).text
    #expect(page.utf8.count < 5_000_000)
    try FileManager.default.createDirectory(
      atPath: scratch / "report/pictures", withIntermediateDirectories: true)
    try OutputFile.write(
      PNG.encode(image(Self.expected)), to: scratch / "report/pictures/a.png")
    try OutputFile.write([UInt8](page.utf8), to: scratch / "report/index.html")
    #expect(count(Self.expected, in: try screenshot(isDark: false)) > 65_536)
  }
}
