import LinuxSystem
import OptionValues

/// What a file contains, for people and for programs.
package struct AnimationInfo: Sendable {
  /// Labels with values, in order. Those with an empty value are left out.
  package var rows: [(label: String, value: String)] = []
  /// Lists that follow the rows.
  package var sections: [Section] = []
  /// What is not drawn as intended.
  package var diagnostics: [AnimationDiagnostic] = []
  /// What matters most, in a few words each.
  package var summary: [String] = []
  /// The same for programs.
  package var fields: [(String, JSON)] = []

  /// A list of things of which there are several.
  package struct Section: Sendable {
    package var title: String
    package var count: Int
    package var lines: [String]
  }

  /// A font that text is drawn with.
  struct FontFile: Hashable {
    var family: String
    var style: String
    /// Nil for a font in the animation's file.
    var path: String?
    var sha256: String

    var text: String { "\(family) \(style) (\(path ?? "in the file"), SHA-256 \(sha256))" }

    var json: JSON {
      .object([
        ("family", .string(family)), ("style", .string(style)),
        ("path", path.map(JSON.string) ?? .null), ("sha256", .string(sha256)),
      ])
    }
  }

  /// What is said where there is room for a line: what is not drawn as intended, or of how much that is so; nil for
  /// nothing.
  ///
  /// - Parameters:
  ///   - first: what is said if it is one thing; nil for the number of that too.
  ///   - name: the name of the file.
  static func notice(ofUnintended count: Int, first: String?, name: String) -> String? {
    guard count > 0 else { return nil }
    if count == 1, let first { return first }
    return
      "\(counted(count, "thing")) \(agreeing(count, "is", "are")) not drawn as intended; see x11viewer info \(name)"
  }

  /// Whether something is not drawn as intended.
  package var isIncomplete: Bool { !diagnostics.isEmpty }

  /// What matters most, in one line.
  package func line(path: String) -> String {
    let state = isIncomplete ? "\(diagnostics.count) not as intended" : "as intended"
    return "\(path): \((summary + [state]).joined(separator: ", "))".printable + "\n"
  }

  /// A line for each row, followed by the sections and by what is not drawn as intended.
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

  package func json(path: String) -> JSON {
    .object(
      [("file", .string(path))] + fields
        + [("diagnostics", .array(diagnostics.map(\.json)))])
  }

  /// The width of a column with identifiers.
  static func column(_ ids: [String]) -> Int { max(14, min(ids.map(\.count).max() ?? 0, 40) + 1) }

  /// A number with at most three decimals.
  static func rounded(_ value: Double) -> String {
    let thousandths = (value * 1_000).rounded()
    return thousandths.isFinite && thousandths.magnitude < 1e15
      ? plain(thousandths / 1_000) : "\(value)"
  }
}

/// Something in a file that is not drawn as its author intended.
package struct AnimationDiagnostic: Hashable, Sendable {
  /// Where it is in the file; empty for the whole file.
  package var path: String
  /// The name of what is there, such as a layer; nil if it has none.
  package var element: String?
  package var severity: Severity
  /// What is wrong, in a sentence.
  package var message: String

  package enum Severity: String, Sendable {
    case approximated
    case notDrawn = "not drawn"
    case invalid
  }

  package var json: JSON {
    .object([
      ("path", .string(path)), ("layer", element.map(JSON.string) ?? .null),
      ("severity", .string(severity.rawValue)), ("message", .string(message)),
    ])
  }
}

/// Diagnostics that say the same of different places.
private struct DiagnosticGroup {
  let severity: AnimationDiagnostic.Severity
  private let message: String
  /// The path of the first, with the name of what is there.
  private let location: String
  private var count = 1

  private init(_ diagnostic: AnimationDiagnostic) {
    severity = diagnostic.severity
    message = diagnostic.message
    location = diagnostic.path + (diagnostic.element.map { " \"\($0)\"" } ?? "")
  }

  /// In the order of the first of each.
  static func groups(of diagnostics: [AnimationDiagnostic]) -> [DiagnosticGroup] {
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
