import AnimCore

/// A reader of state machines.
///
/// A machine is rejected if it can't run as its author intended: because of an unknown state,
/// transition, guard, interaction or action, a missing field, a field of another type, or
/// contradictory references. As in dotLottie's own player, an action for a missing input or an
/// input of another type has no effect. It is ignored with a diagnostic.
struct StateMachineReader {
  private let id: String
  private let limits: LottieLimits
  private var diagnostics = DiagnosticList()
  /// The number of parts read so far.
  private var partCount = 0
  private var inputs: [LottieStateMachine.Input] = []
  private var inputIndices: [String: Int] = [:]
  private var stateIndices: [String: Int] = [:]

  /// - Parameters:
  ///   - id: The identifier of the machine.
  ///   - path: The name of the machine's file, which is the prefix of paths in diagnostics.
  static func read(
    _ bytes: [UInt8], id: String, path: String, limits: LottieLimits
  ) throws(LottieError) -> LottieStateMachine {
    let tape: JSONTape
    do throws(LottieError) {
      tape = try JSONParser.parse(bytes, name: path, limits: limits)
    } catch {
      throw .invalidStateMachine(id, path: path, reason: "\(error)")
    }
    var reader = StateMachineReader(id: id, limits: limits)
    return try tape.withRoot { root throws(LottieError) in try reader.machine(root) }
  }

  private init(id: String, limits: LottieLimits) {
    self.id = id
    self.limits = limits
  }

  private mutating func machine(_ json: JSONValue) throws(LottieError) -> LottieStateMachine {
    let initial = try text(json, "initial")
    guard let list = json["states"], list.isArray else {
      throw refusal(json, "there is no list of states")
    }
    if let inputs = try optionalList(json, "inputs") {
      for input in inputs.elements { try readInput(input) }
    }
    var global: Int?
    for (index, state) in list.elements.enumerated() {
      let name = try text(state, "name")
      try take(state)
      guard stateIndices.updateValue(index, forKey: name) == nil else {
        throw refusal(state, "there are two states \"\(name.shortened)\"")
      }
      if state["type"]?.string == "GlobalState" {
        guard global == nil else { throw refusal(state, "there are two global states") }
        global = index
      }
    }
    var states: [MachineState] = []
    for state in list.elements { states.append(try self.state(state)) }
    var interactions: [MachineInteraction] = []
    if let list = try optionalList(json, "interactions") {
      for interaction in list.elements { interactions.append(try self.interaction(interaction)) }
    }
    if stateIndices[initial] == nil {
      report(json, "the initial state \"\(initial.shortened)\" does not exist")
    }
    return LottieStateMachine(
      id: id, initialState: initial, inputs: inputs, states: states, globalState: global,
      interactions: interactions, diagnostics: diagnostics.all)
  }
}

// MARK: - Fields

extension StateMachineReader {
  private func refusal(_ json: JSONValue, _ reason: String) -> LottieError {
    .invalidStateMachine(id, path: json.path, reason: reason)
  }

  private mutating func report(_ json: JSONValue, _ message: String) {
    diagnostics.append(.invalid, message, at: json.path, .invalidStateMachine)
  }

  /// Counts a part, and throws an error if there are too many.
  private mutating func take(_ json: JSONValue) throws(LottieError) {
    partCount += 1
    guard partCount <= limits.machineParts else {
      throw .tooMuch(.machineParts, limit: limits.machineParts, path: json.path)
    }
  }

  private func text(_ json: JSONValue, _ key: StaticString) throws(LottieError) -> String {
    guard let text = json[key]?.string else { throw refusal(json, "\(key) must be text") }
    return text
  }

  private func optionalList(
    _ json: JSONValue, _ key: StaticString
  ) throws(LottieError) -> JSONValue? {
    guard let list = json[key], !list.isNull else { return nil }
    guard list.isArray else { throw refusal(list, "expected a list") }
    return list
  }

  private func optional<Value>(
    _ json: JSONValue, _ key: StaticString, _ kind: String, _ value: (JSONValue) -> Value?
  ) throws(LottieError) -> Value? {
    guard let field = json[key], !field.isNull else { return nil }
    guard let value = value(field) else { throw refusal(field, "expected \(kind)") }
    return value
  }

  private func flag(_ json: JSONValue, _ key: StaticString) throws(LottieError) -> Bool {
    try optional(json, key, "true or false", { $0.bool }) ?? false
  }

  private func number(_ json: JSONValue, _ key: StaticString) throws(LottieError) -> Double? {
    try optional(json, key, "a number", { $0.number })
  }
}

// MARK: - Inputs

