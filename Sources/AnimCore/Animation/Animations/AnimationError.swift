/// The reason why an animation, a curve, a spring or a transaction is invalid. Every case contains
/// the invalid value.
public enum AnimationError: Error, Hashable, Sendable {
  /// A number is outside its range, or NaN.
  case outOfRange(Quantity, Double)
  /// `from`, `to` and `by` are all set, but an animation may set at most two of them. The values
  /// are given as text.
  case overdetermined(from: String, to: String, by: String)
  /// Neither `from` nor `to` nor `by` is set.
  case noEndpoints
  /// A keyframe animation has no values.
  case noKeyframes
  /// A list of a keyframe animation doesn't match its values in length.
  case wrongCount(KeyframeList, count: Int, expected: Int)
  /// The key time at `index` is smaller than the one before it.
  case keyTimesFall(index: Int, from: Double, to: Double)
  /// The first key time isn't 0, or the last one isn't 1.
  case keyTimesOpen(first: Double, last: Double)
  /// The path to follow has no length, or has an error (`Path.error`).
  case pathWithoutLength
  /// The layer isn't in a tree, so it has no time to animate in.
  case layerWithoutTree
  /// An animation in a group is for a property of a layer other than the group's.
  case propertyOfAnotherLayer
  /// Groups of animations are nested more deeply than ``AnimationGroup/maximumDepth``.
  case groupTooDeep(maximum: Int)

  /// A number that is checked before it is used.
  public enum Quantity: String, Hashable, Sendable {
    /// The x of a control point of a ``CubicBezier``, in `0 ... 1`.
    case controlPointX = "control point x"
    /// The y of a control point of a ``CubicBezier``; finite.
    case controlPointY = "control point y"
    /// The jumps of ``TimingFunction/steps(_:)``, at least 1.
    case stepCount = "number of steps"
    /// The mass of a ``Spring``, above 0.
    case mass = "spring mass"
    /// The stiffness of a ``Spring``, above 0.
    case stiffness = "spring stiffness"
    /// The damping of a ``Spring``, not negative.
    case damping = "spring damping"
    /// See ``Spring/initialVelocity``; finite.
    case initialVelocity = "spring initial velocity"
    /// The period of an undamped ``Spring`` in seconds, above 0.
    case perceptualDuration = "spring perceptual duration"
    /// The bounce of a ``Spring``, above −1 and at most 1.
    case bounce = "spring bounce"
    /// See ``Spring/frequency``; above 0.
    case frequency = "spring frequency"
    /// See ``Spring/dampingRatio``; not negative.
    case dampingRatio = "spring damping ratio"
    /// A begin time, in seconds, which must be finite.
    case beginTime = "begin time"
    /// A delay in seconds; finite.
    case delay = "delay"
    /// A duration in seconds; finite and not negative.
    case duration = "duration"
    /// Seconds per second of the parent; finite.
    case speed = "speed"
    /// See ``MediaTiming/timeOffset``; finite.
    case timeOffset = "time offset"
    /// See ``MediaTiming/repeatCount``; not negative.
    case repeatCount = "repeat count"
    /// See ``MediaTiming/repeatDuration``; not negative.
    case repeatDuration = "repeat duration"
    /// An entry of ``KeyframeAnimation/keyTimes``, in `0 ... 1`.
    case keyTime = "key time"
    /// See ``KeyframeAnimation/Tangent/tension``; finite.
    case tension = "keyframe tension"
    /// See ``KeyframeAnimation/Tangent/continuity``; finite.
    case continuity = "keyframe continuity"
    /// See ``KeyframeAnimation/Tangent/bias``; finite.
    case bias = "keyframe bias"
  }

  /// A list of a keyframe animation whose length depends on the number of values.
  public enum KeyframeList: String, Hashable, Sendable {
    /// See ``KeyframeAnimation/keyTimes``.
    case keyTimes = "key times"
    /// See ``KeyframeAnimation/curves``.
    case curves = "curves"
    /// See ``KeyframeAnimation/tangents``.
    case tangents = "keyframe tangents"
  }
}

extension AnimationError.Quantity {
  /// The numbers that are allowed, for the message.
  var requirement: String {
    switch self {
    case .controlPointX, .keyTime: "a value from 0 to 1"
    case .stepCount: "at least 1"
    case .mass, .stiffness, .perceptualDuration: "a finite value above 0"
    case .damping, .duration: "a finite value of at least 0"
    case .repeatCount, .repeatDuration: "a value from 0"
    case .bounce: "a value above -1 and at most 1"
    case .frequency: "a value from 1e-100 to 1e100 radians per second"
    case .dampingRatio: "at most 1e50"
    case .controlPointY, .initialVelocity, .beginTime, .delay, .speed, .timeOffset, .tension,
      .continuity, .bias:
      "a finite value"
    }
  }

  /// The bounds as a closed range.
  private var range: ClosedRange<Double> {
    let greatest = Double.greatestFiniteMagnitude
    return switch self {
    case .controlPointX, .keyTime: 0...1
    case .stepCount: 1...greatest
    case .mass, .stiffness, .perceptualDuration: Double.leastNonzeroMagnitude...greatest
    case .damping, .duration: 0...greatest
    case .repeatCount, .repeatDuration: 0...Double.infinity
    case .bounce: (-1.0).nextUp...1
    // Beyond these limits, the closed forms of the motion would leave the range of a Double.
    case .frequency: 1e-100...1e100
    case .dampingRatio: 0...1e50
    case .controlPointY, .initialVelocity, .beginTime, .delay, .speed, .timeOffset, .tension,
      .continuity, .bias:
      -greatest...greatest
    }
  }

  func check(_ value: Double) throws(AnimationError) {
    guard range.contains(value) else { throw .outOfRange(self, value) }
  }

  /// Returns the nearest value in the range.
  func clamped(_ value: Double, orIfNaN fallback: Double) -> Double {
    value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
  }
}

extension AnimationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let quantity, let value):
      "\(quantity.rawValue): \(value) is out of range; use \(quantity.requirement)"
    case .overdetermined(let from, let to, let by):
      "animation: from (\(from)), to (\(to)) and by (\(by)) are all set; omit one"
    case .noEndpoints:
      "animation: from, to and by are missing; set at least one"
    case .noKeyframes:
      "keyframe animation: no values; add at least one"
    case .wrongCount(let list, let count, let expected):
      "\(list.rawValue): there are \(count), which does not match the values; give \(expected)"
    case .keyTimesFall(let index, let from, let to):
      "key times: number \(index) goes down from \(from) to \(to); use ascending order"
    case .keyTimesOpen(let first, let last):
      "key times: they run from \(first) to \(last); begin with 0 and end with 1"
    case .pathWithoutLength:
      "path to follow: no length; add a line or a curve"
    case .layerWithoutTree:
      "layer: not in a tree; add it to one before animating it"
    case .propertyOfAnotherLayer:
      "animation group: a property belongs to another layer; animate it there"
    case .groupTooDeep(let maximum):
      "animation group: there are more than \(maximum) levels of groups; nest fewer"
    }
  }
}
