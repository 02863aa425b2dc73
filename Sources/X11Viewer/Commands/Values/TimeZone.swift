import AnimCore
import Glibc

/// A time zone as the C library knows it: a name in the zone database, or a rule as in POSIX.
struct TimeZone: Hashable {
  private let name: String

  /// The C library takes any text and silently means UTC where it does not know it, so a name is
  /// looked up in the database first.
  static func parse(_ text: String) throws -> TimeZone {
    guard isInDatabase(text) || isRule(text) else {
      throw InvalidValue(
        expected: "a zone of \(database), such as Europe/Berlin, "
          + "or a POSIX rule, such as UTC or EST5EDT")
    }
    return TimeZone(name: text)
  }

  /// Makes this the zone of the process. Call it before any thread is started: the environment
  /// is not for several threads.
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

  /// At least the beginning of a rule: three letters or more, then perhaps an offset in hours.
  private static func isRule(_ text: String) -> Bool {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count).drop { $0 == "+" || $0 == "-" }
    guard letters.count >= 3, text.utf8.count < 64 else { return false }
    if letters.count == text.count { return letters == "UTC" || letters == "GMT" }
    return Int(rest.prefix { $0.isASCII && $0.isNumber }).map { (0...24).contains($0) } ?? false
  }
}
