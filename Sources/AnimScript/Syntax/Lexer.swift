/// Divides a program's text into tokens, one at a time, because the meaning of a slash or a brace
/// depends on the parser's expectation.
struct Lexer {
  let units: UnsafeBufferPointer<UInt16>
  private let interner: any Interner
  /// The start of the next token or of the space before it.
  var position = 0
  /// The units of a string or a name that has escapes.
  private var buffer: [UInt16] = []

  init(_ units: UnsafeBufferPointer<UInt16>, interner: any Interner) {
    self.units = units
    self.interner = interner
  }

  /// Returns the unit at an offset, or 0 beyond the end.
  @inline(__always)
  private func unit(_ offset: Int) -> UInt16 { offset < units.count ? units[offset] : 0 }

  func error(_ message: String, at offset: Int) -> ScriptError {
    let (line, column) = lineAndColumn(of: offset)
    return ScriptError(
      kind: .syntax, name: "SyntaxError", message: message, line: line, column: column)
  }

  func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, units.count) where isLineEnd(units[index]) {
      if units[index] == 13, unit(index + 1) == 10 { continue }
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }

  func intern(_ range: Range<Int>) throws(ScriptError) -> StringID {
    try interner.intern(UnsafeBufferPointer(rebasing: units[range]))
  }

  private func internBuffer() throws(ScriptError) -> StringID {
    var result: Result<StringID, ScriptError> = .success(Name.empty)
    buffer.withUnsafeBufferPointer { buffer in
      do throws(ScriptError) { result = .success(try interner.intern(buffer)) } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }
}

// MARK: - Space and comments

extension Lexer {
  /// Skips to the next token, and returns whether a line ends before it.
  private mutating func skipSpace() throws(ScriptError) -> Bool {
    var newline = position == 0
    while position < units.count {
      let current = units[position]
      if current == 32 {
        position += 1
      } else if current > 0x2F, current < 0x80, current != 0x3C {
        // No other skipped text starts with this.
        break
      } else if isLineEnd(current) {
        newline = true
        position += 1
      } else if isSpace(current) {
        position += 1
      } else if current == 0x2F, unit(position + 1) == 0x2F {
        skipLine()
      } else if current == 0x2F, unit(position + 1) == 0x2A {
        if try skipBlockComment() { newline = true }
      } else if current == 0x3C, unit(position + 1) == 0x21, unit(position + 2) == 0x2D,
        unit(position + 3) == 0x2D
      {
        // `<!--` starts a comment, as in old web pages.
        skipLine()
      } else if newline, current == 0x2D, unit(position + 1) == 0x2D, unit(position + 2) == 0x3E {
        skipLine()
      } else {
        break
      }
    }
    return newline
  }

  private mutating func skipLine() {
    while position < units.count, !isLineEnd(units[position]) { position += 1 }
  }

  private mutating func skipBlockComment() throws(ScriptError) -> Bool {
    let start = position
    var newline = false
    position += 2
    while position < units.count {
      if units[position] == 0x2A, unit(position + 1) == 0x2F {
        position += 2
        return newline
      }
      if isLineEnd(units[position]) { newline = true }
      position += 1
    }
    throw error("the comment has no end", at: start)
  }
}

func isLineEnd(_ unit: UInt16) -> Bool {
  unit == 10 || unit == 13 || unit == 0x2028 || unit == 0x2029
}

/// Returns whether a unit is white space of the language that doesn't end a line.
func isSpace(_ unit: UInt16) -> Bool {
  switch unit {
  case 9, 11, 12, 32, 0xA0, 0xFEFF, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
  default: false
  }
}

func isIdentifierStart(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x24, 0x5F, 0x41...0x5A, 0x61...0x7A: return true
  case 0..<128: return false
  default:
    guard let scalar = Unicode.Scalar(scalar) else { return false }
    return scalar.properties.isIDStart
  }
}

func isIdentifierPart(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x24, 0x5F, 0x41...0x5A, 0x61...0x7A, 0x30...0x39: return true
  case 0..<128: return false
  case 0x200C, 0x200D: return true
  default:
    guard let scalar = Unicode.Scalar(scalar) else { return false }
    return scalar.properties.isIDContinue
  }
}

