extension DocumentLoader {
  func transform(_ json: JSONValue?) throws(LottieError) -> TransformProperties {
    var transform = TransformProperties()
    guard let json else { return transform }
    guard json.isObject else {
      report(json, .invalid, "a transform is expected")
      return transform
    }
    transform.anchor = try property(json, "a", default: .zero)
    transform.position = try position(json, "p")
    transform.scale = try property(json, "s", default: SIMD2(100, 100))
    transform.opacity = try property(json, "o", default: 100)
    transform.skew = try property(json, "sk", default: 0)
    transform.skewAxis = try property(json, "sa", default: 0)
    if json["r"] != nil {
      transform.rotation = try property(json, "r", default: 0)
    } else {
      // A 3D layer has a rotation about each axis; the one about z is in the plane.
      transform.rotation = try property(json, "rz", default: 0)
      try reportRotation(json, "rx")
      try reportRotation(json, "ry")
      try reportOrientation(json)
    }
    return transform
  }

  func position(
    _ object: JSONValue, _ key: StaticString
  ) throws(LottieError) -> TransformProperties.Position {
    guard let position = object[key] else { return .combined(.constant(.zero)) }
    guard flag(position, "s") else {
      return .combined(try animated(position, default: .zero))
    }
    return .split(
      x: try property(position, "x", default: 0), y: try property(position, "y", default: 0))
  }

  private func reportRotation(_ json: JSONValue, _ key: StaticString) throws(LottieError) {
    guard let rotation = json[key] else { return }
    if case .constant(0.0) = try animated(rotation, default: 0.0) { return }
    report(rotation, .approximated, "the rotation in 3D is not drawn")
  }

  private func reportOrientation(_ json: JSONValue) throws(LottieError) {
    guard let orientation = json["or"] else { return }
    if case .constant([0.0, 0.0, 0.0]) = try animated(orientation, default: [0.0, 0.0, 0.0]) {
      return
    }
    report(orientation, .approximated, "the orientation in 3D is not drawn")
  }
}

extension Animated where Value: Equatable {
  static func ~= (pattern: Value, animated: Animated) -> Bool {
    if case .constant(let value) = animated { return value == pattern }
    return false
  }
}
