/// A group of changes of animatable properties that can be paused, scrubbed, reversed and continued
/// with another curve while they run, like UIViewPropertyAnimator.
///
/// ```swift
/// let animator = PropertyAnimator(tree: tree, duration: 1, curve: .easeInEaseOut) {
///   hand.angle = .degrees(90)
/// }
/// animator.startAnimation()
/// // A finger comes down, moves, and lets go:
/// animator.pauseAnimation()
/// animator.fractionComplete = 0.3
/// animator.continueAnimation(with: .snappy)
/// ```
///
/// The animator moves every property that the changes set from its value on the screen, all by the
/// same fraction. Changes that are added later cover their entire distance in the remaining time.
/// The model value of a property is its target: the new value or, while the animator is reversed,
/// the previous one. Setting a property elsewhere removes it from the animator.
///
/// To continue with the velocity of a finger, move a property in the changes with
/// ``Animatable/animate(to:velocity:curve:)``, or call ``setVelocity(_:of:)`` before you continue
/// the animator.
///
/// An active animator stays alive until it ends.
public final class PropertyAnimator {
  /// Whether an animator drives its properties.
  public enum State: Hashable, Sendable {
    /// The changes haven't been made yet, or the animator has ended.
    case inactive
    /// The animator runs or is paused.
    case active
  }

  /// The position at which an animator ended.
  public enum Position: Hashable, Sendable {
    /// The values before the changes.
    case start
    /// The values that the changes set.
    case end
    /// A position between the two.
    case current
  }

  /// Whether the animator drives its properties. Initially inactive.
  public private(set) var state = State.inactive
  /// A Boolean value that indicates whether the animator is running or waiting for its delay to
  /// pass.
  public var isRunning: Bool { state == .active && leg != nil }
  /// Seconds from start to end. Springs use their settling duration instead.
  public let duration: Seconds
  /// A Boolean value that indicates whether the animator stays active when its values have arrived,
  /// so that it can be reversed, scrubbed and continued from there: it is paused then, and calls no
  /// completion until ``finishAnimation(at:)``. Initially false.
  public var pausesOnCompletion = false
  /// The curve from start to end, unless ``continueAnimation(with:durationFactor:)`` gives another.
  public let curve: AnimationCurve

  private weak var tree: LayerTree?
  private var changes: [() -> Void] = []
  private var completions: [(Position) -> Void] = []
  private var instances: [AnimatorInstance] = []
  /// The current leg, or `nil` while the animator is paused.
  private var leg: Leg?
  private var pausedFraction = 0.0
  /// A leg that was paused but not scrubbed. It continues as if it hadn't been paused.
  private var pausedLeg: (leg: Leg, elapsed: Seconds)?
  /// The leg and how long it has lasted, when changes join in.
  private var presentLeg: (leg: Leg, elapsed: Seconds)? {
    guard let leg else { return pausedLeg }
    return instances.first { !$0.isResting }.flatMap(\.elapsed).map { (leg, $0) }
  }
  private var heading = Position.end

  /// - Parameters:
  ///   - tree: The tree whose layers the changes apply to.
  ///   - duration: In seconds; negative values and NaN are treated as 0.
  ///   - curve: The course of the changes over that time.
  ///   - changes: A closure that is called when the animator is started, paused or scrubbed for the
  ///     first time.
  public init(
    tree: LayerTree, duration: Seconds = 0.25, curve: AnimationCurve = .easeInEaseOut,
    changes: (() -> Void)? = nil
  ) {
    self.tree = tree
    self.duration = AnimationError.Quantity.duration.clamped(duration, orIfNaN: 0)
    self.curve = curve
    if let changes { self.changes.append(changes) }
  }

  /// Adds changes. An active animator applies them immediately, and animates them over the rest of
  /// its run, along its curve, from the values on the screen.
  public func addAnimations(_ changes: @escaping () -> Void) {
    self.changes.append(changes)
    if state == .active { makeChanges() }
  }

