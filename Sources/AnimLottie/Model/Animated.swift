import AnimCore

/// A value that may change over time. Times are in frames of the layer's local time, and values are
/// in the units of the file, unless a property says otherwise.
enum Animated<Value: Sendable>: Sendable {
  case constant(Value)
  /// Keyframes, at least one, whose times never decrease.
  case keyframes([LottieKeyframe<Value>])
  /// A value that an expression computes from the stored value.
  indirect case expression(ExpressionID, stored: Animated)
}

/// An index into ``ExpressionIndex/expressions``.
typealias ExpressionID = Int

extension Animated {
  /// The stored value, or the first of several.
  var first: Value? {
    switch self {
    case .constant(let value): value
    case .keyframes(let keyframes): keyframes.first?.start
    case .expression(_, let stored): stored.first
    }
  }
}

/// A value at a time, with its transition to the next keyframe.
struct LottieKeyframe<Value: Sendable>: Sendable {
  var time: Double
  var start: Value
  /// The value at the next keyframe. Older files store it (`e`). In others, it is the start value
  /// of the next keyframe.
  var end: Value
  var easing: KeyframeEasing
  /// The curve that a position follows, or `nil` for a straight line.
  var tangents: SpatialTangents?
}

/// The interpolation from one keyframe to the next.
enum KeyframeEasing: Hashable, Sendable {
  /// One function for all dimensions of the value.
  case uniform(TimingFunction)
  /// A function for each dimension, at least one. The last one also applies to all further
  /// dimensions.
  case separate([TimingFunction])

  /// The value doesn't change until the next keyframe.
  static let hold = KeyframeEasing.uniform(.hold)
  static let linear = KeyframeEasing.uniform(.linear)

  /// Returns the progress of each dimension's value. `time` is 0 at one keyframe and increases to
  /// 1, exclusive, at the next.
  func progress(at time: Double) -> SIMD4<Double> {
    switch self {
    case .uniform(let function): return SIMD4(repeating: function.value(at: time))
    case .separate(let functions):
      var progress = SIMD4<Double>.zero
      for index in 0..<4 {
        progress[index] =
          index < functions.count
          ? functions[index].value(at: time) : progress[functions.count - 1]
      }
      return progress
    }
  }
}

/// The handles of a cubic curve between two positions, each relative to its position.
struct SpatialTangents: Hashable, Sendable {
  /// The handle at the first position: `to` in the file.
  var out: SIMD2<Double>
  /// The handle at the second position: `ti` in the file.
  var `in`: SIMD2<Double>
}

/// A contour of cubic curves, in Lottie's representation.
struct BezierShape: Hashable, Sendable {
  var vertices: [SIMD2<Double>] = []
  /// The handle of each vertex towards the previous one, relative to the vertex.
  var inTangents: [SIMD2<Double>] = []
  /// The handle of each vertex towards the next one, relative to the vertex.
  var outTangents: [SIMD2<Double>] = []
  var isClosed = false
}

/// The transform of a layer or a group of shapes.
struct TransformProperties: Sendable {
  var anchor = Animated.constant(SIMD2<Double>.zero)
  var position = Position.combined(.constant(.zero))
  /// The scale, in percent.
  var scale = Animated.constant(SIMD2<Double>(100, 100))
  /// The rotation in degrees, clockwise.
  var rotation = Animated.constant(0.0)
  /// The opacity, in percent.
  var opacity = Animated.constant(100.0)
  /// The skew, in degrees.
  var skew = Animated.constant(0.0)
  /// The axis of the skew, in degrees.
  var skewAxis = Animated.constant(0.0)

  /// The third dimension, or `nil` for objects in the plane.
  var space: SpaceProperties?

  enum Position: Sendable {
    case combined(Animated<SIMD2<Double>>)
    case split(x: Animated<Double>, y: Animated<Double>)
  }
}

/// The additional properties of a 3D layer. Depth increases away from the viewer.
struct SpaceProperties: Sendable {
  var anchorDepth = Animated.constant(0.0)
  var depth = Animated.constant(0.0)
  /// The scale along the third axis, in percent.
  var depthScale = Animated.constant(100.0)
  /// The rotation in degrees. A positive angle moves the lower part away.
  var rotationX = Animated.constant(0.0)
  /// The rotation in degrees. A positive angle moves the right part closer.
  var rotationY = Animated.constant(0.0)
  /// The orientation around the three axes in degrees, applied after the rotations.
  var orientation = Animated.constant(SIMD3<Double>.zero)

  /// Whether the layer is always in the plane.
  var isFlat: Bool { isUpright && 0.0 ~= anchorDepth && 0.0 ~= depth }

  /// Whether the layer is always parallel to the plane.
  var isUpright: Bool {
    guard case .constant(let angles) = orientation else { return false }
    return 0.0 ~= rotationX && 0.0 ~= rotationY && angles.x == 0 && angles.y == 0
  }
}

/// A camera, which is positioned by its layer.
struct CameraProperties: Sendable {
  /// The distance at which objects appear at their own size.
  var zoom: Animated<Double>
  /// Whether the camera points at the anchor of its layer.
  var looksAtAnchor: Bool
}

extension Animated {
  /// Converts each stored value with a closure. The easing is that of `dimension`.
  func map<Other>(
    tangents: Bool = false, dimension: Int? = nil, _ other: (Value) -> Other
  ) -> Animated<Other> {
    switch self {
    case .constant(let value): return .constant(other(value))
    case .keyframes(let keyframes):
      return .keyframes(
        keyframes.map {
          var easing = $0.easing
          if let dimension, case .separate(let functions) = easing {
            easing = .uniform(functions[min(dimension, functions.count - 1)])
          }
          return LottieKeyframe(
            time: $0.time, start: other($0.start), end: other($0.end), easing: easing,
            tangents: tangents ? $0.tangents : nil)
        })
    case .expression(let id, let stored):
      return .expression(
        id, stored: stored.map(tangents: tangents, dimension: dimension, other))
    }
  }
}
