import AnimCore

extension DocumentLoader {
  /// The layers of a composition.
  ///
  /// - Parameter path: the list's path, passed in because finding it is slow in a file with very
  ///   many compositions.
  func layers(_ list: JSONValue, _ path: String) throws(LottieError) -> [LottieLayer] {
    try budget.takeLayers(list.count, at: list)
    var layers: [LottieLayer] = []
    layers.reserveCapacity(list.count)
    for (index, json) in list.elements.enumerated() {
      var layer = LottieLayer(jsonPath: "\(path)[\(index)]")
      if json.isObject {
        try load(&layer, json)
      } else {
        report(json, .invalid, "a layer is expected")
      }
      layers.append(layer)
    }
    connectParents(&layers, list)
    connectMattes(&layers, list)
    return layers
  }

  private func load(_ layer: inout LottieLayer, _ json: JSONValue) throws(LottieError) {
    layer.name = json["nm"]?.string ?? ""
    layer.transform = try transform(json["ks"])
    let first = number(json, "ip", default: document.frames.lowerBound)
    let last = number(json, "op", default: document.frames.upperBound)
    layer.visible = first..<max(first, last)
    layer.startTime = number(json, "st", default: 0)
    layer.stretch = stretch(json)
    layer.isAutoOriented = flag(json, "ao")
    layer.isHidden = flag(json, "hd")
    layer.blendMode = blendMode(json)
    layer.masks = try masks(json)
    layer.effects = try effects(json)
    layer.content = try content(json, maskCount: layer.masks.count)
    reportUndrawn(json)
  }

  private func stretch(_ json: JSONValue) -> Double {
    let stretch = number(json, "sr", default: 1)
    // As in lottie-web, 0 counts as 1.
    if stretch == 0 { return 1 }
    guard stretch.magnitude >= 1e-6 else {
      if let field = json["sr"] { report(field, .invalid, "the time stretch is too small") }
      return 1
    }
    return stretch
  }

  private func reportUndrawn(_ json: JSONValue) {
    if flag(json, "ddd") { report(json, .approximated, "a 3D layer is drawn flat") }
    if let styles = json["sy"] {
      for style in styles.elements { report(style, .notDrawn, "layer styles are not drawn") }
    }
  }
}

extension DocumentLoader {
  private func content(
    _ json: JSONValue, maskCount: Int
  ) throws(LottieError) -> LottieLayer.Content {
    switch integer(json, "ty") {
    case 0: return try composition(json)
    case 1: return solid(json)
    case 2: return image(json)
    case 3: return .none
    case 4: return .shapes(try shapes(json))
    case 5: return try text(json, maskCount: maskCount)
    case 6: report(json, .notDrawn, "sound is not played")
    case 9: report(json, .notDrawn, "video is not drawn")
    case 13: report(json, .notDrawn, "the camera is ignored")
    // A layer that only holds data.
    case 15: break
    case let type?: report(json, .notDrawn, "layers of type \(type) are not drawn")
    case nil: report(json, .invalid, "the type of the layer (ty) is missing")
    }
    return .none
  }

  private func composition(_ json: JSONValue) throws(LottieError) -> LottieLayer.Content {
    guard let id = identifier(json["refId"]), let index = compositions[id] else {
      report(json, .invalid, "there is no composition \(reference(json))")
      return .none
    }
    let size = SIMD2(
      number(json, "w", default: document.size.x), number(json, "h", default: document.size.y))
    var content = PrecompositionContent(index: index, size: size, timeRemap: nil)
    if json["tm"] != nil { content.timeRemap = try property(json, "tm", default: 0) }
    return .composition(content)
  }

  private func solid(_ json: JSONValue) -> LottieLayer.Content {
    let size = SIMD2(number(json, "sw", default: 0), number(json, "sh", default: 0))
    var color = Color.black
    if let value = json["sc"] {
      if let read = value.string.flatMap(Color.init(hexadecimal:)) {
        color = read
      } else {
        report(value, .invalid, "a colour such as #ff0000 is expected; black is drawn")
      }
    }
    return .solid(size: size, color)
  }

  private func image(_ json: JSONValue) -> LottieLayer.Content {
    guard let id = identifier(json["refId"]), let index = images[id] else {
      report(json, .invalid, "there is no image \(reference(json))")
      return .none
    }
    return .image(index)
  }

  /// The identifier that a layer refers to, quoted for messages.
  private func reference(_ json: JSONValue) -> String {
    "\"\((identifier(json["refId"]) ?? "").shortened)\""
  }

  private func shapes(_ json: JSONValue) throws(LottieError) -> [ShapeItem] {
    guard let list = json["shapes"], list.isArray else {
      report(json, .invalid, "the list of shapes is missing")
      return []
    }
    return try shapeItems(list)
  }
}
