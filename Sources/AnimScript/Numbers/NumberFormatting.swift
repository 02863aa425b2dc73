// Numbers as text.

/// The shortest digits that read back as a number, or all of its digits: 0.d₁d₂… · 10^point.
private struct Digits {
  var digits: [UInt8]
  var point: Int

  /// Creates the shortest digits that identify a finite positive number.
  init(shortest x: Double) {
    // Swift writes the shortest digits, such as 12.5, 1e+20 or 5e-324.
    digits = []
    point = 0
    var hasPoint = false
    var exponent = 0
    var isExponent = false
    var isNegative = false
    for byte in x.description.utf8 {
      switch byte {
      case 0x2E: hasPoint = true
      case 0x65: isExponent = true
      case 0x2D: isNegative = true
      case 0x30...0x39:
        if isExponent {
          exponent = exponent * 10 + Int(byte - 0x30)
        } else {
          digits.append(byte - 0x30)
          if !hasPoint { point += 1 }
        }
      default: break
      }
    }
    point += isNegative ? -exponent : exponent
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    point -= zeros
    while digits.last == 0 { digits.removeLast() }
  }

  /// Creates all digits of a number.
  init(exact x: Double) {
    guard x > 0 else {
      digits = []
      point = 0
      return
    }
    let exponent = Int(x.exponentBitPattern)
    let significand = exponent == 0 ? x.significandBitPattern : x.significandBitPattern | 1 << 52
    let shift = max(exponent, 1) - 1075
    var number = BigNatural(significand)
    if shift >= 0 { number.shiftLeft(shift) } else { number.multiplyByPower(of: 5, -shift) }
    let all = number.decimalDigits()
    point = all.count + min(shift, 0)
    digits = all
    while digits.last == 0 { digits.removeLast() }
  }

  /// Rounds to the first `count` digits, with ties up.
  mutating func round(to count: Int) {
    guard count < digits.count else { return }
    guard count >= 0 else {
      digits = []
      return
    }
    let isUp = digits[count] >= 5
    digits.removeLast(digits.count - count)
    guard isUp else { return }
    var index = count - 1
    while index >= 0, digits[index] == 9 {
      digits[index] = 0
      index -= 1
    }
    if index >= 0 {
      digits[index] += 1
    } else {
      digits.insert(1, at: 0)
      if digits.count > count, count > 0 { digits.removeLast() }
      point += 1
    }
  }

  /// Returns the first `count` digits as text, filled with zeros.
  func text(_ range: Range<Int>) -> String {
    String(
      decoding: range.map { $0 >= 0 && $0 < digits.count ? digits[$0] + 0x30 : 0x30 },
      as: UTF8.self)
  }
}

/// Formats a number like `String(number)`.
func decimalText(of x: Double) -> String {
  if x.isNaN { return "NaN" }
  if x == 0 { return "0" }
  if x < 0 { return "-" + decimalText(of: -x) }
  if x.isInfinite { return "Infinity" }
  let digits = Digits(shortest: x)
  let count = digits.digits.count
  let point = digits.point
  if point > 21 || point < -5 { return exponentialText(digits, count) }
  if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits.text(0..<count) }
  if point >= count { return digits.text(0..<point) }
  return digits.text(0..<point) + "." + digits.text(point..<count)
}

private func exponentialText(_ digits: Digits, _ count: Int) -> String {
  let exponent = digits.point - 1
  let fraction = count > 1 ? "." + digits.text(1..<count) : ""
  return digits.text(0..<1) + fraction + (exponent < 0 ? "e-" : "e+") + "\(exponent.magnitude)"
}

/// Formats a finite number like `toExponential`, with as many digits as needed if `wanted` is
/// `nil`.
func exponentialText(of x: Double, digits wanted: Int?) -> String {
  if x < 0 { return "-" + exponentialText(of: -x, digits: wanted) }
  if x == 0 {
    return "0" + ((wanted ?? 0) > 0 ? "." + String(repeating: "0", count: wanted ?? 0) : "") + "e+0"
  }
  var digits = wanted == nil ? Digits(shortest: x) : Digits(exact: x)
  let count = wanted.map { $0 + 1 } ?? digits.digits.count
  digits.round(to: count)
  return exponentialText(digits, count)
}

/// Formats a number below 10²¹ like `toFixed`.
func fixedText(of x: Double, digits count: Int) -> String {
  if x < 0 { return "-" + fixedText(of: -x, digits: count) }
  var digits = Digits(exact: x)
  if digits.point + count < 0 {
    digits.digits = []
    digits.point = 0
  } else {
    digits.round(to: digits.point + count)
  }
  let whole = digits.point > 0 ? digits.text(0..<digits.point) : "0"
  guard count > 0 else { return whole }
  return whole + "." + digits.text(digits.point..<digits.point + count)
}

/// Formats a finite number like `toPrecision`.
func precisionText(of x: Double, digits count: Int) -> String {
  if x < 0 { return "-" + precisionText(of: -x, digits: count) }
  if x == 0 { return count > 1 ? "0." + String(repeating: "0", count: count - 1) : "0" }
  var digits = Digits(exact: x)
  digits.round(to: count)
  let exponent = digits.point - 1
  if exponent < -6 || exponent >= count { return exponentialText(digits, count) }
  if exponent == count - 1 { return digits.text(0..<count) }
  if exponent >= 0 {
    return digits.text(0..<digits.point) + "." + digits.text(digits.point..<count)
  }
  return "0." + String(repeating: "0", count: -digits.point) + digits.text(0..<count)
}

/// Formats a number like `toString` with a radix other than ten: the integer part exactly, and as
/// many digits of the fraction as distinguish it from its neighbours.
func radixText(of x: Double, radix: Int) -> String {
  if x.isNaN { return "NaN" }
  if x == 0 { return "0" }
  if x < 0 { return "-" + radixText(of: -x, radix: radix) }
  if x.isInfinite { return "Infinity" }
  var whole = x.rounded(.down)
  var fraction = x - whole
  var delta = max(0.5 * (x.nextUp - x), .leastNonzeroMagnitude)
  var digits: [Int] = []
  if fraction >= delta {
    repeat {
      fraction *= Double(radix)
      delta *= Double(radix)
      let digit = Int(fraction)
      digits.append(digit)
      fraction -= Double(digit)
      if fraction > 0.5 || (fraction == 0.5 && digit & 1 == 1), fraction + delta > 1 {
        // The next number up is nearer.
        while let last = digits.popLast() {
          if last + 1 < radix {
            digits.append(last + 1)
            break
          }
        }
        if digits.isEmpty { whole += 1 }
        break
      }
    } while fraction >= delta
  }
  let names = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  var number = BigNatural(0)
  let exponent = Int(whole.exponentBitPattern) - 1075
  if whole < 0x1p63 {
    number = BigNatural(UInt64(whole))
  } else {
    number = BigNatural(whole.significandBitPattern | 1 << 52)
    number.shiftLeft(exponent)
  }
  var text: [UInt8] = []
  while !number.isZero { text.append(names[Int(number.divide(by: UInt32(radix)))]) }
  if text.isEmpty { text = [0x30] }
  text.reverse()
  if !digits.isEmpty {
    text.append(0x2E)
    text += digits.map { names[$0] }
  }
  return String(decoding: text, as: UTF8.self)
}
