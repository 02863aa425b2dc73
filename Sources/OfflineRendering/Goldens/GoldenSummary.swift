import FramePacing

/// The results of a run of tests, for people.
package struct GoldenSummary: Sendable {
  let results: [GoldenResult]
  /// The paths of goldens that no animation has any more.
  let stale: [String]

  var animations: Int { Set(results.map(\.subject)).count }
  var pictures: Int { count { $0.frame != nil } }
  var differing: Int { count { if case .differs = $0.outcome { true } else { false } } }
  var missing: Int { count { if case .missing = $0.outcome { true } else { false } } }
  var unreadable: Int { count { if case .unreadable = $0.outcome { true } else { false } } }
  var unmet: Int { count { if case .unmet = $0.outcome { true } else { false } } }
  var created: Int { count { if case .created = $0.outcome { true } else { false } } }
  var updated: Int { count { if case .updated = $0.outcome { true } else { false } } }
  var same: Int { count { if case .same = $0.outcome { true } else { false } } }

  private func count(where isCounted: (GoldenResult) -> Bool) -> Int {
    results.count(where: isCounted)
  }

  /// The exit status. Differing pictures are a verdict, and come before pictures that could not be
  /// compared, and of those the ones that no animation can have come first.
  package var status: ExitStatus {
    if differing + unmet > 0 { return .differs }
    if results.contains(where: \.outcome.isWrongUsage) { return .usage }
    return missing + unreadable > 0 ? .noInput : .success
  }

  /// The counts in one line: "10 pictures of 2 animations: 8 as expected, 2 differ".
  var counts: String {
    let parts = [
      (same, "as expected"), (differing, differing == 1 ? "differs" : "differ"),
      (missing, missing == 1 ? "has no golden" : "have no golden"),
      (unreadable, "unreadable"), (unmet, unmet == 1 ? "expectation unmet" : "expectations unmet"),
      (created, "new"), (updated, "changed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(counted(pictures, "picture")) of \(counted(animations, "animation")): "
      + parts.joined(separator: ", ")
  }

  /// A line for everything that is not as expected, and the counts.
  ///
  /// - Parameter acceptingCommand: the command that accepts the new pictures.
  package func text(acceptingCommand: String) -> String {
    var lines: [String] = []
    var rest = results[...]
    while let first = rest.first {
      // If an animation has no goldens yet, one line is enough for all of its frames.
      let group = first.isWithoutGolden ? rest.prefix { first.isListed(with: $0) } : rest.prefix(1)
      if let line = Self.line(of: group) { lines.append(line) }
      rest = rest.dropFirst(group.count)
    }
    lines += stale.map { Self.line("stale", $0) }
    lines.append(counts)
    if !stale.isEmpty { lines.append("No animation has the stale goldens any more: remove them.") }
    if differing + missing > 0 {
      lines.append("To keep the pictures as they are now: \(acceptingCommand)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Nil if everything is as expected.
  private static func line(of group: ArraySlice<GoldenResult>) -> String? {
    guard let first = group.first else { return nil }
    var frames: String {
      "\(first.subject): \(group.count == 1 ? "frame" : "frames") "
        + group.map { String($0.frame ?? 0) }.joined(separator: ", ")
    }
    switch first.outcome {
    case .same: return nil
    case .differs(let difference): return line("differs", "\(first.path): \(difference)")
    case .missing: return line("missing", frames)
    case .unreadable(let reason, _): return line("unreadable", reason)
    case .unmet(let reason): return line("unmet", reason)
    case .created: return line("new", frames)
    case .updated(let difference?): return line("changed", "\(first.path): \(difference)")
    case .updated(nil): return line("changed", "\(first.path): could not be read")
    }
  }

  private static func line(_ verdict: String, _ text: String) -> String {
    verdict.padded(after: 12) + text
  }
}

extension GoldenResult {
  fileprivate var isWithoutGolden: Bool {
    switch outcome {
    case .missing, .created: true
    default: false
    }
  }

  /// Whether one line can report both.
  fileprivate func isListed(with other: GoldenResult) -> Bool {
    guard subject == other.subject else { return false }
    switch (outcome, other.outcome) {
    case (.missing, .missing), (.created, .created): return true
    default: return false
    }
  }
}

/// A number of things, such as "1 picture" or "2 pictures".
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
