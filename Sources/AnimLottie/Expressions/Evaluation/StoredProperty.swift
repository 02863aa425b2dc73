import AnimCore

/// A property without its expression, prepared for evaluation: its value at any time, and its
/// keyframes.
final class StoredProperty {
  let content: Content
  /// The times of the keyframes in frames, in ascending order, or an empty array without keyframes.
  let times: [Double]
  /// The expression of the property, or `nil`.
  let expression: ExpressionID?
  /// The values at the keyframes.
  private let keys: [Components]

  enum Content {
    case numbers(NumberTrack)
    case path(PathTrack)
    /// A list with more numbers than a vector, such as a gradient.
    case list([Double])
    /// A property without a value.
    case none
  }

  init(_ parsed: ParsedProperty) {
    times = parsed.times
    expression = parsed.expression
    var keys: [Components] = []
    switch parsed.content {
    case .numbers(let animated, let isNumber):
      content = .numbers(NumberTrack(animated, isNumber: isNumber))
      if case .keyframes(let keyframes) = animated {
        keys = keyframes.map { $0.start }
      } else {
        keys = animated.first.map { [$0] } ?? []
      }
    case .path(let animated): content = .path(PathTrack(animated))
    case .list(let numbers): content = .list(numbers)
    case .none: content = .none
    }
    self.keys = keys
  }

  var isAnimated: Bool { times.count > 1 }

  /// Whether the value without the expression is constant.
  var isConstant: Bool {
    switch content {
    case .numbers(let track): track.isConstant
    case .path(let track): track.isConstant
    case .list, .none: true
    }
  }

  var isPath: Bool { if case .path = content { true } else { false } }

  /// Returns the value at a keyframe.
  func key(_ index: Int) -> Components? { keys.indices.contains(index) ? keys[index] : nil }

  /// Returns the value at a frame of the composition.
  func value(at time: Double) -> Components {
    if case .numbers(let track) = content { return track.value(at: time) }
    return Components(0)
  }

  func path(at time: Double) -> BezierShape {
    if case .path(let track) = content { return track.value(at: time) }
    return BezierShape()
  }
}

/// A number or a vector over time.
final class NumberTrack {
  private let constant: Components
  private let track: LottieKeyframeTrack<Components>?
  /// The bits of the last requested time, and the value at that time. Initially, the time is NaN.
  @exclusivity(unchecked) private var last: (time: UInt64, value: Components)

  init(_ animated: Animated<Components>, isNumber: Bool) {
    var constant = animated.first ?? Components(0)
    constant.isNumber = isNumber
    self.constant = constant
    last = (.max, constant)
    if case .keyframes(let keyframes) = animated {
      track = LottieKeyframeTrack(keyframes)
    } else {
      track = nil
    }
  }

  var isConstant: Bool { track == nil }
  var isNumber: Bool { constant.isNumber }

  func value(at time: Double) -> Components {
    guard let track else { return constant }
    // Many expressions of a frame read the same property.
    if time.bitPattern == last.time { return last.value }
    var value = track.value(at: time)
    value.isNumber = constant.isNumber
    last = (time.bitPattern, value)
    return value
  }
}

/// A path over time.
final class PathTrack {
  private let constant: BezierShape
  private let track: LottieKeyframeTrack<BezierShape>?

  var isConstant: Bool { track == nil }

  init(_ animated: Animated<BezierShape>) {
    constant = animated.first ?? BezierShape()
    if case .keyframes(let keyframes) = animated {
      track = LottieKeyframeTrack(keyframes)
    } else {
      track = nil
    }
  }

  func value(at time: Double) -> BezierShape {
    guard let track else { return constant }
    switch track.sample(at: time) {
    case .constant(let shape): return shape
    case .between(let start, let end, let progress, _):
      let count = min(start.vertices.count, end.vertices.count)
      func mix(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> [SIMD2<Double>] {
        (0..<count).map { (index: Int) -> SIMD2<Double> in
          a[index] + (b[index] - a[index]) * progress.x
        }
      }
      return BezierShape(
        vertices: mix(start.vertices, end.vertices),
        inTangents: mix(start.inTangents, end.inTangents),
        outTangents: mix(start.outTangents, end.outTangents), isClosed: constant.isClosed)
    }
  }
}
