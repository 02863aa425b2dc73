/// A group of animations of one layer's properties that share a timing. The basic time of the group
/// is the parent time of its members, and members end with the group at the latest.
///
/// In a group that autoreverses, a member that ends at the turning point shows its last value
/// there, whatever its fill mode.
public struct AnimationGroup: Sendable {
  /// The timing of the group relative to the layer.
  public var timing: MediaTiming
  /// The curve of the members' time, or `nil` for a linear one. A transaction with a curve
  /// overrides it. A spring has its own duration, unless the timing has one; the spring is then
  /// fitted to that.
  public var curve: AnimationCurve?
  /// A Boolean value that indicates whether the group is removed when it ends. Otherwise, the
  /// members stay attached and follow the group's fill mode: a group that holds its end also holds
  /// the members that end with it.
  public var isRemovedOnCompletion: Bool
  private var members: [any GroupMember & Sendable] = []
  /// The levels of groups from this one down.
  private var depth = 1

  /// Creates a group without members; see ``add(_:to:)``.
  public init(
    timing: MediaTiming = MediaTiming(), curve: AnimationCurve? = nil,
    isRemovedOnCompletion: Bool = true
  ) {
    self.timing = timing
    self.curve = curve
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// Adds an animation of a property. The property must belong to the layer that the group is added
  /// to. An animation without a duration uses the duration of the group.
  /// - Parameters:
  ///   - animation: The member.
  ///   - property: The property that the member animates.
  public mutating func add<Member: PropertyAnimation & Sendable>(
    _ animation: Member, to property: Animatable<Member.Value>
  ) {
    members.append(PropertyMember(animation: animation, property: property))
  }

  /// Adds a nested group. If groups are then nested more deeply than ``maximumDepth``, the outermost
  /// one is refused with ``AnimationError/groupTooDeep(maximum:)`` when it is added to a layer.
  public mutating func add(_ inner: AnimationGroup) {
    depth = max(depth, inner.depth + 1)
    // Even a group that is never added is released by recursion.
    if inner.depth <= Self.maximumDepth { members.append(inner) }
  }

  /// The maximum depth of nested groups.
  public static var maximumDepth: Int { 64 }
}

extension AnimationGroup {
  /// An event in the life of a member of a group.
  public enum MemberEvent: Hashable, Sendable {
    /// The member has begun: at its own time or, in a group that repeats, reverses or has a curve,
    /// with the group.
    case began
    /// The member ends: at its own time, or at the latest with the group.
    case ended(AnimationCompletionReason)
  }

  typealias MemberReport = (AnimatableProperty, MemberEvent) -> Void
}

extension AnimationGroup: GroupMember {
  func instance(
    startingAt start: Seconds, on layer: LayerState, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance?
  ) throws(AnimationError) -> AnimationInstance {
    try instance(
      startingAt: start, on: layer, in: tree, key: key, group: group, report: group?.report)
  }

