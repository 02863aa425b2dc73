import AnimCore

/// Which frames of a film are wanted: numbers from 0, as `N` for the first N or as `A..<B`.
struct FrameSelection: Hashable {
  let numbers: Range<Int>

  private static let maximum = 1_000_000_000

  static func parse(_ text: String) throws -> FrameSelection {
    let range =
      if let split = text.firstRange(of: "..<") {
        range(text[..<split.lowerBound], text[split.upperBound...])
      } else {
        range("0", text[...])
      }
    guard let range else {
      throw InvalidValue(
        expected: "a number of frames, or A..<B with 0 ≤ A < B ≤ \(maximum)")
    }
    return FrameSelection(numbers: range)
  }

  private static func range(_ first: Substring, _ end: Substring) -> Range<Int>? {
    guard let first = Int(first), let end = Int(end), 0 <= first, first < end, end <= maximum else {
      return nil
    }
    return first..<end
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
