import AnimCore

/// The transform of a layer or a group. Keeps a constant transform.
final class TransformNode {
  let properties: TransformProperties
  private let isAutoOriented: Bool
  /// The constant transform, or `nil` if it changes.
  private let constant: Transform?

  init(_ properties: TransformProperties, isAutoOriented: Bool = false) {
    self.properties = properties
    self.isAutoOriented = isAutoOriented
    constant =
      properties.isConstant
      ? properties.transform(at: EvaluationTime(0), isAutoOriented: isAutoOriented) : nil
  }

  /// Returns the opacity, 0 ... 1.
  func opacity(at time: EvaluationTime) -> Double { properties.opacity.fraction(at: time) }

  func transform(at time: EvaluationTime) -> Transform {
    constant ?? properties.transform(at: time, isAutoOriented: isAutoOriented)
  }

  /// Returns the transform from the object's space to its parent's.
  func space(at time: EvaluationTime) -> Space {
    properties.space(at: time, isAutoOriented: isAutoOriented) ?? Space(transform(at: time))
  }
}
