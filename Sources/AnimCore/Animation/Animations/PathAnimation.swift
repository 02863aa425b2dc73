/// An animation along a path, at constant speed apart from its curve: of a position, or of a
/// rotation that follows the path's direction.
///
/// ```swift
/// try plane.$position.add(PathAnimation(along: track, timing: timing))
/// try plane.$rotation.add(PathAnimation(turningAlong: track, timing: timing))
/// ```
public struct PathAnimation<Value: Interpolatable>: PropertyAnimation, Sendable {
  /// The path to follow; it needs a length above 0.
  public var path: Path
  /// The curve, or `nil` for a linear one. A transaction with a curve overrides it. A spring has
  /// its own duration, unless the timing has one; the spring is then fitted to that.
  public var curve: AnimationCurve?
  /// The timing of the animation relative to its layer.
  public var timing: MediaTiming
  /// A Boolean value that indicates whether the values are added to the current one instead of
  /// replacing it.
  public var isAdditive: Bool
  /// A Boolean value that indicates whether the animation is removed when it ends. Otherwise, it
  /// stays attached and follows its fill mode.
  public var isRemovedOnCompletion: Bool
  private let value: @Sendable (PathMeasure.Position) -> Value

  private init(
    _ path: Path, _ curve: AnimationCurve?, _ timing: MediaTiming, _ isAdditive: Bool,
    _ isRemovedOnCompletion: Bool, value: @escaping @Sendable (PathMeasure.Position) -> Value
  ) {
    self.path = path
    self.curve = curve
    self.timing = timing
    self.isAdditive = isAdditive
    self.isRemovedOnCompletion = isRemovedOnCompletion
    self.value = value
  }

  /// - Throws: ``AnimationError/pathWithoutLength``.
  public func prepared(
    overriding override: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value> {
    let measure = PathMeasure(path)
    guard measure.length > 0 else { throw .pathWithoutLength }
    let curve = override ?? curve ?? .linear
    return PreparedAnimation(
      .path(PathInterpolator(measure, curve: curve.fitted, value: value)), isAdditive: isAdditive,
      naturalDuration: curve.fittedDuration)
  }
}

extension PathAnimation<Point> {
  /// Creates an animation that moves a position along a path.
  public init(
    along path: Path, curve: AnimationCurve? = nil, timing: MediaTiming = MediaTiming(),
    isAdditive: Bool = false, isRemovedOnCompletion: Bool = true
  ) {
    self.init(path, curve, timing, isAdditive, isRemovedOnCompletion) { $0.point }
  }
}

extension PathAnimation<Angle> {
  /// Creates an animation that rotates an angle to the direction of the path, from −π to π, plus
  /// `offset`. An offset of half a turn faces backwards.
  public init(
    turningAlong path: Path, offset: Angle = .zero, curve: AnimationCurve? = nil,
    timing: MediaTiming = MediaTiming(), isAdditive: Bool = false,
    isRemovedOnCompletion: Bool = true
  ) {
    self.init(path, curve, timing, isAdditive, isRemovedOnCompletion) {
      Angle(radians: arctangent($0.tangent.dy, over: $0.tangent.dx)) + offset
    }
  }
}

/// A path prepared for a value that follows it.
final class PathInterpolator<Value: Interpolatable> {
  private let measure: PathMeasure
  private let curve: TimingFunction
  private let value: @Sendable (PathMeasure.Position) -> Value

  init(
    _ measure: PathMeasure, curve: TimingFunction,
    value: @escaping @Sendable (PathMeasure.Position) -> Value
  ) {
    self.measure = measure
    self.curve = curve
    self.value = value
  }

  func value(at sample: TimeSample) -> Value {
    value(at: curve.value(at: sample.progress) * measure.length)
  }

  /// Returns the derivative per second of the parent's time, from two nearby positions.
  func velocity(at sample: TimeSample, duration: Seconds) -> Value.Displacement {
    guard duration > 0 else { return .zero }
    let distance = curve.value(at: sample.progress) * measure.length
    let step = measure.length * 1e-5
    let first = max(distance - step, 0)
    let last = min(distance + step, measure.length)
    guard first < last else { return .zero }
    let displacement = Value.displacement(
      from: value(at: first), to: value(at: last), turning: .shortest)
    let speed = (curve.slope(at: sample.progress) ?? 0) / duration * measure.length
    return displacement * (speed * sample.rate / (last - first))
  }

  /// The displacement that each repetition adds: from the path's start to its end.
  var gain: Value.Displacement {
    Value.displacement(from: value(at: 0), to: value(at: measure.length), turning: .raw)
  }

  private func value(at distance: Double) -> Value {
    measure.position(at: distance).map(value) ?? .zero
  }
}
