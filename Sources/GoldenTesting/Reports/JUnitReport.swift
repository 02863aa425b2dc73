import AnimCore
import LinuxSystem
import PlainText

/// The results as JUnit XML, for CI systems: a suite for each animation, and a case for each
/// image.
///
/// It contains only elements that the schema of Jenkins allows. GitLab shows the text of a failure
/// and not its message, so both are the same.
package struct JUnitReport {
  let summary: GoldenSummary
  /// The images that an HTML report has.
  private let images: ResultImages

  package init(summary: GoldenSummary, images: ResultImages = ResultImages()) {
    self.summary = summary
    self.images = images
  }

  package var text: String {
    var suites: [(name: String, results: [GoldenResult])] = []
    for result in summary.results {
      if suites.last?.name != result.subject { suites.append((result.subject, [])) }
      suites[suites.count - 1].results.append(result)
    }
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites name=\"x11viewer\"\(Self.counts(summary.results, skipped: false))>")
    for suite in suites {
      lines.append(
        "  <testsuite name=\"\(markupText(suite.name))\"\(Self.counts(suite.results, skipped: true))>"
      )
      for result in suite.results { lines += testCase(result) }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.map { $0 + "\n" }.joined()
  }

  private func testCase(_ result: GoldenResult) -> [String] {
    let part =
      result.frame.map { "frame \($0)" } ?? (result.frames > 0 ? "all frames" : "animation")
    // Lists of failures show the name only.
    let name = markupText("\(result.subject): \(part)")
    let start =
      "    <testcase classname=\"\(markupText(result.subject))\" name=\"\(name)\""
      + " time=\"\(decimalText(result.duration, places: 3))\""
    guard let (element, type, message) = Self.problem(result) else {
      return [start + "/>"]
    }
    let text = markupText(message)
    let attachments = attachments(of: result).map { "[[ATTACHMENT|\(markupText($0))]]" }
    return [
      start + ">",
      "      <\(element) type=\"\(type)\" message=\"\(text)\">\(text)</\(element)>",
    ]
      + (attachments.isEmpty
        ? [] : ["      <system-out>\(attachments.joined(separator: "\n"))</system-out>"])
      + ["    </testcase>"]
  }

  /// Returns the paths of images that Jenkins and GitLab show. GitLab shows the first one.
  private func attachments(of result: GoldenResult) -> [String] {
    let images = images.images(of: result)
    guard images.isEmpty, case .differs = result.outcome, result.frame != nil else { return images }
    return [result.path]
  }

  /// Returns the element, the type and the message of a case that failed.
  static func problem(
    _ result: GoldenResult
  ) -> (element: String, type: String, message: String)? {
    switch result.outcome {
    case .same, .created, .moved, .gone, .updated: nil
    case .differs(let difference): ("failure", "differs", "\(result.path): \(difference)")
    case .missing: ("failure", "missing", "\(result.path): there is no golden")
    case .renamed(let old):
      ("failure", "renamed", "\(result.path): there is no golden; \(old) has the same pixels")
    case .unreadable(let reason, _): ("error", "unreadable", reason)
    case .unmet(let reason): ("failure", "unmet", reason)
    }
  }

  /// - Parameter skipped: Whether to include the number of skipped tests, which no reader uses for
  ///   all suites together.
  private static func counts(_ results: [GoldenResult], skipped: Bool) -> String {
    let elements = results.map { problem($0)?.element }
    let time = results.reduce(0) { $0 + $1.duration }
    return " tests=\"\(results.count)\" failures=\"\(elements.count { $0 == "failure" })\""
      + " errors=\"\(elements.count { $0 == "error" })\"" + (skipped ? " skipped=\"0\"" : "")
      + " time=\"\(decimalText(time, places: 3))\""
  }
}