func hexDigit(_ unit: UInt16) -> UInt32? {
  switch unit {
  case 0x30...0x39: UInt32(unit - 0x30)
  case 0x41...0x46: UInt32(unit - 0x41 + 10)
  case 0x61...0x66: UInt32(unit - 0x61 + 10)
  default: nil
  }
}

// MARK: - Tokens

extension Lexer {
  mutating func next() throws(ScriptError) -> Token {
    var token = Token()
    token.followsNewline = try skipSpace()
    token.start = position
    defer { token.end = position }
    guard position < units.count else {
      token.end = position
      return token
    }
    let first = units[position]
    switch first {
    case 0x24, 0x5F, 0x41...0x5A, 0x61...0x7A, 0x5C: try identifier(&token)
    case 0x30...0x39: try number(&token)
    case 0x22, 0x27: try string(&token, quote: first)
    case 0x60:
      position += 1
      try template(&token)
    case 0x2E where unit(position + 1) >= 0x30 && unit(position + 1) <= 0x39: try number(&token)
    case 0..<128: try punctuator(&token, first)
    default: try identifier(&token)
    }
    token.end = position
    return token
  }

  private mutating func punctuator(_ token: inout Token, _ first: UInt16) throws(ScriptError) {
    let second = unit(position + 1)
    let third = unit(position + 2)
    func has(_ character: Unicode.Scalar) -> Bool { second == UInt16(character.value) }
    func then(_ character: Unicode.Scalar) -> Bool { third == UInt16(character.value) }
    let (kind, length): (Token.Kind, Int)
    switch Unicode.Scalar(UInt8(first)) {
    case "{": (kind, length) = (.leftBrace, 1)
    case "}": (kind, length) = (.rightBrace, 1)
    case "(": (kind, length) = (.leftParenthesis, 1)
    case ")": (kind, length) = (.rightParenthesis, 1)
    case "[": (kind, length) = (.leftBracket, 1)
    case "]": (kind, length) = (.rightBracket, 1)
    case ";": (kind, length) = (.semicolon, 1)
    case ",": (kind, length) = (.comma, 1)
    case "?":
      if has(".") && !(third >= 0x30 && third <= 0x39) {
        (kind, length) = (.optionalDot, 2)
      } else {
        (kind, length) = has("?") ? (.nullish, 2) : (.question, 1)
      }
    case ":": (kind, length) = (.colon, 1)
    case "~": (kind, length) = (.complement, 1)
    case ".": (kind, length) = has(".") && then(".") ? (.ellipsis, 3) : (.dot, 1)
    case "<":
      if has("<") {
        (kind, length) = then("=") ? (.shiftLeftAssign, 3) : (.shiftLeft, 2)
      } else {
        (kind, length) = has("=") ? (.lessEqual, 2) : (.less, 1)
      }
    case ">":
      if has(">"), then(">") {
        (kind, length) =
          unit(position + 3) == 0x3D ? (.shiftRightUnsignedAssign, 4) : (.shiftRightUnsigned, 3)
      } else if has(">") {
        (kind, length) = then("=") ? (.shiftRightAssign, 3) : (.shiftRight, 2)
      } else {
        (kind, length) = has("=") ? (.greaterEqual, 2) : (.greater, 1)
      }
    case "=":
      if has("=") {
        (kind, length) = then("=") ? (.strictEqual, 3) : (.equal, 2)
      } else {
        (kind, length) = has(">") ? (.arrow, 2) : (.assign, 1)
      }
    case "!":
      if has("=") {
        (kind, length) = then("=") ? (.strictNotEqual, 3) : (.notEqual, 2)
      } else {
        (kind, length) = (.not, 1)
      }
    case "+":
      (kind, length) = has("+") ? (.increment, 2) : has("=") ? (.plusAssign, 2) : (.plus, 1)
    case "-":
      (kind, length) = has("-") ? (.decrement, 2) : has("=") ? (.minusAssign, 2) : (.minus, 1)
    case "*":
      if has("*") {
        (kind, length) = then("=") ? (.powerAssign, 3) : (.power, 2)
      } else {
        (kind, length) = has("=") ? (.starAssign, 2) : (.star, 1)
      }
    case "/": (kind, length) = has("=") ? (.slashAssign, 2) : (.slash, 1)
    case "%": (kind, length) = has("=") ? (.percentAssign, 2) : (.percent, 1)
    case "&":
      (kind, length) = has("&") ? (.logicalAnd, 2) : has("=") ? (.andAssign, 2) : (.and, 1)
    case "|":
      (kind, length) = has("|") ? (.logicalOr, 2) : has("=") ? (.orAssign, 2) : (.or, 1)
    case "^": (kind, length) = has("=") ? (.xorAssign, 2) : (.xor, 1)
    default: throw error("the character has no meaning here", at: position)
    }
    token.kind = kind
    position += length
  }
}

