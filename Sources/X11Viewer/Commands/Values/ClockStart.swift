import AnimCore

/// What the clock shows at the start: the current time, or a given one.
enum ClockStart: Hashable {
  case now
  /// In seconds since midnight.
  case at(Seconds)

  /// Parses `now`, `H:MM`, `H:MM:SS` or `H:MM:SS.fraction`, on a 24-hour clock.
  static func parse(_ text: String) throws -> ClockStart {
    if text == "now" { return .now }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      let hour = Int(parts[0]), (0...23).contains(hour),
      parts[1].utf8.count == 2, let minute = Int(parts[1]), (0...59).contains(minute)
    else { throw notATime }
    guard parts.count == 3 else { return .at(Double(hour * 3600 + minute * 60)) }
    guard let second = parseNumber(parts[2]), second >= 0, second < 60 else { throw notATime }
    return .at(Double(hour * 3600 + minute * 60) + second)
  }

  private static let notATime = InvalidValue(
    expected: "now, or a time from 0:00 to 23:59:59.999, such as 10:08 or 10:08:42.5")
}
