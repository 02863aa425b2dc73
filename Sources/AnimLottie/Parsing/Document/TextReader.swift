import AnimCore

/// Reads the fonts of a file, and the text of its layers.
struct TextReader {
  /// The fonts, in file order.
  private(set) var fonts: [FontModel] = []
  /// The indices of the fonts, by name.
  private var indices: [String: Int] = [:]
  private let fields: FieldReader
  private let shapes: ShapeReader
  private let fontProblem: () -> String?

  /// Creates a reader.
  /// - Parameters:
  ///   - fontProblem: A closure that returns the reason why no font can be read, or `nil`.
  ///   - font: A closure that returns the glyph source of an entry in `fonts.list` whose
  ///     characters have no outlines, or `nil`.
  init(
    _ root: JSONValue, _ fields: FieldReader, _ shapes: ShapeReader,
    fontProblem: @escaping () -> String?, font: FontFinder
  ) throws(LottieError) {
    self.fields = fields
    self.shapes = shapes
    self.fontProblem = fontProblem
    try readFonts(root, font)
  }

  typealias FontFinder = (JSONValue, LottieFontRequest, inout DiagnosticList) -> (
    any LottieFont
  )?

  /// Reads the text of a layer.
  ///
  /// - Parameter maskCount: The number of masks of the layer.
  func content(_ layer: JSONValue, maskCount: Int) throws(LottieError) -> LayerModel.Content {
    guard let json = layer["t"], json.isObject else {
      fields.report(layer, .invalid, "the text is missing")
      return .none
    }
    var text = LayerText(documents: try textDocuments(json))
    text.expression = json["d"].flatMap(fields.expression)
    guard !text.documents.isEmpty else {
      fields.report(json, .invalid, "the text has no document")
      return .none
    }
    if let list = json["a"] {
      try fields.take(list.count, .items, at: list)
      for animator in list.elements { text.animators.append(try self.animator(animator)) }
    }
    if let options = json["m"] {
      text.alignment.grouping =
        options["g"]?.number.flatMap(Int.init(exactly:)).flatMap(TextAlignment.Grouping.init)
        ?? .character
      text.alignment.alignment = try fields.property(options, "a", default: .zero)
    }
    if let path = json["p"], path["m"] != nil {
      text.path = try textPath(path, maskCount: maskCount)
    }
    reportMissingGlyphs(text, layer)
    return .text(text)
  }

  private func textPath(_ json: JSONValue, maskCount: Int) throws(LottieError) -> TextPath? {
    guard let mask = fields.integer(json, "m"), 0..<maskCount ~= mask else {
      fields.report(json, .invalid, "there is no such mask for the text to follow")
      return nil
    }
    if let margin = json["l"] {
      if case .constant(0.0) = try fields.animated(margin, default: 0.0) {
      } else {
        fields.report(margin, .approximated, "the last margin of the path is not drawn")
      }
    }
    return TextPath(
      mask: mask, isReversed: try fields.property(json, "r", default: 0),
      isPerpendicular: try fields.property(json, "p", default: 1),
      forcesAlignment: try fields.property(json, "a", default: 0),
      firstMargin: try fields.property(json, "f", default: 0))
  }

  private func textDocuments(
    _ json: JSONValue
  ) throws(LottieError) -> [(time: Double, document: TextDocument)] {
    guard let property = json["d"] else { return [] }
    fields.reportExpression(of: property)
    fields.noteSlot(.text, of: property)
    let slot = fields.slotValue(of: property)
    if fields.version.hasStaticText, slot == nil, property["k"] == nil {
      return [(0, try textDocument(property))]
    }
    guard let list = slot.map({ $0["k"] ?? $0 }) ?? property["k"] else { return [] }
    // The value of a slot may be a document without keyframes. Fields that a theme omits are taken
    // from the document in the file.
    let fileValue = fields.isThemed(property) ? property["k"]?.first?["s"] : nil
    guard list.isArray else { return list.isObject ? [(0, try textDocument(list, fileValue))] : [] }
    try fields.take(list.count, .keyframes, at: list)
    var documents: [(time: Double, document: TextDocument)] = []
    for keyframe in list.elements {
      guard let document = keyframe["s"], document.isObject else {
        fields.report(keyframe, .invalid, "expected a text document")
        continue
      }
      documents.append(
        (fields.number(keyframe, "t", default: 0), try textDocument(document, fileValue)))
    }
    return documents.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map { $0.element }
  }

