/// One step of a ``KeyframeTrack``: a value, how it is reached, and how long that takes.
public struct Keyframe<Value: Interpolatable>: Sendable {
  enum Kind: Sendable {
    case linear(TimingFunction)
    case cubic(start: Value.Displacement?, end: Value.Displacement?)
    case spring(Spring)
    case move
  }

  let value: Value
  let duration: Seconds
  let kind: Kind

  private init(_ value: Value, _ duration: Seconds, _ kind: Kind) {
    self.value = value
    self.duration = AnimationError.Quantity.duration.clamped(duration, orIfNaN: 0)
    self.kind = kind
  }

  /// Moves straight to a value.
  /// - Parameters:
  ///   - value: The value at the end.
  ///   - duration: The duration, in seconds.
  ///   - curve: The timing curve.
  public static func linear(
    _ value: Value, duration: Seconds, curve: TimingFunction = .linear
  ) -> Keyframe {
    Keyframe(value, duration, .linear(curve))
  }

  /// Moves to a value along a cubic curve with a continuous velocity.
  /// - Parameters:
  ///   - value: The value at the end.
  ///   - duration: The duration, in seconds.
  ///   - startVelocity: The initial velocity per second, or `nil` for the final velocity of the
  ///     previous keyframe, which is zero at the start of a track.
  ///   - endVelocity: The final velocity per second. If it is `nil` and the next keyframe is
  ///     cubic, too, it is the mean velocity from the previous to the next keyframe (Catmull and
  ///     Rom), otherwise zero.
  public static func cubic(
    _ value: Value, duration: Seconds, startVelocity: Value.Displacement? = nil,
    endVelocity: Value.Displacement? = nil
  ) -> Keyframe {
    Keyframe(value, duration, .cubic(start: startVelocity, end: endVelocity))
  }

  /// Moves to a value with a spring, which starts with its initial velocity, or with the final
  /// velocity of the previous keyframe. The next keyframe starts at the position of the spring.
  /// - Parameters:
  ///   - value: The target of the spring.
  ///   - duration: The duration, in seconds, or `nil` to wait until the spring has settled at the
  ///     value.
  ///   - spring: The spring.
  public static func spring(
    _ value: Value, duration: Seconds? = nil, spring: Spring = .smooth
  ) -> Keyframe {
    Keyframe(value, duration ?? TimingFunction.spring(spring).naturalDuration ?? 0, .spring(spring))
  }

  /// Is at a value at once, and at rest.
  public static func move(_ value: Value) -> Keyframe { Keyframe(value, 0, .move) }
}

/// The course of one part of a ``KeyframeTimeline``'s value: keyframes one after the other, from its initial value.
///
/// The value of the last keyframe is kept after its end.
public struct KeyframeTrack<Root: Sendable>: Sendable {
  /// Seconds until the last keyframe ends.
  public let duration: Seconds
  /// Returns a closure that sets the part of a value for a time, for a timeline that begins with a
  /// value.
  let prepare: @Sendable (Root) -> @Sendable (inout Root, Seconds) -> Void

  /// Creates a track of a part of the value.
  /// - Parameters:
  ///   - part: The part, such as `\Pose.scale`.
  ///   - keyframes: In order.
  ///   - turning: The direction in which values that repeat every turn are interpolated.
  public init<Value: Interpolatable>(
    _ part: WritableKeyPath<Root, Value> & Sendable, _ keyframes: [Keyframe<Value>],
    turning: RotationDirection = .raw
  ) {
    duration = keyframes.reduce(0) { $0 + $1.duration }
    prepare = { root in
      let course = TrackCourse(from: root[keyPath: part], keyframes, turning)
      return { $0[keyPath: part] = course.value(at: $1) }
    }
  }
}

/// The keyframes of a track, prepared for evaluation at any time.
struct TrackCourse<Value: Interpolatable>: Sendable {
  private let initial: Value
  private var steps: [TrackStep<Value>] = []

