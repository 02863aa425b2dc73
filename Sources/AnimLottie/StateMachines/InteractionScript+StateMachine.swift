import AnimCore

extension InteractionScript {
  /// Throws an error if a command refers to something that the machine doesn't have.
  public func check(_ machine: LottieStateMachine) throws(ParseError) {
    let values = Dictionary(first: machine.inputs.map { ($0.name, $0.value) })
    for entry in entries {
      let reason: String? =
        switch entry.command {
        case .set(let name, _) where name == LottieStateMachine.elapsedTimeName:
          "\(name) advances automatically and cannot be set"
        case .set(let name, let value), .expectValue(let name, let value):
          Self.wrongValue(
            value, of: name,
            name == LottieStateMachine.elapsedTimeName ? .number(0) : values[name])
        case .fire(let name):
          values[name] == .event ? nil : "the state machine has no event \"\(name)\""
        case .expectState(let name):
          machine.index(ofState: name) == nil ? "the state machine has no state \"\(name)\"" : nil
        case .pointer, .start, .stop, .end: nil
        }
      if let reason { throw ParseError(line: entry.line ?? 0, reason: reason) }
    }
  }

  /// Returns the reason why an input can't have a value, or `nil` if it can.
  ///
  /// - Parameter initial: The initial value of the input, or `nil` if it doesn't exist.
  private static func wrongValue(
    _ value: InputValue, of input: String, _ initial: InputValue?
  ) -> String? {
    guard let initial else { return "the state machine has no input \"\(input)\"" }
    return initial.hasType(of: value)
      ? nil : "the input \"\(input)\" is \(initial.kind), and \(value) is \(value.kind)"
  }
}
