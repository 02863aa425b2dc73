import AnimCore

/// Reads layers with their masks and effects.
struct LayerReader {
  let fields: FieldReader
  let shapes: ShapeReader
  let text: TextReader
  /// The indices of the document's compositions, by identifier.
  let compositions: [String: Int]
  /// The indices of the document's images, by identifier.
  let images: [String: Int]
  /// The defaults of layers: the frames and the size of the main composition.
  let frames: Range<Double>
  let size: SIMD2<Double>

  /// Reads the layers of a composition.
  ///
  /// - Parameter path: The path of the list. It is a parameter because finding it is slow in a file
  ///   with very many compositions.
  func layers(_ list: JSONValue, _ path: String) throws(LottieError) -> [LayerModel] {
    try fields.take(list.count, .layers, at: list)
    var layers: [LayerModel] = []
    layers.reserveCapacity(list.count)
    for (index, json) in list.elements.enumerated() {
      var layer = LayerModel(jsonPath: "\(path)[\(index)]")
      if json.isObject {
        try load(&layer, json)
      } else {
        fields.report(json, .invalid, "expected a layer")
      }
      layers.append(layer)
    }
    LayerReferences(list, fields).connect(&layers)
    return layers
  }

  private func load(_ layer: inout LayerModel, _ json: JSONValue) throws(LottieError) {
    layer.name = json["nm"]?.string ?? ""
    if fields.integer(json, "ty") == 13 { layer.camera = try camera(json) }
    layer.isSpatial = fields.flag(json, "ddd") || layer.camera != nil
    layer.transform = try fields.transform(json["ks"], isSpatial: layer.isSpatial)
    let first = fields.number(json, "ip", default: frames.lowerBound)
    let last = fields.number(json, "op", default: frames.upperBound)
    layer.visible = first..<max(first, last)
    layer.startTime = fields.number(json, "st", default: 0)
    layer.stretch = stretch(json)
    layer.isAutoOriented = fields.flag(json, "ao")
    layer.isHidden = fields.flag(json, "hd")
    layer.blendMode = fields.blendMode(json)
    layer.masks = try masks(json)
    layer.effects = try effects(json)
    layer.styles = try styles(json)
    layer.content = try content(json, maskCount: layer.masks.count)
  }

  private func stretch(_ json: JSONValue) -> Double {
    let stretch = fields.number(json, "sr", default: 1)
    // As in lottie-web, 0 counts as 1.
    if stretch == 0 { return 1 }
    guard stretch.magnitude >= 1e-6 else {
      if let field = json["sr"] { fields.report(field, .invalid, "the time stretch is too small") }
      return 1
    }
    return stretch
  }

  private func camera(_ json: JSONValue) throws(LottieError) -> CameraProperties {
    CameraProperties(
      zoom: try fields.property(json, "pe", default: 0), looksAtAnchor: json["ks"]?["a"] != nil)
  }
}

// MARK: - Contents

extension LayerReader {
  private func content(
    _ json: JSONValue, maskCount: Int
  ) throws(LottieError) -> LayerModel.Content {
    switch fields.integer(json, "ty") {
    case 0: return try composition(json)
    case 1: return solid(json)
    case 2: return image(json)
    case 3: return .none
    case 4: return .shapes(try shapeItems(json))
    case 5: return try text.content(json, maskCount: maskCount)
    case 6: fields.report(json, .notDrawn, "sound is not played", .sound)
    case 9: fields.report(json, .notDrawn, "video is not drawn", .video)
    // A camera, or a layer that only contains data.
    case 13, 15: break
    case let type?:
      fields.report(json, .notDrawn, "layers of type \(type) are not drawn", .unsupportedLayer)
    case nil: fields.report(json, .invalid, "the type of the layer (ty) is missing")
    }
    return .none
  }

  private func composition(_ json: JSONValue) throws(LottieError) -> LayerModel.Content {
    guard let id = fields.identifier(json["refId"]), let index = compositions[id] else {
      fields.report(
        json, .invalid, "there is no composition \(reference(json))", .missingReference)
      return .none
    }
    let size = SIMD2(
      fields.number(json, "w", default: self.size.x), fields.number(json, "h", default: self.size.y)
    )
    var content = PrecompositionContent(index: index, size: size, timeRemap: nil)
    if json["tm"] != nil { content.timeRemap = try fields.property(json, "tm", default: 0) }
    return .composition(content)
  }

  private func solid(_ json: JSONValue) -> LayerModel.Content {
    let size = SIMD2(fields.number(json, "sw", default: 0), fields.number(json, "sh", default: 0))
    var color = Color.black
    if let value = json["sc"] {
      if let read = value.string.flatMap(Color.init(hexadecimal:)) {
        color = read
      } else {
        fields.report(value, .invalid, "expected a colour such as #ff0000; black is drawn")
      }
    }
    return .solid(size: size, color)
  }

  private func image(_ json: JSONValue) -> LayerModel.Content {
    guard let id = fields.identifier(json["refId"]), let index = images[id] else {
      fields.report(json, .invalid, "there is no image \(reference(json))", .missingReference)
      return .none
    }
    return .image(index)
  }

  /// Returns the identifier that a layer refers to, quoted for messages.
  private func reference(_ json: JSONValue) -> String {
    "\"\((fields.identifier(json["refId"]) ?? "").shortened)\""
  }

  private func shapeItems(_ json: JSONValue) throws(LottieError) -> [ShapeItem] {
    guard let list = json["shapes"], list.isArray else {
      fields.report(json, .invalid, "the list of shapes is missing")
      return []
    }
    return try shapes.items(list)
  }
}

// MARK: - Masks

