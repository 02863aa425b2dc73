/// Why an animation, a curve, a spring or a transaction was refused. Every case names the value.
public enum AnimationError: Error, Hashable, Sendable {
  /// A number is outside its range, or NaN.
  case outOfRange(Quantity, Double)
  /// An animation has `from`, `to` and `by`, of which at most two may be given. The values are
  /// text.
  case overdetermined(from: String, to: String, by: String)
  /// An animation has none of `from`, `to` and `by`.
  case noEndpoints
  /// A keyframe animation has no values.
  case noKeyframes
  /// A list of a keyframe animation does not match its values in length.
  case wrongCount(KeyframeList, count: Int, expected: Int)
  /// The key time at `index` is smaller than the one before it.
  case keyTimesFall(index: Int, from: Double, to: Double)
  /// The first key time is not 0, or the last one is not 1.
  case keyTimesOpen(first: Double, last: Double)
  /// The path to follow has no length, or is defective: ``Path/error``.
  case pathWithoutLength
  /// The layer is not in a tree, so it has no time to animate in.
  case layerWithoutTree
  /// An animation in a group is for a property of a layer other than the group's.
  case propertyOfAnotherLayer

  /// A number that is checked before it is used.
  public enum Quantity: String, Hashable, Sendable {
    case controlPointX = "the x of a curve's control point"
    case controlPointY = "the y of a curve's control point"
    case stepCount = "the number of steps"
    case mass = "a spring's mass"
    case stiffness = "a spring's stiffness"
    case damping = "a spring's damping"
    case initialVelocity = "a spring's initial velocity"
    case perceptualDuration = "a spring's perceptual duration"
    case bounce = "a spring's bounce"
    case frequency = "a spring's frequency"
    case dampingRatio = "a spring's damping ratio"
    case beginTime = "the begin time"
    case duration = "the duration"
    case speed = "the speed"
    case timeOffset = "the time offset"
    case repeatCount = "the repeat count"
    case repeatDuration = "the repeat duration"
    case keyTime = "a key time"
    case tension = "a keyframe's tension"
    case continuity = "a keyframe's continuity"
    case bias = "a keyframe's bias"
  }

  /// A list of a keyframe animation whose length depends on the number of values.
  public enum KeyframeList: String, Hashable, Sendable {
    case keyTimes = "key times"
    case curves = "curves"
    case tangents = "keyframe tangents"
  }
}

extension AnimationError.Quantity {
  /// The numbers that are allowed, for the message.
  var requirement: String {
    switch self {
    case .controlPointX, .keyTime: "from 0 to 1"
    case .stepCount: "at least 1"
    case .mass, .stiffness, .perceptualDuration: "finite and above 0"
    case .damping, .duration: "finite and not negative"
    case .repeatCount, .repeatDuration: "not negative"
    case .bounce: "above -1 and at most 1"
    case .frequency: "from 1e-100 to 1e100 radians per second"
    case .dampingRatio: "at most 1e50"
    case .controlPointY, .initialVelocity, .beginTime, .speed, .timeOffset, .tension,
      .continuity, .bias:
      "finite"
    }
  }

  /// The same as closed bounds.
  private var range: ClosedRange<Double> {
    let greatest = Double.greatestFiniteMagnitude
    return switch self {
    case .controlPointX, .keyTime: 0...1
    case .stepCount: 1...greatest
    case .mass, .stiffness, .perceptualDuration: Double.leastNonzeroMagnitude...greatest
    case .damping, .duration: 0...greatest
    case .repeatCount, .repeatDuration: 0...Double.infinity
    case .bounce: (-1.0).nextUp...1
    // Beyond these the closed forms of the motion would leave the range of a Double.
    case .frequency: 1e-100...1e100
    case .dampingRatio: 0...1e50
    case .controlPointY, .initialVelocity, .beginTime, .speed, .timeOffset, .tension,
      .continuity, .bias:
      -greatest...greatest
    }
  }

  func check(_ value: Double) throws(AnimationError) {
    guard range.contains(value) else { throw .outOfRange(self, value) }
  }

  /// The nearest value in the range.
  func clamped(_ value: Double, orIfNaN fallback: Double) -> Double {
    value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
  }
}

extension AnimationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let quantity, let value):
      "\(quantity.rawValue) must be \(quantity.requirement), but it is \(value)"
    case .overdetermined(let from, let to, let by):
      "an animation takes at most two of from (\(from)), to (\(to)) and by (\(by))"
    case .noEndpoints:
      "an animation needs from, to or by"
    case .noKeyframes:
      "a keyframe animation needs at least one value"
    case .wrongCount(let list, let count, let expected):
      "the keyframe values call for \(expected) \(list.rawValue), but there are \(count)"
    case .keyTimesFall(let index, let from, let to):
      "key times must not fall, but number \(index) goes from \(from) to \(to)"
    case .keyTimesOpen(let first, let last):
      "key times must run from 0 to 1, but these run from \(first) to \(last)"
    case .pathWithoutLength:
      "a path to follow needs a length above 0"
    case .layerWithoutTree:
      "the layer is in no tree; add it to one before animating it"
    case .propertyOfAnotherLayer:
      "a group animates the properties of one layer, but this property is another layer's"
    }
  }
}
