extension DocumentLoader {
  func effects(_ layer: JSONValue) throws(LottieError) -> [LayerEffect] {
    guard let list = layer["ef"] else { return [] }
    try budget.takeItems(list.count, at: list)
    var effects: [LayerEffect] = []
    for json in list.elements {
      if let enabled = json["en"]?.number, enabled == 0 { continue }
      if let effect = try effect(json) { effects.append(effect) }
    }
    return effects
  }

  private func effect(_ json: JSONValue) throws(LottieError) -> LayerEffect? {
    guard let kind = effectKind(json) else { return nil }
    let values = Array(json["ef"].map { Array($0.elements) } ?? [])
    func number(_ place: Int, default: Double) throws(LottieError) -> Animated<Double> {
      guard place < values.count else { return .constant(`default`) }
      return try property(values[place], "v", default: `default`)
    }
    func color(_ place: Int) throws(LottieError) -> Animated<SIMD4<Double>> {
      guard place < values.count else { return .constant(SIMD4(0, 0, 0, 1)) }
      return try property(values[place], "v", default: SIMD4(0, 0, 0, 1))
    }
    switch kind {
    case .tint:
      return .tint(black: try color(0), white: try color(1), amount: try number(2, default: 100))
    case .fill: return .fill(color: try color(2), opacity: try number(6, default: 1))
    case .stroke:
      return .stroke(
        StrokeEffect(
          mask: try number(0, default: 1), strokesAllMasks: try number(1, default: 0),
          color: try color(3), brushSize: try number(4, default: 1),
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
    case dropShadow = 25
    case gaussianBlur = 29
  }

  /// The kind, from its number (`ty`) or, failing that, from its match name in After Effects
  /// (`mn`).
  private func effectKind(_ json: JSONValue) -> EffectKind? {
    guard json.isObject else {
      report(json, .invalid, "an effect is expected")
      return nil
    }
    let type = integer(json, "ty")
    if let kind = type.flatMap(EffectKind.init(rawValue:)) { return kind }
    switch json["mn"]?.string {
    case "ADBE Tint": return .tint
    case "ADBE Fill": return .fill
    case "ADBE Stroke": return .stroke
    case "ADBE Drop Shadow": return .dropShadow
    case "ADBE Gaussian Blur 2": return .gaussianBlur
    default: break
    }
    // A group of controls, which only expressions use.
    if type == 5 { return nil }
    let name = json["nm"]?.string ?? type.map { "\($0)" } ?? "without a name"
    report(json, .notDrawn, "the effect \(name.shortened) is not drawn")
    return nil
  }
}