  /// Reads a text document.
  /// - Parameter fileValue: The document that supplies fields missing from `json`.
  private func textDocument(
    _ json: JSONValue, _ fileValue: JSONValue? = nil
  ) throws(LottieError) -> TextDocument {
    func holder(_ key: StaticString) -> JSONValue { json[key] == nil ? fileValue ?? json : json }
    let text = holder("t")["t"]
    try fields.take(text?.withText { $0.count } ?? 0, .textBytes, at: json)
    let size = fields.number(holder("s"), "s", default: 0)
    return TextDocument(
      text: text?.string ?? "", font: holder("f")["f"]?.string.flatMap { indices[$0] }, size: size,
      fillColor: color(holder("fc"), "fc"), strokeColor: color(holder("sc"), "sc"),
      strokeWidth: fields.number(holder("sw"), "sw", default: 0),
      isStrokeOverFill: fields.flag(holder("of"), "of"),
      lineHeight: fields.number(holder("lh"), "lh", default: size * 1.2),
      baselineShift: fields.number(holder("ls"), "ls", default: 0),
      tracking: fields.number(holder("tr"), "tr", default: 0),
      justification: fields.integer(holder("j"), "j").flatMap(TextDocument.Justification.init)
        ?? .left, box: box(holder("sz")))
  }

  private func color(_ json: JSONValue, _ key: StaticString) -> SIMD4<Double>? {
    guard let value = json[key], value.count > 0 || value.isString else { return nil }
    if let color = SIMD4<Double>.read(value, fields) { return color }
    fields.report(value, .invalid, "expected a colour")
    return nil
  }

  private func box(_ json: JSONValue) -> Rect? {
    guard let size = json["sz"].flatMap({ SIMD2<Double>.read($0, fields) }) else { return nil }
    let origin = json["ps"].flatMap { SIMD2<Double>.read($0, fields) } ?? .zero
    return Rect(x: origin.x, y: origin.y, width: size.x, height: size.y)
  }

  /// Returns some of the different characters of a text, with their code points.
  private static func list(of text: String) -> String {
    let characters = Set(text).sorted()
    let named = characters.prefix(8).map { "\($0.text) (\($0.codePoints))" }
    let rest = characters.count > named.count ? " and \(characters.count - named.count) others" : ""
    return (characters.count == 1 ? "character " : "characters ") + named.joined(separator: ", ")
      + rest
  }

  /// Characters without an outline in the file are drawn only if there is a font, so they are
  /// reported.
  private func reportMissingGlyphs(_ text: LayerText, _ layer: JSONValue) {
    for (_, document) in text.documents {
      let font = document.font.map { fonts[$0] }
      let missing = document.text.filter { character in
        !character.isWhitespace && character != "\u{3}" && font?.has(character) != true
      }
      if !missing.isEmpty {
        return fields.report(
          layer, .notDrawn,
          font?.font == nil
            ? "characters without outlines in the file are not drawn"
              + (fontProblem().map { ": \($0)" } ?? "")
            : "no font has the \(Self.list(of: missing))", .missingGlyphs)
      }
      let isApart = document.text.split(whereSeparator: LetterLayout.isLineEnd).contains { line in
        var steps = 0
        return line.contains { $0.dependsOnNeighbours && font?.glyphs[$0] == nil }
          && font?.shapedLetters(ofLine: String(line), steps: &steps) == nil
      }
      if isApart {
        return fields.report(
          layer, .approximated,
          "joined and right-to-left letters are drawn separately")
      }
    }
  }
}

// MARK: - Animators

extension TextReader {
  private func animator(_ json: JSONValue) throws(LottieError) -> TextAnimator {
    var animator = TextAnimator(selector: try selector(json["s"]))
    guard let properties = json["a"], properties.isObject else { return animator }
    if Self.transformKeys.contains(where: { properties[key: $0] != nil }) {
      animator.transform = try fields.transform(properties)
    }
    animator.fillColor = try optional(properties, "fc", default: SIMD4(0, 0, 0, 1))
    animator.strokeColor = try optional(properties, "sc", default: SIMD4(0, 0, 0, 1))
    animator.fillHue = try optional(properties, "fh", default: 0)
    animator.fillSaturation = try optional(properties, "fs", default: 0)
    animator.fillBrightness = try optional(properties, "fb", default: 0)
    animator.strokeWidth = try optional(properties, "sw", default: 0)
    animator.tracking = try optional(properties, "t", default: 0)
    animator.fillOpacity = try optional(properties, "fo", default: 100)
    animator.strokeOpacity = try optional(properties, "so", default: 100)
    if properties["bl"] != nil {
      fields.report(properties, .notDrawn, "the blur of an animator is not drawn")
    }
    return animator
  }

