/// Why the text of a flag was refused: one phrase that says what is allowed. The argument parser
/// puts the text and the flag's name before it.
struct InvalidValue: Error, CustomStringConvertible {
  let description: String

  init(expected: String) { description = "expected \(expected)" }
}
