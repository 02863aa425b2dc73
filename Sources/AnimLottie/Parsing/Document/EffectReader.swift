import AnimCore

// Effects without their own number in the format. All of them have type 5, an After Effects match
// name (`mn`) and controls. Groups of controls for expressions also have type 5.
extension LayerReader {
  /// Returns the effect, or `nil` for an unsupported effect, with a diagnostic unless the effect
  /// doesn't affect the image.
  func namedEffect(_ json: JSONValue) throws(LottieError) -> LayerEffect? {
    let controls = EffectControls(json, fields)
    switch json["mn"]?.string {
    case "ADBE Ramp": return try ramp(json, controls)
    case "ADBE 4ColorGradient": return try fourColors(json, controls)
    case "ADBE Geometry2": return try transform(controls)
    case "ADBE Box Blur", "ADBE Box Blur2": return try boxBlur(json, controls)
    case "ADBE Motion Blur":
      fields.report(
        json, .approximated, "a directional blur may be softer or sharper than in After Effects")
      return .directionalBlur(
        direction: try controls.number(1, at: 0, default: 90),
        length: try controls.number(2, at: 1, default: 10))
    case "ADBE Simple Choker": return try choke(json, controls)
    // The number that lottie-web uses.
    case _ where fields.integer(json, "ty") == 35: return try transform(controls)
    default:
      reportUndrawn(json)
      return nil
    }
  }

  private func reportUndrawn(_ json: JSONValue) {
    let type = fields.integer(json, "ty")
    let match = json["mn"]?.string ?? ""
    if type == 5 {
      // "CM" is the prefix of controls of After Effects' own presets, such as those for wiggling.
      let isControl =
        match.hasPrefix("ADBE ") && match.hasSuffix(" Control") || match.hasPrefix("ADBE CM ")
      if match.isEmpty || isControl || match.hasPrefix("Pseudo/") { return }
    }
    let name = json["nm"]?.string ?? type.map { "\($0)" } ?? "without a name"
    let suffix = match.isEmpty || match == name ? "" : " (\(match.shortened))"
    fields.report(
      json, .notDrawn, "the effect \(name.shortened)\(suffix) is not drawn", .unsupportedEffect)
  }

  private func ramp(
    _ json: JSONValue, _ controls: EffectControls
  ) throws(LottieError) -> LayerEffect {
    let scatter = try controls.number(6, at: 5, default: 0)
    if case .constant(0.0) = scatter {
    } else {
      fields.report(json, .approximated, "the scatter of a ramp is not drawn")
    }
    return .ramp(
      RampEffect(
        start: try controls.point(1, at: 0), startColor: try controls.color(2, at: 1),
        end: try controls.point(3, at: 2), endColor: try controls.color(4, at: 3),
        shape: try controls.number(5, at: 4, default: 1),
        originalFraction: try controls.number(7, at: 6, default: 0)))
  }

  private func fourColors(
    _ json: JSONValue, _ controls: EffectControls
  ) throws(LottieError) -> LayerEffect {
    // The points and colours are in a group, whose start and end are also controls.
    fields.report(
      json, .approximated,
      "between its points, a gradient of four colours may differ from After Effects")
    var effect = FourColorEffect(
      points: [], colors: [], blend: try controls.number(9, at: 10, default: 100),
      opacity: try controls.number(13, at: 12, default: 100),
      blendingMode: try controls.number(14, at: 13, default: 1))
    for index in 0..<4 {
      effect.points.append(try controls.point(2 * index + 1, at: 2 * index + 1))
      effect.colors.append(try controls.color(2 * index + 2, at: 2 * index + 2))
    }
    switch effect.blendingMode {
    case .constant(1.0), .constant(2.0): break
    default:
      fields.report(
        json, .approximated,
        "the blend mode of a gradient of four colours has an undocumented number; "
          + "After Effects may use another mode")
    }
    if case .constant(0.0) = try controls.number(10, at: 11, default: 0) {
    } else {
      fields.report(json, .approximated, "the jitter of a gradient of four colours is not drawn")
    }
    return .fourColors(effect)
  }

  private func transform(_ controls: EffectControls) throws(LottieError) -> LayerEffect {
    var properties = TransformProperties()
    properties.anchor = try controls.point(1, at: 0)
    properties.position = .combined(try controls.point(2, at: 1))
    properties.skew = try controls.number(5, at: 5, default: 0)
    properties.skewAxis = try controls.number(6, at: 6, default: 0)
    properties.rotation = try controls.number(7, at: 7, default: 0)
    properties.opacity = try controls.number(8, at: 8, default: 100)
    return .transform(
      TransformEffect(
        properties: properties, scaleHeight: try controls.number(3, at: 3, default: 100),
        scaleWidth: try controls.number(4, at: 4, default: 100),
        isUniform: try controls.number(11, at: 2, default: 0)))
  }

