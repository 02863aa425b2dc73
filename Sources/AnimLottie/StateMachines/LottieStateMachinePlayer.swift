import AnimCore

/// A running state machine: a value that receives inputs and reports its events.
///
/// It reads no clock, draws nothing and opens nothing. It depends only on its inputs: values,
/// events, the pointer, and the seconds that pass. Its outputs are its ``state``, the content to
/// show (``animation``, ``theme``, ``frame``), and ``takeEvents()``. Players with equal inputs
/// have equal results, and a copy behaves like the original.
///
/// ```swift
/// var player = LottieStateMachinePlayer(machine, file: file)
/// player.start()
/// player.set("rating", to: .number(3))
/// player.advance(by: 0.5)
/// print(player.state ?? "", player.frame)
/// ```
///
/// One call takes at most a million steps. A machine in an infinite loop is stopped.
public struct LottieStateMachinePlayer: Sendable {
  /// The status of the machine.
  public enum Status: String, Sendable {
    /// The machine hasn't been started, or was stopped.
    case stopped
    /// The machine is in a state.
    case running
    /// A transition is blending images. The machine is still in the previous state.
    case tweening
  }

  /// An event of the machine.
  public enum Event: Hashable, Sendable {
    /// The machine has started.
    case started
    /// The machine has stopped, until it is started again.
    case stopped
    /// A transition was taken. At the start, the first state is empty.
    case transition(from: String, to: String)
    /// A state was left.
    case exited(state: String)
    /// A state was entered.
    case entered(state: String)
    /// The value of an input has changed.
    case changed(input: String, from: InputValue, to: InputValue)
    /// An event of the machine was fired.
    case fired(event: String)
    /// A custom event for the application.
    case custom(String)
    /// A request to open a URL that ``LottieLinkPolicy`` allows. Show it to the user. The target is the name of a
    /// browser window.
    case link(url: String, target: String)
    /// The machine was stopped because of an infinite loop or too many steps.
    case failed(reason: String)
  }

  /// The machine.
  public let machine: LottieStateMachine
  /// Whether the machine is stopped, running or blending images.
  public private(set) var status = Status.stopped
  /// The running time since the start, in seconds.
  public var elapsedTime: Seconds { elapsed.double }
  /// The URLs that the machine may request to open. By default, no URLs are allowed.
  public var links = LottieLinkPolicy()
  /// The seed of random numbers, which each start resets.
  public var seed: UInt64 = 1 {
    didSet { drawnNumbers = 0 }
  }

  private(set) var player: MachinePlayer
  private let hostSettings: MachinePlayer.Settings
  private var elapsed = Fraction(0)
  private var current: Int?
  /// The target of a tween.
  private var tweenTarget: Int?
  private var values: [InputValue]
  /// The last fired event that hasn't been used.
  private var pendingEvent: Int?
  /// Whether an action has set an input since the last check.
  private var hasChangedInput = false
  /// The layer that the pointer is over.
  private var enteredLayer: String?
  /// Whether the last input was a press of the pointer.
  private var isPressed = false
  private var drawnNumbers: UInt64 = 0
  private var events: [Event] = []
  /// The remaining steps of this call.
  private var budget = 0
  private let watchesTime: [Bool]

  /// The maximum number of steps of one call: evaluated guards and executed actions.
  static let maximumSteps = 1_000_000
  /// The maximum number of transitions of one call.
  static let maximumHops = 10_000
  /// The maximum number of events in the queue.
  static let maximumEvents = 10_000
  /// - Parameters:
  ///   - animation: The identifier of the initial animation.
  ///   - autoplay: Whether the animation plays without the machine.
  init(
    _ machine: LottieStateMachine, _ stage: MachinePlayer.Stage, animation: String?,
    theme: String? = nil, autoplay: Bool = false
  ) {
    self.machine = machine
    values = machine.inputs.map { $0.value }
    watchesTime = machine.states.map { $0.watchesTime }
    player = MachinePlayer(stage, animation: animation, theme: theme)
    var settings = player.settings
    settings.autoplay = autoplay
    hostSettings = settings
    player.restore(settings)
    if autoplay { player.play() }
  }
}

