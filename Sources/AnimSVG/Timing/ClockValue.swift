import AnimCore

/// A time or a duration in integral nanoseconds.
///
/// Clock values are decimal numbers, and nanoseconds keep nine digits after the decimal point. Sums
/// and comparisons are exact, so that an end and a start at the same time coincide on every
/// machine. Times are clamped to ±73 years. ``indefinite`` is later than all of them.
struct ClockValue: Hashable, Comparable, Sendable {
  private(set) var nanoseconds: Int64

  static let zero = ClockValue(nanoseconds: 0)
  static let indefinite = ClockValue(unlimited: .max)
  /// A time before all others, at which documents are prepared without animations.
  static let beforeAll = ClockValue(unlimited: .min)

  private static let limit: Int64 = 1 << 61

  private init(unlimited: Int64) { nanoseconds = unlimited }

  init(nanoseconds: Int64) {
    self.nanoseconds = min(max(nanoseconds, -Self.limit), Self.limit)
  }

  /// Creates the nearest time to an exact number of seconds.
  init(seconds: Fraction) {
    self.init(nanoseconds: Int64(clamping: (seconds * Fraction(1_000_000_000)).rounded))
  }

  var isIndefinite: Bool { self == .indefinite }

  /// The exact time in seconds. An indefinite time counts as the latest possible time.
  var seconds: Fraction {
    Fraction(Timestamp(nanoseconds: min(max(nanoseconds, -Self.limit), Self.limit)))
  }

  static func < (a: ClockValue, b: ClockValue) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Returns the sum, which is indefinite if one of the times is indefinite.
  static func + (a: ClockValue, b: ClockValue) -> ClockValue {
    if a.isIndefinite || b.isIndefinite { return .indefinite }
    // Both are within ±2⁶¹, or the earliest time, which offsets don't change.
    if a == .beforeAll || b == .beforeAll { return .beforeAll }
    return ClockValue(nanoseconds: a.nanoseconds + b.nanoseconds)
  }

  static func - (a: ClockValue, b: ClockValue) -> ClockValue {
    a + ClockValue(nanoseconds: -min(max(b.nanoseconds, -limit), limit))
  }

  /// Returns a multiple of this duration, at least a nanosecond.
  func repeated(_ count: Fraction) -> ClockValue {
    if isIndefinite { return self }
    return max(ClockValue(seconds: seconds * count), ClockValue(nanoseconds: 1))
  }
}

// MARK: - Texts

extension ClockValue {
  /// Parses a clock value of SMIL: `02:30:03`, `02:33`, `3.2h`, `45min`, `30s`, `5ms`, `12`, with
  /// surrounding space. Returns `nil` for other text. Signs and exponents aren't allowed.
  init?(_ text: some StringProtocol) {
    let parts = Array(text.utf8).trimmingSpace.split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last else { return nil }
    guard parts.count > 1 else {
      self.init(timecount: Array(last))
      return
    }
    guard let seconds = Decimal(Array(last)), last.count >= 2, seconds.wholeDigits == 2,
      let minutes = Decimal(Array(parts[parts.count - 2])), minutes.isWhole,
      minutes.wholeDigits == 2, minutes.whole < 60, seconds.whole < 60
    else { return nil }
    var total = seconds.scaled(by: 1_000_000_000)
    total += Int128(minutes.whole) * 60_000_000_000
    if parts.count == 3 {
      guard let hours = Decimal(Array(parts[0])), hours.isWhole else { return nil }
      total += Int128(hours.whole) * 3_600_000_000_000
    }
    self.init(nanoseconds: Int64(clamping: total))
  }

  private init?(timecount text: [UInt8]) {
    var digits = text[...]
    var unit: [UInt8] = []
    while let last = digits.last, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last) {
      unit.insert(last, at: 0)
      digits.removeLast()
    }
    let nanoseconds: Int128
    switch String(decoding: unit, as: UTF8.self) {
    case "h": nanoseconds = 3_600_000_000_000
    case "min": nanoseconds = 60_000_000_000
    case "s", "": nanoseconds = 1_000_000_000
    case "ms": nanoseconds = 1_000_000
    default: return nil
    }
    guard let number = Decimal(Array(digits)) else { return nil }
    self.init(nanoseconds: Int64(clamping: number.scaled(by: nanoseconds)))
  }

  /// Parses an offset: a clock value with an optional sign, and space around the sign.
  init?(offset text: some StringProtocol) {
    let bytes = Array(text.utf8).trimmingSpace
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      self.init(text)
      return
    }
    guard let value = ClockValue(Substring(decoding: bytes.dropFirst(), as: UTF8.self)) else {
      return nil
    }
    self = sign == UInt8(ascii: "-") ? ClockValue(nanoseconds: -value.nanoseconds) : value
  }
}

/// A decimal number without sign and exponent, as in clock values.
private struct Decimal {
  /// The integral part, clamped to 62 bits.
  var whole: Int64 = 0
  var wholeDigits = 0
  /// The first 18 digits after the decimal point, as an integer.
  var fraction: Int64 = 0
  var fractionDigits = 0
  var isWhole = true

  init?(_ text: [UInt8]) {
    for byte in text {
      if byte == UInt8(ascii: ".") {
        guard isWhole else { return nil }
        isWhole = false
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let digit = Int64(byte - UInt8(ascii: "0"))
      if isWhole {
        wholeDigits += 1
        whole = whole >= 1 << 58 ? 1 << 61 : whole * 10 + digit
      } else if fractionDigits < 18 {
        fractionDigits += 1
        fraction = fraction * 10 + digit
      }
    }
    guard wholeDigits + fractionDigits > 0, isWhole || fractionDigits > 0 else { return nil }
  }

  /// Returns the rounded product with a number of nanoseconds, which is at least one for positive
  /// numbers.
  func scaled(by unit: Int128) -> Int128 {
    var power: Int128 = 1
    for _ in 0..<fractionDigits { power *= 10 }
    let rest = (Int128(fraction) * unit + power / 2) / power
    let product = Int128(whole) * unit + rest
    return product == 0 && fraction > 0 ? 1 : product
  }
}

extension Collection where Element == UInt8, Self: BidirectionalCollection {
  /// The text without leading and trailing XML white space.
  var trimmingSpace: SubSequence {
    var rest = self[...]
    while let first = rest.first, first.isSpaceOfXML { rest = rest.dropFirst() }
    while let last = rest.last, last.isSpaceOfXML { rest = rest.dropLast() }
    return rest
  }
}

extension UInt8 {
  var isSpaceOfXML: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
