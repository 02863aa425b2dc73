/// Animations of one layer's properties that run together, in a time of their own: the group's
/// basic time is the parent time of its members, and its end cuts them off.
public struct AnimationGroup {
  public var timing: MediaTiming
  /// The curve by which the members' time runs; by default the transaction's, in the end linear.
  public var curve: TimingFunction?
  /// Where false, the members stay attached when the group has ended, and show what its fill mode
  /// says: held at its end, it holds those that end with it.
  public var isRemovedOnCompletion: Bool
  private var members: [any GroupMember] = []

  public init(
    timing: MediaTiming = MediaTiming(), curve: TimingFunction? = nil,
    isRemovedOnCompletion: Bool = true
  ) {
    self.timing = timing
    self.curve = curve
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// Adds an animation for `property`, which has to be of the layer that the group is added to. If
  /// it has no duration of its own, it takes the group's.
  /// - Parameters:
  ///   - completion: called once, when the member ends or the group does. In a group that repeats,
  ///     reverses or has a curve, that is when the group does.
  ///   - began: called once, when the member begins, in such a group when the group does.
  public mutating func add<Member: PropertyAnimation>(
    _ animation: Member, to property: Animatable<Member.Value>,
    completion: ((AnimationEnding) -> Void)? = nil, began: (() -> Void)? = nil
  ) {
    members.append(
      PropertyMember(
        animation: animation, property: property, completion: completion, began: began))
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
    let inherited = group == nil ? tree.transaction.curve?.function : nil
    let instance = GroupInstance(
      curve: curve ?? inherited ?? .linear,
      timing: timing.settled(duration: tree.duration(inside: group), startingAt: start), key: key,
      isRemovedOnCompletion: isRemovedOnCompletion, layer: layer, group: group)
    for member in members {
      instance.add(
        try member.instance(startingAt: 0, on: layer, in: tree, key: nil, group: instance))
    }
    return instance
  }
}

private struct PropertyMember<Animation: PropertyAnimation>: GroupMember {
  let animation: Animation
  let property: Animatable<Animation.Value>
  let completion: ((AnimationEnding) -> Void)?
  let began: (() -> Void)?

  func instance(
    startingAt start: Seconds, on layer: Layer, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance?
  ) throws(AnimationError) -> AnimationInstance {
    guard property.layer === layer else { throw .propertyOfAnotherLayer }
    let instance = try property.instance(
      of: animation, startingAt: start, in: tree, key: key, group: group)
    instance.completion = completion
    instance.began = began
    return instance
  }
}
