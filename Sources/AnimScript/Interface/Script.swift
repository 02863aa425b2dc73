/// A program, compiled. It can be evaluated any number of times, on any number of threads, each of
/// which has an ``Interpreter`` of its own.
package final class Script: @unchecked Sendable {
  // Nothing changes after it is made, so that threads may share it.

  /// What a program's own variables are.
  package enum Form: Sendable {
    /// Those of a function that is called once. What the host and the language define can be
    /// hidden by them, and nothing else sees them.
    case expression
    /// Properties of the global object, as in a `script` element of a page.
    case program
  }

  let vocabulary: Vocabulary
  let names: NameTable
  let program: CompiledProgram

  /// The names that the script reads or writes and does not declare, in the order of their first
  /// use: those of the language, those of the host, and those that nobody knows.
  package var freeNames: [String] { program.globalNames.map { names.text($0) } }

  /// Whether the script calls `eval`, so that it may read other names than ``freeNames``.
  package var usesEval: Bool { program.usesEval }

  /// Compiles a program.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - vocabulary: the names that the host has.
  ///   - form: what becomes of the names that the script declares.
  ///   - resultVariable: the variable whose value is the result of an evaluation, if the program
  ///     uses it and it has a value other than `undefined`. Otherwise, the result is that of the
  ///     last statement that has one, as `eval` gives it.
  ///   - limits: how long the text may be, and how deeply nested.
  /// - Throws: a ``ScriptError`` with the line and the column of what is wrong.
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
