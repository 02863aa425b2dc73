// Numbers from text, correctly rounded.

private func isDigit(_ unit: UInt16) -> Bool { unit >= 0x30 && unit <= 0x39 }

/// Reads digits with an optional point and exponent, as the language writes numbers. The text is
/// known to have this form.
func parseDecimal(_ units: UnsafeBufferPointer<UInt16>) -> Double {
  var significand: UInt64 = 0
  var digitCount = 0
  var exponent = 0
  var hasPoint = false
  var index = 0
  var firstDigit = -1
  while index < units.count {
    let unit = units[index]
    if unit == 0x2E {
      hasPoint = true
    } else if isDigit(unit) {
      if hasPoint { exponent -= 1 }
      if digitCount > 0 || unit != 0x30 {
        if firstDigit < 0 { firstDigit = index }
        digitCount += 1
        if digitCount <= 19 { significand = significand * 10 + UInt64(unit - 0x30) }
      }
    } else {
      break
    }
    index += 1
  }
  let digitEnd = index
  if index < units.count {
    index += 1
    var isNegative = false
    if index < units.count, !isDigit(units[index]) {
      isNegative = units[index] == 0x2D
      index += 1
    }
    var value = 0
    while index < units.count, isDigit(units[index]) {
      value = min(value * 10 + Int(units[index] - 0x30), 100_000_000)
      index += 1
    }
    exponent += isNegative ? -value : value
  }
  guard digitCount > 0 else { return 0 }
  if digitCount <= 19, significand < 1 << 53, exponent.magnitude <= 22 {
    // Both numbers are exact, so one operation rounds only once.
    let power = smallPowersOfTen[Int(exponent.magnitude)]
    return exponent < 0 ? Double(significand) / power : Double(significand) * power
  }
  if digitCount <= 19, exponent < 0, exponent >= -27 {
    return quotient(significand, powerOfTen: -exponent)
  }
  let point = digitCount + exponent
  if point > 310 { return .infinity }
  if point < -330 { return 0 }
  return parseExactly(units[firstDigit..<digitEnd], exponent: exponent)
}

/// Returns a whole number divided by a power of ten, correctly rounded.
///
/// - Parameter exponent: The exponent of the power, at most 27.
package func quotient(_ digits: UInt64, powerOfTen exponent: Int) -> Double {
  guard digits > 0 else { return 0 }
  // The power is a power of five, which has at most 63 bits, times a power of two.
  var divisor: UInt64 = 1
  for _ in 0..<exponent { divisor *= 5 }
  let (up, down) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
  // With the highest bits of both set, the quotient has 63 or 64 bits.
  let dividend = UInt128(digits << UInt64(up)) << 63
  let (whole, rest) = dividend.quotientAndRemainder(
    dividingBy: UInt128(divisor << UInt64(down)))
  let bits = UInt64(truncatingIfNeeded: whole)
  let zeros = bits.leadingZeroBitCount
  return nearestDouble(
    bits << UInt64(zeros), exponent: down - up - 63 - exponent - zeros, hasMore: rest != 0)
}

private let smallPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

/// Digits, with a point among them that `exponent` has taken into account, times a power of ten.
private func parseExactly(
  _ units: Slice<UnsafeBufferPointer<UInt16>>, exponent: Int
) -> Double {
  var number = BigNatural(0)
  var exponent = exponent
  var count = 0
  var hasMore = false
  for unit in units where unit != 0x2E {
    // No two Doubles are so close that later digits matter, except whether there are any.
    if count < 800 {
      number.multiply(by: 10, adding: UInt32(unit - 0x30))
    } else {
      exponent += 1
      if unit != 0x30 { hasMore = true }
    }
    count += 1
  }
  if exponent >= 0 {
    number.multiplyByPower(of: 10, exponent)
    let (bits, shift, rest) = number.leading
    return nearestDouble(bits, exponent: shift, hasMore: rest || hasMore)
  }
  var divisor = BigNatural(1)
  divisor.multiplyByPower(of: 10, -exponent)
  // The quotient has 64 or 65 bits.
  let shift = divisor.bitCount + 64 - number.bitCount
  if shift > 0 { number.shiftLeft(shift) } else { divisor.shiftLeft(-shift) }
  var part = divisor
  part.shiftLeft(65)
  var bits: UInt64 = 0
  var top = 0
  for bit in stride(from: 65, through: 0, by: -1) {
    if number >= part {
      number.subtract(part)
      if bits >> 63 == 0 {
        bits = bits << 1 | 1
      } else {
        hasMore = true
        top += 1
      }
    } else if bits >> 63 == 0 {
      bits <<= 1
    } else {
      top += 1
    }
    if bit > 0 { _ = part.divide(by: 2) }
  }
  if !number.isZero { hasMore = true }
  let zeros = bits.leadingZeroBitCount
  return nearestDouble(bits << UInt64(zeros), exponent: top - zeros - shift, hasMore: hasMore)
}

