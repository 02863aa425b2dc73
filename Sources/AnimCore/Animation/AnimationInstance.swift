/// An animation that has been added to a layer.
class AnimationInstance {
  /// The timing with its duration settled and its begin counted in the time of its parent: the
  /// layer, or the group.
  let timing: MediaTiming
  let key: AnimationKey?
  let isRemovedOnCompletion: Bool
  /// Whether the layer has to be drawn again while the animation runs.
  let redraws: Bool
  private let clock: LayerClock?
  private let isMember: Bool
  /// The group that the animation is a member of. With it goes its time, and no value is left.
  private weak var group: GroupInstance?

  var completion: ((AnimationEnding) -> Void)?
  var scope: CompletionScope?
  /// Rises with each animation that is added to a tree: the order among those that end together.
  var sequence = 0
  /// The tree's time at which the animation ends; infinite where it does not.
  var end: Seconds = .infinity
  /// The place in the tree's queue, or nil while the animation stands still or is over.
  var queueIndex: Int?
  /// Whether the completion has been told.
  var isOver = false

  init(
    timing: MediaTiming, key: AnimationKey?, isRemovedOnCompletion: Bool, redraws: Bool,
    clock: LayerClock?, group: GroupInstance?
  ) {
    self.timing = timing
    self.key = key
    self.isRemovedOnCompletion = isRemovedOnCompletion
    self.redraws = redraws
    self.clock = clock
    self.isMember = group != nil
    self.group = group
  }

  var layer: Layer? { clock?.layer }

  /// Puts the animation on top of the others of the properties that it moves.
  func attach() {}

  /// Takes the animation away from the properties that it moves.
  func detach() {}

  /// Whether the animation is the one that `property` bears under its own name.
  func isProper(to property: AnimatableProperty) -> Bool { false }

  /// Where the animation is at a time of its layer; nil where it contributes nothing.
  final func sample(at time: Seconds) -> TimeSample? {
    guard isMember else { return timing.sample(at: time) }
    guard let (inner, rate) = group?.innerTime(at: time) else { return nil }
    var sample = timing.sample(at: inner)
    sample?.rate *= rate
    return sample
  }

  /// When the animation ends in the time of its layer, if that time runs at a `rate` of this sign
  /// against the tree's.
  final func localEnd(rate: Double) -> Seconds {
    let active = rate * timing.speed > 0 ? timing.activeDuration : 0
    return timing.beginTime + active / timing.speed
  }
}

/// An animation of one property.
final class PropertyInstance<Value: Interpolatable>: AnimationInstance {
  let motion: Motion<Value>
  /// The property, which takes itself out when it goes.
  unowned(unsafe) var property: Animatable<Value>?

  init(
    motion: Motion<Value>, property: Animatable<Value>, timing: MediaTiming, key: AnimationKey?,
    isRemovedOnCompletion: Bool, group: GroupInstance?
  ) {
    self.motion = motion
    self.property = property
    super.init(
      timing: timing, key: key, isRemovedOnCompletion: isRemovedOnCompletion,
      redraws: property.redraws, clock: property.clock, group: group)
  }

  override func attach() { property?.instances.append(self) }

  override func detach() { property?.instances.removeAll { $0 === self } }

  override func isProper(to property: AnimatableProperty) -> Bool {
    key == .property && property === self.property
  }
}

/// A group that has been added to a layer: the parent of its animations' time.
final class GroupInstance: AnimationInstance {
  private let curve: TimingFunction
  var members: [AnimationInstance] = []

  init(
    curve: TimingFunction, timing: MediaTiming, key: AnimationKey?, isRemovedOnCompletion: Bool,
    redraws: Bool, layer: Layer, group: GroupInstance?
  ) {
    self.curve = curve
    super.init(
      timing: timing, key: key, isRemovedOnCompletion: isRemovedOnCompletion, redraws: redraws,
      clock: layer.clock, group: group)
  }

  override func attach() {
    for member in members { member.attach() }
  }

  override func detach() {
    for member in members { member.detach() }
  }

  /// The time of the members, and how fast it runs, at a time of the layer.
  func innerTime(at time: Seconds) -> (time: Seconds, rate: Double)? {
    guard let sample = sample(at: time) else { return nil }
    if curve == .linear { return (sample.time, sample.rate) }
    let inner = curve.value(at: sample.progress) * (timing.duration ?? 0)
    return (inner, sample.rate * (curve.slope(at: sample.progress) ?? 0))
  }
}