extension StateMachineReader {
  private mutating func readInput(_ json: JSONValue) throws(LottieError) {
    try take(json)
    let name = try text(json, "name")
    let value: InputValue
    switch json["type"]?.string {
    case "Numeric":
      guard let number = json["value"]?.number else {
        throw refusal(json, "value must be a number")
      }
      value = .number(Double(Float(number).bounded))
    case "String": value = .string(try text(json, "value"))
    case "Boolean":
      guard let bool = json["value"]?.bool else {
        throw refusal(json, "value must be true or false")
      }
      value = .boolean(bool)
    case "Event": value = .event
    default: throw refusal(json, "an input is Numeric, String, Boolean or Event")
    }
    // Names with @ are reserved for the player.
    if name.utf8.first == UInt8(ascii: "@") { return }
    if let index = inputIndices[name] {
      report(json, "there are two inputs \"\(name.shortened)\"; the last one is used")
      inputs[index] = LottieStateMachine.Input(name: name, value: value)
      return
    }
    inputIndices[name] = inputs.count
    inputs.append(LottieStateMachine.Input(name: name, value: value))
  }

  /// Returns the index of an input of the type of `kind`, or `nil` if it doesn't exist.
  private func input(_ name: String?, _ kind: InputValue) -> Int? {
    guard let index = name.flatMap({ inputIndices[$0] }), inputs[index].value.hasType(of: kind)
    else { return nil }
    return index
  }

  /// Returns the name in a reference such as `$rating`, or `nil` for other text.
  private func reference(_ text: String?) -> String? {
    guard let text, text.utf8.first == UInt8(ascii: "$") else { return nil }
    return String(text.dropFirst())
  }

  /// Returns the number source for a value, or `nil` if it is neither a number nor text.
  private func numberSource(_ json: JSONValue?) -> NumberSource? {
    if let number = json?.number { return .constant(Float(number).bounded) }
    guard let text = json?.string else { return nil }
    if text == LottieStateMachine.elapsedTimeName { return .elapsedTime }
    return input(reference(text), .number(0)).map { .input($0) } ?? .unresolved
  }
}

// MARK: - States

extension StateMachineReader {
  private mutating func state(_ json: JSONValue) throws(LottieError) -> MachineState {
    var state = MachineState(name: try text(json, "name"))
    switch try text(json, "type") {
    case "PlaybackState": state.playback = try playback(json)
    case "GlobalState": break
    case let type: throw refusal(json, "unknown type of state \"\(type.shortened)\"")
    }
    state.entryActions = try actions(json, "entryActions")
    state.exitActions = try actions(json, "exitActions")
    guard let list = try optionalList(json, "transitions") else { return state }
    var guardlessCount = 0
    for transition in list.elements {
      if transition["guards"].map({ $0.isNull }) ?? true { guardlessCount += 1 }
      state.transitions.append(try self.transition(transition))
    }
    guard guardlessCount <= 1 else {
      throw refusal(list, "more than one transition of a state has no guards")
    }
    return state
  }

  private mutating func playback(_ json: JSONValue) throws(LottieError) -> StatePlayback {
    var playback = StatePlayback()
    playback.animation = try optional(json, "animation", "text", { $0.string }) ?? ""
    playback.loops = try flag(json, "loop")
    if let count = try number(json, "loopCount") {
      playback.loopCount = Int(min(max(count, 0), 1e9))
    }
    playback.autoplay = try flag(json, "autoplay")
    playback.isFinal = try flag(json, "final")
    if let name = try optional(json, "mode", "text", { $0.string }) {
      guard let mode = PlaybackMode(named: name) else {
        throw refusal(json, "unknown mode \"\(name.shortened)\"")
      }
      playback.mode = mode
    }
    // As in dotLottie's own player, a speed that isn't above 0 is ignored.
    if let speed = try number(json, "speed"), speed > 0 { playback.speed = min(speed, 1000) }
    playback.segment = try optional(json, "segment", "text", { $0.string }).flatMap {
      $0.isEmpty ? nil : $0
    }
    if let color = try number(json, "backgroundColor") {
      if let word = UInt32(exactly: color) {
        playback.background = Color(argb: word >> 8 | word << 24)
      } else {
        report(json, "backgroundColor is not a colour; it is not painted")
      }
    }
    return playback
  }

