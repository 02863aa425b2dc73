import AnimCore

extension DocumentLoader {
  /// - Parameter maskCount: how many masks the layer has.
  func text(_ layer: JSONValue, maskCount: Int) throws(LottieError) -> LayerModel.Content {
    guard let json = layer["t"], json.isObject else {
      report(layer, .invalid, "the text is missing")
      return .none
    }
    var text = TextContent(documents: try textDocuments(json))
    guard !text.documents.isEmpty else {
      report(json, .invalid, "the text has no document")
      return .none
    }
    if let list = json["a"] {
      try budget.takeItems(list.count, at: list)
      for animator in list.elements { text.animators.append(try self.animator(animator)) }
    }
    if let options = json["m"] {
      text.alignment.grouping =
        options["g"]?.number.flatMap(Int.init(exactly:)).flatMap(TextAlignment.Grouping.init)
        ?? .character
      text.alignment.alignment = try property(options, "a", default: .zero)
    }
    if let path = json["p"], path["m"] != nil {
      text.path = try textPath(path, maskCount: maskCount)
    }
    reportMissingGlyphs(text, layer)
    return .text(text)
  }

  private func textPath(_ json: JSONValue, maskCount: Int) throws(LottieError) -> TextPath? {
    guard let mask = integer(json, "m"), 0..<maskCount ~= mask else {
      report(json, .invalid, "there is no such mask for the text to follow")
      return nil
    }
    if let margin = json["l"] {
      if case .constant(0.0) = try animated(margin, default: 0.0) {
      } else {
        report(margin, .approximated, "the last margin of the path is not drawn")
      }
    }
    return TextPath(
      mask: mask, isReversed: try property(json, "r", default: 0),
      isPerpendicular: try property(json, "p", default: 1),
      forcesAlignment: try property(json, "a", default: 0),
      firstMargin: try property(json, "f", default: 0))
  }

  private func textDocuments(
    _ json: JSONValue
  ) throws(LottieError) -> [(time: Double, document: TextDocument)] {
    guard let property = json["d"] else { return [] }
    if let expression = property["x"], expression.isString {
      report(property, .approximated, "the expression is not run; its stored value is drawn")
    }
    let slot = slots.value(of: property)
    if version.hasStaticText, slot == nil, property["k"] == nil {
      return [(0, try textDocument(property))]
    }
    guard let list = slot.map({ $0["k"] ?? $0 }) ?? property["k"] else { return [] }
    // The value of a slot may be a bare document.
    guard list.isArray else { return list.isObject ? [(0, try textDocument(list))] : [] }
    try budget.takeKeyframes(list.count, at: list)
    var documents: [(time: Double, document: TextDocument)] = []
    for keyframe in list.elements {
      guard let document = keyframe["s"], document.isObject else {
        report(keyframe, .invalid, "a text document is expected")
        continue
      }
      documents.append((number(keyframe, "t", default: 0), try textDocument(document)))
    }
    return documents.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  private func textDocument(_ json: JSONValue) throws(LottieError) -> TextDocument {
    try budget.takeText(json["t"]?.withText(\.count) ?? 0, at: json)
    let size = number(json, "s", default: 0)
    return TextDocument(
      text: json["t"]?.string ?? "", font: json["f"]?.string.flatMap { fonts[$0] }, size: size,
      fillColor: color(json, "fc"), strokeColor: color(json, "sc"),
      strokeWidth: number(json, "sw", default: 0), isStrokeOverFill: flag(json, "of"),
      lineHeight: number(json, "lh", default: size * 1.2),
      baselineShift: number(json, "ls", default: 0), tracking: number(json, "tr", default: 0),
      justification: integer(json, "j").flatMap(TextDocument.Justification.init) ?? .left,
      box: box(json))
  }

  private func color(_ json: JSONValue, _ key: StaticString) -> SIMD4<Double>? {
    guard let value = json[key], value.count > 0 || value.isString else { return nil }
    if let color = SIMD4<Double>.read(value, self) { return color }
    report(value, .invalid, "a colour is expected")
    return nil
  }

  private func box(_ json: JSONValue) -> Rect? {
    guard let size = json["sz"].flatMap({ SIMD2<Double>.read($0, self) }) else { return nil }
    let origin = json["ps"].flatMap { SIMD2<Double>.read($0, self) } ?? .zero
    return Rect(x: origin.x, y: origin.y, width: size.x, height: size.y)
  }

  /// Text is drawn only with the outlines in the file, so characters without one are reported.
  private func reportMissingGlyphs(_ text: TextContent, _ layer: JSONValue) {
    for (_, document) in text.documents {
      let glyphs = document.font.map { self.document.fonts[$0].glyphs } ?? [:]
      let isMissing = document.text.contains { character in
        glyphs[character] == nil && !character.isWhitespace && character != "\u{3}"
      }
      if isMissing {
        return report(layer, .notDrawn, "characters without outlines in the file are not drawn")
      }
    }
  }
}

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

extension DocumentLoader {
  /// Loads the fonts and the outlines of their characters (`chars`).
  func loadFonts() throws(LottieError) {
    // Characters name the family and the style of their font.
    var indices: [FontKey: [Int]] = [:]
    if let list = root["fonts"]?["list"] {
      try budget.takeItems(list.count, at: list)
      for json in list.elements {
        let font = FontModel(
          name: json["fName"]?.string ?? "", family: json["fFamily"]?.string ?? "",
          style: json["fStyle"]?.string ?? "", ascent: number(json, "ascent", default: 75),
          glyphs: [:])
        if fonts[font.name] == nil { fonts[font.name] = document.fonts.count }
        indices[FontKey(family: font.family, style: font.style), default: []]
          .append(document.fonts.count)
        document.fonts.append(font)
      }
    }
    guard let characters = root["chars"] else { return }
    try budget.takeItems(characters.count, at: characters)
    for json in characters.elements {
      guard let text = json["ch"]?.string, text.utf8.count <= 256, text.count == 1,
        let character = text.first
      else {
        report(json, .invalid, "a character is expected")
        continue
      }
      let key = FontKey(
        family: json["fFamily"]?.string ?? "", style: json["style"]?.string ?? "")
      // Only the first font of a family and style gets the glyph: no real file has a second one.
      guard let index = indices[key]?.first, document.fonts[index].glyphs[character] == nil else {
        continue
      }
      document.fonts[index].glyphs[character] = try glyph(json)
    }
  }

  private struct FontKey: Hashable {
    var family: String
    var style: String
  }

  private func glyph(_ json: JSONValue) throws(LottieError) -> GlyphModel {
    var glyph = GlyphModel(width: number(json, "w", default: 0), shapes: [])
    if let shapes = json["data"]?["shapes"] {
      glyph.shapes = try shapeItems(shapes)
    } else if json["data"]?["refId"] != nil {
      report(json, .notDrawn, "a character that is a composition is not drawn")
    }
    return glyph
  }
}
