import AnimCore

/// A state machine of a dotLottie file: states that say what is played, and how inputs, time and the
/// pointer lead from one to another.
///
/// It is an immutable value, which ``LottieMachineRun`` runs.
public struct LottieStateMachine: Sendable {
  /// The name that guards use for the time in the state.
  static let elapsedTimeName = "@elapsedTime"

  /// The identifier, or an empty string for a machine that isn't part of the file.
  public let id: String
  /// The name of the state to begin with. There need not be such a state; then the machine does not
  /// start.
  public let initialState: String
  /// The inputs, in the order of the file.
  public let inputs: [Input]
  /// The diagnostics for ignored parts of the machine, with their location in its file.
  public let diagnostics: [LottieDiagnostic]
  let states: [MachineState]
  /// The index of the global state, or `nil` if there is none.
  let globalState: Int?
  let interactions: [MachineInteraction]
  private let stateIndices: [String: Int]
  private let inputIndices: [String: Int]

  /// Something that is set from outside, and that transitions depend on.
  public struct Input: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value at first, which also says the type.
    public let value: LottieMachineValue
  }

  /// Reads a machine that does not come from a dotLottie file.
  ///
  /// - Throws: ``LottieError/invalidStateMachine(_:path:reason:)``, or
  ///   ``LottieError/tooMuch(_:limit:path:)``.
  public init(json: [UInt8], limits: LottieLimits = LottieLimits()) throws(LottieError) {
    self = try StateMachineReader.read(json, id: "", path: "state machine", limits: limits)
  }

  /// The names of the states, in the order of the file.
  public var stateNames: [String] { states.map { $0.name } }

  /// The identifiers of the animations that states play, in the order of the states.
  public var animations: [String] {
    var known: Set<String> = []
    return states.compactMap { $0.playback?.animation }.filter {
      !$0.isEmpty && known.insert($0).inserted
    }
  }

  /// The kinds of pointer events that the machine answers to, and those that it needs to find out
  /// about these.
  public var pointerKinds: Set<LottiePointerKind> {
    var kinds: Set<LottiePointerKind> = []
    for interaction in interactions {
      guard case .pointer(let kind, let layer) = interaction.trigger else { continue }
      kinds.insert(kind)
      if layer != nil, kind == .enter || kind == .exit { kinds.insert(.move) }
    }
    return kinds
  }

  init(
    id: String, initialState: String, inputs: [Input], states: [MachineState], globalState: Int?,
    interactions: [MachineInteraction], diagnostics: [LottieDiagnostic]
  ) {
    self.id = id
    self.initialState = initialState
    self.inputs = inputs
    self.states = states
    self.globalState = globalState
    self.interactions = interactions
    self.diagnostics = diagnostics
    stateIndices = Dictionary(first: states.enumerated().map { ($0.element.name, $0.offset) })
    inputIndices = Dictionary(first: inputs.enumerated().map { ($0.element.name, $0.offset) })
  }

  func index(ofState name: String) -> Int? { stateIndices[name] }
  func index(ofInput name: String) -> Int? { inputIndices[name] }
}

/// The value of an input of a state machine.
public enum LottieMachineValue: Hashable, Sendable {
  /// A number. The machine keeps it with the precision of 32 bits, as the makers' player does.
  case number(Double)
  /// Text.
  case string(String)
  /// True or false.
  case boolean(Bool)
  /// An input without a value, which is fired.
  case event

  /// Whether both are of the same type.
  func hasType(of other: LottieMachineValue) -> Bool {
    switch (self, other) {
    case (.number, .number), (.string, .string), (.boolean, .boolean), (.event, .event): true
    default: false
    }
  }
}

/// The kind of a pointer event.
public enum LottiePointerKind: String, CaseIterable, Sendable {
  /// A button is pressed.
  case down = "pointerDown"
  /// A button is released.
  case up = "pointerUp"
  /// The pointer moves.
  case move = "pointerMove"
  /// The pointer comes into the picture.
  case enter = "pointerEnter"
  /// The pointer leaves the picture.
  case exit = "pointerExit"
  /// A button was pressed and released.
  case click
}

// MARK: - States

struct MachineState: Sendable {
  var name: String
  /// The playback, or `nil` for the global state.
  var playback: StatePlayback?
  var transitions: [MachineTransition] = []
  var entryActions: [MachineAction] = []
  var exitActions: [MachineAction] = []