  /// Adds a closure that is called when the animator has ended.
  public func addCompletion(_ completion: @escaping (Position) -> Void) {
    completions.append(completion)
  }
}

// MARK: - Control

extension PropertyAnimator {
  /// Applies the changes and starts, or continues after a pause.
  public func startAnimation() { startAnimation(afterDelay: 0) }

  /// Starts after `delay` seconds, which must not be negative.
  public func startAnimation(afterDelay delay: Seconds) {
    guard state == .inactive else { return continueAnimation() }
    guard activate() else { return }
    run(leg(from: 0, curve: curve, factor: nil, velocity: nil), delay: max(delay, 0))
  }

  /// Pauses the values where they are until ``continueAnimation(with:durationFactor:)``.
  public func pauseAnimation() {
    guard activate(), leg != nil else { return }
    let fraction = fractionComplete
    pausedLeg = presentLeg
    self.leg = nil
    pausedFraction = fraction
    for instance in instances {
      instance.pause(at: fraction)
      rest(instance)
    }
  }

  /// The progress of the values, from 0 at the start to 1 at the end. A spring may overshoot.
  /// Setting it pauses the animator and moves the values to that fraction, linearly whatever the
  /// curve.
  public var fractionComplete: Double {
    get {
      guard state == .active else { return 0 }
      guard leg != nil, let (leg, elapsed) = presentLeg else { return pausedFraction }
      return leg.fraction(at: leg.sample(at: elapsed))
    }
    set {
      guard !newValue.isNaN, activate() else { return }
      let fraction = fractionComplete
      leg = nil
      pausedLeg = nil
      pausedFraction = min(max(newValue, 0), 1)
      for instance in instances {
        instance.scrub(from: fraction, to: pausedFraction)
        rest(instance)
      }
    }
  }

  /// A Boolean value that indicates whether the animator is heading back to the start. A running
  /// animator turns round where it is, and takes the same fraction of the duration as the distance
  /// left. Before the animator is active, setting it has no effect.
  public var isReversed: Bool {
    get { heading == .start }
    set {
      guard newValue != isReversed, state == .active else { return }
      let fraction = fractionComplete
      heading = newValue ? .start : .end
      pausedLeg = nil
      for instance in instances { instance.head(for: goal) }
      guard state == .active, let leg else { return }
      run(self.leg(from: fraction, curve: leg.curve, factor: nil, velocity: nil))
    }
  }

  /// Continues from the current values to the end, or to the start if the animator is reversed.
  /// - Parameters:
  ///   - curve: The curve for the rest of the run. By default, the animator's own curve resumes
  ///     after a pause, and starts over after scrubbing. A spring keeps the current velocity,
  ///     unless it has an initial velocity.
  ///   - durationFactor: The time for the rest of the run as a fraction of ``duration``, or 0 for
  ///     the remaining fraction of the run. Springs use their settling duration instead.
  public func continueAnimation(with curve: AnimationCurve? = nil, durationFactor: Double = 0) {
    guard activate() else { return }
    if curve == nil, durationFactor <= 0, !instances.contains(where: \.hasNewVelocity) {
      if let leg = pausedLeg?.leg { return run(leg) { $0.resume() } }
      if leg != nil { return }
    }
    let velocity = velocity
    let keeps = curve?.keepsVelocity(nil, isMoving: velocity != nil) == true
    run(
      leg(
        from: fractionComplete, curve: curve ?? self.curve,
        factor: durationFactor > 0 ? durationFactor : nil, velocity: keeps ? velocity : nil))
  }

  /// Sets the velocity with which a property continues when the animator is next continued, such as
  /// the velocity of a finger. Has no effect if the animator doesn't move the property.
  ///
  /// The velocity doesn't have to point to the target: a point can be flung sideways and returns. A
  /// curve that isn't a spring starts with the velocity, too.
  /// - Parameters:
  ///   - velocity: The displacement of the property per second of its layer.
  ///   - property: A property that the changes have set.
  public func setVelocity<Value>(
    _ velocity: Value.Displacement, of property: Animatable<Value>
  ) {
    for instance in instances where instance.animates(property) {
      (instance as? AnimatedChange<Value>)?.nextVelocity = velocity
    }
  }

