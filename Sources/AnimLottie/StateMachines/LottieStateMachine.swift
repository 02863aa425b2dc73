import AnimCore

/// A state machine of a dotLottie file: states that determine playback, and transitions that depend
/// on inputs, time and the pointer.
///
/// It is an immutable value. ``LottieStateMachinePlayer`` runs it.
public struct LottieStateMachine: Sendable {
  /// The name that guards use for the time in the state.
  static let elapsedTimeName = "@elapsedTime"

  /// The identifier, or an empty string for a machine that isn't part of the file.
  public let id: String
  /// The name of the initial state. If the state doesn't exist, the machine doesn't start.
  public let initialState: String
  /// The inputs, in file order.
  public let inputs: [Input]
  /// The diagnostics for ignored parts of the machine, with their location in its file.
  public let diagnostics: [Diagnostic]
  let states: [MachineState]
  /// The index of the global state, or `nil`.
  let globalState: Int?
  let interactions: [MachineInteraction]
  private let stateIndices: [String: Int]
  private let inputIndices: [String: Int]

  /// A value that is set from outside, and that transitions depend on.
  public struct Input: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The initial value, which also determines the type.
    public let value: InputValue
  }

  /// Reads a machine from a source other than a dotLottie file.
  ///
  /// - Throws: ``LottieError/invalidStateMachine(_:path:reason:)``, or
  ///   ``LottieError/tooMuch(_:limit:path:)``.
  public init(json: [UInt8], limits: LottieLimits = LottieLimits()) throws(LottieError) {
    self = try StateMachineReader.read(json, id: "", path: "state machine", limits: limits)
  }

  /// The names of the states, in file order.
  public var stateNames: [String] { states.map { $0.name } }

  /// The identifiers of the states' animations, in the order of the states.
  public var animations: [String] {
    var seen: Set<String> = []
    return states.compactMap { $0.playback?.animation }.filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }

  /// The kinds of pointer events that the machine responds to, and those required to detect these.
  public var pointerKinds: Set<PointerAction> {
    var kinds: Set<PointerAction> = []
    for interaction in interactions {
      guard case .pointer(let kind, let layer) = interaction.trigger else { continue }
      kinds.insert(kind)
      if layer != nil, kind == .enter || kind == .exit { kinds.insert(.move) }
    }
    return kinds
  }

  init(
    id: String, initialState: String, inputs: [Input], states: [MachineState], globalState: Int?,
    interactions: [MachineInteraction], diagnostics: [Diagnostic]
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
  /// The loop count, or 0 for endless playback.
  var loopCount = 0
  var autoplay = false
  var mode = PlaybackMode.forward
  /// The speed, above 0.
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
  /// The guards. A transition without guards is taken only if no other one is.
  var guards: [MachineGuard] = []
  /// Whether one of the guards is an event.
  var hasEvent: Bool { guards.contains { if case .event = $0 { true } else { false } } }
}

struct MachineTween: Sendable, Hashable {
  /// The duration, in seconds.
  var duration: Double
  /// The two control points of a cubic curve from (0, 0) to (1, 1).
  var easing: SIMD4<Double>

  /// Whether the tween has a duration. Otherwise, the transition is immediate.
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
  /// A comparison of incompatible values, which is never true.
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

/// A number in the file, or that of an input.
enum NumberSource: Sendable, Hashable {
  case constant(Float)
  case input(Int)
  /// The time since the start of the machine, in seconds.
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

/// An action of a state or an interaction. Inputs are specified by index and have the correct type.
enum MachineAction: Sendable, Hashable {
  /// Adds or subtracts a number. `nil` represents 1.
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
    /// A pointer event over a layer, or anywhere in the image if `layer` is `nil`.
    case pointer(PointerAction, layer: String?)
    /// The animation has ended in a state.
    case complete(state: String)
    /// The animation has restarted in a state.
    case loopComplete(state: String)
  }
}
