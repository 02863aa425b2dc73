extension DocumentLoader {
  /// Loads the fonts and the outlines of their characters (`chars`).
  func loadFonts() throws(LottieError) {
    // Characters name the family and the style of their font.
    var places: [FontKey: [Int]] = [:]
    if let list = root["fonts"]?["list"] {
      try budget.takeItems(list.count, at: list)
      for json in list.elements {
        let font = LottieFont(
          name: json["fName"]?.string ?? "", family: json["fFamily"]?.string ?? "",
          style: json["fStyle"]?.string ?? "", ascent: number(json, "ascent", default: 75),
          glyphs: [:])
        if fonts[font.name] == nil { fonts[font.name] = document.fonts.count }
        places[FontKey(family: font.family, style: font.style), default: []]
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
      guard let place = places[key]?.first, document.fonts[place].glyphs[character] == nil else {
        continue
      }
      document.fonts[place].glyphs[character] = try glyph(json)
    }
  }

  private struct FontKey: Hashable {
    var family: String
    var style: String
  }

  private func glyph(_ json: JSONValue) throws(LottieError) -> LottieGlyph {
    var glyph = LottieGlyph(width: number(json, "w", default: 0), shapes: [])
    if let shapes = json["data"]?["shapes"] {
      glyph.shapes = try shapeItems(shapes)
    } else if json["data"]?["refId"] != nil {
      report(json, .notDrawn, "a character that is a composition is not drawn")
    }
    return glyph
  }
}