  /// Ends the animator and leaves the values where they are on the screen. No completion is called.
  public func stopAnimation() {
    completions = []
    finishAnimation(at: .current)
  }

  /// Ends the animator with the values at `position`, which the completions are called with.
  public func finishAnimation(at position: Position) {
    guard state == .active else { return }
    for instance in instances { instance.settle(at: position) }
    let ended = instances
    instances = []
    for instance in ended { instance.remove(from: tree) }
    end(at: position)
  }
}

// MARK: - Properties

extension PropertyAnimator {
  /// Takes over the change of a property that the closure sets, which may have its own initial
  /// velocity.
  func animate<Value>(
    _ property: Animatable<Value>, to value: Value, velocity: Value.Displacement? = nil,
    on layer: LayerState, in tree: LayerTree
  ) {
    let present = presentLeg
    let fraction = fractionComplete
    let instance = AnimatedChange(of: property, to: value, on: layer)
    instance.nextVelocity = velocity
    follow(instance)
    instance.head(for: goal)
    instance.join(at: fraction)
    if let present {
      instance.join(present.leg, after: present.elapsed)
      if leg == nil { instance.pause(at: fraction) }
    }
    tree.add(instance, replacing: layer.animations(under: .property, of: property), on: layer)
  }

  private func follow(_ instance: AnimatorInstance) {
    instances.append(instance)
    instance.callbacks = Callbacks(
      completion: { [self] ending in ended(instance, ending) }, began: nil)
  }

  private func ended(_ instance: AnimatorInstance, _ ending: AnimationCompletionReason) {
    instances.removeAll { $0 === instance }
    guard state == .active else { return }
    if pausesOnCompletion, ending == .finished, let tree, let rest = instance.atRest(in: tree) {
      follow(rest)
      rest.addToLayer(in: tree)
    }
    if instances.isEmpty { return end(at: ending == .finished ? heading : .current) }
    guard leg != nil, instances.allSatisfy(\.isResting) else { return }
    leg = nil
    pausedLeg = nil
    pausedFraction = goal
  }

  private var goal: Double { heading == .end ? 1 : 0 }

  /// Applies the changes if they haven't been applied.
  private func activate() -> Bool {
    guard let tree else { return false }
    if state == .inactive {
      guard !changes.isEmpty else { return false }
      tree.catchUp()
      state = .active
      makeChanges()
    }
    return true
  }

  private func makeChanges() {
    guard let tree else { return }
    let made = changes
    changes = []
    tree.run(Transaction()) {
      let outer = tree.animator
      tree.animator = self
      for change in made { change() }
      tree.animator = outer
    }
  }

  private func leg(
    from fraction: Double, curve: AnimationCurve, factor: Double?, velocity: Double?
  ) -> Leg {
    let rest = duration * (factor ?? min(abs(goal - fraction), 1))
    return Leg(
      from: fraction, to: goal, curve: curve, duration: curve.naturalDuration ?? rest,
      velocity: velocity)
  }

  /// The current velocity, in fractions of the entire run per second.
  private var velocity: Double? {
    guard leg != nil, let (leg, elapsed) = presentLeg else { return nil }
    return leg.velocity(at: leg.sample(at: elapsed))
  }

  private func run(_ leg: Leg, delay: Seconds = 0) {
    run(leg) { instance in
      let start = instance.fraction
      var part = leg
      part.from = start
      // Each keeps the same share of its displacement.
      if let velocity = leg.velocity, leg.from != start {
        let rest = leg.to - leg.from
        part.velocity = rest == 0 ? 0 : velocity * (leg.to - start) / rest
      }
      instance.run(part, delay: delay)
    }
  }