// MARK: - Output

extension LottieStateMachinePlayer {
  /// The name of the state, or `nil` before the first start.
  public var state: String? { current.map { machine.states[$0].name } }
  /// The identifier of the current animation, or `nil` for none.
  public var animation: String? { player.animation }
  /// The identifier of the applied theme, or `nil` for none.
  public var theme: String? { player.theme }
  /// The name of the played segment, or `nil` for the entire animation.
  public var marker: String? { player.settings.marker }
  /// The current frame, counted from 0. During a transition, the frame at its start.
  public var frame: Double { player.frame }
  /// A Boolean value that indicates whether the animation is playing.
  public var isPlaying: Bool { player.status == .playing && player.tween == nil }
  /// The background colour, or `nil` for none.
  public var background: Color? { player.settings.background }

  /// Returns the value of an input, or `nil` if it doesn't exist. The input `@elapsedTime` is
  /// ``elapsedTime``.
  public func value(of input: String) -> InputValue? {
    if input == LottieStateMachine.elapsedTimeName { return .number(elapsedTime) }
    return machine.index(ofInput: input).map { values[$0] }
  }

  /// Returns the events since the last call, oldest first, and clears the queue. If the queue is full, the latest
  /// events are lost.
  public mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  /// Whether the machine doesn't change with time.
  var isAtRest: Bool { player.isAtRest && (status == .stopped || !watchesTimeNow) }

  private mutating func tell(_ event: Event) {
    if events.count < Self.maximumEvents { events.append(event) }
  }
}

// MARK: - Input

extension LottieStateMachinePlayer {
  /// Starts in the initial state, at the first frame. Inputs keep their values.
  ///
  /// - Returns: `false` if the state doesn't exist.
  @discardableResult public mutating func start() -> Bool {
    guard let initial = machine.index(ofState: machine.initialState) else { return false }
    begin()
    player.restore(MachinePlayer.Settings())
    player.stop()
    elapsed = 0
    drawnNumbers = 0
    pendingEvent = nil
    enteredLayer = nil
    tweenTarget = nil
    hasChangedInput = false
    status = .running
    let name = machine.states[initial].name
    tell(.transition(from: "", to: name))
    tell(.exited(state: ""))
    enter(initial)
    tell(.started)
    evaluate()
    return true
  }

  /// Stops the machine, and restores the playback settings that states have changed.
  public mutating func stop() {
    guard status != .stopped else { return }
    halt()
  }

  private mutating func halt() {
    status = .stopped
    tweenTarget = nil
    tell(.stopped)
    player.restore(hostSettings)
  }

  /// Stops the animation at its first frame, and cancels a tween. The machine continues.
  public mutating func stopPlayback() { player.stop() }

  /// Sets an input.
  ///
  /// - Returns: `false` if the input doesn't exist or has a different type.
  @discardableResult public mutating func set(
    _ input: String, to value: InputValue
  ) -> Bool {
    guard let index = machine.index(ofInput: input), values[index].hasType(of: value),
      value != .event
    else { return false }
    if case .number(let number) = value, !number.isFinite { return false }
    begin()
    assign(value, to: index)
    evaluate()
    return true
  }

  /// Fires an event.
  ///
  /// - Returns: `false` if the machine doesn't have the event.
  @discardableResult public mutating func fire(_ event: String) -> Bool {
    guard let index = machine.index(ofInput: event), values[index] == .event else { return false }
    begin()
    tell(.fired(event: event))
    guard status != .stopped else { return true }
    pendingEvent = index
    evaluate()
    return true
  }

