import AnimCore

/// Returns a parser for a number in `range`. `noun` describes the number with its unit.
package func number(
  in range: ClosedRange<Double>, _ noun: String
) -> @Sendable (String) throws(InvalidValue) -> Double {
  { (text: String) throws(InvalidValue) -> Double in
    guard let value = parseNumber(text), range.contains(value) else {
      throw InvalidValue(
        expected: "\(noun) from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
    }
    return value
  }
}

/// Returns a parser for an integer in `range`.
package func wholeNumber<Value: FixedWidthInteger & Sendable>(
  in range: ClosedRange<Value>, _ noun: String = "a whole number"
) -> @Sendable (String) throws(InvalidValue) -> Value {
  { (text: String) throws(InvalidValue) -> Value in
    guard let value = Value(text), range.contains(value) else {
      throw InvalidValue(expected: "\(noun) from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

/// Returns a parser for a range within `limits`, as `A..B`, or one number for both.
package func numberRange(
  in limits: ClosedRange<Double>, _ noun: String
) -> @Sendable (String) throws(InvalidValue) -> ClosedRange<Double> {
  { (text: String) throws(InvalidValue) -> ClosedRange<Double> in
    guard let range = parseRange(text, in: limits) else {
      throw InvalidValue(
        expected: "\(noun) as A..B in ascending order or one number, "
          + "from \(plain(limits.lowerBound)) to \(plain(limits.upperBound))")
    }
    return range
  }
}

/// Parses a finite decimal number. Unlike the standard library, it rejects hexadecimal digits,
/// `inf` and `nan`.
package func parseNumber(_ text: some StringProtocol) -> Double? {
  guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
  guard let value = Double(String(text)), value.isFinite else { return nil }
  return value
}

package func parseRange(_ text: String, in limits: ClosedRange<Double>) -> ClosedRange<Double>? {
  guard let split = text.firstRange(of: "..") else {
    return parseNumber(text).flatMap { limits.contains($0) ? $0...$0 : nil }
  }
  guard let low = parseNumber(text[..<split.lowerBound]),
    let high = parseNumber(text[split.upperBound...]),
    low <= high, limits.contains(low), limits.contains(high)
  else { return nil }
  return low...high
}

/// Parses two numbers, written `X,Y`.
package func parsePair(_ text: String) -> (Double, Double)? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == 2, let x = parseNumber(parts[0]), let y = parseNumber(parts[1]) else {
    return nil
  }
  return (x, y)
}

/// Formats a number, without `.0` if it is an integer.
package func plain(_ value: Double) -> String {
  Int(exactly: value).map(String.init) ?? "\(value)"
}

/// The reason why the value of an option is invalid: a phrase that describes valid values. The
/// argument parser adds the value and the name of the option.
package struct InvalidValue: Error, CustomStringConvertible {
  package let description: String

  package init(expected: String) { description = "expected \(expected)" }
}

/// Joins words as alternatives: "a, b or c".
package func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}

/// Parses a frame rate: a number, or a fraction such as 30000/1001.
package func parseFrameRate(_ text: String) throws(InvalidValue) -> RefreshRate {
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
