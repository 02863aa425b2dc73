import LinuxSystem

/// The results as Markdown, for the summary of a job and for comments: the counts, and a table of
/// unexpected results.
package struct MarkdownReport {
  let summary: GoldenSummary
  /// The command that accepts the new frames.
  let acceptingCommand: String
  /// The command that removes stale goldens, or an empty string.
  let pruningCommand: String

  /// A comment has room for no more.
  private static let limit = 200

  package init(summary: GoldenSummary, acceptingCommand: String, pruningCommand: String = "") {
    self.summary = summary
    self.acceptingCommand = acceptingCommand
    self.pruningCommand = pruningCommand
  }

  package var text: String {
    var lines = ["### \(Self.plain(summary.title))", "", Self.plain(summary.counts) + "."]
    for note in summary.notes { lines += ["", Self.plain(note) + "."] }
    let rows = summary.results.compactMap(Self.row)
    if !rows.isEmpty {
      lines += ["", "| animation | frame | verdict |", "|---|---|---|"] + rows.prefix(Self.limit)
      if rows.count > Self.limit { lines += ["", "And \(rows.count - Self.limit) more."] }
    }
    if !summary.stale.isEmpty {
      lines += ["", "Stale goldens, whose animation or frame no longer exists:", ""]
      lines += summary.stale.prefix(Self.limit).map { "- \(Self.plain($0))" }
      if !pruningCommand.isEmpty { lines += ["", "To remove them:", "", "    \(pruningCommand)"] }
    }
    if summary.canBeAccepted, !acceptingCommand.isEmpty {
      lines += ["", "To keep the images as they are now:", "", "    \(acceptingCommand)"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the row for an unexpected result, or `nil` if it is as expected.
  private static func row(_ result: GoldenResult) -> String? {
    guard let verdict = result.outcome.verdict else { return nil }
    let frame = result.frame.map { String($0) } ?? (result.frames > 0 ? "all" : "")
    let notes = result.notes.prefix(3).map { "<br>" + plain($0) }.joined()
    return "| \(plain(result.subject)) | \(frame) | \(plain(verdict))\(notes) |"
  }

  /// Escapes text for Markdown and HTML.
  ///
  /// They read scalars, not characters: in Swift, U+0600 and a `<` after it are a single character.
  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.displayed.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "@", ">":
        result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension GoldenResult.Outcome {
  /// The description of an unexpected result, or `nil` if it is as expected.
  var verdict: String? {
    switch self {
    case .same: nil
    case .differs(let difference): "differs: \(difference)"
    case .missing: "has no golden"
    case .renamed(let old): "was renamed: \(old) has the same pixels"
    case .unreadable(let reason, _): "cannot be read: \(reason)"
    case .unmet(let reason): "expectation not met: \(reason)"
    case .created: "is new"
    case .gone: "is gone"
    case .moved(let old): "was moved from \(old)"
    case .updated(let difference?): "was updated: \(difference)"
    case .updated(nil): "was updated"
    }
  }
}
