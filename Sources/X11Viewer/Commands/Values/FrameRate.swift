import AnimCore

/// Parses a frame rate: a number, or a fraction such as 30000/1001.
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
