import AnimCore

/// Which frames of a film are wanted, by numbers from 0.
///
/// Written as `N` for the first N, `A..<B` or `A..B` without B, or `A-B` with B. Shells take the `<`
/// for a redirection where it is not quoted; the other forms need no quotes. Of a film with an end,
/// A and B may be percentages, and so may N: `50%` is `0%-50%`.
struct FrameSelection: Hashable {
  private let first: Bound
  private let last: Bound
  /// Whether the last one is wanted too.
  private let includesLast: Bool

  private enum Bound: Hashable {
    case number(Int)
    /// From the first frame, at 0, to the last, at 1.
    case share(Double)

    func number(of total: Int) -> Int {
      switch self {
      case .number(let number): number
      case .share(let share): Int((share * Double(total - 1)).rounded())
      }
    }

    var isShare: Bool { if case .share = self { true } else { false } }
  }

  private static let maximum = 1_000_000_000

  static func parse(_ text: String) throws -> FrameSelection {
    guard let selection = selection(text) else {
      throw InvalidValue(
        expected: "a number of frames, A..B (without B) or A-B (with B), from 0 to \(maximum) "
          + "or 0% to 100%")
    }
    return selection
  }

  /// Whether it can only be said of a film with an end which frames these are.
  var isRelative: Bool { first.isShare || last.isShare }

  /// The numbers; nil where there are none.
  ///
  /// - Parameter total: how many frames the film has, if it has an end.
  func numbers(of total: Int?) -> Range<Int>? {
    let total = total ?? 1
    let start = first.number(of: total)
    let end = last.number(of: total) + (includesLast ? 1 : 0)
    return start < end ? start..<end : nil
  }

  private static func selection(_ text: String) -> FrameSelection? {
    for (separator, includesLast) in [("..<", false), ("..", false), ("-", true)] {
      guard let split = text.firstRange(of: separator) else { continue }
      return selection(text[..<split.lowerBound], text[split.upperBound...], includesLast)
    }
    return selection("0", text[...], text.hasSuffix("%"))
  }

  private static func selection(
    _ first: Substring, _ last: Substring, _ includesLast: Bool
  ) -> FrameSelection? {
    guard let first = bound(first), let last = bound(last) else { return nil }
    let selection = FrameSelection(first: first, last: last, includesLast: includesLast)
    // Shares of a film are in order whatever its length.
    switch (first, last) {
    case (.number(let a), .number(let b)):
      let end = includesLast ? b + 1 : b
      return a < end && end <= maximum ? selection : nil
    case (.share(let a), .share(let b)):
      return a < b || includesLast && a == b ? selection : nil
    default: return selection
    }
  }

  private static func bound(_ text: Substring) -> Bound? {
    if text.hasSuffix("%") {
      return parseNumber(text.dropLast()).flatMap {
        (0...100).contains($0) ? .share($0 / 100) : nil
      }
    }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text).flatMap { $0 <= maximum ? .number($0) : nil }
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
