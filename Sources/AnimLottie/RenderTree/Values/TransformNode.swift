import AnimCore

/// The transform of a layer or a group, prepared for evaluation.
final class TransformNode {
  let anchor: PreparedProperty<SIMD2<Double>>
  let position: PositionProperty
  let scale: PreparedProperty<SIMD2<Double>>
  let rotation: PreparedProperty<Double>
  let skew: PreparedProperty<Double>
  let skewAxis: PreparedProperty<Double>
  /// The third dimension, or `nil` for objects in the plane.
  private let spaceNode: SpaceNode?
  private let opacityProperty: PreparedProperty<Double>
  private let isAutoOriented: Bool
  /// The constant transform, or `nil` if it changes.
  private var constant: Transform?

  init(
    _ properties: TransformProperties, isAutoOriented: Bool = false,
    _ expressions: ExpressionEvaluator? = nil
  ) {
    anchor = PreparedProperty(properties.anchor, expressions)
    position = PositionProperty(properties.position, expressions)
    scale = PreparedProperty(properties.scale, default: SIMD2(100, 100), expressions)
    rotation = PreparedProperty(properties.rotation, expressions)
    skew = PreparedProperty(properties.skew, expressions)
    skewAxis = PreparedProperty(properties.skewAxis, expressions)
    spaceNode = properties.space.map { SpaceNode($0, expressions) }
    opacityProperty = PreparedProperty(properties.opacity, default: 100, expressions)
    self.isAutoOriented = isAutoOriented
    let isConstant =
      anchor.isConstant && position.isConstant && scale.isConstant && rotation.isConstant
      && skew.isConstant && skewAxis.isConstant
    if isConstant { constant = evaluated(at: 0) }
  }

  /// Returns the opacity, 0 ... 1.
  func opacity(at time: Double) -> Double { opacityProperty.fraction(at: time) }

  func transform(at time: Double) -> Transform { constant ?? evaluated(at: time) }

  /// Returns the transform from the object's space to its parent's.
  func space(at time: Double) -> Space {
    guard let spaceNode else { return Space(transform(at: time)) }
    return spaceNode.space(
      at: time, turned(at: time), anchor: anchor.value(at: time), position: position.value(at: time)
    )
  }

  /// Returns the transform from the space around a camera with this transform to that of the
  /// camera.
  func view(at time: Double, looksAtAnchor: Bool) -> Space {
    guard let spaceNode else { return Space() }
    return spaceNode.view(
      at: time, looksAtAnchor: looksAtAnchor, anchor: anchor.value(at: time),
      position: position.value(at: time), rotation: rotation.value(at: time))
  }

  private func evaluated(at time: Double) -> Transform {
    var transform = turned(at: time)
    let position = position.value(at: time)
    let anchor = anchor.value(at: time)
    transform.tx = position.x - (transform.a * anchor.x + transform.c * anchor.y)
    transform.ty = position.y - (transform.b * anchor.x + transform.d * anchor.y)
    return transform
  }

  /// Returns the transform without anchor and position.
  private func turned(at time: Double) -> Transform {
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

extension Transform {
  /// Creates a shear along `axis` by the tangent of `skew` per unit of distance from the axis, as
  /// in Lottie.
  init(skew angle: Angle, axis: Angle) {
    let shear = Transform(a: 1, b: 0, c: -angle.sine / angle.cosine, d: 1, tx: 0, ty: 0)
    self = Transform(rotation: axis).followed(by: shear).followed(by: Transform(rotation: -axis))
  }
}
