/// An animation that has been added to a layer.
class AnimationInstance {
  final let key: AnimationKey?
  /// The closures to call when the animation begins and ends, or `nil` for none.
  final var callbacks: Callbacks?
  /// Increases with each animation added to a tree, to order events at the same instant.
  final var sequence = 0
  /// The tree's times at which the animation begins and ends.
  final var begin: Seconds = -.infinity
  final var end: Seconds = .infinity
  /// The identifier of the animation in the tree's queue, or 0 while it is stopped or over.
  final var ticket: UInt32 = 0
  /// The index among the animations that are over but attached, or −1.
  final var heldIndex: Int32 = -1
  /// The positions of the animation in the lists of its layer and its property.
  final var layerSlot: UInt32 = 0
  final var propertySlot: UInt32 = 0
  final let isRemovedOnCompletion: Bool
  /// Whether the layer has to be drawn again while the animation runs.
  final let redraws: Bool
  /// Whether this is an ``ImageChanges``, which never begins.
  final let awaitsChanges: Bool
  final var hasBegun = false
  /// Whether the completion has been called or is due.
  final var isOver = false
  /// Whether the animation was over as soon as it was added, in the present update.
  final var isLate = false
  /// That of the layer.
  final let state: LayerState?
  /// The group that the animation is a member of. Once it is gone, the animation has no time and no
  /// value.
  final weak var group: GroupInstance?

  // The fields that every frame reads come last, next to the values of a property's animation.
  private final let isMember: Bool
  /// The layer's time from which the animation is over, regardless of how its timing rounds.
  @exclusivity(unchecked) private final var heldFrom: Seconds = .infinity
  /// Whether active time runs backwards while the tree's time runs forwards, so that the animation
  /// begins at its end.
  @exclusivity(unchecked) private final var runsBackwards = false
  /// The timing with its duration resolved, and its delay from the zero of its parent's time, which is
  /// the layer's or the group's.
  @exclusivity(unchecked) final var timing: MediaTiming

  init(
    timing: MediaTiming, key: AnimationKey?, isRemovedOnCompletion: Bool, redraws: Bool,
    state: LayerState?, group: GroupInstance?, awaitsChanges: Bool = false
  ) {
    self.awaitsChanges = awaitsChanges
    self.timing = timing
    self.key = key
    self.isRemovedOnCompletion = isRemovedOnCompletion && group == nil
    self.redraws = redraws
    self.state = state
    self.isMember = group != nil
    self.group = group
  }

  /// Whether the animation is waiting for its begin or its end.
  final var isQueued: Bool { ticket != 0 }

  /// The event that the queue waits for, in the tree's time.
  final var nextEvent: Seconds { hasBegun ? end : begin }

  /// The members with callbacks, including those of nested groups. They begin and end separately.
  var observedMembers: [AnimationInstance] { [] }

  /// Puts the animation on top of the others on its properties.
  func attach() {}

  /// Removes the animation from its properties.
  func detach() {}

  /// Returns whether the animation animates `property`.
  func animates(_ property: AnimatableProperty) -> Bool { false }

  /// Returns the position of the animation at a time of its layer, or `nil` if the animation has no
  /// effect then.
  final func sample(at time: Seconds) -> TimeSample? {
    guard isMember else {
      return time < heldFrom
        ? timing.sample(at: time, includingEnd: runsBackwards) : timing.heldSample
    }
    guard let inner = group?.innerTime(at: time) else { return nil }
    var sample = timing.sample(at: inner.time, includingEnd: inner.isEnd)
    sample?.rate *= inner.rate
    return sample
  }

  /// Keeps the last value starting at `time` of the layer, if the fill mode keeps one. The layer's
  /// time runs at `rate`.
  ///
  /// Converting the end to the layer's time rounds it, so computing the sample at that time could
  /// fall just short of the end.
  final func hold(from time: Seconds, rate: Double) {
    if rate > 0 && timing.speed > 0 { heldFrom = time }
  }

  /// Returns when the animation begins and ends in the time of its layer, or `nil` if it is
  /// stopped. Records its direction. Only the sign of `rate`, the rate relative to the tree,
  /// matters.
  final func localSpan(rate: Double) -> (begin: Seconds, end: Seconds)? {
    if isMember { return group?.span(of: self, rate: rate) }
    guard rate * timing.speed != 0 else { return nil }
    runsBackwards = rate * timing.speed < 0
    return timing.span(isReversed: runsBackwards)
  }
}

/// An animation of one property.
class PropertyInstance<Value: Interpolatable>: AnimationInstance {
  @exclusivity(unchecked) final var animation: PreparedAnimation<Value>
  /// The property, which clears this reference when it is deallocated.
  final unowned(unsafe) var property: Animatable<Value>?

