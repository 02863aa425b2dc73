import AnimCore
import Glibc

/// A time zone for the C library: a name in the zone database, or a POSIX rule.
struct TimeZone: Hashable {
  private let name: String

  /// The C library accepts any text, and silently uses UTC if it does not know it, so a name is
  /// looked up in the database first.
  static func parse(_ text: String) throws -> TimeZone {
    guard isInDatabase(text) || isRule(text) else {
      throw InvalidValue(
        expected: "a zone of \(database), such as Europe/Berlin, "
          + "or a POSIX rule, such as UTC or EST5EDT")
    }
    return TimeZone(name: text)
  }

  /// Makes this the time zone of the process. Call it before any thread is started, since the
  /// environment is not thread-safe.
  func use() {
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

  /// Whether the text begins like a rule: at least three letters, then possibly an offset in hours.
  private static func isRule(_ text: String) -> Bool {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count).drop { $0 == "+" || $0 == "-" }
    guard letters.count >= 3, text.utf8.count < 64 else { return false }
    if letters.count == text.count { return letters == "UTC" || letters == "GMT" }
    return Int(rest.prefix { $0.isASCII && $0.isNumber }).map { (0...24).contains($0) } ?? false
  }
}
