import AnimCore

/// What a layer in space has beside its place in the plane, ready to be evaluated.
struct SpaceNode {
  private let anchorDepth: Property<Double>
  private let depth: Property<Double>
  private let depthScale: Property<Double>
  private let rotationX: Property<Double>
  private let rotationY: Property<Double>
  private let orientation: Property<SIMD3<Double>>

  init(_ properties: SpaceProperties, _ expressions: ExpressionEvaluator? = nil) {
    anchorDepth = Property(properties.anchorDepth, expressions)
    depth = Property(properties.depth, expressions)
    depthScale = Property(properties.depthScale, default: 100, expressions)
    rotationX = Property(properties.rotationX, expressions)
    rotationY = Property(properties.rotationY, expressions)
    orientation = Property(properties.orientation, default: .zero, expressions)
  }

  /// From the layer's space to that of its parent or composition, in the order that After Effects has:
  /// about z, y and x by the rotations, and then by the orientation.
  ///
  /// - Parameters:
  ///   - turned: the layer's transform without anchor and position.
  func space(
    at time: Double, _ turned: Transform, anchor: SIMD2<Double>, position: SIMD2<Double>
  ) -> Space {
    let scale = depthScale.value(at: time)
    let orientation = orientation.value(at: time)
    // Depths of files go away from the eye. A scale of 0 is one that the file lacks.
    return Space.moved(-anchor.x, -anchor.y, anchorDepth.value(at: time))
      .followed(by: Space(turned, depth: scale == 0 ? 1 : scale * 0.01))
      .followed(by: .turnedY(Angle(degrees: -rotationY.value(at: time))))
      .followed(by: .turnedX(Angle(degrees: -rotationX.value(at: time))))
      .followed(by: .turnedZ(Angle(degrees: orientation.z)))
      .followed(by: .turnedY(Angle(degrees: -orientation.y)))
      .followed(by: .turnedX(Angle(degrees: -orientation.x)))
      .followed(by: .moved(position.x, position.y, -depth.value(at: time)))
  }

  /// From the space of a camera's parent or composition to that of the camera, as in lottie-web: turned
  /// to the anchor, if it looks there, and back by its rotations and its orientation.
  func view(
    at time: Double, looksAtAnchor: Bool, anchor: SIMD2<Double>, position: SIMD2<Double>,
    rotation: Double
  ) -> Space {
    let depth = depth.value(at: time)
    var space = Space.moved(-position.x, -position.y, depth)
    if looksAtAnchor {
      let way = anchor - position
      space = space.followed(
        by: .looking(at: SIMD3(way.x, way.y, depth - anchorDepth.value(at: time))))
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
