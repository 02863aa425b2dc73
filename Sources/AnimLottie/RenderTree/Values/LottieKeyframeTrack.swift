import AnimCore

/// The keyframes of a value, prepared for evaluation. ``sample(at:)`` evaluates numbers, colours,
/// paths, gradients and positions. See ``KeyframeTimes`` for the differences from AnimCore's
/// keyframes, which share the search.
final class LottieKeyframeTrack<Value: Sendable> {
  private struct Key {
    let start: Value
    let end: Value
    let easing: KeyframeEasing
    let isHeld: Bool
    /// The curve to the next keyframe, or `nil` for a straight line.
    let curve: PathMeasure?
  }

  /// A value at one time.
  enum Sample {
    /// A constant: before the first keyframe, starting at the last, or held.
    case constant(Value)
    /// A value between the keyframe `index` and the next. Each dimension has a separate progress,
    /// which may be outside 0 ... 1. If all dimensions are interpolated alike, the first one
    /// applies.
    case between(Value, Value, progress: SIMD4<Double>, index: Int)
  }

  private let keys: [Key]
  @exclusivity(unchecked) private var times: KeyframeTimes

  /// Prepares keyframes. Returns `nil` if there are fewer than two, so that nothing is
  /// interpolated.
  convenience init?(_ keyframes: [LottieKeyframe<Value>]) {
    self.init(keyframes) { _ in nil }
  }

  fileprivate init?(
    _ keyframes: [LottieKeyframe<Value>], curve: (LottieKeyframe<Value>) -> PathMeasure?
  ) {
    guard keyframes.count > 1 else { return nil }
    keys = keyframes.map {
      Key(
        start: $0.start, end: $0.end, easing: $0.easing, isHeld: $0.easing == .hold,
        curve: $0.easing == .hold ? nil : curve($0))
    }
    times = KeyframeTimes(keyframes.map { $0.time })
  }

  /// Returns the value at a time, which is clamped to the keyframes. The last keyframe at a time
  /// takes precedence.
  func sample(at time: Double) -> Sample {
    guard let index = times.index(at: time) else { return .constant(keys[0].start) }
    guard index < keys.count - 1 else { return .constant(keys[index].start) }
    if keys[index].isHeld { return .constant(keys[index].start) }
    let start = times[index]
    // The later keyframe's time is larger, so this never divides by zero.
    let progress = keys[index].easing.progress(at: (time - start) / (times[index + 1] - start))
    return .between(keys[index].start, keys[index].end, progress: progress, index: index)
  }

  /// The times of the first and the last keyframe.
  var span: ClosedRange<Double> { times[0]...max(times[0], times[times.count - 1]) }
}

extension LottieKeyframeTrack where Value: Interpolated {
  /// Creates the keyframes of a value that moves along curves if the file specifies tangents.
  convenience init?(_ keyframes: [LottieKeyframe<Value>]) {
    self.init(keyframes) { keyframe in
      guard let start = keyframe.start.point, let end = keyframe.end.point else { return nil }
      return keyframe.tangents?.curve(from: start, to: end)
    }
  }

  func value(at time: Double) -> Value {
    switch sample(at: time) {
    case .constant(let value): return value
    case .between(let start, let end, let progress, let index):
      guard let curve = keys[index].curve else { return .between(start, end, progress) }
      // Move by arc length, but never beyond the ends of the curve.
      guard let position = curve.position(at: progress.x * curve.length) else { return start }
      return start.moved(to: SIMD2(position.point.x, position.point.y))
    }
  }
}

extension SpatialTangents {
  /// Returns the curve, or `nil` if it has no length.
  fileprivate func curve(from start: SIMD2<Double>, to end: SIMD2<Double>) -> PathMeasure? {
    var path = Path()
    path.move(to: Point(x: start.x, y: start.y))
    path.addCurve(
      to: Point(x: end.x, y: end.y),
      control1: Point(x: start.x + out.x, y: start.y + out.y),
      control2: Point(x: end.x + `in`.x, y: end.y + `in`.y))
    let measure = PathMeasure(path)
    return measure.length > 0 ? measure : nil
  }
}

/// A value that can be interpolated between keyframes.
protocol Interpolated: Sendable {
  /// Interpolates between two values. Each dimension has a separate progress, 0 for `a` and 1 for
  /// `b`, which may be outside 0 ... 1.
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self

  /// Creates the value of a property from the numbers of its expression.
  init(components: SIMD4<Double>)

  /// The point that can move along a curve, or `nil` for values that aren't points.
  var point: SIMD2<Double>? { get }

  /// Returns the same value with another ``point``.
  func moved(to point: SIMD2<Double>) -> Self
}

extension Interpolated {
  var point: SIMD2<Double>? { nil }

  func moved(to point: SIMD2<Double>) -> Self { self }
}

extension Double: Interpolated {
  @inline(__always)
  static func between(_ a: Double, _ b: Double, _ progress: SIMD4<Double>) -> Double {
    a + (b - a) * progress.x
  }

  init(components: SIMD4<Double>) { self = components.x }
}

extension SIMD2<Double>: Interpolated {
  @inline(__always)
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    a + (b - a) * progress.lowHalf
  }

  init(components: SIMD4<Double>) { self = components.lowHalf }

  var point: SIMD2<Double>? { self }

  func moved(to point: SIMD2<Double>) -> Self { point }
}

extension SIMD3<Double>: Interpolated {
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    a + (b - a) * SIMD3(progress.lowHalf, progress.z)
  }

  init(components: SIMD4<Double>) { self.init(components.lowHalf, components.z) }
}

extension SIMD4<Double>: Interpolated {
  @inline(__always)
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    a + (b - a) * progress
  }

  /// Creates an opaque colour.
  init(components: SIMD4<Double>) { self.init(components.x, components.y, components.z, 1) }
}

extension Bool: Interpolated {
  static func between(_ a: Bool, _ b: Bool, _ progress: SIMD4<Double>) -> Bool { a }

  init(components: SIMD4<Double>) { self = components.x == 2 }
}