extension LayerReader {
  private func masks(_ layer: JSONValue) throws(LottieError) -> [LayerMask] {
    guard let list = layer["masksProperties"], layer["hasMask"]?.bool != false else { return [] }
    try fields.take(list.count, .items, at: list)
    var masks: [LayerMask] = []
    for json in list.elements {
      guard json.isObject else {
        fields.report(json, .invalid, "expected a mask")
        continue
      }
      masks.append(
        LayerMask(
          mode: maskMode(json), isInverted: fields.flag(json, "inv"), shape: try maskShape(json),
          opacity: try fields.property(json, "o", default: 100),
          expansion: try fields.property(json, "x", default: 0), feather: try feather(json)))
    }
    reportComparingMasks(masks, list)
    return masks
  }

  private func maskMode(_ json: JSONValue) -> Mask.Mode? {
    switch json["mode"]?.string ?? "a" {
    case "n": return nil
    case "a": return .add
    case "s": return .subtract
    case "i": return .intersect
    case "l": return .lighten
    case "d": return .darken
    case "f": return .difference
    case let mode:
      fields.report(json, .invalid, "there is no mask mode \"\(mode.shortened)\"; add is drawn")
      return .add
    }
  }

  private func maskShape(_ json: JSONValue) throws(LottieError) -> Animated<BezierShape> {
    guard json["pt"] != nil else {
      fields.report(json, .invalid, "the mask has no path")
      return .constant(BezierShape())
    }
    let shape = try fields.property(json, "pt", default: BezierShape())
    return fields.version.hasClosedFlagAtShape ? shape.closed(fields.flag(json, "cl")) : shape
  }

  private func feather(_ json: JSONValue) throws(LottieError) -> Animated<SIMD2<Double>>? {
    guard let field = json["f"] else { return nil }
    let feather = try fields.animated(field, default: SIMD2<Double>.zero)
    if case .constant(.zero) = feather { return nil }
    return feather
  }

  /// Reports soft masks with modes that compare coverage. Soft masks are composed as images, which
  /// only multiply coverage.
  private func reportComparingMasks(_ masks: [LayerMask], _ list: JSONValue) {
    guard masks.contains(where: { $0.feather != nil }) else { return }
    let compares = masks.contains { [.lighten, .darken, .difference].contains($0.mode) }
    if compares {
      fields.report(
        list, .approximated,
        "beside feathered masks, lighten and difference are drawn as add, and darken as intersect")
    }
  }
}

// MARK: - Effects

extension LayerReader {
  private func effects(_ layer: JSONValue) throws(LottieError) -> [LayerEffect] {
    guard let list = layer["ef"] else { return [] }
    try fields.take(list.count, .items, at: list)
    var effects: [LayerEffect] = []
    for json in list.elements {
      if let enabled = json["en"]?.number, enabled == 0 { continue }
      if let effect = try effect(json) { effects.append(effect) }
    }
    return effects
  }

  private func effect(_ json: JSONValue) throws(LottieError) -> LayerEffect? {
    guard json.isObject else {
      fields.report(json, .invalid, "expected an effect")
      return nil
    }
    guard let kind = effectKind(json) else { return try namedEffect(json) }
    let values = Array(json["ef"].map { Array($0.elements) } ?? [])
    func number(_ index: Int, default: Double) throws(LottieError) -> Animated<Double> {
      guard index < values.count else { return .constant(`default`) }
      return try fields.property(values[index], "v", default: `default`)
    }
    func color(_ index: Int) throws(LottieError) -> Animated<SIMD4<Double>> {
      guard index < values.count else { return .constant(SIMD4(0, 0, 0, 1)) }
      return try fields.property(values[index], "v", default: SIMD4(0, 0, 0, 1))
    }
    switch kind {
    case .tint:
      return .tint(black: try color(0), white: try color(1), amount: try number(2, default: 100))
    case .tritone:
      return .tritone(
        light: try color(0), middle: try color(1), dark: try color(2),
        original: try number(3, default: 0))
    case .fill: return .fill(color: try color(2), opacity: try number(6, default: 1))
    case .stroke:
      return .stroke(
        StrokeEffect(
          mask: try number(0, default: 1), strokesAllMasks: try number(1, default: 0),
          isSequential: try number(2, default: 0), color: try color(3),
          brushSize: try number(4, default: 1), hardness: try number(5, default: 1),
          opacity: try number(6, default: 1), start: try number(7, default: 0),
          end: try number(8, default: 100), spacing: try number(9, default: 0),
          paintStyle: try number(10, default: 1)))
    case .dropShadow:
      return .dropShadow(
        DropShadowEffect(
          color: try color(0), opacity: try number(1, default: 255),
          angle: try number(2, default: 0), distance: try number(3, default: 0),
          softness: try number(4, default: 0)))
    case .gaussianBlur:
      return .gaussianBlur(
        GaussianBlurEffect(
          blurriness: try number(0, default: 0), dimensions: try number(1, default: 1),
          repeatsEdgePixels: try number(2, default: 0)))
    }
  }

  private enum EffectKind: Int {
    case tint = 20
    case fill
    case stroke
    case tritone
    case dropShadow = 25
    case gaussianBlur = 29
  }

  /// Returns the kind, from its number (`ty`) or otherwise from its match name in After Effects
  /// (`mn`).
  private func effectKind(_ json: JSONValue) -> EffectKind? {
    let type = fields.integer(json, "ty")
    if let kind = type.flatMap(EffectKind.init(rawValue:)) { return kind }
    switch json["mn"]?.string {
    case "ADBE Tint": return .tint
    case "ADBE Fill": return .fill
    case "ADBE Stroke": return .stroke
    case "ADBE Tritone": return .tritone
    case "ADBE Drop Shadow": return .dropShadow
    case "ADBE Gaussian Blur 2": return .gaussianBlur
    default: return nil
    }
  }
}
