/// Formats a number with a fixed number of decimals, rounded to nearest, or returns "-" if it
/// exceeds the integers that a Double can represent exactly.
package func decimalText(_ value: Double, places: Int) -> String {
  var unit = 1
  for _ in 0..<places { unit *= 10 }
  guard let scaled = Int64(exactly: (value * Double(unit)).rounded()) else { return "-" }
  let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
  let sign = scaled < 0 ? "-" : ""
  if places == 0 { return "\(sign)\(whole)" }
  return "\(sign)\(whole)." + "\(part)".padded(before: places, with: "0")
}

/// Formats a duration in nanoseconds with about three digits: "31 µs", "16.67 ms", "1.50 s".
package func durationText(_ nanoseconds: Int64) -> String {
  let value = Double(nanoseconds)
  switch nanoseconds.magnitude {
  case ..<1_000_000: return decimalText(value / 1e3, places: 0) + " µs"
  case ..<1_000_000_000: return decimalText(value / 1e6, places: 2) + " ms"
  default: return decimalText(value / 1e9, places: 2) + " s"
  }
}

extension String {
  /// Returns the text, padded on the left to align right in a column.
  package func padded(before width: Int, with character: Character = " ") -> String {
    String(repeating: character, count: max(0, width - count)) + self
  }

  /// Returns the text, padded on the right to align left in a column.
  package func padded(after width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
