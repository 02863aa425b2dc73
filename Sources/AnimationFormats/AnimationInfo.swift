import AnimCore
import AnimText
import LinuxSystem
import PlainText

/// The contents of a file, for people and for programs.
package struct AnimationInfo: Sendable {
  /// The labels and values, in order. Rows with an empty value are omitted.
  package var rows: [(label: String, value: String)] = []
  /// Lists that follow the rows.
  package var sections: [Section] = []
  /// The unsupported and approximated features.
  package var diagnostics: [Diagnostic] = []
  /// The most important facts as short phrases.
  package var summary: [String] = []
  /// The information in machine-readable form.
  package var fields: [(String, JSON)] = []
  /// The facts for rules.
  package var facts = AnimationFacts()

  /// A list of similar items.
  package struct Section: Sendable {
    package var title: String
    package var count: Int
    package var lines: [String]
  }

  /// A font that text is drawn with.
  package struct FontFile: Hashable {
    package var family: String
    package var style: String
    /// The path, or `nil` for a font in the animation's file.
    var path: String?
    package var sha256: String

    var text: String { "\(family) \(style) (\(path ?? "in the file"), SHA-256 \(sha256))" }

    var json: JSON {
      .object([
        ("family", .string(family)), ("style", .string(style)),
        ("path", path.map(JSON.string) ?? .null), ("sha256", .string(sha256)),
      ])
    }
  }

  /// Returns a one-line notice about unsupported features, or `nil` if everything is supported.
  ///
  /// - Parameters:
  ///   - first: The text for a single feature, or `nil` to show the number.
  ///   - name: The name of the file.
  static func notice(ofUnintended count: Int, first: String?, name: String) -> String? {
    guard count > 0 else { return nil }
    if count == 1, let first { return first }
    return
      "\(counted(count, "thing")) \(agreeing(count, "is", "are")) not drawn as intended; see x11viewer info \(name)"
  }

  /// Whether something isn't drawn as intended.
  package var isIncomplete: Bool { !diagnostics.isEmpty }

  /// Returns the most important facts in one line.
  package func line(path: String) -> String {
    let state = isIncomplete ? "\(diagnostics.count) not as intended" : "as intended"
    return "\(path): \((summary + [state]).joined(separator: ", "))".printable + "\n"
  }

  /// Returns a line for each row, followed by the sections and the diagnostics.
  package func text(path: String) -> String {
    var lines = ([("file", path)] + rows).filter { !$0.1.isEmpty }.map(Self.row)
    for section in sections where section.count > 0 {
      lines.append(Self.row(section.title, "\(section.count)"))
      lines += section.lines.map { "  \($0)" }
    }
    let groups = DiagnosticGroup.groups(of: diagnostics)
    lines.append(
      groups.isEmpty
        ? Self.row("drawn", "as intended")
        : Self.row("not as intended", "\(diagnostics.count)"))
    lines += groups.map { "  \($0.severity.rawValue.padded(after: 14))\($0.text)" }
    return lines.map { $0.printable + "\n" }.joined()
  }

  private static func row(_ label: String, _ value: String) -> String {
    label.padded(after: 16) + value
  }

  /// - Parameter path: The path of the file, or `nil` to omit it.
  package func json(path: String?) -> JSON {
    .object(
      (path.map { [("file", .string($0))] } ?? []) + fields
        + [("diagnostics", .array(diagnostics.map(\.json)))])
  }

  /// Returns the width of a column of identifiers.
  static func column(_ ids: [String]) -> Int { max(14, min(ids.map(\.count).max() ?? 0, 40) + 1) }

  /// Formats a number with at most three decimals.
  static func rounded(_ value: Double) -> String {
    let thousandths = (value * 1_000).rounded()
    return thousandths.isFinite && thousandths.magnitude < 1e15
      ? plain(thousandths / 1_000) : "\(value)"
  }
}

extension AnimationInfo {
  /// Returns a diagnostic that lists characters without a glyph, or `nil` for an empty array.
  static func diagnostic(ofMissing characters: [Unicode.Scalar]) -> Diagnostic? {
    guard !characters.isEmpty else { return nil }
    let named = characters.prefix(8).map { "\($0) (\($0.codePoint))" }
    let rest = characters.count > named.count ? " and \(characters.count - named.count) others" : ""
    return Diagnostic(
      .missingGlyphs, .notDrawn,
      "no font has the \(characters.count == 1 ? "character" : "characters") "
        + named.joined(separator: ", ") + rest)
  }
}

extension Diagnostic {
  var json: JSON {
    var position: TextPosition?
    if case .position(let found) = place { position = found }
    return .object([
      ("code", .string(code)), ("path", .string("\(place)")),
      ("line", position.map { .integer($0.line) } ?? .null),
      ("column", position.map { .integer($0.column) } ?? .null),
      ("layer", layer.map(JSON.string) ?? .null), ("severity", .string(severity.rawValue)),
      ("message", .string(message)),
    ])
  }
}

/// Diagnostics with the same message at different locations.
private struct DiagnosticGroup {
  let severity: Diagnostic.Severity
  private let message: String
  /// The location of the first diagnostic, with the name of the element.
  private let location: String
  private var count = 1

  private init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity
    message = diagnostic.message
    location = "\(diagnostic.place)" + (diagnostic.layer.map { " \"\($0)\"" } ?? "")
  }

  /// Groups diagnostics in the order of their first occurrence.
  static func groups(of diagnostics: [Diagnostic]) -> [DiagnosticGroup] {
    var groups: [DiagnosticGroup] = []
    for diagnostic in diagnostics {
      let index = groups.firstIndex {
        $0.message == diagnostic.message && $0.severity == diagnostic.severity
      }
      if let index {
        groups[index].count += 1
      } else {
        groups.append(DiagnosticGroup(diagnostic))
      }
    }
    return groups
  }

  var text: String {
    let others = count > 1 ? " and \(count - 1) more" : ""
    return location.isEmpty && count == 1 ? message : "\(location)\(others): \(message)"
  }
}

/// Facts about a file that rules judge.
package struct AnimationFacts: Sendable {
  /// The names of features that not every player supports, such as `luma mattes`.
  package var features: Set<String> = []
  /// The number of expressions.
  package var expressions = 0
  /// The fonts that draw text but aren't part of the file.
  package var externalFonts: [String] = []
  /// The memory for the decoded images of the file, in bytes.
  package var imageBytes = 0
}