  init(
    animation: PreparedAnimation<Value>, property: Animatable<Value>, timing: MediaTiming,
    key: AnimationKey?, isRemovedOnCompletion: Bool, group: GroupInstance?
  ) {
    self.animation = animation
    self.property = property
    super.init(
      timing: timing, key: key, isRemovedOnCompletion: isRemovedOnCompletion,
      redraws: property.redraws, state: property.state, group: group)
  }

  /// Returns the value at a time of the layer, composed with the value underneath.
  final func value(at time: Seconds, over base: Value) -> Value {
    guard let sample = sample(at: time) else { return base }
    return animation.value(at: sample, timing: timing, over: base)
  }

  override func attach() { property?.instances.append(self) }

  override func detach() { property?.instances.remove(self) }

  override func animates(_ property: AnimatableProperty) -> Bool { property === self.property }
}

/// The closures to call when an animation begins and ends.
///
/// The tree clears them when it is deallocated, which can happen on any thread. Nothing else
/// accesses them at that time.
final class Callbacks {
  var began: (() -> Void)?
  var completion: ((AnimationCompletionReason) -> Void)?
  /// The transaction that waits for the end.
  var scope: CompletionScope?
  /// The index in the tree's list.
  var index: Int?

  init() {}

  /// Creates callbacks, or returns `nil` if both closures are `nil`.
  init?(completion: ((AnimationCompletionReason) -> Void)?, began: (() -> Void)?) {
    guard completion != nil || began != nil else { return nil }
    self.began = began
    self.completion = completion
  }

  func clear() { (began, completion, scope) = (nil, nil, nil) }
}

/// An animation of a property with values of one type.
///
/// To implement your own kind of animation, return a
/// ``PreparedAnimation/init(curve:isAdditive:value:)`` from ``prepared(overriding:)``.
public protocol PropertyAnimation<Value> {
  /// The type of the property.
  associatedtype Value: Interpolatable

  /// The timing of the animation relative to its layer.
  var timing: MediaTiming { get }
  /// Whether the animation is removed when it ends. Otherwise, it stays attached and follows its
  /// fill mode.
  var isRemovedOnCompletion: Bool { get }

  /// Checks the animation's values and prepares them for evaluation.
  /// - Parameter curve: The transaction's curve, which overrides the animation's own, or `nil`.
  /// - Throws: ``AnimationError``, which names the invalid value.
  func prepared(
    overriding curve: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value>
}

/// A checked animation that is ready to be evaluated, from
/// ``PropertyAnimation/prepared(overriding:)``.
public struct PreparedAnimation<Value: Interpolatable> {
  /// Turns the time within a cycle into values.
  enum Interpolator {
    case basic(BasicInterpolator<Value>)
    case keyframes(KeyframeInterpolator<Value>)
    case path(PathInterpolator<Value>)
    case function(FunctionInterpolator<Value>)
  }

  let interpolator: Interpolator
  let isAdditive: Bool
  let isCumulative: Bool
  /// The duration to use if the timing has none, such as the settling duration of a spring.
  let naturalDuration: Seconds?

  init(
    _ interpolator: Interpolator, isAdditive: Bool = false, isCumulative: Bool = false,
    naturalDuration: Seconds? = nil
  ) {
    self.interpolator = interpolator
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.naturalDuration = naturalDuration
  }
}

extension PreparedAnimation {
  /// Creates an animation whose values are a function of its progress.
  /// - Parameters:
  ///   - curve: The curve of the progress. A spring uses its settling duration unless the timing
  ///     has a duration.
  ///   - isAdditive: Whether to add the values to the current value instead of replacing it.
  ///   - value: A closure that returns the value at a progress. The progress is 0 at the start
  ///     and 1 at the end, and may leave that range if the curve does.
  public init(
    curve: AnimationCurve = .linear, isAdditive: Bool = false,
    value: @escaping (_ progress: Double) -> Value
  ) {
    let function = curve.fitted
    self.init(
      .function(FunctionInterpolator(curve: function, value: value)), isAdditive: isAdditive,
      naturalDuration: function.naturalDuration)
  }

  /// Returns the value at `sample`, composed with the value underneath.
  @inline(__always)
  func value(
    at sample: TimeSample, timing: MediaTiming, over base: Value
  ) -> Value {
    // An additive animation starts from zero, so its own current value adds nothing.
    let underneath = isAdditive ? .zero : base
    var value = pathValue(at: sample, duration: timing.duration ?? 0, over: underneath)
    // An animation that autoreverses ends each cycle where it began.
    if isCumulative && sample.iteration != 0 && !timing.autoreverses {
      value = value.moved(by: gain(over: underneath) * sample.iteration)
    }
    guard isAdditive else { return value }
    return base.moved(by: Value.displacement(from: .zero, to: value, turning: .raw))
  }