  private func run(_ leg: Leg, _ start: (any AnimatorInstance) -> Void) {
    tree?.catchUp()
    self.leg = leg
    pausedLeg = nil
    guard !instances.isEmpty else { return end(at: heading) }
    for instance in instances {
      start(instance)
      tree?.reschedule(instance)
      // On a stopped layer, nothing else draws changes that take effect immediately.
      if instance.redraws, let state = instance.state, state.rate == 0 { state.setNeedsDisplay() }
    }
    tree?.onWake?()
  }

  /// Shows a property at the value that was set.
  private func rest(_ instance: any AnimatorInstance) {
    tree?.reschedule(instance)
    if instance.redraws { instance.state?.setNeedsDisplay() }
  }

  private func end(at position: Position) {
    guard state == .active else { return }
    state = .inactive
    leg = nil
    pausedLeg = nil
    heading = .end
    pausedFraction = 0
    let due = completions
    completions = []
    for completion in due { completion(position) }
  }

  /// A part of an animator's run, from one fraction to another.
  struct Leg {
    var from: Double
    var to: Double
    var curve: AnimationCurve
    var duration: Seconds
    /// The initial velocity of the leg, in fractions of the entire run per second, or `nil`.
    var velocity: Double?
  }
}

extension PropertyAnimator.Leg {
  /// Returns the position of the leg `elapsed` seconds after its start.
  func sample(at elapsed: Seconds) -> TimeSample {
    let timing = MediaTiming(duration: duration, fillMode: .both)
    return timing.sample(at: elapsed) ?? TimeSample(time: 0, progress: 0, iteration: 0, rate: 0)
  }

  func fraction(at sample: TimeSample) -> Double {
    if sample.progress == 1 { return to }
    guard let velocity else { return from + (to - from) * curve.progress(at: sample) }
    let part = curve.progressKeepingVelocity(at: sample, duration: duration)
    return from + (to - from) * part.progress + velocity * part.impulse
  }

  func velocity(at sample: TimeSample) -> Double {
    guard let velocity else {
      return (to - from) * curve.progressRate(at: sample, duration: duration) * sample.rate
    }
    let part = curve.progressKeepingVelocity(at: sample, duration: duration)
    return ((to - from) * part.progressRate + velocity * part.impulseRate) * sample.rate
  }

  /// Returns the rest of the leg after `elapsed` seconds, for a change that starts then. A spring
  /// is fitted to it, so that it settles with the others.
  func rest(after elapsed: Seconds) -> Self {
    guard elapsed > 0, duration.isFinite else { return self }
    let left = max(duration - elapsed, 0)
    return Self(from: 0, to: to, curve: .function(curve.fitted), duration: left, velocity: nil)
  }
}

/// A property change that an animator drives, whatever the type of its values.
protocol AnimatorInstance: AnimationInstance {
  /// The progress of the change: 0 at its start, 1 at its end.
  var fraction: Double { get }
  /// Seconds since the animator's leg began.
  var elapsed: Seconds? { get }
  /// Whether the change stays where it is.
  var isResting: Bool { get }
  /// Whether the change continues with another velocity.
  var hasNewVelocity: Bool { get }
  /// Returns a change that stays at the value of this ended change, or `nil` if its property has
  /// been set since or its layer has been released.
  func atRest(in tree: LayerTree) -> (any AnimatorInstance)?
  func addToLayer(in tree: LayerTree)
  /// Sets the model to the target value of the animator: the start at 0, the end at 1.
  func head(for goal: Double)
  /// Says that the animator was at `fraction` when the change was added.
  func join(at fraction: Double)
  func run(_ leg: PropertyAnimator.Leg, delay: Seconds)
  /// Stays where it is while the animator is at `fraction`, until it is resumed or scrubbed.
  func pause(at fraction: Double)
  func resume()
  /// Moves to the value for `fraction`, from the value for `present`.
  func scrub(from present: Double, to fraction: Double)
  /// Sets the model to the value at `position`.
  func settle(at position: PropertyAnimator.Position)
}

extension AnimatorInstance {
  /// Removes the animation from its layer without calling its completion, although the transactions
  /// that wait for it are completed.
  func remove(from tree: LayerTree?) {
    callbacks?.completion = nil
    guard let state, let tree else { return }
    tree.end(state.animations.filter { $0 === self }, .removed)
  }
}

