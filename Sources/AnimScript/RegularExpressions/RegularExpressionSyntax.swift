/// A regular expression as a tree.
indirect enum Pattern {
  case empty
  /// A unit, or a code point in Unicode mode.
  case character(UInt32)
  case anyCharacter
  /// Index into the classes.
  case characterClass(Int)
  case sequence([Pattern])
  case alternatives([Pattern])
  /// The number of the group, from 1.
  case group(Int, Pattern)
  case reference(Int)
  case namedReference([UInt16])
  case look(Pattern, isBehind: Bool, isNegative: Bool)
  /// A repetition with the groups inside, which each repetition resets.
  case repetition(Pattern, minimum: Int, maximum: Int, isGreedy: Bool, groups: Range<Int>)
  case start, end, wordBoundary, noWordBoundary
}

/// A set of characters, as ranges.
struct CharacterClass {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  mutating func add(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  mutating func add(_ other: CharacterClass) {
    ranges += other.isNegated ? other.complement : other.ranges
  }

  private var complement: [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return result
  }

  func contains(_ character: UInt32) -> Bool {
    ranges.contains { $0.contains(character) }
  }

  static let digits = CharacterClass(ranges: [0x30...0x39])
  static let words = CharacterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let spaces = CharacterClass(ranges: [
    9...13, 32...32, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
}

struct PatternFlags {
  var isGlobal = false
  var ignoresCase = false
  var isMultiline = false
  var isDotAll = false
  var isUnicode = false
  var isSticky = false

  /// Parses flags. Returns `nil` if a letter is unknown or repeated.
  init?(_ units: some Sequence<UInt16>) {
    var seen: [UInt16] = []
    for unit in units {
      if seen.contains(unit) { return nil }
      seen.append(unit)
      switch Unicode.Scalar(unit) {
      case "g": isGlobal = true
      case "i": ignoresCase = true
      case "m": isMultiline = true
      case "s": isDotAll = true
      case "u": isUnicode = true
      case "y": isSticky = true
      default: return nil
      }
    }
  }
}

/// The error in a regular expression.
struct PatternError: Error {
  var message: String
}

/// Reads the text of a regular expression.
struct PatternParser {
  private let units: [UInt16]
  private let flags: PatternFlags
  private let depthLimit: Int
  private var position = 0
  private var depth = 0
  private(set) var groupCount = 0
  private(set) var classes: [CharacterClass] = []
  /// The names of groups, with their numbers.
  private(set) var names: [(name: [UInt16], group: Int)] = []
  private let totalGroups: Int
  private let hasNames: Bool

  init(_ units: [UInt16], flags: PatternFlags, depthLimit: Int) {
    self.units = units
    self.flags = flags
    self.depthLimit = depthLimit
    (totalGroups, hasNames) = PatternParser.countGroups(units)
  }

  /// Counts groups in advance, because references may precede them.
  private static func countGroups(_ units: [UInt16]) -> (count: Int, hasNames: Bool) {
    var count = 0
    var hasNames = false
    var isInClass = false
    var index = 0
    while index < units.count {
      switch units[index] {
      case 0x5C: index += 1
      case 0x5B: isInClass = true
      case 0x5D: isInClass = false
      case 0x28 where !isInClass:
        if index + 1 < units.count, units[index + 1] == 0x3F {
          if index + 3 < units.count, units[index + 2] == 0x3C, units[index + 3] != 0x3D,
            units[index + 3] != 0x21
          {
            count += 1
            hasNames = true
          }
        } else {
          count += 1
        }
      default: break
      }
      index += 1
    }
    return (count, hasNames)
  }

  private var current: UInt16? { position < units.count ? units[position] : nil }

  private func peek(_ offset: Int) -> UInt16? {
    position + offset < units.count ? units[position + offset] : nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt16(character.value) else { return false }
    position += 1
    return true
  }

  private func failure(_ message: String) -> PatternError { PatternError(message: message) }

  mutating func parse() throws(PatternError) -> Pattern {
    let pattern = try alternatives()
    guard position == units.count else { throw failure("a parenthesis has no beginning") }
    for name in references where !names.contains(where: { $0.name == name }) {
      throw failure("there is no group with this name")
    }
    return pattern
  }

  private var references: [[UInt16]] = []

  private mutating func alternatives() throws(PatternError) -> Pattern {
    depth += 1
    defer { depth -= 1 }
    guard depth <= depthLimit else { throw failure("nested too deeply") }
    var list: [Pattern] = []
    repeat { list.append(try sequence()) } while skip("|")
    return list.count == 1 ? list[0] : .alternatives(list)
  }

  private mutating func sequence() throws(PatternError) -> Pattern {
    var list: [Pattern] = []
    while let unit = current, unit != 0x7C, unit != 0x29 { list.append(try term()) }
    return list.count == 1 ? list[0] : .sequence(list)
  }

  private mutating func term() throws(PatternError) -> Pattern {
    let firstGroup = groupCount
    let unit = current ?? 0
    var isRepeatable = true
    let atom: Pattern
    switch Unicode.Scalar(unit) {
    case "^":
      position += 1
      return .start
    case "$":
      position += 1
      return .end
    case "(":
      (atom, isRepeatable) = try group()
    case ".":
      position += 1
      atom = .anyCharacter
    case "[": atom = .characterClass(try characterClass())
    case "\\":
      if peek(1) == 0x62 || peek(1) == 0x42 {
        let isNegative = peek(1) == 0x42
        position += 2
        return isNegative ? .noWordBoundary : .wordBoundary
      }
      atom = try escape()
    case "*", "+", "?": throw failure("there is nothing to repeat")
    case "{":
      if flags.isUnicode || isQuantifier() { throw failure("there is nothing to repeat") }
      position += 1
      atom = .character(0x7B)
    case "}", "]":
      if flags.isUnicode { throw failure("a bracket has no beginning") }
      position += 1
      atom = .character(UInt32(unit))
    default: atom = .character(character())
    }
    return try quantified(atom, isRepeatable, firstGroup)
  }

  private func isQuantifier() -> Bool {
    var copy = self
    return (try? copy.braces()) ?? nil != nil
  }

  /// Reads a quantifier such as `{1,2}`. Returns `nil` without advancing if there is none.
  private mutating func braces() throws(PatternError) -> (Int, Int)? {
    let start = position
    guard skip("{"), let minimum = decimal() else {
      position = start
      return nil
    }
    var maximum = minimum
    if skip(",") { maximum = decimal() ?? .max }
    guard skip("}") else {
      position = start
      return nil
    }
    return (minimum, maximum)
  }

  private mutating func decimal() -> Int? {
    let start = position
    var value = 0
    while let unit = current, unit >= 0x30, unit <= 0x39 {
      value = min(value * 10 + Int(unit - 0x30), 100_000_000)
      position += 1
    }
    return position > start ? value : nil
  }

  private mutating func quantified(
    _ atom: Pattern, _ isRepeatable: Bool, _ firstGroup: Int
  ) throws(PatternError) -> Pattern {
    let (minimum, maximum): (Int, Int)
    switch current.flatMap({ Unicode.Scalar($0) }) {
    case "*": (minimum, maximum) = (0, .max)
    case "+": (minimum, maximum) = (1, .max)
    case "?": (minimum, maximum) = (0, 1)
    case "{":
      guard let range = try braces() else {
        if flags.isUnicode { throw failure("a repetition is not complete") }
        return atom
      }
      (minimum, maximum) = range
      position -= 1
    default: return atom
    }
    position += 1
    guard isRepeatable else { throw failure("there is nothing to repeat") }
    guard minimum <= maximum else { throw failure("the numbers of a repetition are out of order") }
    let isGreedy = !skip("?")
    return .repetition(
      atom, minimum: minimum, maximum: maximum, isGreedy: isGreedy,
      groups: firstGroup + 1..<groupCount + 1)
  }

  private mutating func group() throws(PatternError) -> (Pattern, isRepeatable: Bool) {
    position += 1
    guard skip("?") else {
      groupCount += 1
      let number = groupCount
      return (.group(number, try closed()), true)
    }
    if skip(":") { return (try closed(), true) }
    if skip("=") {
      return (.look(try closed(), isBehind: false, isNegative: false), !flags.isUnicode)
    }
    if skip("!") {
      return (.look(try closed(), isBehind: false, isNegative: true), !flags.isUnicode)
    }
    guard skip("<") else { throw failure("the group is of no known kind") }
    if skip("=") { return (.look(try closed(), isBehind: true, isNegative: false), false) }
    if skip("!") { return (.look(try closed(), isBehind: true, isNegative: true), false) }
    groupCount += 1
    let number = groupCount
    let name = try groupName()
    if names.contains(where: { $0.name == name }) {
      throw failure("the name of a group is repeated")
    }
    names.append((name, number))
    return (.group(number, try closed()), true)
  }

  private mutating func closed() throws(PatternError) -> Pattern {
    let inner = try alternatives()
    guard skip(")") else { throw failure("a parenthesis has no end") }
    return inner
  }

  /// Reads a name and the `>` after it.
  private mutating func groupName() throws(PatternError) -> [UInt16] {
    var name: [UInt16] = []
    while !skip(">") {
      guard position < units.count else { throw failure("the name of a group has no end") }
      var value: UInt32
      if skip("\\") {
        guard skip("u"), let escaped = unicodeEscape(inName: true) else {
          throw failure("the name of a group is not valid")
        }
        value = escaped
      } else {
        value = codePoint()
      }
      guard name.isEmpty ? isIdentifierStart(value) : isIdentifierPart(value) else {
        throw failure("the name of a group is not valid")
      }
      if value >= 0x10000 {
        name.append(UInt16(0xD800 + (value - 0x10000) >> 10))
        value = 0xDC00 + value & 0x3FF
      }
      name.append(UInt16(value))
    }
    guard !name.isEmpty else { throw failure("a group has an empty name") }
    return name
  }

  // MARK: - Characters

  private mutating func codePoint() -> UInt32 {
    let first = UInt32(units[position])
    position += 1
    if first & 0xFC00 == 0xD800, let second = current, second & 0xFC00 == 0xDC00 {
      position += 1
      return 0x10000 + (first & 0x3FF) << 10 + UInt32(second) & 0x3FF
    }
    return first
  }

  private mutating func character() -> UInt32 {
    if flags.isUnicode { return codePoint() }
    position += 1
    return UInt32(units[position - 1])
  }

  private mutating func hex(_ count: Int) -> UInt32? {
    let start = position
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let unit = current, let digit = hexDigit(unit) else {
        position = start
        return nil
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  /// Parses the text after `\u`. Returns `nil` without moving if it isn't an escape.
  private mutating func unicodeEscape(inName: Bool = false) -> UInt32? {
    let start = position
    let isUnicode = flags.isUnicode || inName
    if isUnicode, skip("{") {
      var value: UInt32 = 0
      let digits = position
      while let unit = current, let digit = hexDigit(unit), value <= 0x10FFFF {
        value = value << 4 | digit
        position += 1
      }
      if position > digits, value <= 0x10FFFF, skip("}") { return value }
      position = start
      return nil
    }
    guard let first = hex(4) else { return nil }
    if isUnicode, first & 0xFC00 == 0xD800, current == 0x5C, peek(1) == 0x75 {
      let middle = position
      position += 2
      if let second = hex(4), second & 0xFC00 == 0xDC00 {
        return 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
      }
      position = middle
    }
    return first
  }

  private mutating func add(_ characters: CharacterClass, isNegated: Bool) -> Pattern {
    var copy = characters
    copy.isNegated = isNegated
    classes.append(copy)
    return .characterClass(classes.count - 1)
  }

  private mutating func escape() throws(PatternError) -> Pattern {
    position += 1
    guard let unit = current else { throw failure("an escape is not complete") }
    if let (characters, isNegated) = namedClass(unit) {
      position += 1
      return add(characters, isNegated: isNegated)
    }
    if unit == 0x6B {
      // \k<name>
      if flags.isUnicode || hasNames {
        position += 1
        guard skip("<") else { throw failure("a reference has no name") }
        let name = try groupName()
        references.append(name)
        return .namedReference(name)
      }
    } else if unit >= 0x31, unit <= 0x39 {
      let start = position
      let number = decimal() ?? 0
      if number <= totalGroups { return .reference(number) }
      if flags.isUnicode { throw failure("there is no group with this number") }
      position = start
    }
    return .character(try characterEscape(inClass: false))
  }

  private func namedClass(_ unit: UInt16) -> (CharacterClass, Bool)? {
    switch Unicode.Scalar(unit) {
    case "d": (.digits, false)
    case "D": (.digits, true)
    case "w": (.words, false)
    case "W": (.words, true)
    case "s": (.spaces, false)
    case "S": (.spaces, true)
    default: nil
    }
  }

  /// Reads an escape that is a character, after the backslash.
  private mutating func characterEscape(inClass: Bool) throws(PatternError) -> UInt32 {
    guard let unit = current else { throw failure("an escape is not complete") }
    position += 1
    switch Unicode.Scalar(unit) {
    case "t": return 9
    case "n": return 10
    case "v": return 11
    case "f": return 12
    case "r": return 13
    case "c":
      if let letter = current {
        let isLetter = (letter | 0x20) >= 0x61 && (letter | 0x20) <= 0x7A
        let isOther = letter == 0x5F || (letter >= 0x30 && letter <= 0x39)
        if isLetter || (inClass && isOther && !flags.isUnicode) {
          position += 1
          return UInt32(letter) & 31
        }
      }
      if flags.isUnicode { throw failure("an escape is not complete") }
      position -= 1
      return 0x5C
    case "x":
      if let value = hex(2) { return value }
    case "u":
      if let value = unicodeEscape() { return value }
    case _ where (0x30...0x37).contains(unit):
      let isZero = unit == 0x30 && !(current.map { $0 >= 0x30 && $0 <= 0x39 } ?? false)
      if isZero { return 0 }
      if flags.isUnicode { throw failure("an octal escape is not valid") }
      var value = UInt32(unit - 0x30)
      while let digit = current, digit >= 0x30, digit <= 0x37,
        value * 8 + UInt32(digit - 0x30) <= 255
      {
        value = value * 8 + UInt32(digit - 0x30)
        position += 1
      }
      return value
    case "p", "P":
      if flags.isUnicode { throw failure("properties of characters are not supported") }
    case "k":
      if hasNames { throw failure("a reference has no name") }
    default: break
    }
    if flags.isUnicode {
      let isSyntax = Array("^$\\.*+?()[]{}|/".utf16).contains(unit) || (inClass && unit == 0x2D)
      guard isSyntax else { throw failure("the escape is not valid") }
    }
    position -= 1
    return character()
  }

  private mutating func characterClass() throws(PatternError) -> Int {
    position += 1
    var result = CharacterClass()
    result.isNegated = skip("^")
    while !skip("]") {
      guard position < units.count else { throw failure("a class has no end") }
      let first = try classAtom(&result)
      guard current == 0x2D, let after = peek(1), after != 0x5D else {
        if let first { result.add(first...first) }
        continue
      }
      position += 1
      let second = try classAtom(&result)
      guard let first, let second else {
        if flags.isUnicode { throw failure("a range ends with a class") }
        result.add(0x2D...0x2D)
        if let first { result.add(first...first) }
        if let second { result.add(second...second) }
        continue
      }
      guard first <= second else { throw failure("a range is out of order") }
      result.add(first...second)
    }
    classes.append(result)
    return classes.count - 1
  }

  /// Parses a character of a class. Returns `nil` if it is a class, which is added.
  private mutating func classAtom(_ result: inout CharacterClass) throws(PatternError) -> UInt32? {
    guard current == 0x5C else {
      guard position < units.count else { throw failure("a class has no end") }
      return character()
    }
    position += 1
    guard let unit = current else { throw failure("an escape is not complete") }
    if let (characters, isNegated) = namedClass(unit) {
      position += 1
      var copy = characters
      copy.isNegated = isNegated
      result.add(copy)
      return nil
    }
    if unit == 0x62 {
      position += 1
      return 8
    }
    if unit == 0x2D, flags.isUnicode {
      position += 1
      return 0x2D
    }
    return try characterEscape(inClass: true)
  }
}

extension Lexer {
  /// Returns the error in a regular expression token, or `nil` if it is valid.
  func regularExpressionProblem(_ token: Token) -> String? {
    let end = units[..<token.end].lastIndex(of: 0x2F) ?? token.end
    guard let flags = PatternFlags(units[(end + 1)..<token.end]) else {
      return "the flags of the regular expression are not valid"
    }
    var parser = PatternParser(
      Array(units[(token.start + 1)..<end]), flags: flags, depthLimit: 100)
    do throws(PatternError) {
      _ = try parser.parse()
      return nil
    } catch {
      return "the regular expression is not valid: \(error.message)"
    }
  }
}