// MARK: - Names

extension Lexer {
  private mutating func identifier(_ token: inout Token) throws(ScriptError) {
    let start = position
    while position < units.count, isPlainNameUnit(units[position]) { position += 1 }
    let next = unit(position)
    if next == 0x5C || next >= 128 {
      try longIdentifier(&token, from: start)
    } else {
      token.name = try intern(start..<position)
    }
    let isReserved = Name.reserved.contains(token.name)
    token.kind = isReserved && !token.hasEscape ? .keyword : .identifier
  }

  private func isPlainNameUnit(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x24, 0x5F, 0x41...0x5A, 0x61...0x7A, 0x30...0x39: true
    default: false
    }
  }

  /// Reads a name with escapes or characters beyond ASCII.
  private mutating func longIdentifier(
    _ token: inout Token, from start: Int
  ) throws(ScriptError) {
    buffer.removeAll(keepingCapacity: true)
    position = start
    while position < units.count {
      let offset = position
      let scalar: UInt32
      if units[position] == 0x5C {
        guard unit(position + 1) == 0x75 else {
          throw error("the escape is not valid in a name", at: position)
        }
        position += 2
        guard let value = unicodeEscape() else {
          throw error("the escape has no value", at: offset)
        }
        scalar = value
        token.hasEscape = true
        guard buffer.isEmpty ? isIdentifierStart(scalar) : isIdentifierPart(scalar) else {
          throw error("the character cannot be part of a name", at: offset)
        }
      } else {
        let (value, length) = scalarAt(position)
        guard buffer.isEmpty ? isIdentifierStart(value) : isIdentifierPart(value) else { break }
        scalar = value
        position += length
      }
      append(scalar)
    }
    if buffer.isEmpty { throw error("the character has no meaning here", at: start) }
    token.name = try internBuffer()
  }

  private func scalarAt(_ offset: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(units[offset])
    let second = UInt32(unit(offset + 1))
    if first & 0xFC00 == 0xD800, second & 0xFC00 == 0xDC00 {
      return (0x10000 + (first & 0x3FF) << 10 + second & 0x3FF, 2)
    }
    return (first, 1)
  }

  private mutating func append(_ scalar: UInt32) {
    if scalar >= 0x10000 {
      buffer.append(UInt16(0xD800 + (scalar - 0x10000) >> 10))
      buffer.append(UInt16(0xDC00 + scalar & 0x3FF))
    } else {
      buffer.append(UInt16(scalar))
    }
  }

  /// Parses the text after `\u`: four digits, or digits in braces. Returns `nil` if they aren't a
  /// code point.
  private mutating func unicodeEscape() -> UInt32? {
    if unit(position) == 0x7B {
      position += 1
      var value: UInt32 = 0
      var count = 0
      while let digit = hexDigit(unit(position)) {
        value = value << 4 | digit
        if value > 0x10FFFF { return nil }
        position += 1
        count += 1
      }
      guard count > 0, unit(position) == 0x7D else { return nil }
      position += 1
      return value
    }
    return hexEscape(4)
  }

  private mutating func hexEscape(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = hexDigit(unit(position)) else { return nil }
      value = value << 4 | digit
      position += 1
    }
    return value
  }
}