  private func boxBlur(
    _ json: JSONValue, _ controls: EffectControls
  ) throws(LottieError) -> LayerEffect {
    let effect = BoxBlurEffect(
      radius: try controls.number(1, at: 0, default: 0),
      iterations: try controls.number(2, at: 1, default: 1),
      dimensions: try controls.number(3, at: 2, default: 1),
      repeatsEdgePixels: try controls.number(4, at: 3, default: 0))
    if case .constant(let count) = effect.iterations, count >= 3 {
    } else {
      fields.report(json, .approximated, "fewer than three box blurs are drawn as three")
    }
    return .boxBlur(effect)
  }
}

// Edge effects.
extension LayerReader {
  /// Returns the effect, or `nil` if it has no effect. The first control only affects the view
  /// while editing.
  private func choke(
    _ json: JSONValue, _ controls: EffectControls
  ) throws(LottieError) -> LayerEffect? {
    let distance = try controls.number(2, at: 1, default: 0)
    if case .constant(0.0) = distance { return nil }
    fields.report(
      json, .approximated, "a choked edge may be harder or softer than in After Effects")
    return .choke(distance)
  }
}

/// The controls of an effect.
private struct EffectControls {
  private let controls: [JSONValue]
  private let fields: FieldReader

  init(_ effect: JSONValue, _ fields: FieldReader) {
    controls = effect["ef"].map { Array($0.elements) } ?? []
    self.fields = fields
  }

  /// Returns the control whose match name ends with a number or, if none has a match name, the
  /// control at an index.
  private func control(_ number: Int, at index: Int) -> JSONValue? {
    if controls.allSatisfy({ $0["mn"] == nil }) {
      return index < controls.count ? controls[index] : nil
    }
    let suffix = number < 10 ? "-000\(number)" : "-00\(number)"
    return controls.first { $0["mn"]?.string?.hasSuffix(suffix) == true }
  }

  private func value<Value: FileValue>(
    _ number: Int, at index: Int, default: Value
  ) throws(LottieError) -> Animated<Value> {
    try fields.property(control(number, at: index), "v", default: `default`)
  }

  func number(
    _ number: Int, at index: Int, default: Double
  ) throws(LottieError) -> Animated<Double> {
    try value(number, at: index, default: `default`)
  }

  func point(_ number: Int, at index: Int) throws(LottieError) -> Animated<SIMD2<Double>> {
    try value(number, at: index, default: .zero)
  }

  func color(_ number: Int, at index: Int) throws(LottieError) -> Animated<SIMD4<Double>> {
    try value(number, at: index, default: SIMD4(0, 0, 0, 1))
  }
}

// Layer styles.
extension LayerReader {
  /// Returns the styles in the order of application, which isn't file order.
  func styles(_ layer: JSONValue) throws(LottieError) -> [LayerStyle] {
    guard let list = layer["sy"] else { return [] }
    try fields.take(list.count, .items, at: list)
    var styles: [(order: Int, style: LayerStyle)] = []
    for json in list.elements {
      guard json.isObject else {
        fields.report(json, .invalid, "expected a layer style")
        continue
      }
      if let enabled = json["en"], !enabled.isNull, !fields.flag(json, "en") { continue }
      if let style = try style(json) { styles.append(style) }
    }
    return styles.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map { $0.element.style }
  }

  private func style(_ json: JSONValue) throws(LottieError) -> (order: Int, style: LayerStyle)? {
    let type = fields.integer(json, "ty")
    switch type {
    case 0:
      return (
        2, .stroke(color: try color(json), width: try fields.property(json, "s", default: 3))
      )
    case 1:
      try reportSpread(json)
      return (4, .dropShadow(try shadow(json)))
    case 2:
      try reportSpread(json)
      return (1, .innerShadow(try shadow(json)))
    case 3:
      try reportSpread(json)
      return (
        3,
        .outerGlow(
          color: try color(json), opacity: try fields.property(json, "o", default: 100),
          size: try fields.property(json, "s", default: 5))
      )
    case 7:
      return (
        0,
        .colorOverlay(
          color: try color(json), opacity: try fields.property(json, "so", default: 100))
      )
    default:
      let names = [4: "inner glow", 5: "bevel and emboss", 6: "satin", 8: "gradient overlay"]
      let name = type.map { names[$0] ?? "\($0)" } ?? "without a type"
      fields.report(
        json, .notDrawn, "the layer style \(name) is not drawn", .unsupportedLayerStyle)
      return nil
    }
  }

  private func shadow(_ json: JSONValue) throws(LottieError) -> ShadowStyle {
    ShadowStyle(
      color: try color(json), opacity: try fields.property(json, "o", default: 100),
      angle: try fields.property(json, "a", default: 120),
      distance: try fields.property(json, "d", default: 5),
      size: try fields.property(json, "s", default: 5))
  }

  private func color(_ json: JSONValue) throws(LottieError) -> Animated<SIMD4<Double>> {
    try fields.property(json, "c", default: SIMD4(0, 0, 0, 1))
  }

  private func reportSpread(_ json: JSONValue) throws(LottieError) {
    guard let spread = json["ch"] else { return }
    if case .constant(0.0) = try fields.animated(spread, default: 0.0) { return }
    fields.report(spread, .approximated, "the spread of a layer style is not drawn")
  }
}