  private mutating func transition(_ json: JSONValue) throws(LottieError) -> MachineTransition {
    try take(json)
    var transition = MachineTransition()
    let name = try text(json, "toState")
    transition.target = stateIndices[name]
    if transition.target == nil { report(json, "there is no state \"\(name.shortened)\"") }
    switch try text(json, "type") {
    case "Transition": break
    case "Tweened":
      guard let duration = json["duration"]?.number else {
        throw refusal(json, "duration must be a number")
      }
      guard let list = json["easing"], list.count == 4, list.elements.allSatisfy({ $0.isNumber })
      else {
        throw refusal(json, "easing must be four numbers")
      }
      let numbers = list.elements.compactMap { $0.number }
      transition.tween = MachineTween(
        duration: duration,
        easing: SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]).finite)
    case let type: throw refusal(json, "unknown type of transition \"\(type.shortened)\"")
    }
    if let list = try optionalList(json, "guards") {
      for json in list.elements { transition.guards.append(try self.guard(json)) }
    }
    return transition
  }

  private mutating func `guard`(_ json: JSONValue) throws(LottieError) -> MachineGuard {
    try take(json)
    let name = try text(json, "inputName")
    let type = try text(json, "type")
    if type == "Event" {
      guard let index = input(name, .event) else {
        throw refusal(json, "there is no event \"\(name.shortened)\"")
      }
      return .event(index)
    }
    guard let condition = MachineCondition(rawValue: try text(json, "conditionType")) else {
      throw refusal(json, "unknown condition")
    }
    guard let value = json["compareTo"], !value.isNull else {
      throw refusal(json, "there is nothing to compare to (compareTo)")
    }
    switch type {
    case "Numeric":
      try checkReference(value, .number(0), "Numeric")
      guard let right = numberSource(value) else { throw refusal(value, "expected a number") }
      if name == LottieStateMachine.elapsedTimeName {
        return .number(.elapsedTime, condition, right)
      }
      guard let index = input(name, .number(0)) else { return never(json, name) }
      return .number(.input(index), condition, right)
    case "String":
      try checkReference(value, .string(""), "String")
      guard let index = input(name, .string("")) else { return never(json, name) }
      guard let text = value.string, let isEqual = condition.isEquality else {
        report(json, "text cannot be compared like this; the guard is never true")
        return .never
      }
      let source = input(reference(text), .string("")).map { StringSource.input($0) }
      return .string(index, isEqual: isEqual, source ?? .constant(text))
    case "Boolean":
      try checkReference(value, .boolean(false), "Boolean")
      guard let index = input(name, .boolean(false)) else { return never(json, name) }
      guard let isEqual = condition.isEquality else {
        report(json, "true and false cannot be compared like this; the guard is never true")
        return .never
      }
      if let bool = value.bool { return .boolean(index, isEqual: isEqual, .constant(bool)) }
      guard let source = input(reference(value.string), .boolean(false)) else {
        report(json, "expected true or false; the guard is never true")
        return .never
      }
      return .boolean(index, isEqual: isEqual, .input(source))
    default: throw refusal(json, "unknown type of guard \"\(type.shortened)\"")
    }
  }

  private mutating func never(_ json: JSONValue, _ name: String) -> MachineGuard {
    report(json, "there is no such input \"\(name.shortened)\"; the guard is never true")
    return .never
  }

  private func checkReference(
    _ value: JSONValue, _ kind: InputValue, _ type: String
  ) throws(LottieError) {
    guard let name = reference(value.string), input(name, kind) == nil else { return }
    throw refusal(value, "there is no \(type) input \"\(name.shortened)\"")
  }
}

// MARK: - Interactions and actions

extension StateMachineReader {
  private mutating func interaction(
    _ json: JSONValue
  ) throws(LottieError) -> MachineInteraction {
    try take(json)
    let type = try text(json, "type")
    let layer = try optional(json, "layerName", "text", { $0.string }).flatMap {
      $0.isEmpty ? nil : $0
    }
    let trigger: MachineInteraction.Trigger
    switch type {
    case "PointerDown": trigger = .pointer(.down, layer: layer)
    case "PointerUp": trigger = .pointer(.up, layer: layer)
    case "PointerEnter": trigger = .pointer(.enter, layer: layer)
    case "PointerExit": trigger = .pointer(.exit, layer: layer)
    case "PointerMove": trigger = .pointer(.move, layer: nil)
    case "Click": trigger = .pointer(.click, layer: layer)
    case "OnComplete": trigger = .complete(state: try completedState(json))
    case "OnLoopComplete": trigger = .loopComplete(state: try completedState(json))
    default: throw refusal(json, "unknown type of interaction \"\(type.shortened)\"")
    }
    guard json["actions"]?.isArray == true else {
      throw refusal(json, "there is no list of actions")
    }
    return MachineInteraction(trigger: trigger, actions: try actions(json, "actions"))
  }

  private mutating func completedState(_ json: JSONValue) throws(LottieError) -> String {
    let name = try text(json, "stateName")
    if stateIndices[name] == nil { report(json, "there is no state \"\(name.shortened)\"") }
    return name
  }

  private mutating func actions(
    _ json: JSONValue, _ key: StaticString
  ) throws(LottieError) -> [MachineAction] {
    guard let list = try optionalList(json, key) else { return [] }
    var actions: [MachineAction] = []
    for json in list.elements {
      try take(json)
      if let action = try action(json) { actions.append(action) }
    }
    return actions
  }

