import AnimCore

/// The functions `calc()`, `min()`, `max()` and `clamp()` of CSS Values 4, of terms that have one unit.
enum Calculation {
  /// A value with the functions in it replaced by what they come to; nil if one has a mistake, or terms that
  /// only a place in the document makes comparable, such as pixels and per cent.
  ///
  /// A value with a reference to a custom property stays as it is.
  static func resolved(_ text: String) -> String? {
    guard mentionsFunction(text), !PropertyValue.hasVariable(text) else { return text }
    var reader = CalculationReader(text)
    return reader.resolved()
  }

  private static func mentionsFunction(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.mentions("calc(") || bytes.mentions("min(") || bytes.mentions("max(")
        || bytes.mentions("clamp(")
    }
  }
}

/// A number and what it is in: nothing, `%`, `px`, `deg`, `s`, or a unit that depends on a place.
private struct Term {
  var value: Double
  var unit: String

  init(_ value: Double, _ unit: String) {
    (self.value, self.unit) = (value, unit)
    switch unit {
    case "ms": (self.value, self.unit) = (value / 1000, "s")
    case "grad": (self.value, self.unit) = (value * 0.9, "deg")
    case "rad": (self.value, self.unit) = (value * (180 / .pi), "deg")
    case "turn": (self.value, self.unit) = (value * 360, "deg")
    case "", "%", "px", "deg", "s": break
    default:
      if let pixels = Length("\(value)\(unit)")?.absolute {
        (self.value, self.unit) = (pixels, "px")
      }
    }
  }

  var text: String {
    // As whole numbers are written, where only those are allowed.
    value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))\(unit)" : "\(value)\(unit)"
  }
}

private struct CalculationReader {
  private static let maximumDepth = 32
  private var scanner: TextScanner

  init(_ text: String) { scanner = TextScanner(text) }

  mutating func resolved() -> String? {
    var text: [UInt8] = []
    while let byte = scanner.next {
      let start = scanner.index
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        _ = scanner.quoted()
      } else if let name = scanner.name() {
        if Self.isFunction(name), scanner.skips(UInt8(ascii: "(")) {
          guard let term = function(name, depth: 0), term.value.isFinite else { return nil }
          text += term.text.utf8
          continue
        }
      } else {
        scanner.index += 1
      }
      text += scanner.bytes[start..<scanner.index]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isFunction(_ name: String) -> Bool {
    ["calc", "-webkit-calc", "min", "max", "clamp"].contains(name)
  }

  /// What a function comes to, after its opening bracket.
  private mutating func function(_ name: String, depth: Int) -> Term? {
    guard depth < Self.maximumDepth else { return nil }
    var arguments: [Term] = []
    repeat {
      guard let sum = sum(depth: depth + 1) else { return nil }
      guard arguments.first.map({ $0.unit == sum.unit }) ?? true else { return nil }
      arguments.append(sum)
      scanner.skipSpace()
    } while scanner.skips(UInt8(ascii: ","))
    guard scanner.skips(UInt8(ascii: ")")), var result = arguments.first else { return nil }
    let values = arguments.map(\.value)
    switch (name, values.count) {
    case ("calc", 1), ("-webkit-calc", 1): break
    case ("min", _): result.value = values.min() ?? 0
    case ("max", _): result.value = values.max() ?? 0
    // The least value is stronger than the greatest.
    case ("clamp", 3): result.value = max(values[0], min(values[1], values[2]))
    default: return nil
    }
    return result
  }

  private mutating func sum(depth: Int) -> Term? {
    guard var result = product(depth: depth) else { return nil }
    while true {
      let start = scanner.index
      scanner.skipSpace()
      // Without space around it, a sign belongs to a number.
      guard scanner.index > start, let sign = scanner.next,
        sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
        scanner.peek(1).map(TextScanner.isSpace) == true
      else {
        scanner.index = start
        return result
      }
      scanner.index += 1
      guard let term = product(depth: depth), term.unit == result.unit else { return nil }
      result.value += sign == UInt8(ascii: "-") ? -term.value : term.value
    }
  }

  private mutating func product(depth: Int) -> Term? {
    guard var result = term(depth: depth) else { return nil }
    while true {
      let start = scanner.index
      scanner.skipSpace()
      if scanner.skips(UInt8(ascii: "*")) {
        guard let factor = term(depth: depth), factor.unit.isEmpty || result.unit.isEmpty else {
          return nil
        }
        result.value *= factor.value
        result.unit += factor.unit
      } else if scanner.skips(UInt8(ascii: "/")) {
        guard let divisor = term(depth: depth), divisor.unit.isEmpty else { return nil }
        result.value /= divisor.value
      } else {
        scanner.index = start
        return result
      }
    }
  }

  private mutating func term(depth: Int) -> Term? {
    guard depth < Self.maximumDepth else { return nil }
    scanner.skipSpace()
    if let number = scanner.number() {
      if scanner.skips(UInt8(ascii: "%")) { return Term(number, "%") }
      return Term(number, scanner.name()?.lowercased() ?? "")
    }
    if scanner.skips(UInt8(ascii: "(")) { return function("calc", depth: depth + 1) }
    guard let name = scanner.name() else { return nil }
    if scanner.skips(UInt8(ascii: "(")) {
      return Self.isFunction(name) ? function(name, depth: depth + 1) : nil
    }
    return name == "pi" ? Term(.pi, "") : nil
  }
}