// MARK: - Numbers

extension Lexer {
  private mutating func number(_ token: inout Token) throws(ScriptError) {
    token.kind = .number
    let start = position
    let first = units[position]
    let second = unit(position + 1) | 0x20
    if first == 0x30, second == 0x78 || second == 0x6F || second == 0x62 {
      position += 2
      let radix = second == 0x78 ? 16 : second == 0x6F ? 8 : 2
      token.number = try digits(radix: radix)
    } else if first == 0x30, unit(position + 1) >= 0x30, unit(position + 1) <= 0x39 {
      token.isLegacy = true
      var end = position
      var isOctal = true
      while unit(end) >= 0x30, unit(end) <= 0x39 {
        if unit(end) >= 0x38 { isOctal = false }
        end += 1
      }
      if isOctal {
        position += 1
        token.number = try digits(radix: 8)
      } else {
        decimal(&token, from: start)
      }
    } else {
      decimal(&token, from: start)
    }
    if unit(position) == 0x6E { throw unsupported("big integers", at: start) }
    if position < units.count {
      let (next, _) = scalarAt(position)
      if isIdentifierStart(next) || next == 0x5C || (next >= 0x30 && next <= 0x39) {
        throw error("a name follows the number without a space", at: position)
      }
    }
  }

  func unsupported(_ what: String, at offset: Int) -> ScriptError {
    var result = error("\(what): not supported", at: offset)
    result.kind = .unsupported
    return result
  }

  private mutating func digits(radix: Int) throws(ScriptError) -> Double {
    let start = position
    while let digit = hexDigit(unit(position)), digit < radix { position += 1 }
    guard position > start else { throw error("the number has no digits", at: start) }
    return parseInteger(UnsafeBufferPointer(rebasing: units[start..<position]), radix: radix)
  }

  private mutating func decimal(_ token: inout Token, from start: Int) {
    skipDigits()
    if unit(position) == 0x2E {
      position += 1
      skipDigits()
    }
    if unit(position) | 0x20 == 0x65 {
      let end = position
      position += 1
      if unit(position) == 0x2B || unit(position) == 0x2D { position += 1 }
      let digits = position
      skipDigits()
      if position == digits { position = end }
    }
    token.number = parseDecimal(UnsafeBufferPointer(rebasing: units[start..<position]))
  }

  private mutating func skipDigits() {
    while unit(position) >= 0x30, unit(position) <= 0x39 { position += 1 }
  }
}

// MARK: - Strings, templates and regular expressions

extension Lexer {
  private mutating func string(_ token: inout Token, quote: UInt16) throws(ScriptError) {
    token.kind = .string
    let start = position
    position += 1
    let content = position
    while position < units.count {
      let current = units[position]
      if current == quote {
        token.name = token.hasEscape ? try internBuffer() : try intern(content..<position)
        position += 1
        return
      }
      if current == 10 || current == 13 { break }
      if current == 0x5C {
        if !token.hasEscape {
          token.hasEscape = true
          buffer.removeAll(keepingCapacity: true)
          buffer.append(contentsOf: units[content..<position])
        }
        let offset = position
        guard try escape(&token, inTemplate: false) else {
          throw error("the escape has no value", at: offset)
        }
      } else {
        if token.hasEscape { buffer.append(current) }
        position += 1
      }
    }
    throw error("the string has no end", at: start)
  }

