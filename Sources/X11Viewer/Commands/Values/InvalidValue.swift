/// Why the text of a flag was refused: one phrase that says what is allowed. The argument parser
/// puts the text and the flag's name before it.
struct InvalidValue: Error, CustomStringConvertible {
  let description: String

  init(expected: String) { description = "expected \(expected)" }
}

/// Words as a sentence offers them: "a, b or c".
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
