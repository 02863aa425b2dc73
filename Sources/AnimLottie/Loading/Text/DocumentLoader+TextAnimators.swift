extension DocumentLoader {
  func animator(_ json: JSONValue) throws(LottieError) -> TextAnimator {
    var animator = TextAnimator(selector: try selector(json["s"]))
    guard let properties = json["a"], properties.isObject else { return animator }
    if Self.transformKeys.contains(where: { properties[key: $0] != nil }) {
      animator.transform = try transform(properties)
    }
    animator.fillColor = try optional(properties, "fc", default: SIMD4(0, 0, 0, 1))
    animator.strokeColor = try optional(properties, "sc", default: SIMD4(0, 0, 0, 1))
    animator.strokeWidth = try optional(properties, "sw", default: 0)
    animator.tracking = try optional(properties, "t", default: 0)
    animator.fillOpacity = try optional(properties, "fo", default: 100)
    animator.strokeOpacity = try optional(properties, "so", default: 100)
    for (key, name) in Self.undrawn where properties[key: key] != nil {
      report(properties, .notDrawn, "the \(name) of an animator is not drawn")
    }
    return animator
  }

  private static let transformKeys = ["p", "a", "s", "r", "rz", "o", "sk", "sa"]
  private static let undrawn = [
    ("fh", "hue"), ("fs", "saturation"), ("fb", "brightness"), ("bl", "blur"),
  ]

  private func optional<Value: FileValue>(
    _ object: JSONValue, _ key: StaticString, default: Value
  ) throws(LottieError) -> Animated<Value>? {
    object[key] == nil ? nil : try property(object, key, default: `default`)
  }

  private func selector(_ json: JSONValue?) throws(LottieError) -> TextSelector {
    var selector = TextSelector()
    guard let json, json.isObject else { return selector }
    selector.unit = integer(json, "r").flatMap(TextSelector.Unit.init) ?? .percent
    selector.basis = integer(json, "b").flatMap(TextSelector.Basis.init) ?? .characters
    selector.shape = integer(json, "sh").flatMap(TextSelector.Shape.init) ?? .square
    selector.start = try property(json, "s", default: 0)
    // Without an end, everything after the start is selected.
    selector.end = try property(json, "e", default: selector.unit == .percent ? 100 : 1e6)
    selector.offset = try property(json, "o", default: 0)
    selector.amount = try property(json, "a", default: 100)
    selector.maximumEase = try property(json, "xe", default: 0)
    selector.minimumEase = try property(json, "ne", default: 0)
    selector.smoothness = try property(json, "sm", default: 100)
    if flag(json, "rn") { selector.randomSeed = 0 }
    if let type = json["t"]?.number, type != 0 {
      report(json, .approximated, "only range selectors are drawn")
    }
    return selector
  }
}
