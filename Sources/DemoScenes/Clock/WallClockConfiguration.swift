import AnimCore
import Glibc
import PlainText

/// The appearance of the clock and the source of its time.
package struct WallClockConfiguration: Hashable, Sendable {
  /// The time at the start, or `nil` for the current time in real time and a fixed time otherwise.
  package var start: ClockStart?
  /// The adjustment of the clock, in seconds.
  package var offset: Seconds = 0
  /// The time zone, or `nil` for the time zone of the system.
  package var timeZone: TimeZone?
  /// The appearance and motion of the clock, and its start if that is a fixed time.
  package var look = ClockConfiguration()

  package init() {}
}

extension WallClockConfiguration {
  /// Returns whether the clock shows the current time.
  ///
  /// - Parameter isLive: The default.
  package func showsPresentTime(isLive: Bool) -> Bool { start.map { $0 == .now } ?? isLive }

  /// Returns the configuration of the scene, whose only time is its own.
  ///
  /// - Parameters:
  ///   - isLive: See ``showsPresentTime(isLive:)``.
  ///   - now: A closure that returns the local time of day, in seconds since midnight. Called after
  ///     the time zone is set.
  package func configuration(isLive: Bool, now: () -> Seconds) -> ClockConfiguration {
    timeZone?.use()
    var configuration = look
    if case .at(let time) = start { configuration.startTime = time }
    if showsPresentTime(isLive: isLive) { configuration.startTime = now() }
    configuration.startTime += offset
    return configuration
  }
}

/// The start time of the clock: the current time, or a given one.
package enum ClockStart: Hashable, Sendable {
  case now
  /// A time, in seconds since midnight.
  case at(Seconds)

  /// Parses `now`, `H:MM`, `H:MM:SS` or `H:MM:SS.fraction`, on a 24-hour clock.
  package static func parse(_ text: String) throws(InvalidValue) -> ClockStart {
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

/// A time zone for the C library: a name in the zone database, or a POSIX rule.
package struct TimeZone: Hashable, Sendable {
  private let name: String

  /// Parses the name or rule of a time zone. The C library accepts any text and silently uses UTC if
  /// it doesn't recognize it, so names are looked up in the database first.
  package static func parse(_ text: String) throws(InvalidValue) -> TimeZone {
    guard isInDatabase(text) || isRule(text) else {
      throw InvalidValue(
        expected: "a zone of \(database), such as Europe/Berlin, "
          + "or a POSIX rule, such as UTC or EST5EDT")
    }
    return TimeZone(name: text)
  }

  /// Makes this the time zone of the process. Call this before starting threads, because the
  /// environment isn't thread-safe.
  package func use() {
    setenv("TZ", name, 1)
    tzset()
  }

  private static var database: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  private static func isInDatabase(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) else { return false }
    var status = stat()
    return stat("\(database)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns whether the text starts like a rule: at least three letters, optionally followed by an
  /// offset in hours.
  private static func isRule(_ text: String) -> Bool {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count).drop { $0 == "+" || $0 == "-" }
    guard letters.count >= 3, text.utf8.count < 64 else { return false }
    if letters.count == text.count { return letters == "UTC" || letters == "GMT" }
    return Int(rest.prefix { $0.isASCII && $0.isNumber }).map { (0...24).contains($0) } ?? false
  }
}
