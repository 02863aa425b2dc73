/// An animation that has been added to a layer.
class AnimationInstance {
  /// The timing with its duration settled and its begin counted in the time of its parent: the
  /// layer, or the group.
  final var timing: MediaTiming
  final let key: AnimationKey?
  final let isRemovedOnCompletion: Bool
  /// Whether the layer has to be drawn again while the animation runs.
  final let redraws: Bool
  private final let clock: LayerClock?
  private final let isMember: Bool
  /// The group that the animation is a member of. With it goes its time, and no value is left.
  final weak var group: GroupInstance?
  /// The layer's time from which on the animation is over, whatever rounding makes of its timing.
  private final var heldFrom: Seconds = .infinity

  final var began: (() -> Void)?
  final var completion: ((AnimationEnding) -> Void)?
  final var scope: CompletionScope?
  /// Rises with each animation that is added to a tree: the order of events of one instant.
  final var sequence = 0
  /// The tree's times at which the animation begins and ends.
  final var begin: Seconds = -.infinity
  final var end: Seconds = .infinity
  final var hasBegun = false
  /// The place in the tree's queue, or nil while the animation stands still or is over.
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

  /// What the queue waits for, as a time of the tree.
  final var nextEvent: Seconds { hasBegun ? end : begin }

  /// The members, of inner groups too, that have callbacks and so begin and end as themselves.
  var ownEvents: [AnimationInstance] { [] }

  /// Puts the animation on top of the others of the properties that it moves.
  func attach() {}

  /// Takes the animation away from the properties that it moves.
  func detach() {}

  /// Whether the animation moves `property`.
  func moves(_ property: AnimatableProperty) -> Bool { false }

  /// Where the animation is at a time of its layer; nil where it contributes nothing.
  final func sample(at time: Seconds) -> TimeSample? {
    guard isMember else {
      return time < heldFrom ? timing.sample(at: time) : timing.heldSample
    }
    guard let inner = group?.innerTime(at: time) else { return nil }
    var sample = timing.sample(at: inner.time, holdingEnd: inner.isHeld)
    sample?.rate *= inner.rate
    return sample
  }

  /// From `time` of the layer on, which runs at `rate`, the animation shows its last value or none.
  ///
  /// The instant of the end is rounded where it is converted, and by its own arithmetic the
  /// animation could be a little short of it.
  final func hold(from time: Seconds, rate: Double) {
    if rate > 0 && timing.speed > 0 { heldFrom = time }
  }

  /// When the animation begins and ends in the time of its layer, if that time runs at a `rate` of
  /// this sign against the tree's; nil where it stands still.
  final func localSpan(rate: Double) -> (begin: Seconds, end: Seconds)? {
    if isMember { return group?.span(of: self, rate: rate) }
    guard rate * timing.speed != 0 else { return nil }
    return timing.span(isReversed: rate * timing.speed < 0)
  }
}

/// An animation of one property.
class PropertyInstance<Value: Interpolatable>: AnimationInstance {
  final var animation: PreparedAnimation<Value>
  /// The property, which takes itself out when it goes.
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
