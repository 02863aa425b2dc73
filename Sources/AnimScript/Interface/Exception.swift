/// An error that ends an evaluation: a value was thrown, or a limit was exceeded.
///
/// The interpreter keeps the thrown value, so this is only a token, which hosts pass on. Created by
/// ``Interpreter/typeError(_:)`` and similar methods.
package struct Exception: Error {
  enum Reason {
    case thrown
    case limit(ScriptLimits.Limit)
    case interrupted
  }

  let reason: Reason

  static var thrown: Exception { Exception(reason: .thrown) }
}

/// The reason why a script can't be compiled, or why its evaluation failed.
package struct ScriptError: Error, Equatable, Sendable {
  /// The kind of a failure.
  package enum Kind: Equatable, Sendable {
    /// The text isn't a valid program.
    case syntax
    /// The text uses an unsupported part of the language.
    case unsupported
    /// An exception was thrown and not caught.
    case exception
    /// The evaluation, or the text, exceeds a limit.
    case limit(ScriptLimits.Limit)
    /// The host has ended the evaluation.
    case interrupted
  }

  /// The kind of the failure.
  package var kind: Kind
  /// The name of the error (`TypeError`), or an empty string if the thrown value isn't an error.
  package var name: String
  /// The message of the error, without its name.
  package var message: String
  /// The line, counted from 1, or 0 if it isn't known.
  package var line: Int
  /// The column, counted from 1 in UTF-16 units, or 0 if it isn't known.
  package var column: Int

  /// Creates an error.
  package init(kind: Kind, name: String, message: String, line: Int = 0, column: Int = 0) {
    self.kind = kind
    self.name = name
    self.message = message
    self.line = line
    self.column = column
  }
}

extension ScriptError: CustomStringConvertible {
  /// The error as text, such as `line 3: TypeError: thisComp.lyer is not a function`.
  package var description: String {
    let text = name.isEmpty || message.isEmpty ? name + message : name + ": " + message
    return line > 0 ? "line \(line): \(text)" : text
  }
}
