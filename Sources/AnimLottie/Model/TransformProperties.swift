import AnimCore

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

  /// Whether the transform in the plane is constant.
  var isConstant: Bool {
    let changes: ValueChanges = [
      anchor.changes, position.changes, scale.changes, rotation.changes, skew.changes,
      skewAxis.changes,
    ]
    return changes.isEmpty
  }

  /// - Parameter isAutoOriented: Whether the object rotates along the path of its position.
  func transform(at time: EvaluationTime, isAutoOriented: Bool = false) -> Transform {
    var transform = turned(at: time, isAutoOriented: isAutoOriented)
    let position = position.value(at: time)
    let anchor = anchor.value(at: time)
    transform.tx = position.x - (transform.a * anchor.x + transform.c * anchor.y)
    transform.ty = position.y - (transform.b * anchor.x + transform.d * anchor.y)
    return transform
  }

  /// Returns the transform without anchor and position.
  fileprivate func turned(at time: EvaluationTime, isAutoOriented: Bool) -> Transform {
    let scale = scale.value(at: time) * 0.01
    var transform = Transform(scaleX: scale.x, y: scale.y)
    let skew = skew.value(at: time)
    if skew != 0 {
      let axis = Angle(degrees: skewAxis.value(at: time))
      transform = transform.followed(by: Transform(skew: Angle(degrees: skew), axis: axis))
    }
    var angle = Angle(degrees: rotation.value(at: time))
    if isAutoOriented {
      let direction = position.direction(at: time)
      angle += Vector(dx: direction.x, dy: direction.y).direction
    }
    if angle != .zero { transform = transform.followed(by: Transform(rotation: angle)) }
    return transform
  }
}

extension TransformProperties {
  enum Position: Sendable {
    case combined(Animated<SIMD2<Double>>)
    case split(x: Animated<Double>, y: Animated<Double>)

    var changes: ValueChanges {
      switch self {
      case .combined(let property): property.changes
      case .split(let x, let y): [x.changes, y.changes]
      }
    }

    func value(at time: EvaluationTime) -> SIMD2<Double> {
      switch self {
      case .combined(let property): property.value(at: time)
      case .split(let x, let y): SIMD2(x.value(at: time), y.value(at: time))
      }
    }

    /// Returns the direction of the motion at `time`, with any length, or zero at rest.
    func direction(at time: EvaluationTime) -> SIMD2<Double> {
      // As in lottie-web: the displacement over the previous hundredth of a frame or, at the first
      // keyframe, over the next one.
      let step = 0.01
      guard let span = keyframeSpan else { return .zero }
      func value(at frame: Double) -> SIMD2<Double> {
        // As in lottie-web, an expression for both coordinates has no effect.
        if case .combined(let property) = self { return property.storedValue(at: frame) }
        return self.value(at: EvaluationTime(frame, time.expressions))
      }
      if time.frame <= span.lowerBound {
        return value(at: span.lowerBound + step) - value(at: span.lowerBound)
      }
      let end = min(time.frame, span.upperBound)
      return value(at: end) - value(at: end - step)
    }

    /// The times of the first and the last keyframe.
    private var keyframeSpan: ClosedRange<Double>? {
      switch self {
      case .combined(let property): property.keyframeSpan
      case .split(let x, let y):
        if let x = x.keyframeSpan, let y = y.keyframeSpan {
          min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound)
        } else {
          x.keyframeSpan ?? y.keyframeSpan
        }
      }
    }
  }
}

extension Transform {
  /// Creates a shear along `axis` by the tangent of `skew` per unit of distance from the axis, as
  /// in Lottie.
  init(skew angle: Angle, axis: Angle) {
    let shear = Transform(a: 1, b: 0, c: -angle.sine / angle.cosine, d: 1, tx: 0, ty: 0)
    self = Transform(rotation: axis).followed(by: shear).followed(by: Transform(rotation: -axis))
  }
}

// MARK: - 3D

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

extension TransformProperties {
  /// Returns the transform from the layer's space to that of its parent or composition, in the
  /// order of After Effects: rotations around z, y and x, and then the orientation. Returns `nil` for
  /// objects in the plane.
  func space(at time: EvaluationTime, isAutoOriented: Bool) -> Space? {
    guard let space else { return nil }
    let turned = turned(at: time, isAutoOriented: isAutoOriented)
    let anchor = anchor.value(at: time)
    let position = position.value(at: time)
    let scale = space.depthScale.value(at: time)
    let orientation = space.orientation.value(at: time)
    // In files, depth increases away from the eye. A scale of 0 means that the file has no scale.
    return Space.moved(-anchor.x, -anchor.y, space.anchorDepth.value(at: time))
      .followed(by: Space(turned, depth: scale == 0 ? 1 : scale * 0.01))
      .followed(by: .turnedY(Angle(degrees: -space.rotationY.value(at: time))))
      .followed(by: .turnedX(Angle(degrees: -space.rotationX.value(at: time))))
      .followed(by: .turnedZ(Angle(degrees: orientation.z)))
      .followed(by: .turnedY(Angle(degrees: -orientation.y)))
      .followed(by: .turnedX(Angle(degrees: -orientation.x)))
      .followed(by: .moved(position.x, position.y, -space.depth.value(at: time)))
  }
}

/// A camera, which is positioned by its layer.
struct CameraProperties: Sendable {
  /// The distance at which objects appear at their own size.
  var zoom: Animated<Double>
  /// Whether the camera points at the anchor of its layer.
  var looksAtAnchor: Bool

  /// Returns the transform from the space of the camera's parent or composition to that of the
  /// camera, as in lottie-web: towards the anchor if the camera looks at it, and back by its
  /// rotations and its orientation.
  ///
  /// - Parameter properties: The transform of the camera's layer.
  func view(at time: EvaluationTime, _ properties: TransformProperties) -> Space {
    guard let space = properties.space else { return Space() }
    let position = properties.position.value(at: time)
    let depth = space.depth.value(at: time)
    var view = Space.moved(-position.x, -position.y, depth)
    if looksAtAnchor {
      let displacement = properties.anchor.value(at: time) - position
      let anchorDepth = depth - space.anchorDepth.value(at: time)
      view = view.followed(by: .looking(at: SIMD3(displacement.x, displacement.y, anchorDepth)))
    }
    let orientation = space.orientation.value(at: time)
    return view.followed(by: .turnedX(Angle(degrees: space.rotationX.value(at: time))))
      .followed(by: .turnedY(Angle(degrees: space.rotationY.value(at: time))))
      .followed(by: .turnedZ(Angle(degrees: -properties.rotation.value(at: time))))
      .followed(by: .turnedX(Angle(degrees: orientation.x)))
      .followed(by: .turnedY(Angle(degrees: orientation.y)))
      .followed(by: .turnedZ(Angle(degrees: -orientation.z)))
  }

  /// Returns the projection from the camera's space to a rectangle. Objects at the distance of the
  /// zoom appear in its centre at their own size.
  func image(at time: EvaluationTime, in frame: Rect) -> Space {
    let zoom = max(zoom.value(at: time), 0)
    return Space.moved(0, 0, zoom).followed(by: .seen(from: zoom))
      .followed(by: .moved(frame.midX, frame.midY, 0))
  }
}
