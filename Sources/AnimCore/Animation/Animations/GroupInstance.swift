/// A group that has been added to a layer: the parent of its animations' time.
final class GroupInstance: AnimationInstance {
  private let curve: TimingFunction
  var members: [AnimationInstance] = []
  private var observed: [AnimationInstance] = []

  init(
    curve: TimingFunction, timing: MediaTiming, key: AnimationKey?, isRemovedOnCompletion: Bool,
    layer: Layer, group: GroupInstance?
  ) {
    self.curve = curve
    super.init(
      timing: timing, key: key, isRemovedOnCompletion: isRemovedOnCompletion, redraws: true,
      clock: layer.clock, group: group)
  }

  func add(_ member: AnimationInstance) {
    members.append(member)
    observed += member.ownEvents
    if member.completion != nil || member.began != nil { observed.append(member) }
  }

  override var ownEvents: [AnimationInstance] { observed }

  override func attach() {
    for member in members { member.attach() }
  }

  override func detach() {
    for member in members { member.detach() }
  }

  override func moves(_ property: AnimatableProperty) -> Bool {
    members.contains { $0.moves(property) }
  }

  /// The members' time at a time of the layer, how fast it runs, and whether the group holds its
  /// end.
  func innerTime(at time: Seconds) -> (time: Seconds, rate: Double, isHeld: Bool)? {
    guard let sample = sample(at: time) else { return nil }
    if curve == .linear { return (sample.time, sample.rate, sample.isHeld) }
    let inner = curve.value(at: sample.progress) * (timing.duration ?? 0)
    return (inner, sample.rate * (curve.slope(at: sample.progress) ?? 0), sample.isHeld)
  }

  /// When a member begins and ends in the layer's time. If the group passes through the member's
  /// time more than once, or along a curve, the member begins and ends with the group.
  func span(of member: AnimationInstance, rate: Double) -> (begin: Seconds, end: Seconds)? {
    guard let own = localSpan(rate: rate) else { return nil }
    guard curve == .linear, timing.isStraight, group == nil, rate > 0, member.timing.speed > 0
    else { return own }
    let inner = member.timing.span(isReversed: false)
    let begin = min(timing.beginTime + inner.begin / timing.speed, own.end)
    return (begin, min(timing.beginTime + inner.end / timing.speed, own.end))
  }
}
