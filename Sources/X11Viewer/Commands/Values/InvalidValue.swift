/// Why the value of a flag was refused: a phrase that says what is allowed. The argument parser
/// puts the value and the flag's name before it.
struct InvalidValue: Error, CustomStringConvertible {
  let description: String

  init(expected: String) { description = "expected \(expected)" }
}

/// Words joined as alternatives: "a, b or c".
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