  /// Reads an action, or returns `nil` with a diagnostic if it would have no effect.
  private mutating func action(_ json: JSONValue) throws(LottieError) -> MachineAction? {
    let type = try text(json, "type")
    switch type {
    case "SetFrame": return .setFrame(try numberSource(json, "value"))
    case "SetProgress": return .setProgress(try numberSource(json, "value"))
    case "SetTheme":
      guard let theme = json["value"]?.string ?? json["themeId"]?.string else {
        throw refusal(json, "value must be text")
      }
      return .setTheme(referenced(theme))
    case "FireCustomEvent": return .tell(.constant(try text(json, "value")))
    case "OpenUrl":
      return .openLink(referenced(try text(json, "url")), target: try text(json, "target"))
    default: return try inputAction(json, type)
    }
  }

  private mutating func inputAction(
    _ json: JSONValue, _ type: String
  ) throws(LottieError) -> MachineAction? {
    let kind: InputValue?
    switch type {
    case "Increment", "Decrement", "SetNumeric", "Multiply", "Floor", "Clamp", "SetRandom":
      kind = .number(0)
    case "Toggle", "SetBoolean": kind = .boolean(false)
    case "SetString": kind = .string("")
    case "Fire": kind = .event
    case "Reset": kind = nil
    default: throw refusal(json, "unknown type of action \"\(type.shortened)\"")
    }
    let name = try text(json, "inputName")
    let index = if let kind { input(name, kind) } else { inputIndices[name] }
    // Read the fields even if there is no input, because they must be valid in any case.
    let action = try inputAction(json, type, index ?? 0)
    guard index != nil else {
      report(json, "there is no such input \"\(name.shortened)\"; the action is not run")
      return nil
    }
    if action == nil {
      report(json, "the action \(type) has no value that it can use; it is not run")
    }
    return action
  }

  /// Returns an action for the input at an index, or `nil` if no input can have its value.
  private func inputAction(
    _ json: JSONValue, _ type: String, _ index: Int
  ) throws(LottieError) -> MachineAction? {
    switch type {
    case "Increment", "Decrement":
      return .add(index, try optionalNumber(json, "value"), isNegative: type == "Decrement")
    case "SetNumeric": return .setNumber(index, try numberSource(json, "value"))
    case "Multiply": return .multiply(index, try numberSource(json, "value"))
    case "Floor": return .floor(index)
    case "Clamp":
      return .clamp(
        index, minimum: try optionalNumber(json, "min"), maximum: try optionalNumber(json, "max"))
    case "SetRandom":
      return .setRandom(
        index, minimum: try optionalNumber(json, "min") ?? .constant(0),
        maximum: try optionalNumber(json, "max") ?? .constant(1),
        isWhole: try flag(json, "integer"))
    case "Toggle": return .toggle(index)
    case "SetBoolean":
      if let bool = json["value"]?.bool { return .setBoolean(index, .constant(bool)) }
      guard let text = json["value"]?.string else {
        throw refusal(json, "value must be true, false or the name of an input")
      }
      // As in dotLottie's own player, `$` is optional here.
      return input(reference(text) ?? text, .boolean(false)).map { .setBoolean(index, .input($0)) }
    case "SetString":
      let text = try text(json, "value")
      let source = input(reference(text) ?? text, .string(""))
      return .setString(index, source.map { .input($0) } ?? .constant(text))
    case "Fire": return .fire(index)
    default: return .reset(index)
    }
  }

  /// Returns the text of the input that `text` refers to, or otherwise the text itself.
  private func referenced(_ text: String) -> StringSource {
    input(reference(text), .string("")).map { .input($0) } ?? .constant(text)
  }

  private func numberSource(
    _ json: JSONValue, _ key: StaticString
  ) throws(LottieError) -> NumberSource {
    guard let source = numberSource(json[key]) else {
      throw refusal(json, "\(key) must be a number")
    }
    return source
  }

  private func optionalNumber(
    _ json: JSONValue, _ key: StaticString
  ) throws(LottieError) -> NumberSource? {
    try optional(json, key, "a number", { numberSource($0) })
  }
}

extension MachineCondition {
  /// Whether the operator holds for equal values, rather than different ones, or `nil` if it
  /// requires an order.
  fileprivate var isEquality: Bool? {
    switch self {
    case .equal: true
    case .notEqual: false
    default: nil
    }
  }
}

extension Float {
  /// The value, clamped to finite numbers, so that results of arithmetic are numbers.
  var bounded: Float {
    isNaN ? 0 : Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}

extension SIMD4<Double> {
  fileprivate var finite: SIMD4<Double> {
    clamped(lowerBound: SIMD4(repeating: -1e6), upperBound: SIMD4(repeating: 1e6))
  }
}
