/// A value that may change over time. Times are frames of the layer's own time, and values have the
/// units of the file, unless a property says otherwise.
enum Animated<Value: Sendable>: Sendable {
  case constant(Value)
  /// Never empty, and the times do not fall.
  case keyframes([Keyframe<Value>])
}

/// A value at a time, and the way from it to the next keyframe.
struct Keyframe<Value: Sendable>: Sendable {
  var time: Double
  var start: Value
  /// What is reached at the next keyframe. Files before the specification name it (`e`); in others it
  /// is the next keyframe's start.
  var end: Value
  var easing: Easing
  /// The curve that a position moves along; nil for a straight line.
  var tangents: SpatialTangents?
}

/// How a value passes from one keyframe to the next.
enum Easing: Hashable, Sendable {
  /// It stays until the next keyframe.
  case hold
  case linear
  /// One curve for all dimensions of the value.
  case curve(EasingCurve)
  /// A curve for each dimension; the last holds for those beyond.
  case curves([EasingCurve])
}

/// A cubic Bézier curve from (0, 0) to (1, 1): the share of time, and of the way.
struct EasingCurve: Hashable, Sendable {
  /// `o` of the file.
  var out: SIMD2<Double>
  /// `i` of the file.
  var `in`: SIMD2<Double>
}

/// The handles of a cubic curve between two positions, relative to them.
struct SpatialTangents: Hashable, Sendable {
  /// `to` of the file, from the first position.
  var out: SIMD2<Double>
  /// `ti` of the file, from the second.
  var `in`: SIMD2<Double>
}
