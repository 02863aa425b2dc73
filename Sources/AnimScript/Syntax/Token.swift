/// A piece of a program's text.
struct Token {
  enum Kind: UInt8 {
    case end, identifier, keyword, number, string, template, templateEnd, regularExpression
    case leftBrace, rightBrace, leftParenthesis, rightParenthesis, leftBracket, rightBracket
    case dot, ellipsis, semicolon, comma, question, colon, arrow, optionalDot
    case less, greater, lessEqual, greaterEqual
    case equal, notEqual, strictEqual, strictNotEqual
    case plus, minus, star, slash, percent, power
    case shiftLeft, shiftRight, shiftRightUnsigned
    case and, or, xor, not, complement, logicalAnd, logicalOr, nullish
    case increment, decrement
    case assign, plusAssign, minusAssign, starAssign, slashAssign, percentAssign, powerAssign
    case shiftLeftAssign, shiftRightAssign, shiftRightUnsignedAssign
    case andAssign, orAssign, xorAssign
  }

  var kind = Kind.end
  /// Whether a line ends between the previous token and this one.
  var followsNewline = false
  /// Whether an identifier or a string has an escape.
  var hasEscape = false
  /// Whether a number or an escape in a string has a form that strict mode forbids.
  var isLegacy = false
  /// Offsets in UTF-16 units.
  var start = 0
  var end = 0
  /// The name of an identifier or a keyword, the value of a string, the pattern of a regular
  /// expression, or the cooked text of a template.
  var name: StringID = 0
  /// The flags of a regular expression, or the raw text of a template.
  var second: StringID = 0
  /// The value of a number.
  var number = 0.0
  /// Whether the cooked text of a template is undefined, since an escape in it has no value.
  var isUncooked = false

  @inline(__always)
  func isKeyword(_ word: Name) -> Bool { kind == .keyword && name == word.id }
  /// Returns whether it is a word with a meaning in this context, written without escapes.
  @inline(__always)
  func isWord(_ word: Name) -> Bool { kind == .identifier && name == word.id && !hasEscape }
}

/// A factory for strings during compilation and `eval`.
protocol Interner: AnyObject {
  func intern(_ units: UnsafeBufferPointer<UInt16>) throws(ScriptError) -> StringID
}
