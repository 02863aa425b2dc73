/// The limits of a script. An evaluation that exceeds a limit ends, and the script can't prevent
/// this. A text that exceeds a limit isn't compiled.
package struct ScriptLimits: Equatable, Sendable {
  /// The maximum number of steps of an evaluation: about one for each instruction that may be
  /// repeated, and for each element or sixteenth character that a function of the language
  /// accesses.
  package var steps = 2_000_000
  /// Bytes of objects, arrays, strings and captured variables of an evaluation.
  package var heapBytes = 16 << 20
  /// Nested calls of functions of the script.
  package var callDepth = 1000
  /// Nested calls from the script through the language or the host back to the script: callbacks,
  /// getters, conversions.
  package var reentryDepth = 40
  /// UTF-16 units of a string.
  package var stringLength = 1 << 20
  /// Elements of an array that are stored.
  package var arrayLength = 1 << 18
  /// UTF-16 units of a program's text.
  package var sourceLength = 1 << 20
  /// Nested statements and expressions of a program's text.
  package var nesting = 200

  /// Creates the default limits.
  package init() {}

  /// A limit that can be exceeded; see the properties of the same names.
  package enum Limit: Equatable, Sendable {
    /// See ``ScriptLimits/steps``.
    case steps
    /// See ``ScriptLimits/heapBytes``.
    case heapBytes
    /// See ``ScriptLimits/callDepth``.
    case callDepth
    /// See ``ScriptLimits/reentryDepth``.
    case reentryDepth
    /// See ``ScriptLimits/stringLength``.
    case stringLength
    /// See ``ScriptLimits/arrayLength``.
    case arrayLength
    /// See ``ScriptLimits/sourceLength``.
    case sourceLength
    /// See ``ScriptLimits/nesting``.
    case nesting
  }
}

extension ScriptLimits.Limit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .steps: "too many steps"
    case .heapBytes: "too much memory"
    case .callDepth: "too many nested calls"
    case .reentryDepth: "too many nested callbacks"
    case .stringLength: "a string is too long"
    case .arrayLength: "an array is too long"
    case .sourceLength: "the text is too long"
    case .nesting: "the text is nested too deeply"
    }
  }
}
