import AnimGraphics

/// The math functions of CSS Values 4, such as `calc()`.
enum Calculation {
  /// Returns a value with its functions replaced by their results, or `nil` if a function is invalid.
  ///
  /// A value with a reference to a custom property remains unchanged. So does a function of lengths that can only be
  /// compared in the context of an element, such as pixels and percentages: ``Length`` parses it.
  static func resolved(_ text: String) throws(ParsingLimit) -> String? {
    guard mentionsFunction(text), !VariableReference.isMentioned(in: text) else { return text }
    var reader = CalculationReader(TextScanner(text))
    return try reader.resolved()
  }

  private static func mentionsFunction(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { bracket in
        guard bytes[bracket] == UInt8(ascii: "(") else { return false }
        var start = bracket
        while start > 0, bracket - start < CSSMathFunction.longestName,
          TextScanner.isNameByte(bytes[start - 1])
        {
          start -= 1
        }
        return CSSMathFunction(String(decoding: bytes[start..<bracket], as: UTF8.self)) != nil
      }
    }
  }
}

/// A number with its unit: none, `%`, `px`, `deg`, `s`, or a unit that depends on the context.
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
      if let pixels = Length(value, unit: unit)?.absolute {
        (self.value, self.unit) = (pixels, "px")
      }
    }
  }

  /// The term at the outermost function, where it must be finite: CSS Values 4, 10.9.
  var isolated: Term {
    var term = self
    term.value = value.isNaN ? 0 : value.isFinite ? value : value < 0 ? -1e7 : 1e7
    return term
  }

  var text: String {
    // Write integers without a fraction, because some properties only allow those.
    value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))\(unit)" : "\(value)\(unit)"
  }
}

/// The result of a part of a calculation.
private enum Operand {
  case term(Term)
  /// Lengths whose units can only be compared in the context of an element.
  case lengths(LengthCalculation)

  /// The number of an operand without a unit.
  var number: Double? {
    if case .term(let term) = self, term.unit.isEmpty { term.value } else { nil }
  }

  private var lengths: LengthCalculation? {
    switch self {
    case .term(let term):
      term.unit.isEmpty ? nil : Length(term.value, unit: term.unit).map { .length($0) }
    case .lengths(let lengths): lengths
    }
  }

  /// Returns the sum with another operand, or `nil` if they have different types.
  func adding(_ other: Operand) -> Operand? {
    if case .term(let a) = self, case .term(let b) = other, a.unit == b.unit {
      return .term(Term(a.value + b.value, a.unit))
    }
    guard let a = lengths, let b = other.lengths else { return nil }
    return .lengths(.sum(a, b))
  }

  /// Returns the product, or `nil` for lengths that wouldn't be finite.
  func multiplied(by factor: Double) -> Operand? {
    switch self {
    case .term(let term): .term(Term(term.value * factor, term.unit))
    case .lengths(let lengths): factor.isFinite ? .lengths(.product(lengths, factor)) : nil
    }
  }

  var magnitude: Operand {
    switch self {
    case .term(let term): .term(Term(term.value.magnitude, term.unit))
    case .lengths(let lengths): .lengths(.magnitude(lengths))
    }
  }

  /// Returns the quotient with another operand, which must be a number or have the same unit.
  func divided(by other: Operand) -> Operand? {
    if let divisor = other.number {
      if case .term(let term) = self { return .term(Term(term.value / divisor, term.unit)) }
      return multiplied(by: 1 / divisor)
    }
    guard case .term(let a) = self, case .term(let b) = other, a.unit == b.unit else { return nil }
    return .term(Term(a.value / b.value, ""))
  }

  /// Returns the minimum or maximum operand, or `nil` if they have different types.
  static func minimum(_ operands: [Operand]) -> Operand? {
    extreme(operands, { $0.min() }, LengthCalculation.minimum)
  }
  static func maximum(_ operands: [Operand]) -> Operand? {
    extreme(operands, { $0.max() }, LengthCalculation.maximum)
  }

  /// Returns the numbers and the common unit of operands, or `nil` if they have different units.
  static func values(_ operands: [Operand]) -> (values: [Double], unit: String)? {
    let terms = operands.compactMap { if case .term(let term) = $0 { term } else { nil } }
    guard let first = terms.first, terms.count == operands.count,
      terms.allSatisfy({ $0.unit == first.unit })
    else { return nil }
    return (terms.map(\.value), first.unit)
  }

