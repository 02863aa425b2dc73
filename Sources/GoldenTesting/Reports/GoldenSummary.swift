import LinuxSystem
import OfflineRendering
import PlainText

/// The results of a test run. Its ``text(acceptingCommand:)`` is for people.
package struct GoldenSummary: Sendable {
  var results: [GoldenResult]
  /// The paths of goldens without an animation.
  var stale: [String]
  /// The removed goldens.
  var pruned: [String] = []
  /// The paths of files that aren't animations.
  var skipped: [String] = []
  /// The number of animations that weren't tested because an earlier one failed.
  var untested = 0
  /// The revision that animations were compared with, or `nil` for goldens.
  var revision: String?
  /// Whether Git is installed, which provides the accepted versions of animations.
  var hasGit = true

  init(
    results: [GoldenResult], stale: [String], skipped: [String] = [], untested: Int = 0
  ) {
    self.results = results
    self.stale = stale
    self.skipped = skipped
    self.untested = untested
  }

  var animations: Int { Set(results.map(\.subject)).count }
  var images: Int { count { $0.frame != nil } }
  /// The number of frames compared by their hashes, or with a revision.
  var frames: Int { results.reduce(0) { $0 + $1.frames } }
  var differing: Int { count { if case .differs = $0.outcome { true } else { false } } }
  var missing: Int { count { if case .missing = $0.outcome { true } else { false } } }
  var renamed: Int { count { if case .renamed = $0.outcome { true } else { false } } }
  var unreadable: Int { count { if case .unreadable = $0.outcome { true } else { false } } }
  var unmet: Int { count { if case .unmet = $0.outcome { true } else { false } } }
  var created: Int { count { if case .created = $0.outcome { true } else { false } } }
  var moved: Int { count { if case .moved = $0.outcome { true } else { false } } }
  var gone: Int { count { if case .gone = $0.outcome { true } else { false } } }
  var updated: Int { count { if case .updated = $0.outcome { true } else { false } } }
  var same: Int { count { if case .same = $0.outcome { true } else { false } } }

  private func count(where isCounted: (GoldenResult) -> Bool) -> Int {
    results.count(where: isCounted)
  }

  /// The exit status. Differing images take precedence over images that couldn't be compared. Among
  /// those, goldens without an animation take precedence.
  package var status: ExitStatus {
    if differing + unmet > 0 { return .differs }
    if results.contains(where: \.outcome.isWrongUsage) { return .usage }
    return missing + renamed + unreadable > 0 ? .noInput : .success
  }

  /// Whether some results can be accepted. Unreadable files and unmet expectations can't.
  var canBeAccepted: Bool { differing + missing + renamed > 0 }

  /// The counts in one line: "10 images of 2 animations: 8 as expected, 2 differ".
  var counts: String {
    let parts = [
      (same, "as expected"), (differing, agreeing(differing, "differs", "differ")),
      (missing, agreeing(missing, "has no golden", "have no golden")), (renamed, "renamed"),
      (unreadable, "unreadable"),
      (unmet, agreeing(unmet, "expectation unmet", "expectations unmet")),
      (created, "new"), (moved, "moved"), (gone, "gone"), (updated, "changed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let tested = [(images, "image"), (frames, "frame")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    return (tested.isEmpty ? counted(0, "image") : tested.joined(separator: " and "))
      + " of \(counted(animations, "animation"))"
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }

  /// The title: "2 images differ, 14 have no golden". A new animation isn't a failure.
  var title: String {
    let parts = [
      (differing, "differs", "differ"), (missing, "has no golden", "have no golden"),
      (renamed, "was renamed", "were renamed"),
      (unreadable, "cannot be read", "cannot be read"),
      (unmet, "expectation is unmet", "expectations are unmet"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \(agreeing($0.0, $0.1, $0.2))" }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    if revision != nil, created + moved + gone > 0 {
      return [
        (created, "is new", "are new"), (moved, "was moved", "were moved"),
        (gone, "is gone", "are gone"),
      ]
      .filter { $0.0 > 0 }.map { "\($0.0) \(agreeing($0.0, $0.1, $0.2))" }.joined(separator: ", ")
    }
    let changes = created + updated + moved
    return changes > 0 ? "\(counted(changes, "golden")) written" : "Everything is as expected"
  }

  /// Returns a line for every unexpected result, and the counts.
  ///
  /// - Parameters:
  ///   - acceptingCommand: The command that accepts the new images, or an empty string.
  ///   - pruningCommand: The command that removes stale goldens, or an empty string.
  package func text(acceptingCommand: String, pruningCommand: String = "") -> String {
    var lines: [String] = []
    var rest = results[...]
    while let first = rest.first {
      // If an animation has no goldens yet, one line is enough for all of its frames.
      let group = rest.prefix { first.isListed(with: $0) }
      if let line = Self.line(of: group) { lines.append(line) }
      lines += group.flatMap(\.notes).map { Self.line("", $0) }
      rest = rest.dropFirst(max(group.count, 1))
    }
    lines += stale.map { Self.line("stale", $0) } + pruned.map { Self.line("removed", $0) }
    lines.append(counts)
    lines += notes
    if !stale.isEmpty {
      lines.append(
        "The stale goldens belong to no animation or frame"
          + (pruningCommand.isEmpty ? "" : ". To remove them: \(pruningCommand)"))
    }
    if canBeAccepted, !acceptingCommand.isEmpty {
      lines.append("To keep the images as they are now: \(acceptingCommand)")
    }
    return lines.map { $0.printable + "\n" }.joined()
  }

  /// Additional sentences about the run.
  var notes: [String] {
    var notes: [String] = []
    if !skipped.isEmpty {
      notes.append(
        counted(skipped.count, "file")
          + agreeing(skipped.count, " is not an animation and was", " are not animations and were")
          + " skipped")
    }
    if untested > 0 {
      notes.append("\(counted(untested, "animation")) not tested, after the first failure")
    }
    return notes
  }

  /// Returns a line for a group of results, or `nil` if they are as expected.
  private static func line(of group: ArraySlice<GoldenResult>) -> String? {
    guard let first = group.first else { return nil }
    var frames: String {
      let numbers = group.compactMap(\.frame)
      let hashed = group.reduce(0) { $0 + $1.frames }
      let parts = [
        numbers.isEmpty
          ? nil
          : agreeing(numbers.count, "frame ", "frames ")
            + numbers.map { String($0) }.joined(separator: ", "),
        hashed == 0
          ? nil : agreeing(hashed, "its only frame", "all of its \(counted(hashed, "frame"))"),
      ]
      return "\(first.subject): " + parts.compactMap(\.self).joined(separator: "; ")
    }
    switch first.outcome {
    case .same: return nil
    case .differs(let difference): return line("differs", "\(first.path): \(difference)")
    case .missing: return line("missing", frames)
    case .renamed(let old): return line("renamed", "\(frames), as in \(old)")
    case .unreadable(let reason, _): return line("unreadable", reason)
    case .unmet(let reason): return line("unmet", reason)
    case .created: return line("new", frames)
    case .gone: return line("gone", first.subject)
    case .moved(let old): return line("moved", "\(frames), from \(old)")
    case .updated(let difference?): return line("changed", "\(first.path): \(difference)")
    case .updated(nil): return line("changed", "\(first.path): could not be read")
    }
  }

  private static func line(_ verdict: String, _ text: String) -> String {
    verdict.padded(after: 12) + text
  }
}

extension GoldenResult {
  /// Returns whether one line can report both results.
  fileprivate func isListed(with other: GoldenResult) -> Bool {
    guard subject == other.subject else { return false }
    if frame == other.frame { return true }
    switch (outcome, other.outcome) {
    case (.missing, .missing), (.created, .created), (.renamed, .renamed), (.moved, .moved):
      return true
    default: return false
    }
  }
}
