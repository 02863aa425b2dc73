/// What a run of tests found, for people.
struct GoldenSummary: Sendable {
  let results: [GoldenResult]
  /// The paths of goldens that no animation has any more.
  let stale: [String]

  var animations: Int { Set(results.map(\.subject)).count }
  var pictures: Int { count { $0.frame != nil } }
  var differing: Int { count { if case .differs = $0.outcome { true } else { false } } }
  var missing: Int { count { if case .missing = $0.outcome { true } else { false } } }
  var unreadable: Int { count { if case .unreadable = $0.outcome { true } else { false } } }
  var created: Int { count { if case .created = $0.outcome { true } else { false } } }
  var updated: Int { count { if case .updated = $0.outcome { true } else { false } } }
  var same: Int { count { if case .same = $0.outcome { true } else { false } } }

  private func count(where isCounted: (GoldenResult) -> Bool) -> Int {
    results.count(where: isCounted)
  }

  /// Different pictures are a verdict, and come before what could not be judged.
  var status: ExitStatus {
    if differing > 0 { return .differs }
    return missing + unreadable > 0 ? .noInput : .success
  }

  /// The counts in one line: "10 pictures of 2 animations: 8 as expected, 2 differ".
  var counts: String {
    let parts = [
      (same, "as expected"), (differing, differing == 1 ? "differs" : "differ"),
      (missing, missing == 1 ? "has no golden" : "have no golden"),
      (unreadable, "unreadable"), (created, "new"), (updated, "changed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(counted(pictures, "picture")) of \(counted(animations, "animation")): "
      + parts.joined(separator: ", ")
  }

  /// A line for everything that is not as expected, and the counts.
  ///
  /// - Parameter acceptingCommand: what accepts the pictures as they are.
  func text(acceptingCommand: String) -> String {
    var lines = results.compactMap(\.line) + stale.map { Self.line("stale", $0) }
    lines.append(counts)
    if !stale.isEmpty {
      lines.append("No animation has the goldens that are stale: remove them.")
    }
    if differing + missing > 0 {
      lines.append("To keep the pictures as they are now: \(acceptingCommand)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  fileprivate static func line(_ verdict: String, _ text: String) -> String {
    verdict.padded(after: 12) + text
  }
}

extension GoldenResult {
  /// What is printed of it; nil for what is as expected.
  fileprivate var line: String? {
    switch outcome {
    case .same: nil
    case .differs(let difference): GoldenSummary.line("differs", "\(path): \(difference)")
    case .missing: GoldenSummary.line("missing", path)
    case .unreadable(let reason): GoldenSummary.line("unreadable", reason)
    case .created: GoldenSummary.line("new", path)
    case .updated(let difference?): GoldenSummary.line("changed", "\(path): \(difference)")
    case .updated(nil): GoldenSummary.line("changed", "\(path): could not be read")
    }
  }
}

/// A number of things, such as "1 picture" or "2 pictures".
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