  /// Whether any guard depends on the time since the start.
  var watchesTime: Bool {
    transitions.contains { transition in
      transition.guards.contains { $0.watchesTime }
    }
  }
}

/// The playback in a state.
struct StatePlayback: Sendable, Hashable {
  /// The identifier of an animation, or an empty string for the current one.
  var animation = ""
  var loops = false
  /// 0 is without end.
  var loopCount = 0
  var autoplay = false
  var mode = PlaybackMode.forward
  /// Above 0.
  var speed = 1.0
  /// The name of a marker, or `nil` for all frames.
  var segment: String?
  var background: Color?
  var isFinal = false
}

struct MachineTransition: Sendable {
  /// The target, or `nil` if the state doesn't exist.
  var target: Int?
  /// The tween, or `nil` for an immediate transition.
  var tween: MachineTween?
  /// The guards. A transition without guards is taken if no other is.
  var guards: [MachineGuard] = []
  /// Whether one of the guards is an event.
  var hasEvent: Bool { guards.contains { if case .event = $0 { true } else { false } } }
}

struct MachineTween: Sendable, Hashable {
  /// In seconds.
  var duration: Double
  /// Two control points of a cubic curve from (0, 0) to (1, 1).
  var easing: SIMD4<Double>

  /// Whether there is a way in between. Otherwise the transition happens at once.
  var isValid: Bool {
    duration > 0 && duration.isFinite && (0...1).contains(easing.x) && (0...1).contains(easing.z)
  }
}

// MARK: - Guards

enum MachineGuard: Sendable {
  case number(NumberSource, MachineCondition, NumberSource)
  case string(Int, isEqual: Bool, StringSource)
  case boolean(Int, isEqual: Bool, BooleanSource)
  case event(Int)
  /// Compares what cannot be compared.
  case never

  var watchesTime: Bool {
    if case .number(let a, _, let b) = self {
      a == .elapsedTime || b == .elapsedTime
    } else {
      false
    }
  }
}

enum MachineCondition: String, Sendable {
  case equal = "Equal"
  case notEqual = "NotEqual"
  case greater = "GreaterThan"
  case greaterOrEqual = "GreaterThanOrEqual"
  case less = "LessThan"
  case lessOrEqual = "LessThanOrEqual"

  func holds(_ a: Float, _ b: Float) -> Bool {
    switch self {
    case .equal: a == b
    case .notEqual: a != b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    case .less: a < b
    case .lessOrEqual: a <= b
    }
  }
}

/// A number that is written in the file, or that of an input.
enum NumberSource: Sendable, Hashable {
  case constant(Float)
  case input(Int)
  /// Seconds since the start of the machine.
  case elapsedTime
  /// A reference to a missing input.
  case unresolved
}

enum StringSource: Sendable, Hashable {
  case constant(String)
  case input(Int)
}

enum BooleanSource: Sendable, Hashable {
  case constant(Bool)
  case input(Int)
}

// MARK: - Actions

/// Something that a state or an interaction does. Inputs are given by their indices, and have the
/// right type.
enum MachineAction: Sendable, Hashable {
  /// Adds, or subtracts. Nil adds 1.
  case add(Int, NumberSource?, isNegative: Bool)
  case setNumber(Int, NumberSource)
  case multiply(Int, NumberSource)
  case floor(Int)
  case clamp(Int, minimum: NumberSource?, maximum: NumberSource?)
  case setRandom(Int, minimum: NumberSource, maximum: NumberSource, isWhole: Bool)
  case toggle(Int)
  case setBoolean(Int, BooleanSource)
  case setString(Int, StringSource)
  case fire(Int)
  case reset(Int)
  case setFrame(NumberSource)
  case setProgress(NumberSource)
  case setTheme(StringSource)
  case tell(StringSource)
  case openLink(StringSource, target: String)
}

struct MachineInteraction: Sendable {
  var trigger: Trigger
  var actions: [MachineAction]

  enum Trigger: Sendable, Hashable {
    /// A pointer event over a layer, or anywhere if `layer` is `nil`.
    case pointer(LottiePointerKind, layer: String?)
    /// The animation ends in a state.
    case complete(state: String)
    /// The animation begins again in a state.
    case loopComplete(state: String)
  }
}
