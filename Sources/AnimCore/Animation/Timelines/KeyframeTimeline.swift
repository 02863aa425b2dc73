/// The values over time of a type with several parts, each of which has a track of keyframes, like
/// SwiftUI's `KeyframeTimeline` and, in layers, its `KeyframeAnimator`.
///
/// ```swift
/// struct Pose { var scale = 1.0, angle = Angle.zero, lift = 0.0 }
///
/// let jump = KeyframeTimeline(
///   Pose(),
///   tracks: [
///     KeyframeTrack(\.scale, [.cubic(0.8, duration: 0.1), .spring(1, duration: 0.6, spring: .bouncy)]),
///     KeyframeTrack(\.lift, [.linear(0, duration: 0.1), .cubic(40, duration: 0.3), .cubic(0, duration: 0.3)]),
///     KeyframeTrack(\.angle, [.move(.degrees(-10)), .spring(.zero, duration: 0.7)]),
///   ])
/// try badge.$rotation.add(jump.animation(of: \.angle))
/// ```
///
/// The value is a function of time alone. ``animation(of:timing:)`` returns an animation of any
/// part, for a property or a member of an ``AnimationGroup``. A layer that draws itself may use
/// ``value(at:)`` with its time.
public struct KeyframeTimeline<Value: Sendable>: Sendable {
  /// The value at the start, and of the parts that have no track throughout.
  public let initialValue: Value
  /// Seconds until the last track ends.
  public let duration: Seconds
  private let tracks: [@Sendable (inout Value, Seconds) -> Void]

  /// Creates a timeline from an initial value and tracks. If two tracks animate the same part of
  /// the value, the last one takes precedence.
  public init(_ initialValue: Value, tracks: [KeyframeTrack<Value>]) {
    self.initialValue = initialValue
    duration = tracks.reduce(0) { max($0, $1.duration) }
    self.tracks = tracks.map { $0.prepare(initialValue) }
  }

  /// Returns the value at a time in seconds. Before 0, this is the first value, and after
  /// ``duration`` the last one.
  public func value(at time: Seconds) -> Value {
    var value = initialValue
    guard time >= 0 else { return value }
    for track in tracks { track(&value, time) }
    return value
  }

  /// Returns the value at a fraction of the duration, 0 ... 1.
  public func value(progress: Double) -> Value { value(at: progress * duration) }

  /// Returns an animation of a part of the value. It takes the entire duration of the timeline,
  /// unless `timing` has a duration, to which the keyframes are then stretched.
  public func animation<Part: Interpolatable>(
    of part: KeyPath<Value, Part> & Sendable, timing: MediaTiming = MediaTiming()
  ) -> TimelineAnimation<Part> {
    TimelineAnimation(duration: duration, timing: timing) { value(at: $0)[keyPath: part] }
  }
}

/// An animation of a property along a part of a ``KeyframeTimeline``; see ``KeyframeTimeline/animation(of:timing:)``.
public struct TimelineAnimation<Value: Interpolatable>: PropertyAnimation, Sendable {
  /// The timing of the animation relative to its layer.
  public var timing: MediaTiming
  /// A Boolean value that indicates whether the values are added to the current one instead of
  /// replacing it. Initially `false`.
  public var isAdditive = false
  /// A Boolean value that indicates whether the animation is removed when it ends. Otherwise, it
  /// stays attached and follows its fill mode. Initially `true`.
  public var isRemovedOnCompletion = true
  private let duration: Seconds
  private let value: @Sendable (Seconds) -> Value

  init(duration: Seconds, timing: MediaTiming, value: @escaping @Sendable (Seconds) -> Value) {
    self.duration = duration
    self.timing = timing
    self.value = value
  }

  /// - Throws: nothing: a timeline is always valid.
  public func prepared(
    overriding override: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value> {
    let (duration, value) = (duration, value)
    let interpolator = FunctionInterpolator(curve: override?.fitted ?? .linear) {
      value($0 * duration)
    }
    return PreparedAnimation(
      .function(interpolator), isAdditive: isAdditive,
      naturalDuration: override?.fittedDuration ?? duration)
  }
}