  /// Enters a state without evaluating transitions.
  ///
  /// - Returns: `false` if the state doesn't exist or the machine isn't running.
  @discardableResult public mutating func override(state name: String) -> Bool {
    guard status != .stopped, let target = machine.index(ofState: name) else { return false }
    begin()
    _ = move(to: target, tween: nil, isGlobal: false)
    return true
  }

  /// Handles a pointer event.
  ///
  /// - Parameters:
  ///   - kind: The kind of event.
  ///   - hits: A closure that returns whether the pointer is over the layer with a name, in the
  ///     current frame.
  public mutating func pointer(_ kind: PointerAction, hits: (String) -> Bool) {
    guard status != .stopped else { return }
    begin()
    isPressed = kind == .down || kind == .click
    var cached: [String: Bool] = [:]
    func isHit(_ layer: String) -> Bool {
      if let hit = cached[layer] { return hit }
      let hit = hits(layer)
      cached[layer] = hit
      return hit
    }
    // Choose all of them before running the first.
    var chosen: [Int] = []
    chooseExplicit(kind, isHit, &chosen)
    if kind == .move || kind == .down || kind == .up { chooseEntered(isHit, &chosen) }
    for index in chosen { run(machine.interactions[index]) }
  }

  /// Advances the animation, the time since the start, and everything that depends on it by some seconds.
  ///
  /// A quotient is treated as exact: thirty steps of 1 / 30 add up to a second.
  public mutating func advance(by seconds: Seconds) {
    guard seconds > 0, seconds.isFinite else { return }
    advance(byExactly: Fraction(convergent: seconds))
  }

  /// Advances by an exact number of seconds.
  mutating func advance(byExactly seconds: Fraction) {
    begin()
    if let completion = player.advance(by: seconds) { complete(completion) }
    if status == .tweening {
      if player.tween == nil {
        // The host has stopped the animation.
        status = .running
        tweenTarget = nil
      } else if player.tween?.isOver == true {
        land()
      }
    } else if player.tween?.isOver == true {
      player.endTween()
    }
    guard status != .stopped else { return }
    elapsed = elapsed + seconds
    if watchesTimeNow { evaluate() }
  }

  /// Handles the end or restart of the animation, as if it had just happened.
  mutating func didComplete(_ completion: MachinePlayer.Completion) {
    begin()
    complete(completion)
  }

  /// Blends the image to a frame, independently of the machine.
  mutating func tween(to frame: Double, _ tween: MachineTween) {
    if tween.isValid { player.beginTween(to: frame, tween) }
  }

  private mutating func begin() {
    budget = Self.maximumSteps
    isPressed = false
  }

  private var watchesTimeNow: Bool {
    current.map { watchesTime[$0] } ?? false
      || machine.globalState.map { watchesTime[$0] } ?? false
  }
}

// MARK: - Interactions

extension LottieStateMachinePlayer {
  /// Adds the interactions for a kind of event: those with the entire image, and with layers under the pointer.
  private mutating func chooseExplicit(
    _ kind: PointerAction, _ isHit: (String) -> Bool, _ chosen: inout [Int]
  ) {
    let left = enteredLayer
    for (index, interaction) in machine.interactions.enumerated() {
      guard case .pointer(kind, let layer) = interaction.trigger else { continue }
      guard let layer else {
        chosen.append(index)
        continue
      }
      if kind == .exit {
        if layer == left, !isHit(layer) {
          chosen.append(index)
          enteredLayer = nil
        }
      } else if isHit(layer) {
        chosen.append(index)
        enteredLayer = layer
      }
    }
  }

  /// Adds the interactions with layers that the pointer has entered or left.
  private mutating func chooseEntered(_ isHit: (String) -> Bool, _ chosen: inout [Int]) {
    let left = enteredLayer
    var isAnyHit = false
    for interaction in machine.interactions {
      guard case .pointer(let kind, let layer?) = interaction.trigger,
        kind == .enter || kind == .exit, isHit(layer)
      else { continue }
      isAnyHit = true
      guard layer != enteredLayer else { continue }
      enteredLayer = layer
      choose(.pointer(.enter, layer: layer), &chosen)
    }
    if !isAnyHit, let left {
      choose(.pointer(.exit, layer: left), &chosen)
      enteredLayer = nil
    }
  }

