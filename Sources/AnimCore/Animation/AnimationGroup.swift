/// Animations of one layer's properties that run together, in a time of their own: the group's
/// basic time is the parent time of its members, and its end cuts them off.
public struct AnimationGroup {
  public var timing: MediaTiming
  /// The curve by which the members' time runs.
  public var curve: TimingFunction
  /// Where false, the members stay attached when the group has ended.
  public var isRemovedOnCompletion: Bool
  private var members: [any GroupMember] = []

  public init(
    timing: MediaTiming = MediaTiming(), curve: TimingFunction = .linear,
    isRemovedOnCompletion: Bool = true
  ) {
    self.timing = timing
    self.curve = curve
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// Adds an animation for `property`, which has to be of the layer that the group is added to.
  public mutating func add<Member: PropertyAnimation>(
    _ animation: Member, to property: Animatable<Member.Value>
  ) {
    members.append(PropertyMember(animation: animation, property: property))
  }

  /// Adds a group within this one.
  public mutating func add(_ inner: AnimationGroup) { members.append(inner) }
}

/// What can stand in a group.
protocol GroupMember {
  /// The animation made ready in its group, but not yet attached.
  func instance(
    startingAt start: Seconds, on layer: Layer, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance?
  ) throws(AnimationError) -> AnimationInstance
}

extension AnimationGroup: GroupMember {
  func instance(
    startingAt start: Seconds, on layer: Layer, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance?
  ) throws(AnimationError) -> AnimationInstance {
    try timing.validate()
    var timing = timing
    timing.duration = timing.duration ?? tree.transaction.duration ?? 0.25
    timing.beginTime += start
    let instance = GroupInstance(
      curve: curve, timing: timing, key: key, isRemovedOnCompletion: isRemovedOnCompletion,
      redraws: true, layer: layer, group: group)
    for member in members {
      instance.members.append(
        try member.instance(startingAt: 0, on: layer, in: tree, key: nil, group: instance))
    }
    return instance
  }
}

private struct PropertyMember<Animation: PropertyAnimation>: GroupMember {
  let animation: Animation
  let property: Animatable<Animation.Value>

  func instance(
    startingAt start: Seconds, on layer: Layer, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance?
  ) throws(AnimationError) -> AnimationInstance {
    guard property.layer === layer else { throw .propertyOfAnotherLayer }
    return try property.instance(
      of: animation, startingAt: start, in: tree, key: key, group: group)
  }
}
