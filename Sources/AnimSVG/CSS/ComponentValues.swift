// Parsing of CSS text outside of brackets and quotation marks: CSS Syntax 3, 4 and 5.4.
extension TextScanner {
  /// Skips a string, a name, an unquoted URL, or a single other character.
  mutating func skipToken() {
    guard let byte = next else { return }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      skipQuoted(byte)
    } else if skips("url(") {
      skipAddress()
    } else if Self.isNameByte(byte) || byte == UInt8(ascii: "\\") {
      while let byte = next, Self.isNameByte(byte) || byte == UInt8(ascii: "\\") {
        // A blank may end an escaped number.
        if Self.isNameByte(byte) || escape() == nil { skipCharacter() }
      }
    } else {
      index += 1
    }
  }

  /// Skips a character, which may be escaped with a backslash.
  private mutating func skipCharacter() {
    index += next == UInt8(ascii: "\\") && peek(1) != nil ? 2 : 1
  }

  /// Skips a string after its quotation mark, up to the closing one or the end of the line, where it must end.
  private mutating func skipQuoted(_ quote: UInt8) {
    index += 1
    while let byte = next, byte != UInt8(ascii: "\n") {
      skipCharacter()
      if byte == quote { return }
    }
  }

  /// Skips the rest of an unquoted URL after its bracket. A quoted URL is a string in brackets like any other, and its
  /// bracket isn't skipped.
  private mutating func skipAddress() {
    let bracket = index - 1
    skipSpace()
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      index = bracket
      return
    }
    while let byte = next {
      skipCharacter()
      if byte == UInt8(ascii: ")") { return }
    }
  }

  /// Skips a token and, if it is a bracket, everything up to the closing one. Returns `false` if that is missing.
  @discardableResult mutating func skipComponent() -> Bool {
    var closing: [UInt8] = []
    repeat {
      guard let byte = next else { return closing.isEmpty }
      switch byte {
      case UInt8(ascii: "("): closing.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if closing.last == byte { closing.removeLast() }
      default: break
      }
      skipToken()
    } while !closing.isEmpty
    return true
  }

  /// Returns the text up to a character outside of brackets and quotation marks, which isn't skipped, or up to the end.
  mutating func text(until isEnd: (UInt8) -> Bool) -> String {
    let start = index
    while let byte = next, !isEnd(byte) { skipComponent() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Returns the text before the bracket that closes an open one, or `nil` if it is missing.
  mutating func textInBrackets() -> String? {
    let start = index
    index -= 1
    guard skipComponent() else { return nil }
    return String(decoding: bytes[start..<index - 1], as: UTF8.self)
  }

  /// Skips space and returns a word with its brackets, a comma or a slash, or `nil` at the end.
  mutating func wordOrSign() -> String? {
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/") }
    skipSpace()
    guard let first = next else { return nil }
    if !isSign(first) { return text { Self.isSpace($0) || isSign($0) } }
    index += 1
    return String(decoding: [first], as: UTF8.self)
  }
}

/// Lists of component values.
enum ComponentList {
  /// Returns the texts between commas without surrounding space.
  static func parts(_ text: String) -> [String] {
    split(text) { $0 == UInt8(ascii: ",") }.map(\.trimmingSpace)
  }

  /// Returns the texts between spaces.
  static func words(_ text: String) -> [String] {
    split(text, TextScanner.isSpace).filter { !$0.isEmpty }
  }

  private static func split(_ text: String, _ isSeparator: (UInt8) -> Bool) -> [String] {
    var scanner = TextScanner(text)
    var parts = [scanner.text(until: isSeparator)]
    while !scanner.isAtEnd {
      scanner.index += 1
      parts.append(scanner.text(until: isSeparator))
    }
    return parts
  }
}

// MARK: - References to custom properties

/// A reference to a custom property, such as `var(--a, 1px)`.
struct VariableReference {
  let name: String
  /// The range of the reference.
  let range: Range<Int>
  /// The range of the fallback value, or `nil` without one.
  let fallback: Range<Int>?

  static func isMentioned(in text: String) -> Bool {
    var text = text
    // Little text has a bracket after these letters.
    let isLikely = text.withUTF8 { bytes in
      bytes.indices.dropFirst(3).contains {
        bytes[$0] == UInt8(ascii: "(") && bytes[$0 - 1] | 0x20 == UInt8(ascii: "r")
          && bytes[$0 - 2] | 0x20 == UInt8(ascii: "a") && bytes[$0 - 3] | 0x20 == UInt8(ascii: "v")
      }
    }
    guard isLikely else { return false }
    var scanner = TextScanner(text)
    return scanner.skipToVariable()
  }
}

extension TextScanner {
  fileprivate mutating func skipToVariable() -> Bool {
    while !isAtEnd {
      let start = index
      if skips("var(") {
        index = start
        return true
      }
      skipToken()
    }
    return false
  }

  /// Skips to the next reference to a custom property and past its name. Returns `nil` if there are no more references.
  mutating func variableName() -> String? {
    guard skipToVariable() else { return nil }
    index += 4
    skipSpace()
    return name() ?? ""
  }

  /// Skips like ``variableName()``. Returns `nil` if there is no reference.
  mutating func variable() -> VariableReference? {
    guard skipToVariable() else { return nil }
    var end = self
    end.index += 3
    // A missing bracket at the end of the text is supplied.
    let closing = end.skipComponent() ? end.index - 1 : end.index
    let start = index
    guard let name = variableName() else { return nil }
    skipSpace()
    let hasFallback = next == UInt8(ascii: ",")
    return VariableReference(
      name: name, range: start..<end.index, fallback: hasFallback ? index + 1..<closing : nil)
  }
}