  private func choose(_ trigger: MachineInteraction.Trigger, _ chosen: inout [Int]) {
    for (index, interaction) in machine.interactions.enumerated()
    where interaction.trigger == trigger {
      chosen.append(index)
    }
  }

  private mutating func complete(_ completion: MachinePlayer.Completion) {
    guard status != .stopped, let state else { return }
    let trigger: MachineInteraction.Trigger =
      completion == .complete ? .complete(state: state) : .loopComplete(state: state)
    for interaction in machine.interactions where interaction.trigger == trigger {
      run(interaction)
    }
  }

  /// Runs the actions, and evaluates transitions after each.
  private mutating func run(_ interaction: MachineInteraction) {
    for action in interaction.actions {
      guard status != .stopped, spend() else { return }
      perform(action, isTransition: false)
      evaluate()
    }
  }
}

// MARK: - Transitions

extension LottieStateMachinePlayer {
  /// Takes transitions until none applies.
  private mutating func evaluate() {
    guard status != .stopped else { return }
    var skipsGlobal = false
    var circles = CircleDetector()
    while !circles.isCircling {
      guard budget > 0 else { return fail("it takes too many steps at once") }
      var again = false
      var skipsState = false
      if let global = machine.globalState, !skipsGlobal, let transition = pick(global) {
        pendingEvent = nil
        guard let target = transition.target else { break }
        if target != tweenTarget ?? current {
          guard move(to: target, tween: transition.tween, isGlobal: true) else { break }
          circles.visit(target)
          if status == .tweening { return }
          if takeChange() || pendingEvent != nil { (again, skipsState) = (true, true) }
        }
      }
      if !skipsState, let current, let transition = pick(current) {
        pendingEvent = nil
        guard let target = transition.target,
          move(to: target, tween: transition.tween, isGlobal: false)
        else { break }
        circles.visit(target)
        if status == .tweening { return }
        again = true
        skipsGlobal = !(takeChange() || pendingEvent != nil)
      }
      if !again { break }
    }
    if circles.isCircling { return fail("it is in an infinite loop") }
    if status != .tweening { pendingEvent = nil }
  }

  private mutating func fail(_ reason: String) {
    pendingEvent = nil
    if status == .stopped {
      // A final state has already stopped the machine.
      budget = 0
    } else {
      halt()
    }
    tell(.failed(reason: reason))
  }

  private mutating func takeChange() -> Bool {
    defer { hasChangedInput = false }
    return hasChangedInput
  }

  /// Returns the first transition of a state whose guards all hold, or otherwise the last one without guards.
  ///
  /// While an event is pending, only transitions with an event are considered, and otherwise only those without.
  private mutating func pick(_ state: Int) -> MachineTransition? {
    var guardless: MachineTransition?
    for transition in machine.states[state].transitions {
      guard spend() else { return nil }
      if transition.guards.isEmpty {
        guardless = transition
      } else if transition.hasEvent == (pendingEvent != nil), holds(transition.guards) {
        return transition
      }
    }
    return guardless
  }

  private mutating func holds(_ guards: [MachineGuard]) -> Bool {
    for `guard` in guards {
      guard spend(), holds(`guard`) else { return false }
    }
    return true
  }

  private func holds(_ guard: MachineGuard) -> Bool {
    switch `guard` {
    case .number(let left, let condition, let right):
      guard let a = number(left), let b = number(right) else { return false }
      return condition.holds(a, b)
    case .string(let index, let isEqual, let other):
      return (values[index] == .string(string(other))) == isEqual
    case .boolean(let index, let isEqual, let other):
      return (values[index] == .boolean(boolean(other))) == isEqual
    case .event(let index): return pendingEvent == index
    case .never: return false
    }
  }

