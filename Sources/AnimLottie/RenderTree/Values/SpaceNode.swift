import AnimCore

/// The additional properties of a 3D layer, prepared for evaluation.
struct SpaceNode {
  private let anchorDepth: PreparedProperty<Double>
  private let depth: PreparedProperty<Double>
  private let depthScale: PreparedProperty<Double>
  private let rotationX: PreparedProperty<Double>
  private let rotationY: PreparedProperty<Double>
  private let orientation: PreparedProperty<SIMD3<Double>>

  init(_ properties: SpaceProperties, _ expressions: ExpressionEvaluator? = nil) {
    anchorDepth = PreparedProperty(properties.anchorDepth, expressions)
    depth = PreparedProperty(properties.depth, expressions)
    depthScale = PreparedProperty(properties.depthScale, default: 100, expressions)
    rotationX = PreparedProperty(properties.rotationX, expressions)
    rotationY = PreparedProperty(properties.rotationY, expressions)
    orientation = PreparedProperty(properties.orientation, default: .zero, expressions)
  }

  /// Returns the transform from the layer's space to that of its parent or composition, in the
  /// order of After Effects: rotations around z, y and x, and then the orientation.
  ///
  /// - Parameters:
  ///   - turned: The layer's transform without anchor and position.
  func space(
    at time: Double, _ turned: Transform, anchor: SIMD2<Double>, position: SIMD2<Double>
  ) -> Space {
    let scale = depthScale.value(at: time)
    let orientation = orientation.value(at: time)
    // In files, depth increases away from the eye. A scale of 0 means that the file has no scale.
    return Space.moved(-anchor.x, -anchor.y, anchorDepth.value(at: time))
      .followed(by: Space(turned, depth: scale == 0 ? 1 : scale * 0.01))
      .followed(by: .turnedY(Angle(degrees: -rotationY.value(at: time))))
      .followed(by: .turnedX(Angle(degrees: -rotationX.value(at: time))))
      .followed(by: .turnedZ(Angle(degrees: orientation.z)))
      .followed(by: .turnedY(Angle(degrees: -orientation.y)))
      .followed(by: .turnedX(Angle(degrees: -orientation.x)))
      .followed(by: .moved(position.x, position.y, -depth.value(at: time)))
  }

  /// Returns the transform from the space of a camera's parent or composition to that of the
  /// camera, as in lottie-web: towards the anchor if the camera looks at it, and back by its
  /// rotations and its orientation.
  func view(
    at time: Double, looksAtAnchor: Bool, anchor: SIMD2<Double>, position: SIMD2<Double>,
    rotation: Double
  ) -> Space {
    let depth = depth.value(at: time)
    var space = Space.moved(-position.x, -position.y, depth)
    if looksAtAnchor {
      let displacement = anchor - position
      space = space.followed(
        by: .looking(at: SIMD3(displacement.x, displacement.y, depth - anchorDepth.value(at: time)))
      )
    }
    let orientation = orientation.value(at: time)
    return space.followed(by: .turnedX(Angle(degrees: rotationX.value(at: time))))
      .followed(by: .turnedY(Angle(degrees: rotationY.value(at: time))))
      .followed(by: .turnedZ(Angle(degrees: -rotation)))
      .followed(by: .turnedX(Angle(degrees: orientation.x)))
      .followed(by: .turnedY(Angle(degrees: orientation.y)))
      .followed(by: .turnedZ(Angle(degrees: -orientation.z)))
  }
}