  /// - Parameter report: A closure that is called with the member's property when a member begins
  ///   or ends.
  func instance(
    startingAt start: Seconds, on layer: LayerState, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance? = nil, report: MemberReport?
  ) throws(AnimationError) -> AnimationInstance {
    guard depth <= Self.maximumDepth else { throw .groupTooDeep(maximum: Self.maximumDepth) }
    try timing.validate()
    let curve = (group == nil ? tree.transaction.curve : nil) ?? curve ?? .linear
    let duration = curve.fittedDuration ?? tree.duration(inside: group)
    let instance = GroupInstance(
      curve: curve.fitted,
      timing: timing.settled(
        duration: duration, startingAt: start, isReversed: group == nil && layer.isReversed),
      key: key, isRemovedOnCompletion: isRemovedOnCompletion, layer: layer, group: group)
    instance.report = report
    for member in members {
      instance.add(
        try member.instance(startingAt: 0, on: layer, in: tree, key: nil, group: instance))
    }
    instance.report = nil
    return instance
  }
}

/// A member of a group: an animation or another group.
protocol GroupMember {
  /// Returns the animation prepared for its group, but not yet attached.
  func instance(
    startingAt start: Seconds, on layer: LayerState, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance?
  ) throws(AnimationError) -> AnimationInstance
}

/// An animation and its property. Except for the layer that the property is bound to, which never
/// changes, nothing is read from the property until it is known to belong to the layer of the
/// group, on that layer's thread.
private struct PropertyMember<Animation: PropertyAnimation & Sendable>: GroupMember,
  @unchecked Sendable
{
  let animation: Animation
  let property: Animatable<Animation.Value>

  func instance(
    startingAt start: Seconds, on layer: LayerState, in tree: LayerTree, key: AnimationKey?,
    group: GroupInstance?
  ) throws(AnimationError) -> AnimationInstance {
    guard property.state === layer else { throw .propertyOfAnotherLayer }
    let instance = try property.instance(
      of: animation, startingAt: start, in: tree, key: key, group: group)
    if let report = group?.report {
      instance.callbacks = Callbacks(
        completion: { [property] in report(property, .ended($0)) },
        began: { [property] in report(property, .began) })
    }
    return instance
  }
}

/// A group that has been added to a layer: the parent of its animations' time.
final class GroupInstance: AnimationInstance {
  private let curve: TimingFunction
  var members: [AnimationInstance] = []
  /// The callback of the members, which is released once they have been created.
  var report: AnimationGroup.MemberReport?
  private var observed: [AnimationInstance] = []

  init(
    curve: TimingFunction, timing: MediaTiming, key: AnimationKey?, isRemovedOnCompletion: Bool,
    layer: LayerState, group: GroupInstance?
  ) {
    self.curve = curve
    super.init(
      timing: timing, key: key, isRemovedOnCompletion: isRemovedOnCompletion, redraws: true,
      state: layer, group: group)
  }

  func add(_ member: AnimationInstance) {
    members.append(member)
    observed += member.observedMembers
    if member.callbacks != nil { observed.append(member) }
  }

  override var observedMembers: [AnimationInstance] { observed }

  override func attach() {
    for member in members { member.attach() }
  }

  override func detach() {
    for member in members { member.detach() }
  }

  override func animates(_ property: AnimatableProperty) -> Bool {
    members.contains { $0.animates(property) }
  }

  /// Returns the members' time at a time of the layer, its rate, and whether the group's cycle ends
  /// there. Members that end at that time are shown: the group either holds that instant or turns
  /// back at it, so they aren't over at any later one.
  func innerTime(at time: Seconds) -> (time: Seconds, rate: Double, isEnd: Bool)? {
    guard let sample = sample(at: time) else { return nil }
    let duration = timing.duration ?? 0
    func isEnd(_ time: Seconds) -> Bool { sample.isHeld || time >= duration && duration > 0 }
    if curve == .linear { return (sample.time, sample.rate, isEnd(sample.time)) }
    let inner = curve.value(at: sample.progress) * duration
    // There is nothing beyond the ends: where the curve overshoots, they are held.
    if inner > duration { return (duration, 0, true) }
    if inner < 0 { return (0, 0, sample.isHeld) }
    let rate = sample.rate * (curve.slope(at: sample.progress) ?? 0)
    return (inner, rate, isEnd(inner))
  }

  /// Returns when a member begins and ends in the layer's time. If the group passes through the
  /// member's time more than once, or along a curve, the member spans the entire group.
  func span(of member: AnimationInstance, rate: Double) -> (begin: Seconds, end: Seconds)? {
    guard let groupSpan = localSpan(rate: rate) else { return nil }
    guard curve == .linear, timing.isStraight, group == nil, rate > 0, member.timing.speed > 0
    else { return groupSpan }
    let inner = member.timing.span(isReversed: false)
    let begin = min(timing.delay + inner.begin / timing.speed, groupSpan.end)
    return (begin, min(timing.delay + inner.end / timing.speed, groupSpan.end))
  }
}
