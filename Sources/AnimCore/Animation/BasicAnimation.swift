/// An animation of one property between two values, by a curve or a spring.
///
/// Which values follows from those that are given; *current* is the value without this animation:
///
/// | given | runs |
/// |---|---|
/// | from, to | from … to |
/// | from, by | from … from + by |
/// | to, by | to − by … to |
/// | from | from … current |
/// | to | current … to |
/// | by | current … current + by |
///
/// All three or none are an error, thrown when the animation is added.
public struct BasicAnimation<Value: Interpolatable>: PropertyAnimation {
  public var from: Value?
  public var to: Value?
  public var by: Value.Displacement?
  public var pacing: Pacing
  public var timing: MediaTiming
  public var turning: Turning
  /// Whether the values are added to the current one instead of taking its place.
  public var isAdditive: Bool
  /// Whether every repetition goes on from where the one before it ended.
  public var isCumulative: Bool
  /// Where false, the animation stays attached when it has ended and shows what its fill mode says.
  public var isRemovedOnCompletion: Bool

  public init(
    from: Value? = nil, to: Value? = nil, by: Value.Displacement? = nil,
    pacing: Pacing = .curve(.linear), timing: MediaTiming = MediaTiming(),
    turning: Turning = .raw, isAdditive: Bool = false, isCumulative: Bool = false,
    isRemovedOnCompletion: Bool = true
  ) {
    self.from = from
    self.to = to
    self.by = by
    self.pacing = pacing
    self.timing = timing
    self.turning = turning
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  public func motion() throws(AnimationError) -> Motion<Value> {
    var (start, end, way) = (from, to, by)
    switch (from, to, by) {
    case (let from?, let to?, let by?):
      throw .overdetermined(from: "\(from)", to: "\(to)", by: "\(by)")
    case (nil, nil, nil):
      throw .noEndpoints
    case (let from?, nil, let by?):
      (end, way) = (from.moved(by: by), nil)
    case (nil, let to?, let by?):
      (start, way) = (to.moved(by: by * -1), nil)
    default:
      break
    }
    let path = BasicPath(
      start: start, end: end, way: way, pacing: pacing, turning: turning, velocity: nil)
    return Motion(
      path: .basic(path), isAdditive: isAdditive, isCumulative: isCumulative,
      ownDuration: pacing.ownDuration)
  }
}