/// A change of a property from one value to another, driven by an animator.
final class AnimatedChange<Value: Interpolatable>: PropertyInstance<Value>, AnimatorInstance {
  private let start: Value
  private let target: Value
  private let displacement: Value.Displacement
  /// The run of the change, or `nil` if the change rests, with the time between the start of the
  /// leg and the change, in seconds.
  private var run: Run?
  private var joinedAfter: Seconds = 0
  /// The run before a pause, and the seconds spent on it.
  private var paused: (run: Run, spent: Seconds)?
  /// The fraction while at rest.
  private var restingFraction = 0.0
  /// The deviation from the straight line at which the change rests, after a motion with its own
  /// velocity.
  private var detour: Value.Displacement?
  /// A fraction of the animator, and the fraction of the change there. Scrubbing passes through
  /// this point. Changes that were made at the start have the animator's fraction throughout.
  private var anchor = (animator: 0.0, change: 0.0)
  /// The velocity to run with the next time, which need not be along the way.
  var nextVelocity: Value.Displacement?

  /// A leg from the current value of the change.
  private struct Run {
    var leg: PropertyAnimator.Leg
    /// The displacement from the start of the leg on the straight line to the start of the change.
    var detour: Value.Displacement?
    /// The change's own velocity, or `nil` to use the velocity of the leg.
    var velocity: Value.Displacement?
  }

  init(of property: Animatable<Value>, to value: Value, on layer: LayerState) {
    start = property.presentation
    target = value
    displacement = Value.displacement(from: start, to: value, turning: property.turning)
    let still = BasicInterpolator(
      start: start, end: start, displacement: nil, curve: .linear, turning: .raw, velocity: nil)
    super.init(
      animation: PreparedAnimation(.basic(still)), property: property,
      timing: MediaTiming(delay: layer.time, duration: 1, speed: 0), key: .property,
      isRemovedOnCompletion: true, group: nil)
  }

  /// Creates a change at rest that replaces one that has ended.
  private init(_ ended: AnimatedChange, of property: Animatable<Value>, on layer: LayerState) {
    (start, target, displacement) = (ended.start, ended.target, ended.displacement)
    super.init(
      animation: ended.animation, property: property,
      timing: MediaTiming(delay: layer.time, duration: 1, speed: 0), key: .property,
      isRemovedOnCompletion: true, group: nil)
    anchor = ended.anchor
    hold(at: ended.run?.leg.to ?? ended.restingFraction)
  }

  func atRest(in tree: LayerTree) -> (any AnimatorInstance)? {
    guard let property, let state, state.tree === tree,
      property.model == value(at: run?.leg.to ?? restingFraction),
      state.animations(under: .property, of: property).isEmpty
    else { return nil }
    return AnimatedChange(self, of: property, on: state)
  }

  func addToLayer(in tree: LayerTree) {
    if let state { tree.add(self, replacing: [], on: state) }
  }

  var isResting: Bool { run == nil }

  var hasNewVelocity: Bool { nextVelocity != nil }

  var fraction: Double {
    guard let leg = run?.leg, let spent else { return restingFraction }
    return leg.fraction(at: leg.sample(at: spent))
  }

  var elapsed: Seconds? { spent.map { $0 + joinedAfter } }

  /// The time since the change's own leg began, in seconds.
  private var spent: Seconds? { state.map { ($0.time - timing.delay) * timing.speed } }

  func head(for goal: Double) { property?.model = goal == 1 ? target : start }

  func join(at fraction: Double) {
    anchor = (fraction, 0)
    hold(at: 0)
  }

  func join(_ leg: PropertyAnimator.Leg, after elapsed: Seconds) {
    start(leg.rest(after: elapsed), spent: elapsed > 0 ? 0 : elapsed)
    joinedAfter = max(elapsed, 0)
  }

  func run(_ leg: PropertyAnimator.Leg, delay: Seconds) { start(leg, spent: -delay) }