  /// Parses an escape and appends its value. Returns `false` if it is invalid.
  private mutating func escape(
    _ token: inout Token, inTemplate: Bool
  ) throws(ScriptError) -> Bool {
    position += 1
    guard position < units.count else { throw error("the string has no end", at: token.start) }
    let current = units[position]
    position += 1
    switch current {
    case 0x6E: buffer.append(10)
    case 0x74: buffer.append(9)
    case 0x72: buffer.append(13)
    case 0x62: buffer.append(8)
    case 0x66: buffer.append(12)
    case 0x76: buffer.append(11)
    case 13:
      if unit(position) == 10 { position += 1 }
    case 10, 0x2028, 0x2029: break
    case 0x78:
      guard let value = hexEscape(2) else { return false }
      buffer.append(UInt16(value))
    case 0x75:
      guard let value = unicodeEscape() else { return false }
      append(value)
    case 0x30...0x39:
      let next = unit(position)
      if current == 0x30, !(next >= 0x30 && next <= 0x39) {
        buffer.append(0)
      } else if inTemplate {
        return false
      } else {
        token.isLegacy = true
        guard current < 0x38 else {
          buffer.append(current)
          break
        }
        var value = current - 0x30
        var count = 1
        while count < (current < 0x34 ? 3 : 2), unit(position) >= 0x30, unit(position) < 0x38 {
          value = value * 8 + unit(position) - 0x30
          position += 1
          count += 1
        }
        buffer.append(value)
      }
    default: buffer.append(current)
    }
    return true
  }

  /// Reads a piece of a template, after the quotation mark or the brace that ends an expression.
  private mutating func template(_ token: inout Token) throws(ScriptError) {
    var cooked: [UInt16] = []
    var raw: [UInt16] = []
    let start = position
    while position < units.count {
      let current = units[position]
      if current == 0x60 || (current == 0x24 && unit(position + 1) == 0x7B) {
        token.kind = current == 0x60 ? .templateEnd : .template
        position += current == 0x60 ? 1 : 2
        buffer = raw
        token.second = try internBuffer()
        buffer = cooked
        token.name = token.isUncooked ? Name.empty : try internBuffer()
        return
      }
      if current == 0x5C {
        let offset = position
        buffer.removeAll(keepingCapacity: true)
        if try escape(&token, inTemplate: true) {
          cooked.append(contentsOf: buffer)
        } else {
          token.isUncooked = true
          position = max(position, offset + 2)
        }
        appendRaw(&raw, offset..<min(position, units.count))
      } else if current == 13 {
        position += unit(position + 1) == 10 ? 2 : 1
        cooked.append(10)
        raw.append(10)
      } else {
        cooked.append(current)
        raw.append(current)
        position += 1
      }
    }
    throw error("the template has no end", at: start)
  }

  /// Appends the raw text of a template. Its line ends are U+000A as well.
  private func appendRaw(_ raw: inout [UInt16], _ range: Range<Int>) {
    for offset in range {
      if units[offset] == 13 {
        raw.append(10)
      } else if units[offset] != 10 || offset == range.lowerBound || units[offset - 1] != 13 {
        raw.append(units[offset])
      }
    }
  }

  /// Reads the rest of a template, where `token` is the brace that ends an expression in it.
  mutating func continueTemplate(_ token: Token) throws(ScriptError) -> Token {
    var result = Token()
    result.start = token.start
    position = token.start + 1
    try template(&result)
    result.end = position
    return result
  }

  /// Reads a regular expression, where `token` is its first slash.
  mutating func regularExpression(_ token: Token) throws(ScriptError) -> Token {
    var result = token
    result.kind = .regularExpression
    position = token.start + 1
    var isInClass = false
    while true {
      guard position < units.count, !isLineEnd(units[position]) else {
        throw error("the regular expression has no end", at: token.start)
      }
      let current = units[position]
      if current == 0x5C {
        position += 1
        guard position < units.count, !isLineEnd(units[position]) else {
          throw error("the regular expression has no end", at: token.start)
        }
      } else if current == 0x5B {
        isInClass = true
      } else if current == 0x5D {
        isInClass = false
      } else if current == 0x2F, !isInClass {
        break
      }
      position += 1
    }
    result.name = try intern(token.start + 1..<position)
    position += 1
    let flags = position
    while position < units.count {
      let (scalar, length) = scalarAt(position)
      if scalar == 0x5C { throw error("flags have no escapes", at: position) }
      guard isIdentifierPart(scalar) else { break }
      position += length
    }
    result.second = try intern(flags..<position)
    result.end = position
    return result
  }
}