/// Reads digits in a radix. The result is exact if the radix is a power of two or the value is
/// below 2⁵³, and correctly rounded otherwise.
func parseInteger(_ units: UnsafeBufferPointer<UInt16>, radix: Int) -> Double {
  if radix == 10 { return parseDecimal(units) }
  var value: UInt64 = 0
  var isSmall = true
  for unit in units {
    let digit = UInt64(radixDigit(unit) ?? 0)
    if value >= 1 << 53 {
      isSmall = false
      break
    }
    value = value * UInt64(radix) + digit
  }
  if isSmall, value < 1 << 53 { return Double(value) }
  // With more digits than this, the number is infinite in any case.
  let start = units.firstIndex { $0 != 0x30 } ?? units.count
  guard units.count - start <= 1100 else { return .infinity }
  var number = BigNatural(0)
  for unit in units[start...] {
    let digit = UInt32(radixDigit(unit) ?? 0)
    if number.isZero {
      number = BigNatural(UInt64(digit))
    } else {
      number.multiply(by: UInt32(radix), adding: digit)
    }
  }
  let (bits, exponent, hasMore) = number.leading
  return nearestDouble(bits, exponent: exponent, hasMore: hasMore)
}

private func radixDigit(_ unit: UInt16) -> Int? {
  switch unit {
  case 0x30...0x39: Int(unit - 0x30)
  case 0x41...0x5A: Int(unit - 0x41 + 10)
  case 0x61...0x7A: Int(unit - 0x61 + 10)
  default: nil
  }
}

private func trimmed(
  _ units: UnsafeBufferPointer<UInt16>
) -> UnsafeBufferPointer<UInt16> {
  var (start, end) = (0, units.count)
  while start < end, isBlank(units[start]) { start += 1 }
  while end > start, isBlank(units[end - 1]) { end -= 1 }
  return UnsafeBufferPointer(rebasing: units[start..<end])
}

/// Returns the length of the decimal number at the start, or 0 if there is none.
private func decimalPrefix(_ units: UnsafeBufferPointer<UInt16>) -> Int {
  var index = 0
  while index < units.count, isDigit(units[index]) { index += 1 }
  var digits = index
  if index < units.count, units[index] == 0x2E {
    index += 1
    let start = index
    while index < units.count, isDigit(units[index]) { index += 1 }
    digits += index - start
  }
  guard digits > 0 else { return 0 }
  if index < units.count, units[index] | 0x20 == 0x65 {
    var end = index + 1
    if end < units.count, units[end] == 0x2B || units[end] == 0x2D { end += 1 }
    let start = end
    while end < units.count, isDigit(units[end]) { end += 1 }
    if end > start { index = end }
  }
  return index
}

private let infinityWord = Array("Infinity".utf16)

/// Parses text like `Number(text)`.
func parseNumber(_ units: UnsafeBufferPointer<UInt16>) -> Double {
  let text = trimmed(units)
  guard !text.isEmpty else { return 0 }
  if text.count > 2, text[0] == 0x30 {
    let radix: Int? =
      switch text[1] | 0x20 {
      case 0x78: 16
      case 0x6F: 8
      case 0x62: 2
      default: nil
      }
    if let radix {
      let digits = UnsafeBufferPointer(rebasing: text[2...])
      guard digits.allSatisfy({ (radixDigit($0) ?? 99) < radix }) else { return .nan }
      return parseInteger(digits, radix: radix)
    }
  }
  var rest = text
  let isNegative = rest[0] == 0x2D
  if isNegative || rest[0] == 0x2B { rest = UnsafeBufferPointer(rebasing: rest[1...]) }
  let value: Double
  if rest.elementsEqual(infinityWord) {
    value = .infinity
  } else {
    guard !rest.isEmpty, decimalPrefix(rest) == rest.count else { return .nan }
    value = parseDecimal(rest)
  }
  return isNegative ? -value : value
}

/// Parses a number like `Number(text)`, correctly rounded and without the C library. Returns NaN if
/// the text isn't a number.
package func parseNumber(_ text: some Sequence<UInt8>) -> Double {
  text.map { UInt16($0) }.withUnsafeBufferPointer { parseNumber($0) }
}

/// Parses the longest number at the start of a text, like `parseFloat`.
func parseNumberPrefix(_ units: UnsafeBufferPointer<UInt16>) -> Double {
  var rest = trimmed(units)
  guard !rest.isEmpty else { return .nan }
  let isNegative = rest[0] == 0x2D
  if isNegative || rest[0] == 0x2B { rest = UnsafeBufferPointer(rebasing: rest[1...]) }
  let value: Double
  if rest.starts(with: infinityWord) {
    value = .infinity
  } else {
    let length = decimalPrefix(rest)
    guard length > 0 else { return .nan }
    value = parseDecimal(UnsafeBufferPointer(rebasing: rest[..<length]))
  }
  return isNegative ? -value : value
}

/// Parses text like `parseInt`.
func parseIntegerPrefix(_ units: UnsafeBufferPointer<UInt16>, radix: Int) -> Double {
  var rest = trimmed(units)
  let isNegative = rest.first == 0x2D
  if isNegative || rest.first == 0x2B { rest = UnsafeBufferPointer(rebasing: rest[1...]) }
  guard radix == 0 || (2...36).contains(radix) else { return .nan }
  var radix = radix
  if radix == 0 || radix == 16, rest.count >= 2, rest[0] == 0x30, rest[1] | 0x20 == 0x78 {
    rest = UnsafeBufferPointer(rebasing: rest[2...])
    radix = 16
  }
  if radix == 0 { radix = 10 }
  let length = rest.firstIndex { (radixDigit($0) ?? 99) >= radix } ?? rest.count
  guard length > 0 else { return .nan }
  let value = parseInteger(UnsafeBufferPointer(rebasing: rest[..<length]), radix: radix)
  return isNegative ? -value : value
}
