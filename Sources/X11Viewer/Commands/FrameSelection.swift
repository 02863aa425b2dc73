import AnimCore

/// Which frames of a film are wanted, by numbers from 0.
///
/// Written as `N` for the first N, `A..<B` or `A..B` without B, or `A-B` with B. Shells take the `<`
/// for a redirection where it is not quoted; the other forms need no quotes.
struct FrameSelection: Hashable {
  let numbers: Range<Int>

  private static let maximum = 1_000_000_000

  static func parse(_ text: String) throws -> FrameSelection {
    guard let numbers = numbers(text) else {
      throw InvalidValue(
        expected: "a number of frames, A..B (without B) or A-B (with B), from 0 to \(maximum)")
    }
    return FrameSelection(numbers: numbers)
  }

  private static func numbers(_ text: String) -> Range<Int>? {
    for (separator, includesEnd) in [("..<", false), ("..", false), ("-", true)] {
      guard let split = text.firstRange(of: separator) else { continue }
      return range(text[..<split.lowerBound], text[split.upperBound...], includesEnd)
    }
    return range("0", text[...], false)
  }

  private static func range(
    _ first: Substring, _ last: Substring, _ includesEnd: Bool
  ) -> Range<Int>? {
    guard let first = number(first), let last = number(last) else { return nil }
    let end = includesEnd ? last + 1 : last
    return first < end && end <= maximum ? first..<end : nil
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text).flatMap { $0 <= maximum ? $0 : nil }
  }
}

/// A frame rate: a number, or a fraction such as 30000/1001.
func parseFrameRate(_ text: String) throws -> RefreshRate {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false)
  let rate: RefreshRate? =
    if parts.count == 2 {
      Int(parts[0]).flatMap { n in
        Int(parts[1]).flatMap { RefreshRate(numerator: n, denominator: $0) }
      }
    } else {
      parseNumber(text).flatMap { rates.contains($0) ? RefreshRate(hertz: $0) : nil }
    }
  guard let rate, rates.contains(rate.hertz) else {
    throw InvalidValue(
      expected: "frames per second from 1 to 1000, as a number or as a fraction like 30000/1001")
  }
  return rate
}

private let rates = 1.0...1_000.0
