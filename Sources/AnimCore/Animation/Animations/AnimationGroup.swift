/// Animations of one layer's properties that run together in a time of their own: the group's basic
/// time is the parent time of its members, and they are cut off when it ends.
public struct AnimationGroup {
  /// When the group runs, how fast, how often, and what it shows before and after.
  public var timing: MediaTiming
  /// The curve of the members' time. Defaults to the transaction's, then to linear.
  public var curve: TimingFunction?
  /// If false, the members stay attached after the group has ended, and show what its fill mode
  /// says: a group that holds its end holds the members that end with it.
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

  /// Adds an animation for `property`, which must belong to the layer that the group is added to.
  /// Without a duration of its own, the animation takes the group's.
  /// - Parameters:
  ///   - completion: called once, when the member or the group ends. In a group that repeats,
  ///     reverses or has a curve, that is when the group ends.
  ///   - began: called once, when the member begins, or in such a group when the group begins.
  public mutating func add<Member: PropertyAnimation>(
    _ animation: Member, to property: Animatable<Member.Value>,
    completion: ((AnimationEnding) -> Void)? = nil, began: (() -> Void)? = nil
  ) {
    members.append(
      PropertyMember(
        animation: animation, property: property, completion: completion, began: began))
  }

  /// Adds a nested group.
  public mutating func add(_ inner: AnimationGroup) { members.append(inner) }
}

/// A member of a group: an animation or another group.
protocol GroupMember {
  /// The animation prepared for its group, but not yet attached.
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