  /// Returns the derivative of ``value(at:timing:over:)`` per second of the parent's time.
  func velocity(
    at sample: TimeSample, timing: MediaTiming, over base: Value,
    baseVelocity: Value.Displacement
  ) -> Value.Displacement {
    let duration = timing.duration ?? 0
    let underneath = isAdditive ? .zero : base
    let contribution =
      switch interpolator {
      case .basic(let basic):
        basic.velocity(
          at: sample, duration: duration, over: underneath,
          baseVelocity: isAdditive ? .zero : baseVelocity)
      case .keyframes(let keyframes):
        keyframes.velocity(at: sample, duration: duration)
      case .path(let path):
        path.velocity(at: sample, duration: duration)
      case .function(let function):
        function.velocity(at: sample, duration: duration)
      }
    return isAdditive ? contribution + baseVelocity : contribution
  }

  @inline(__always)
  private func pathValue(at sample: TimeSample, duration: Seconds, over base: Value) -> Value {
    switch interpolator {
    case .basic(let basic): basic.value(at: sample, duration: duration, over: base)
    case .keyframes(let keyframes): keyframes.value(at: sample)
    case .path(let path): path.value(at: sample)
    case .function(let function): function.value(at: sample)
    }
  }

  private func gain(over base: Value) -> Value.Displacement {
    switch interpolator {
    case .basic(let basic): basic.gain(over: base)
    case .keyframes(let keyframes): keyframes.gain
    case .path(let path): path.gain
    case .function(let function): function.gain
    }
  }
}

/// Values as a function of the progress.
final class FunctionInterpolator<Value: Interpolatable> {
  private let curve: TimingFunction
  private let value: (Double) -> Value

  init(curve: TimingFunction, value: @escaping (Double) -> Value) {
    self.curve = curve
    self.value = value
  }

  func value(at sample: TimeSample) -> Value { value(curve.value(at: sample.progress)) }

  /// Returns the derivative per second of the parent's time, from two nearby values.
  func velocity(at sample: TimeSample, duration: Seconds) -> Value.Displacement {
    guard duration > 0 else { return .zero }
    let progress = curve.value(at: sample.progress)
    let step = 1e-5
    let displacement = Value.displacement(
      from: value(progress - step), to: value(progress + step), turning: .shortest)
    return displacement
      * ((curve.slope(at: sample.progress) ?? 0) / duration * sample.rate / (2 * step))
  }

  /// The displacement that each repetition adds.
  var gain: Value.Displacement {
    Value.displacement(from: value(0), to: value(1), turning: .raw)
  }
}

/// The name by which an animation can be found, removed or replaced.
public enum AnimationKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The property's own name, used for its implicit animations. At most one animation of a property
  /// has it.
  case property
  /// A custom name. At most one animation of a layer can have it.
  case named(String)

  /// Creates a custom name from a string literal.
  public init(stringLiteral value: String) { self = .named(value) }
}

/// The reason why an animation ended.
public enum AnimationCompletionReason: Hashable, Sendable {
  /// The animation has reached the end of its active time.
  case finished
  /// Another animation was added under its key, or its property was set again.
  case replaced
  /// The animation or its layer was removed.
  case removed
}

/// The public state of an animation that has been added to a layer.
public struct AttachedAnimation: Hashable, Sendable {
  /// The stages that an animation goes through.
  public enum Phase: Hashable, Sendable {
    /// The animation hasn't begun.
    case waiting
    /// The animation has begun and not ended.
    case running
    /// The animation is over, and its fill mode holds its final value.
    case ended
  }

  /// The name that the animation was added under, if any.
  public let key: AnimationKey?
  /// The layer's time at which the animation begins, including its delay, or ends if it plays
  /// backwards.
  public let beginTime: Seconds
  /// The timing, with its duration resolved, and without a delay, which is part of ``beginTime``.
  public let timing: MediaTiming
  /// The phase of the animation at the time of the lookup.
  public let phase: Phase

  init(_ instance: AnimationInstance) {
    key = instance.key
    beginTime = instance.timing.delay
    var timing = instance.timing
    timing.delay = 0
    self.timing = timing
    let isOver = instance.isOver && !instance.isQueued
    phase = isOver ? .ended : instance.hasBegun ? .running : .waiting
  }
}
