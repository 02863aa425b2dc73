import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import GoldenTesting
@testable import OfflineRendering

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Results as JUnit XML")
struct JUnitReportTests {
  /// Parses XML with an independent parser.
  private final class Document: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []

    init(_ text: String) throws {
      super.init()
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = self
      try #require(parser.parse(), "\(String(describing: parser.parserError))")
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }

    func all(_ name: String) -> [[String: String]] {
      elements.filter { $0.name == name }.map(\.attributes)
    }
  }

  private func result(
    _ subject: String, _ frame: Int?, _ outcome: GoldenResult.Outcome
  ) -> GoldenResult {
    GoldenResult(
      subject: subject, frame: frame, path: "goldens/\(subject)", outcome: outcome, duration: 0.25)
  }

  private func document(_ results: [GoldenResult]) throws -> Document {
    try Document(JUnitReport(summary: GoldenSummary(results: results, stale: [])).text)
  }

  @Test("each animation is a suite, each frame a case, and all are counted")
  func structure() throws {
    let document = try document([
      result("a", 0, .same),
      result("a", 5, .differs(.sizes(expected: .zero, actual: .zero))),
      result("a", 9, .missing),
      result("b", nil, .unreadable("b: is broken")),
    ])
    expectEqual(document.all("testsuite").map { $0["name"] }, ["a", "b"])
    let all = try #require(document.all("testsuites").first)
    #expect(all["tests"] == "4" && all["failures"] == "2" && all["errors"] == "1")
    expectEqual(all["time"], "1.000")
    expectEqual(
      document.all("testcase").map { $0["name"] },
      [
        "a: frame 0", "a: frame 5", "a: frame 9", "b: animation",
      ])
    expectEqual(document.all("failure").map { $0["type"] }, ["differs", "missing"])
    expectEqual(document.all("error").map { $0["message"] }, ["b: is broken"])
  }

  @Test("it contains only what Jenkins accepts")
  func schema() throws {
    // By junit-10.xsd of its plugin xUnit, by which it refuses whole files.
    let allowed: [String: Set<String>] = [
      "testsuites": ["name", "time", "tests", "failures", "errors"],
      "testsuite": ["name", "time", "tests", "failures", "errors", "skipped", "file"],
      "testcase": ["name", "classname", "time"],
      "failure": ["type", "message"], "error": ["type", "message"], "system-out": [],
    ]
    let document = try document([
      result("a", 0, .same), result("a", 9, .missing), result("b", nil, .unreadable("c")),
      result("c", 1, .differs(.sizes(expected: .zero, actual: .zero))),
    ])
    for (name, attributes) in document.elements {
      let more = try Set(attributes.keys).subtracting(#require(allowed[name], "\(name)"))
      expectEqual(more, [], "\(name)")
    }
  }

  @Test("an image that differs is an attachment")
  func attachments() {
    let text = JUnitReport(
      summary: GoldenSummary(
        results: [
          result("a.png", 5, .differs(.sizes(expected: .zero, actual: .zero))),
          result("b.png", 0, .missing),
        ], stale: [])
    ).text
    #expect(text.contains("<system-out>[[ATTACHMENT|goldens/a.png]]</system-out>"))
    #expect(!text.contains("ATTACHMENT|goldens/b.png"))
  }

  @Test("a report folder contributes the actual image, the expected one and the difference")
  func reportImages() throws {
    let scratch = try ScratchDirectory()
    let report = try GoldenReport(at: scratch / "report", player: nil)
    let size = PixelSize(width: 2, height: 2)
    let result = result("a.png", 5, .differs(.sizes(expected: .zero, actual: .zero)))
    report.add(result, of: 0, expected: PixelImage(size: size), actual: PixelImage(size: size))
    let summary = GoldenSummary(results: [result], stale: [])
    try report.finish(summary)
    let text = JUnitReport(summary: summary, images: report.images()).text
    let paths = text.matches(of: /\[\[ATTACHMENT\|(.*)\]\]/).map { String($0.1) }
    #expect(
      paths.map { $0.replacing(scratch.path, with: "") }
        == ["actual", "expected", "difference"].map { "/report/pictures/1-5-\($0).png" })
    for path in paths.compactMap({ $0.split(separator: ">").last }) {
      #expect(FileManager.default.fileExists(atPath: String(path)))
    }
  }

  @Test("annotations escape special characters of GitHub Actions")
  func annotations() {
    var failure = result("a,b:c%,\u{301}", 5, .unreadable("50% of\na: b"))
    failure.edits = ["fill: red"]
    let summary = GoldenSummary(results: [failure, result("c", 0, .same)], stale: [])
    expectEqual(
      GitHubAnnotations(summary: summary).text,
      "::error file=a%2Cb%3Ac%25%2C\u{301},title=a%2Cb%3Ac%25%2C\u{301}%3A frame 5::50%25 of%0Aa: b%0Afill: red\n"
    )
  }

  @Test("file names are preserved, whatever they contain")
  func escaping() throws {
    let name = "a<b>&\"c'\n\t é 🎞 ]]>"
    let document = try document([result(name, 0, .missing)])
    expectEqual(document.all("testcase").first?["classname"], name)
    let controls = String(String.UnicodeScalarView((0...0x9F).compactMap(Unicode.Scalar.init)))
    let found = try self.document([result(controls + "\u{FFFE}\u{FFFF}", 0, .missing)])
    let parsed = try #require(found.all("testcase").first?["classname"])
    #expect(parsed.hasPrefix("\u{FFFD}") && parsed.hasSuffix("\u{FFFD}\u{FFFD}"))
    expectEqual(parsed.unicodeScalars.count, 0xA2)
  }

  @Test("thousands of images result in one valid document")
  func thousands() throws {
    let document = try document((0..<5_000).map { result("\($0 / 5)", $0 % 5, .missing) })
    expectEqual(document.all("testcase").count, 5_000)
    expectEqual(document.all("testsuite").count, 1_000)
  }
}
