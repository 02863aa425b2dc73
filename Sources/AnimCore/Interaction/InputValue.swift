/// The value of an input of an animation, such as one of a state machine.
public enum InputValue: Hashable, Sendable {
  /// A number. State machines store it with 32-bit precision, like dotLottie's own player.
  case number(Double)
  /// Text.
  case string(String)
  /// True or false.
  case boolean(Bool)
  /// An input without a value, which is fired.
  case event

  /// Returns whether both have the same type.
  package func hasType(of other: InputValue) -> Bool {
    switch (self, other) {
    case (.number, .number), (.string, .string), (.boolean, .boolean), (.event, .event): true
    default: false
    }
  }

  /// The kind of value, for messages.
  package var kind: String {
    switch self {
    case .number: "a number"
    case .string: "text"
    case .boolean: "true or false"
    case .event: "an event"
    }
  }
}

extension InputValue: CustomStringConvertible {
  /// The value as written in a script: `3`, `true`, `"text"`, or an empty string for an event.
  public var description: String {
    switch self {
    case .number(let value): InteractionScript.text(value)
    case .string(let text): InteractionScript.text(text, isQuoted: true)
    case .boolean(let value): "\(value)"
    case .event: ""
    }
  }
}