  private static let transformKeys = ["p", "a", "s", "r", "rz", "o", "sk", "sa"]

  private func optional<Value: FileValue>(
    _ object: JSONValue, _ key: StaticString, default: Value
  ) throws(LottieError) -> Animated<Value>? {
    object[key] == nil ? nil : try fields.property(object, key, default: `default`)
  }

  private func selector(_ json: JSONValue?) throws(LottieError) -> TextSelector {
    var selector = TextSelector()
    guard let json, json.isObject else { return selector }
    selector.unit = fields.integer(json, "r").flatMap(TextSelector.Unit.init) ?? .percent
    selector.basis = fields.integer(json, "b").flatMap(TextSelector.Basis.init) ?? .characters
    selector.shape = fields.integer(json, "sh").flatMap(TextSelector.Shape.init) ?? .square
    // Without an end, everything after the start is selected.
    if selector.unit == .index { selector.end = .constant(1e6) }
    try fields.read(&selector.start, json, "s")
    try fields.read(&selector.end, json, "e")
    try fields.read(&selector.offset, json, "o")
    try fields.read(&selector.amount, json, "a")
    try fields.read(&selector.maximumEase, json, "xe")
    try fields.read(&selector.minimumEase, json, "ne")
    try fields.read(&selector.smoothness, json, "sm")
    if fields.flag(json, "rn") { selector.randomSeed = 0 }
    selector.expression = fields.expression(of: json)
    if let type = json["t"]?.number, type != 0, selector.expression == nil {
      fields.report(json, .approximated, "only range selectors are drawn")
    }
    return selector
  }
}

// MARK: - Fonts

extension TextReader {
  /// Reads the fonts and the outlines of their characters (`chars`).
  private mutating func readFonts(
    _ root: JSONValue, _ find: FontFinder
  ) throws(LottieError) {
    // Characters refer to their font by family and style.
    var families: [FontKey: [Int]] = [:]
    if let list = root["fonts"]?["list"] {
      try fields.take(list.count, .items, at: list)
      for json in list.elements {
        var font = FontModel(
          name: json["fName"]?.string ?? "", family: json["fFamily"]?.string ?? "",
          style: json["fStyle"]?.string ?? "", ascent: fields.number(json, "ascent", default: 75),
          glyphs: [:])
        let request = LottieFontRequest(name: font.name, family: font.family, style: font.style)
        font.font = fields.reporting { find(json, request, &$0) }
        if indices[font.name] == nil { indices[font.name] = fonts.count }
        families[FontKey(family: font.family, style: font.style), default: []]
          .append(fonts.count)
        fonts.append(font)
      }
    }
    guard let characters = root["chars"] else { return }
    try fields.take(characters.count, .items, at: characters)
    for json in characters.elements {
      guard let text = json["ch"]?.string, text.utf8.count <= 256, text.count == 1,
        let character = text.first
      else {
        fields.report(json, .invalid, "expected a character")
        continue
      }
      let key = FontKey(
        family: json["fFamily"]?.string ?? "", style: json["style"]?.string ?? "")
      // Only the first font of a family and style gets the glyph. No real file has a second one.
      guard let index = families[key]?.first, fonts[index].glyphs[character] == nil else {
        continue
      }
      fonts[index].glyphs[character] = try glyph(json)
    }
  }

  private struct FontKey: Hashable {
    var family: String
    var style: String
  }

  private func glyph(_ json: JSONValue) throws(LottieError) -> GlyphModel {
    var glyph = GlyphModel(width: fields.number(json, "w", default: 0), shapes: [])
    if let shapes = json["data"]?["shapes"] {
      glyph.shapes = try self.shapes.items(shapes)
    } else if json["data"]?["refId"] != nil {
      fields.report(json, .notDrawn, "a character that is a composition is not drawn")
    }
    return glyph
  }
}
