/// A natural number of any size, for conversions between decimal and binary that must be exact.
/// None of these needs more than a few thousand bits.
struct BigNatural {
  /// 32 bits each, the lowest first, without zeros at the end.
  private(set) var words: [UInt32]

  init(_ value: UInt64) {
    words = [UInt32(truncatingIfNeeded: value), UInt32(value >> 32)]
    trim()
  }

  private mutating func trim() {
    while words.last == 0 { words.removeLast() }
  }

  var isZero: Bool { words.isEmpty }

  var bitCount: Int {
    guard let last = words.last else { return 0 }
    return words.count * 32 - last.leadingZeroBitCount
  }

  mutating func multiply(by factor: UInt32, adding carry: UInt32 = 0) {
    var carry = UInt64(carry)
    for index in words.indices {
      let product = UInt64(words[index]) * UInt64(factor) + carry
      words[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  mutating func multiplyByPower(of base: UInt32, _ exponent: Int) {
    // The largest power in a word at a time.
    var (power, count) = (base, 1)
    while UInt64(power) * UInt64(base) < 1 << 32 {
      power *= base
      count += 1
    }
    var rest = exponent
    while rest >= count {
      multiply(by: power)
      rest -= count
    }
    for _ in 0..<rest { multiply(by: base) }
  }

  mutating func shiftLeft(_ count: Int) {
    guard count > 0, !isZero else { return }
    let (whole, bits) = (count / 32, UInt32(count % 32))
    if bits > 0 {
      var carry: UInt32 = 0
      for index in words.indices {
        let word = words[index]
        words[index] = word << bits | carry
        carry = word >> (32 - bits)
      }
      if carry > 0 { words.append(carry) }
    }
    words.insert(contentsOf: repeatElement(0, count: whole), at: 0)
  }

  /// Divides by a small number, and returns the remainder.
  mutating func divide(by divisor: UInt32) -> UInt32 {
    var remainder: UInt64 = 0
    for index in words.indices.reversed() {
      let value = remainder << 32 | UInt64(words[index])
      words[index] = UInt32(value / UInt64(divisor))
      remainder = value % UInt64(divisor)
    }
    trim()
    return UInt32(remainder)
  }

  static func >= (a: BigNatural, b: BigNatural) -> Bool {
    if a.words.count != b.words.count { return a.words.count > b.words.count }
    for index in a.words.indices.reversed() where a.words[index] != b.words[index] {
      return a.words[index] > b.words[index]
    }
    return true
  }

  mutating func subtract(_ other: BigNatural) {
    var borrow: Int64 = 0
    for index in words.indices {
      let subtrahend = index < other.words.count ? Int64(other.words[index]) : 0
      var difference = Int64(words[index]) - subtrahend - borrow
      borrow = difference < 0 ? 1 : 0
      if difference < 0 { difference += 1 << 32 }
      words[index] = UInt32(difference)
    }
    trim()
  }

  /// The 64 highest bits, and whether any lower bit is set.
  var leading: (bits: UInt64, exponent: Int, hasMore: Bool) {
    let count = bitCount
    var bits: UInt64 = 0
    var hasMore = false
    for index in words.indices.reversed() {
      let shift = index * 32 - (count - 64)
      if shift >= 0 {
        bits |= UInt64(words[index]) << UInt64(shift)
      } else if shift > -32 {
        bits |= UInt64(words[index]) >> UInt64(-shift)
        if words[index] << UInt32(32 + shift) != 0 { hasMore = true }
      } else if words[index] != 0 {
        hasMore = true
      }
    }
    return (bits, count - 64, hasMore)
  }

  /// Returns the digits in decimal, the highest first.
  func decimalDigits() -> [UInt8] {
    var rest = self
    var digits: [UInt8] = []
    while !rest.isZero {
      var group = rest.divide(by: 1_000_000_000)
      for _ in 0..<9 {
        digits.append(UInt8(group % 10))
        group /= 10
      }
    }
    // Zeros before the number.
    while digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }
}

/// Returns the Double nearest to `bits` · 2^`exponent`, where the highest bit is set unless all are
/// zero. `hasMore` indicates that the exact value is slightly larger. Ties are rounded to even.
func nearestDouble(_ bits: UInt64, exponent: Int, hasMore: Bool) -> Double {
  guard bits != 0 else { return 0 }
  let top = exponent + 63
  if top > 1023 { return .infinity }
  // Subnormal numbers have fewer bits.
  let precision = top >= -1022 ? 53 : 53 - (-1022 - top)
  guard precision >= 0 else { return 0 }
  let dropped = 64 - precision
  var kept = dropped == 64 ? 0 : bits >> UInt64(dropped)
  let half: UInt64 = 1 << UInt64(dropped - 1)
  let rest = dropped == 64 ? bits : bits & (half << 1 &- 1)
  if rest > half || (rest == half && (hasMore || kept & 1 == 1)) { kept += 1 }
  return Double(sign: .plus, exponent: exponent + dropped, significand: Double(kept))
}
