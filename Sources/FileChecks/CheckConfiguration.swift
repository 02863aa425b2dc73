import AnimCore
import AnimationFormats
import OfflineRendering

/// The rules and limits for checking a file.
package struct CheckConfiguration: Sendable {
  /// The rules requested by name, or `nil` for all.
  package var rules: Set<CheckRule>?
  /// The players that must support the file's features.
  package var players: Set<TargetPlayer> = []
  package var limits = CheckLimits()
  /// The size at which frames are judged, or `nil` for that of the file.
  package var size: WantedSize?
  /// The configuration for opening and playing files.
  package var file = FileConfiguration()

  package init() {}

  /// Returns whether a rule is applied.
  func includes(_ rule: CheckRule) -> Bool { rules?.contains(rule) ?? true }

  /// Returns a finding with its effect on the verdict.
  func judged(_ finding: Finding) -> Finding {
    var judged = finding
    let isRequested = finding.code.rule.map { rules?.contains($0) == true } ?? false
    let fails = finding.code.failsByDefault || isRequested
    judged.severity = fails && !finding.code.isAlwaysNote ? .failure : .note
    return judged
  }
}

/// The limits of the rules.
package struct CheckLimits: Hashable, Sendable {
  /// The largest accepted multiple of the median step for the step from the last frame to the first.
  package var loopStep = 4.0
  /// The maximum work for a frame, in the units of `WorkBudget`. At the default, this program begins to omit parts of
  /// an image.
  package var work = WorkBudget.paintingLimit
  /// The maximum memory for the decoded images of the file, in bytes.
  package var memory = 256 << 20
  /// The maximum size of the file, in bytes.
  package var fileSize = 16 << 20

  package init() {}
}

/// A setting for `check` in the file of golden settings.
package enum CheckSetting: Hashable, Sendable {
  case rules(Set<CheckRule>)
  case players(Set<TargetPlayer>)
  case loopStep(Double)
  case work(Int)
  case memory(Int)
  case fileSize(Int)

  /// The settings in words, for messages.
  package static let description =
    "rules=LIST, for=PLAYERS, loop-step=FACTOR, work=MILLIONS, memory=MIB and file-size=KIB"

  /// Parses the name and the value of a setting, or returns `nil` if either is unknown or invalid.
  package init?(name: Substring, value: String) {
    func number(_ range: ClosedRange<Double>) -> Double? {
      Double(value).flatMap { range.contains($0) ? $0 : nil }
    }
    switch name {
    case "rules":
      guard let rules = Self.list(value, of: CheckRule.self) else { return nil }
      self = .rules(rules)
    case "for":
      guard let players = Self.list(value, of: TargetPlayer.self) else { return nil }
      self = .players(players)
    case "loop-step":
      guard let factor = number(0...1_000_000) else { return nil }
      self = .loopStep(factor)
    case "work":
      guard let millions = number(0.001...1_000_000) else { return nil }
      self = .work(Int(millions * 1_000_000))
    case "memory":
      guard let mebibytes = number(0...1_000_000) else { return nil }
      self = .memory(Int(mebibytes * 1_048_576))
    case "file-size":
      guard let kibibytes = number(0...1_000_000_000) else { return nil }
      self = .fileSize(Int(kibibytes * 1024))
    default: return nil
    }
  }

  /// Parses names separated by commas, or returns `nil` if one is unknown. The name `none` stands
  /// for an empty list.
  package static func list<Choice: RawRepresentable & Hashable>(
    _ text: String, of type: Choice.Type
  ) -> Set<Choice>? where Choice.RawValue == String {
    if text == "none" { return [] }
    var choices: Set<Choice> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let choice = Choice(rawValue: String(name)) else { return nil }
      choices.insert(choice)
    }
    return choices
  }
}

extension CheckConfiguration {
  /// Applies a setting from a file. Rules and players from the command line take precedence.
  package mutating func apply(_ setting: CheckSetting, over given: CheckConfiguration) {
    switch setting {
    case .rules(let rules): if given.rules == nil { self.rules = rules }
    case .players(let players): if given.players.isEmpty { self.players = players }
    case .loopStep(let factor): limits.loopStep = factor
    case .work(let units): limits.work = units
    case .memory(let bytes): limits.memory = bytes
    case .fileSize(let bytes): limits.fileSize = bytes
    }
  }
}