  /// Leaves the state for another, or starts a tween to it.
  ///
  /// - Returns: `false` if nothing has happened.
  private mutating func move(to target: Int, tween: MachineTween?, isGlobal: Bool) -> Bool {
    let origin = current
    let (from, to) = (state ?? "", machine.states[target].name)
    if let tween {
      guard let playback = machine.states[target].playback else { return false }
      let named = origin.flatMap { machine.states[$0].playback?.animation } ?? ""
      if tween.isValid, named == playback.animation, let frame = player.tweenTarget(playback) {
        if status == .tweening, tweenTarget == target { return true }
        tell(.transition(from: from, to: to))
        if status != .tweening { leave(origin, isGlobal: isGlobal) }
        player.beginTween(to: frame, tween)
        tweenTarget = target
        if status != .stopped { status = .tweening }
        return true
      }
    }
    tell(.transition(from: from, to: to))
    if status == .tweening {
      // The exit actions of the state ran when the tween started.
      player.cancelTween()
      status = .running
      tweenTarget = nil
    } else {
      leave(origin, isGlobal: isGlobal)
    }
    enter(target)
    return true
  }

  /// As in dotLottie's own player, exit actions don't run if the global state causes the transition.
  private mutating func leave(_ origin: Int?, isGlobal: Bool) {
    guard let origin else { return }
    let state = machine.states[origin]
    if !isGlobal { perform(state.exitActions) }
    tell(.exited(state: state.name))
  }

  private mutating func enter(_ target: Int) {
    current = target
    let state = machine.states[target]
    tell(.entered(state: state.name))
    if let playback = state.playback { player.enter(playback) }
    perform(state.entryActions)
    if state.playback?.isFinal == true, status != .stopped { halt() }
  }

  /// Ends a tween in its target state.
  private mutating func land() {
    guard let target = tweenTarget else { return }
    player.endTween()
    status = .running
    tweenTarget = nil
    enter(target)
    evaluate()
  }

  /// Counts a step. Returns `false` if the limit is exceeded.
  private mutating func spend() -> Bool {
    budget -= 1
    return budget > 0
  }
}

/// A detector for states that are visited repeatedly. Like dotLottie's own player, it stops after twenty repetitions,
/// each of which is counted from the start.
private struct CircleDetector {
  private var visited: Set<Int> = []
  private var repetitions = 0
  private var hops = 0

  var isCircling: Bool { repetitions >= 20 || hops >= LottieStateMachinePlayer.maximumHops }

  mutating func visit(_ state: Int) {
    hops += 1
    guard !visited.insert(state).inserted else { return }
    repetitions += 1
    visited = []
  }
}

// MARK: - Values

extension LottieStateMachinePlayer {
  private func number(_ source: NumberSource) -> Float? {
    switch source {
    case .constant(let number): return number
    case .input(let index):
      guard case .number(let number) = values[index] else { return nil }
      return Float(number)
    case .elapsedTime: return Float(elapsedTime)
    case .unresolved: return nil
    }
  }

  private func string(_ source: StringSource) -> String {
    switch source {
    case .constant(let text): return text
    case .input(let index):
      guard case .string(let text) = values[index] else { return "" }
      return text
    }
  }

  private func boolean(_ source: BooleanSource) -> Bool {
    switch source {
    case .constant(let bool): return bool
    case .input(let index): return values[index] == .boolean(true)
    }
  }

  private mutating func assign(_ value: InputValue, to index: Int) {
    var value = value
    if case .number(let number) = value { value = .number(Double(Float(number).bounded)) }
    let old = values[index]
    guard value != old else { return }
    values[index] = value
    tell(.changed(input: machine.inputs[index].name, from: old, to: value))
  }

  /// Returns a random number from 0 to 1, exclusive, which depends on the seed and on the number of earlier ones.
  private mutating func randomFraction() -> Double {
    drawnNumbers += 1
    return ExpressionRandom.fraction(
      ExpressionRandom.mixed(ExpressionRandom.mixed(seed) ^ drawnNumbers))
  }
}