  private static func extreme(
    _ operands: [Operand], _ choose: ([Double]) -> Double?,
    _ calculation: ([LengthCalculation]) -> LengthCalculation
  ) -> Operand? {
    if let (values, unit) = values(operands) {
      if values.contains(where: \.isNaN) { return .term(Term(.nan, unit)) }
      return choose(values).map { .term(Term($0, unit)) }
    }
    let lengths = operands.compactMap(\.lengths)
    return lengths.count == operands.count ? .lengths(calculation(lengths)) : nil
  }
}

private struct CalculationReader {
  var scanner: TextScanner
  /// The values of names.
  var names: [String: Double] = [:]
  private var termCount = 0

  init(_ scanner: TextScanner) { self.scanner = scanner }

  mutating func resolved() throws(ParsingLimit) -> String? {
    var text: [UInt8] = []
    while !scanner.isAtEnd {
      let start = scanner.index
      if let name = scanner.name() {
        if let function = CSSMathFunction(name), scanner.skips(UInt8(ascii: "(")) {
          termCount = 0
          switch try result(of: function, depth: 0) {
          case .term(let term)?:
            text += term.isolated.text.utf8
            continue
          // Leave it to the parser of lengths.
          case .lengths?: break
          case nil: return nil
          }
        } else {
          // It may refer to the components of the colour.
          scanner.skipRelativeColor()
        }
      } else {
        scanner.skipToken()
      }
      text += scanner.bytes[start..<scanner.index]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses a function and returns its result and unit, or `nil` if no function is next.
  mutating func number() throws(ParsingLimit) -> (value: Double, unit: String)? {
    guard let function = scanner.name().flatMap({ CSSMathFunction($0) }),
      scanner.skips(UInt8(ascii: "(")), case .term(let term)? = try result(of: function, depth: 0)
    else { return nil }
    return (term.isolated.value, term.unit)
  }

  /// Parses a function and returns its length, or `nil` if no function is next.
  mutating func length() throws(ParsingLimit) -> Length? {
    guard let function = scanner.name().flatMap({ CSSMathFunction($0) }),
      scanner.skips(UInt8(ascii: "("))
    else { return nil }
    switch try result(of: function, depth: 0) {
    case .term(let term)?: return Length(term.isolated.value, unit: term.unit)
    case .lengths(let lengths)?: return Length(lengths)
    case nil: return nil
    }
  }

  /// Returns the result of a function, after its opening bracket.
  private mutating func result(
    of function: CSSMathFunction, depth: Int
  ) throws(ParsingLimit) -> Operand? {
    try ParsingLimit.calculationDepth.check(depth + 1)
    if function == .clamp { return try clamp(depth: depth) }
    let strategy = function == .round ? roundingStrategy() : .nearest
    var arguments: [Operand] = []
    repeat {
      guard let sum = try sum(depth: depth) else { return nil }
      arguments.append(sum)
      scanner.skipSpace()
    } while scanner.skips(UInt8(ascii: ","))
    guard scanner.skips(UInt8(ascii: ")")) else { return nil }
    switch (function, arguments.count) {
    case (.calc, 1): return arguments[0]
    case (.min, _): return .minimum(arguments)
    case (.max, _): return .maximum(arguments)
    case (.abs, 1):
      return arguments[0].magnitude
    default:
      guard let (values, unit) = Operand.values(arguments) else { return nil }
      return function.result(values, unit: unit, strategy).map { .term(Term($0.value, $0.unit)) }
    }
  }

  /// Returns the result of `clamp()`. Either bound may be `none`.
  private mutating func clamp(depth: Int) throws(ParsingLimit) -> Operand? {
    guard let lower = try bound(depth: depth), scanner.skipCommaSpace(),
      let value = try sum(depth: depth), scanner.skipCommaSpace(),
      let upper = try bound(depth: depth)
    else { return nil }
    scanner.skipSpace()
    guard scanner.skips(UInt8(ascii: ")")) else { return nil }
    // The minimum takes precedence over the maximum.
    var result: Operand? = value
    if let upper { result = .minimum([value, upper]) }
    if let lower, let value = result { result = .maximum([lower, value]) }
    return result
  }

  /// Returns a bound, which is `nil` for `none`, or `nil` if the text is invalid.
  private mutating func bound(depth: Int) throws(ParsingLimit) -> Operand?? {
    let start = scanner.index
    scanner.skipSpace()
    if scanner.name()?.lowercased() == "none" { return .some(nil) }
    scanner.index = start
    return try sum(depth: depth).map { .some($0) }
  }

  /// Parses the optional first argument of `round()`, the strategy, and the comma after it.
  private mutating func roundingStrategy() -> RoundingStrategy {
    let start = scanner.index
    scanner.skipSpace()
    let strategy = scanner.name().flatMap { RoundingStrategy(rawValue: $0.lowercased()) }
    scanner.skipSpace()
    if let strategy, scanner.skips(UInt8(ascii: ",")) { return strategy }
    scanner.index = start
    return .nearest
  }

  private mutating func sum(depth: Int) throws(ParsingLimit) -> Operand? {
    guard var result = try product(depth: depth) else { return nil }
    while true {
      let start = scanner.index
      scanner.skipSpace()
      // Without surrounding space, a sign belongs to a number.
      guard scanner.index > start, let sign = scanner.next,
        sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
        scanner.peek(1).map(TextScanner.isSpace) == true
      else {
        scanner.index = start
        return result
      }
      scanner.index += 1
      guard let operand = try product(depth: depth),
        let signed = sign == UInt8(ascii: "-") ? operand.multiplied(by: -1) : operand,
        let sum = result.adding(signed)
      else { return nil }
      result = sum
    }
  }

  private mutating func product(depth: Int) throws(ParsingLimit) -> Operand? {
    guard var result = try operand(depth: depth) else { return nil }
    while true {
      let start = scanner.index
      scanner.skipSpace()
      if scanner.skips(UInt8(ascii: "*")) {
        guard let factor = try operand(depth: depth),
          let product = factor.number.map({ result.multiplied(by: $0) })
            ?? result.number.map({ factor.multiplied(by: $0) }) ?? nil
        else { return nil }
        result = product
      } else if scanner.skips(UInt8(ascii: "/")) {
        guard let divisor = try operand(depth: depth), let quotient = result.divided(by: divisor)
        else { return nil }
        result = quotient
      } else {
        scanner.index = start
        return result
      }
    }
  }

  private mutating func operand(depth: Int) throws(ParsingLimit) -> Operand? {
    termCount += 1
    try ParsingLimit.calculationTerms.check(termCount)
    scanner.skipSpace()
    if let number = scanner.number() {
      if scanner.skips(UInt8(ascii: "%")) { return .term(Term(number, "%")) }
      return .term(Term(number, scanner.name()?.lowercased() ?? ""))
    }
    if scanner.skips(UInt8(ascii: "(")) { return try result(of: .calc, depth: depth + 1) }
    guard let name = scanner.name() else { return nil }
    if scanner.skips(UInt8(ascii: "(")) {
      guard let function = CSSMathFunction(name) else { return nil }
      return try result(of: function, depth: depth + 1)
    }
    let constant: Double? =
      switch name.lowercased() {
      case "pi": .pi
      case "e": exponential(1)
      case "infinity": .infinity
      case "-infinity": -.infinity
      case "nan": .nan
      default: nil
      }
    return (names[name.lowercased()] ?? constant).map { .term(Term($0, "")) }
  }
}

extension TextScanner {
  /// Parses a function and returns its length. If no function is next, returns `nil` without skipping anything.
  mutating func calculatedLength() throws(ParsingLimit) -> Length? {
    guard let byte = next, Self.isNameByte(byte) else { return nil }
    var reader = CalculationReader(self)
    guard let length = try reader.length() else { return nil }
    index = reader.scanner.index
    return length
  }

  /// Parses a function and returns its result and unit. If no function is next, returns `nil` without skipping
  /// anything.
  ///
  /// - Parameter names: The values of names in the function.
  mutating func calculation(
    _ names: [String: Double]
  ) throws(ParsingLimit) -> (value: Double, unit: String)? {
    var reader = CalculationReader(self)
    reader.names = names
    guard let result = try reader.number() else { return nil }
    index = reader.scanner.index
    return result
  }

  /// Skips the arguments of a relative colour function up to the closing bracket, if they are next.
  fileprivate mutating func skipRelativeColor() {
    let start = index
    guard skips(UInt8(ascii: "(")) else { return }
    skipSpace()
    let isRelative = name()?.lowercased() == "from"
    index = start
    if isRelative { skipComponent() }
  }
}
