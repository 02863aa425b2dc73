/// An animation that has been added to a layer.
class AnimationInstance {
  /// The timing with its duration resolved and its begin time converted to the time of its parent,
  /// which is the layer or the group.
  final var timing: MediaTiming
  final let key: AnimationKey?
  final let isRemovedOnCompletion: Bool
  /// Whether the layer has to be drawn again while the animation runs.
  final let redraws: Bool
  private final let clock: LayerClock?
  private final let isMember: Bool
  /// The group that the animation is a member of. Once it is gone, the animation has no time and no
  /// value.
  final weak var group: GroupInstance?
  /// The layer's time from which the animation is over, regardless of how its timing rounds.
  private final var heldFrom: Seconds = .infinity

  final var began: (() -> Void)?
  final var completion: ((AnimationEnding) -> Void)?
  final var scope: CompletionScope?
  /// Increases with each animation added to a tree, to order events at the same instant.
  final var sequence = 0
  /// The tree's times at which the animation begins and ends.
  final var begin: Seconds = -.infinity
  final var end: Seconds = .infinity
  final var hasBegun = false
  /// The index in the tree's queue, or nil while the animation is stopped or over.
  final var queueIndex: Int?
  /// Whether the completion has been called or is due.
  final var isOver = false

  init(
    timing: MediaTiming, key: AnimationKey?, isRemovedOnCompletion: Bool, redraws: Bool,
    clock: LayerClock?, group: GroupInstance?
  ) {
    self.timing = timing
    self.key = key
    self.isRemovedOnCompletion = isRemovedOnCompletion && group == nil
    self.redraws = redraws
    self.clock = clock
    self.isMember = group != nil
    self.group = group
  }

  final var layer: Layer? { clock?.layer }

  /// The event that the queue waits for, in the tree's time.
  final var nextEvent: Seconds { hasBegun ? end : begin }

  /// The members, including those of nested groups, that have callbacks and so begin and end
  /// separately.
  var ownEvents: [AnimationInstance] { [] }

  /// Puts the animation on top of the others on its properties.
  func attach() {}

  /// Removes the animation from its properties.
  func detach() {}

  /// Whether the animation animates `property`.
  func moves(_ property: AnimatableProperty) -> Bool { false }

  /// Where the animation is at a time of its layer, or nil if it contributes nothing.
  final func sample(at time: Seconds) -> TimeSample? {
    guard isMember else {
      return time < heldFrom ? timing.sample(at: time) : timing.heldSample
    }
    guard let inner = group?.innerTime(at: time) else { return nil }
    var sample = timing.sample(at: inner.time, holdingEnd: inner.isHeld)
    sample?.rate *= inner.rate
    return sample
  }

  /// Shows the last value, or none, from `time` of the layer on. The layer's time runs at `rate`.
  ///
  /// The instant of the end is rounded when it is converted, so the animation's own arithmetic
  /// could fall a little short of it.
  final func hold(from time: Seconds, rate: Double) {
    if rate > 0 && timing.speed > 0 { heldFrom = time }
  }

  /// When the animation begins and ends in the time of its layer, which runs at `rate` relative to
  /// the tree's (only the sign matters); nil if it is stopped.
  final func localSpan(rate: Double) -> (begin: Seconds, end: Seconds)? {
    if isMember { return group?.span(of: self, rate: rate) }
    guard rate * timing.speed != 0 else { return nil }
    return timing.span(isReversed: rate * timing.speed < 0)
  }
}

/// An animation of one property.
class PropertyInstance<Value: Interpolatable>: AnimationInstance {
  final var animation: PreparedAnimation<Value>
  /// The property, which clears this when it is deallocated.
  final unowned(unsafe) var property: Animatable<Value>?

  init(
    animation: PreparedAnimation<Value>, property: Animatable<Value>, timing: MediaTiming,
    key: AnimationKey?, isRemovedOnCompletion: Bool, group: GroupInstance?
  ) {
    self.animation = animation
    self.property = property
    super.init(
      timing: timing, key: key, isRemovedOnCompletion: isRemovedOnCompletion,
      redraws: property.redraws, clock: property.clock, group: group)
  }

  override func attach() { property?.instances.append(self) }

  override func detach() { property?.instances.removeAll { $0 === self } }

  override func moves(_ property: AnimatableProperty) -> Bool { property === self.property }
}
