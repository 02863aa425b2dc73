/// An animation of one property between two values, with a curve or a spring.
///
/// The values depend on which of the three are given; *current* is the value without this
/// animation:
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
/// Giving all three or none is an error, thrown when the animation is added.
public struct BasicAnimation<Value: Interpolatable>: PropertyAnimation, Sendable {
  /// The value at the start.
  public var from: Value?
  /// The value at the end.
  public var to: Value?
  /// The displacement from the start to the end.
  public var by: Value.Displacement?
  /// Defaults to the transaction's, then to linear.
  public var curve: AnimationCurve?
  /// When the animation runs, how fast, how often, and what it shows before and after.
  public var timing: MediaTiming
  /// The direction in which a value that repeats every turn is interpolated.
  public var turning: Turning
  /// Whether the values are added to the current one instead of replacing it.
  public var isAdditive: Bool
  /// Whether each repetition continues from where the one before it ended.
  public var isCumulative: Bool
  /// If false, the animation stays attached after it has ended and shows what its fill mode says.
  public var isRemovedOnCompletion: Bool

  public init(
    from: Value? = nil, to: Value? = nil, by: Value.Displacement? = nil,
    curve: AnimationCurve? = nil, timing: MediaTiming = MediaTiming(),
    turning: Turning = .raw, isAdditive: Bool = false, isCumulative: Bool = false,
    isRemovedOnCompletion: Bool = true
  ) {
    self.from = from
    self.to = to
    self.by = by
    self.curve = curve
    self.timing = timing
    self.turning = turning
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// Takes `by` as a value, like Core Animation's `byValue`: its displacement from zero.
  public init(
    from: Value? = nil, to: Value? = nil, by: Value, curve: AnimationCurve? = nil,
    timing: MediaTiming = MediaTiming(), isAdditive: Bool = false, isCumulative: Bool = false,
    isRemovedOnCompletion: Bool = true
  ) {
    self.init(
      from: from, to: to, by: Value.displacement(from: .zero, to: by, turning: .raw),
      curve: curve, timing: timing, isAdditive: isAdditive, isCumulative: isCumulative,
      isRemovedOnCompletion: isRemovedOnCompletion)
  }

  public func prepared(
    inheriting inherited: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value> {
    var (start, end, way) = (from, to, by)
    switch (from, to, by) {
    case (let from?, let to?, let by?):
      throw .overdetermined(from: "\(from)", to: "\(to)", by: "\(by)")
    case (nil, nil, nil):
      throw .noEndpoints
    case (let from?, nil, let by?):
      end = from.moved(by: by)
    case (nil, let to?, let by?):
      start = to.moved(by: by * -1)
    default:
      break
    }
    let curve = curve ?? inherited ?? .linear
    let interpolator = BasicInterpolator(
      start: start, end: end, way: way, curve: curve, turning: turning, velocity: nil)
    return PreparedAnimation(
      .basic(interpolator), isAdditive: isAdditive, isCumulative: isCumulative,
      ownDuration: curve.ownDuration)
  }
}
