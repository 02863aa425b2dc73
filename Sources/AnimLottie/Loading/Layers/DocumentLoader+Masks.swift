import AnimCore

extension DocumentLoader {
  func masks(_ layer: JSONValue) throws(LottieError) -> [LayerMask] {
    guard let list = layer["masksProperties"], layer["hasMask"]?.bool != false else { return [] }
    try budget.takeItems(list.count, at: list)
    var masks: [LayerMask] = []
    for json in list.elements {
      guard json.isObject else {
        report(json, .invalid, "a mask is expected")
        continue
      }
      masks.append(
        LayerMask(
          mode: maskMode(json), isInverted: flag(json, "inv"), shape: try maskShape(json),
          opacity: try property(json, "o", default: 100),
          expansion: try property(json, "x", default: 0)))
      try reportFeather(json)
    }
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
      report(json, .invalid, "there is no mask mode \"\(mode.shortened)\"; add is drawn")
      return .add
    }
  }

  private func maskShape(_ json: JSONValue) throws(LottieError) -> Animated<BezierShape> {
    guard json["pt"] != nil else {
      report(json, .invalid, "the mask has no path")
      return .constant(BezierShape())
    }
    let shape = try property(json, "pt", default: BezierShape())
    return version.hasClosedFlagAtShape ? shape.closed(flag(json, "cl")) : shape
  }

  private func reportFeather(_ json: JSONValue) throws(LottieError) {
    guard let feather = json["f"] else { return }
    if case .constant(.zero) = try animated(feather, default: SIMD2<Double>.zero) { return }
    report(feather, .notDrawn, "the feather of a mask is not drawn")
  }
}

extension Animated<BezierShape> {
  /// The same paths, all closed or all open.
  func closed(_ isClosed: Bool) -> Self {
    switch self {
    case .constant(var shape):
      shape.isClosed = isClosed
      return .constant(shape)
    case .keyframes(var keyframes):
      for index in keyframes.indices {
        keyframes[index].start.isClosed = isClosed
        keyframes[index].end.isClosed = isClosed
      }
      return .keyframes(keyframes)
    }
  }
}
