/// A compiled program. It can be evaluated any number of times, on any number of threads with an
/// ``Interpreter`` each.
package final class Script: @unchecked Sendable {
  // Nothing changes after it is made, so that threads may share it.

  /// The scope of a program's variables.
  package enum Form: Sendable {
    /// The scope of a function that is called once. Its variables can hide names of the host and
    /// the language, and aren't visible elsewhere.
    case expression
    /// Properties of the global object, as in a `script` element of a page.
    case program
  }

  let vocabulary: Vocabulary
  let names: NameTable
  let program: CompiledProgram

  /// The names that the script uses but doesn't declare, in the order of their first use: names of
  /// the language, of the host, and undefined names.
  package var freeNames: [String] { program.globalNames.map { names.text($0) } }

  /// Whether the script calls `eval`, so that it may read other names than ``freeNames``.
  package var usesEval: Bool { program.usesEval }

  /// Compiles a program.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - vocabulary: The names of the host.
  ///   - form: The scope of names that the script declares.
  ///   - resultVariable: The variable that is the result of an evaluation if the program uses it
  ///     and it isn't `undefined`. Otherwise, the result is the value of the last statement that
  ///     has one, as for `eval`.
  ///   - limits: The maximum length and depth of the text.
  /// - Throws: A ``ScriptError`` with the line and the column of the error.
  package init(
    _ source: String, vocabulary: Vocabulary, form: Form = .expression,
    resultVariable: String? = nil, limits: ScriptLimits = ScriptLimits()
  ) throws(ScriptError) {
    let names = NameTable(continuing: vocabulary.names)
    let result = resultVariable.map { names.intern(Array($0.utf16)) }
    let compiled = try compile(
      utf16Units(of: source), form: form == .program ? .program : .expression, result: result,
      names: names, limits: limits)
    self.vocabulary = vocabulary
    self.names = names
    program = compiled
  }
}
