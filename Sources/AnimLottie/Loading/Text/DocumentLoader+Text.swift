import AnimCore

extension DocumentLoader {
  /// - Parameter maskCount: how many masks the layer has.
  func text(_ layer: JSONValue, maskCount: Int) throws(LottieError) -> LottieLayer.Content {
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