// MARK: - Actions

extension LottieStateMachinePlayer {
  private mutating func perform(_ actions: [MachineAction]) {
    for action in actions {
      guard spend() else { return }
      perform(action, isTransition: true)
    }
  }

  /// - Parameter isTransition: Whether a state is entered or left, so transitions must be evaluated again if an input
  ///   was set.
  private mutating func perform(_ action: MachineAction, isTransition: Bool) {
    func old(_ index: Int) -> Float { number(.input(index)) ?? 0 }
    switch action {
    case .add(let index, let source, let isNegative):
      let amount = source.flatMap(number) ?? 1
      let before = old(index)
      assign(.number(Double(isNegative ? before - amount : before + amount)), to: index)
      if isTransition || source == nil { hasChangedInput = true }
    case .setNumber(let index, let source):
      guard let number = number(source) else { return }
      assign(.number(Double(number)), to: index)
      hasChangedInput = hasChangedInput || isTransition
    case .multiply(let index, let source):
      guard let factor = number(source) else { return }
      replace(index, by: old(index) * factor, isTransition)
    case .floor(let index): replace(index, by: old(index).rounded(.down), isTransition)
    case .clamp(let index, let minimum, let maximum):
      let (low, high) = (minimum.map(number), maximum.map(number))
      // A bound that refers to a missing input leaves the input unchanged.
      if low == .some(nil) || high == .some(nil) || (low == nil && high == nil) { return }
      let (least, most) = ((low ?? nil) ?? -.infinity, (high ?? nil) ?? .infinity)
      guard least <= most else { return }
      replace(index, by: Swift.min(Swift.max(old(index), least), most), isTransition)
    case .setRandom(let index, let minimum, let maximum, let isWhole):
      guard let low = number(minimum), let high = number(maximum), low <= high else { return }
      let (least, most) = (Double(low), Double(high))
      let fraction = randomFraction()
      let value =
        isWhole
        ? least + (fraction * ((most - least).rounded(.down) + 1)).rounded(.down)
        : least + fraction * (most - least)
      // Rounding to 32 bits may increase a number just below the upper bound to the bound.
      let isEnd = !isWhole && least < most && Float(value) >= high
      assign(.number(isEnd ? Double(high.nextDown) : value), to: index)
      hasChangedInput = hasChangedInput || isTransition
    case .toggle(let index):
      assign(.boolean(values[index] != .boolean(true)), to: index)
      hasChangedInput = hasChangedInput || isTransition
    case .setBoolean(let index, let source):
      assign(.boolean(boolean(source)), to: index)
      hasChangedInput = hasChangedInput || isTransition
    case .setString(let index, let source):
      assign(.string(string(source)), to: index)
      hasChangedInput = hasChangedInput || isTransition
    case .reset(let index):
      guard status != .stopped, values[index] != .event else { return }
      assign(machine.inputs[index].value, to: index)
      hasChangedInput = hasChangedInput || isTransition
    case .fire(let index):
      tell(.fired(event: machine.inputs[index].name))
      pendingEvent = index
    case .setFrame(let source):
      if let frame = number(source) { player.show(frame: Double(frame)) }
    case .setProgress(let source):
      if let percent = number(source) { player.show(percent: Double(percent)) }
    case .setTheme(let source): player.apply(theme: string(source))
    case .tell(let source): tell(.custom(string(source)))
    case .openLink(let source, let target):
      let url = string(source)
      if links.allows(url, afterPress: isPressed) { tell(.link(url: url, target: target)) }
    }
  }

  /// Sets a number, which counts as a change only if it differs.
  private mutating func replace(_ index: Int, by number: Float, _ isTransition: Bool) {
    let before = values[index]
    assign(.number(Double(number)), to: index)
    if isTransition, values[index] != before { hasChangedInput = true }
  }
}