  init(from initial: Value, _ keyframes: [Keyframe<Value>], _ turning: RotationDirection) {
    self.initial = initial
    var (value, velocity, begin) = (initial, Value.Displacement.zero, 0.0)
    for (index, keyframe) in keyframes.enumerated() {
      var step = TrackStep(
        begin: begin, duration: keyframe.duration, start: value, target: keyframe.value,
        displacement: Value.displacement(from: value, to: keyframe.value, turning: turning),
        velocity: velocity, motion: .still)
      switch keyframe.kind {
      case .linear(let curve): step.motion = .curve(curve)
      case .cubic(let start, let end):
        step.velocity = start ?? velocity
        step.motion = .cubic(
          end: end ?? Self.passing(keyframes, index, step.displacement, turning))
      case .spring(let spring):
        if spring.initialVelocity != 0 {
          step.velocity = step.displacement * spring.initialVelocity
        }
        step.motion = .spring(spring, settles: keyframe.duration >= spring.settlingDuration)
      case .move: step.motion = .still
      }
      steps.append(step)
      (value, velocity) = step.end
      begin += keyframe.duration
    }
  }

  /// Returns the velocity with which a cubic keyframe passes to the next one.
  private static func passing(
    _ keyframes: [Keyframe<Value>], _ index: Int, _ displacement: Value.Displacement,
    _ turning: RotationDirection
  ) -> Value.Displacement {
    guard index + 1 < keyframes.count, case .cubic(start: nil, _) = keyframes[index + 1].kind
    else { return .zero }
    let next = Value.displacement(
      from: keyframes[index].value, to: keyframes[index + 1].value, turning: turning)
    let time = keyframes[index].duration + keyframes[index + 1].duration
    return time > 0 ? (displacement + next) * (1 / time) : .zero
  }

  func value(at time: Seconds) -> Value {
    // Find the last step that has begun. If several begin at once, all but the last have no
    // duration.
    guard let step = steps.last(where: { $0.begin <= time }) else { return initial }
    return step.value(after: time - step.begin)
  }
}

/// A keyframe of a track that knows where it starts.
private struct TrackStep<Value: Interpolatable>: Sendable {
  enum Motion: Sendable {
    case still
    case curve(TimingFunction)
    case cubic(end: Value.Displacement)
    case spring(Spring, settles: Bool)
  }

  let begin: Seconds
  let duration: Seconds
  let start: Value
  let target: Value
  let displacement: Value.Displacement
  /// The initial velocity per second.
  var velocity: Value.Displacement
  var motion: Motion

  func value(after time: Seconds) -> Value {
    if time >= duration { return end.value }
    switch motion {
    case .still: return target
    case .curve(let curve): return start.moved(by: displacement * curve.value(at: time / duration))
    case .cubic: return start.moved(by: segment.displacement(at: time / duration))
    case .spring(let spring, _): return pulled(by: spring, after: time)
    }
  }

  /// The value and the velocity at the end of the step.
  var end: (value: Value, velocity: Value.Displacement) {
    switch motion {
    case .still: return (target, .zero)
    case .curve(let curve):
      let slope = duration > 0 ? (curve.slope(at: 1) ?? 0) / duration : 0
      return (target, displacement * slope)
    case .cubic(let end): return (target, end)
    case .spring(_, settles: true): return (target, .zero)
    case .spring(let spring, settles: false):
      let response = spring.response(at: duration)
      return (
        pulled(by: spring, after: duration),
        displacement * -response.displacementRate + velocity * response.impulseRate
      )
    }
  }

  private func pulled(by spring: Spring, after time: Seconds) -> Value {
    let response = spring.response(at: time)
    return start.moved(by: displacement * (1 - response.displacement) + velocity * response.impulse)
  }

  private var segment: KeyframeSegment<Value> {
    guard case .cubic(let end) = motion else {
      return KeyframeSegment(chord: displacement, tangents: nil)
    }
    return KeyframeSegment(
      chord: displacement, tangents: (leaving: velocity * duration, arriving: end * duration))
  }
}
