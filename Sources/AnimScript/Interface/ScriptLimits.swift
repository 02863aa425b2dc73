/// How much a script may use. Beyond one of these, an evaluation ends, and the script cannot
/// prevent it; a text beyond them is not compiled.
public struct ScriptLimits: Equatable, Sendable {
  /// Steps of an evaluation: about one for each instruction that may be repeated, and for each
  /// element or sixteenth character that a function of the language touches.
  public var steps = 2_000_000
  /// Bytes of objects, arrays, strings and captured variables of an evaluation.
  public var heapBytes = 16 << 20
  /// Nested calls of functions of the script.
  public var callDepth = 1000
  /// Nested calls from the script through the language or the host back to the script: callbacks,
  /// getters, conversions.
  public var reentryDepth = 40
  /// UTF-16 units of a string.
  public var stringLength = 1 << 20
  /// Elements of an array that are stored.
  public var arrayLength = 1 << 18
  /// UTF-16 units of a program's text.
  public var sourceLength = 1 << 20
  /// Nested statements and expressions of a program's text.
  public var nesting = 200

  /// The default limits.
  public init() {}

  /// A limit that can be exceeded; see the properties of the same names.
  public enum Limit: Equatable, Sendable {
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
  public var description: String {
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