  /// Continues along a leg from the current value of the change.
  private func start(_ leg: PropertyAnimator.Leg, spent: Seconds) {
    guard let state else { return }
    let keeps = leg.velocity != nil && run?.velocity != nil
    let velocity = nextVelocity ?? (keeps ? self.velocity(at: state.time) : nil)
    nextVelocity = nil
    start(Run(leg: leg, detour: presentDetour, velocity: velocity), spent: spent)
  }

  private func start(_ run: Run, spent: Seconds) {
    guard let state else { return }
    self.run = run
    joinedAfter = 0
    paused = nil
    let leg = run.leg
    var begin = value(at: leg.from)
    var rest = displacement * (leg.to - leg.from)
    if let detour = run.detour {
      begin = begin.moved(by: detour)
      rest = rest - detour
    }
    let interpolator = BasicInterpolator(
      start: begin, end: value(at: leg.to), displacement: rest, curve: leg.curve, turning: .raw,
      velocity: run.velocity ?? leg.velocity.map { displacement * $0 })
    animation = PreparedAnimation(.basic(interpolator))
    let direction = state.direction
    timing = MediaTiming(
      delay: state.time - spent * direction, duration: leg.duration, speed: direction,
      fillMode: .backwards)
  }

  /// The current deviation of the change from the straight line.
  private var presentDetour: Value.Displacement? {
    guard let run else { return detour }
    guard run.velocity != nil || run.detour != nil, let state else { return nil }
    let seen = value(at: state.time, over: start)
    return Value.displacement(from: value(at: fraction), to: seen, turning: .raw)
  }

  private func velocity(at time: Seconds) -> Value.Displacement {
    guard let sample = sample(at: time) else { return .zero }
    return animation.velocity(at: sample, timing: timing, over: start, baseVelocity: .zero)
      * (state?.direction ?? 1)
  }

  func pause(at fraction: Double) {
    if let run, let spent { paused = (run, spent) }
    anchor = (fraction, self.fraction)
    hold(at: self.fraction, beside: presentDetour)
  }

  func resume() {
    guard let paused else { return }
    let joined = joinedAfter
    start(paused.run, spent: paused.spent)
    joinedAfter = joined
  }

  func scrub(from present: Double, to fraction: Double) {
    if run != nil { anchor = (present, self.fraction) }
    paused = nil
    // A deviation from the straight line vanishes at both ends.
    let (before, detour) = (self.fraction, presentDetour)
    let after = changeFraction(at: fraction)
    let (part, whole) = after < before ? (after, before) : (1 - after, 1 - before)
    hold(at: after, beside: detour.map { $0 * (whole > 0 ? max(part / whole, 0) : 0) })
  }

  /// Returns the change's own fraction for the animator's: linear on both sides of the anchor.
  private func changeFraction(at fraction: Double) -> Double {
    let (animator, change) = anchor
    if animator == change || animator >= 1 { return fraction }
    if fraction < animator { return change * fraction / animator }
    return change + (1 - change) * (fraction - animator) / (1 - animator)
  }

  private func hold(at fraction: Double, beside detour: Value.Displacement? = nil) {
    run = nil
    restingFraction = fraction
    self.detour = detour
    let onWay = value(at: fraction)
    let value = detour.map(onWay.moved) ?? onWay
    let still = BasicInterpolator(
      start: value, end: value, displacement: nil, curve: .linear, turning: .raw, velocity: nil)
    animation = PreparedAnimation(.basic(still))
    // With speed 0, the animation isn't counted as running.
    timing = MediaTiming(delay: state?.time ?? 0, duration: 1, speed: 0)
  }

  func settle(at position: PropertyAnimator.Position) {
    guard let property else { return }
    switch position {
    case .start: property.model = start
    case .end: property.model = target
    case .current: property.model = property.presentation
    }
  }

  private func value(at fraction: Double) -> Value {
    if fraction == 0 { return start }
    return fraction == 1 ? target : start.moved(by: displacement * fraction)
  }
}
