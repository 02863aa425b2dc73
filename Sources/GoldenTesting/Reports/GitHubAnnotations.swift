import LinuxSystem

/// The failures as commands of GitHub Actions, which shows them next to the files of a pull
/// request.
package struct GitHubAnnotations {
  let summary: GoldenSummary

  package init(summary: GoldenSummary) { self.summary = summary }

  package var text: String {
    summary.results.compactMap { result in
      JUnitReport.problem(result).map { problem in
        let title = result.frame.map { "\(result.subject): frame \($0)" } ?? result.subject
        return "::error file=\(Self.property(result.subject)),title=\(Self.property(title))::"
          + Self.escaped(([problem.message] + result.notes).joined(separator: "\n")) + "\n"
      }
    }.joined()
  }

  private static func property(_ text: String) -> String {
    replaced(escaped(text), [":": "%3A", ",": "%2C"])
  }

  private static func escaped(_ text: String) -> String {
    replaced(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// Replaces scalars instead of characters, because a comma with a mark on it is another character.
  private static func replaced(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? String($1) }
  }
}
