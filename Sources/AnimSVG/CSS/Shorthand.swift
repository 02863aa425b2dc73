/// Expansion of shorthand properties.
enum Shorthand {
  /// The longhand properties of shorthands that are parsed in parts. References to custom properties in such a value
  /// must be replaced first.
  private static let parts: [String: [String]] = [
    "background": ["background-color", "background-image"],
    "border-radius": AttributeName.cornerRadii.map(\.rawValue),
    "font-synthesis": ["font-synthesis-style", "font-synthesis-weight"],
    "font": [
      "font-family", "font-feature-settings", "font-kerning", "font-optical-sizing", "font-size",
      "font-stretch", "font-style", "font-variant", "font-variation-settings", "font-weight",
    ],
    "offset": [
      "offset-anchor", "offset-distance", "offset-path", "offset-position", "offset-rotate",
    ],
  ]

  /// Returns the longhand declarations of a shorthand, or an empty array if its value is invalid.
  static func expanded(
    _ declaration: StyleDeclaration
  ) throws(ParsingLimit) -> [StyleDeclaration] {
    let value = declaration.value
    func with(_ values: [(String, String)]) -> [StyleDeclaration] {
      values.map {
        StyleDeclaration(property: $0.0, value: $0.1, isImportant: declaration.isImportant)
      }
    }
    switch declaration.property {
    case "marker":
      return with(["marker-start", "marker-mid", "marker-end"].map { ($0, value) })
    case "font", "background", "border-radius", "font-synthesis", "offset":
      if StyleValue.isForAll(value) {
        return with((parts[declaration.property] ?? []).map { ($0, value) })
      }
      switch declaration.property {
      case "font": return try with(font(value))
      case "border-radius": return try with(borderRadius(value))
      case "font-synthesis": return with(fontSynthesis(value))
      case "offset": return try with(offset(value))
      default: return try with(background(value))
      }
    case "mask-image", "-webkit-mask-image": return with([("mask", value)])
    case "text-decoration-line": return with([("text-decoration", value)])
    case "font-variant-caps": return with([("font-variant", value)])
    default: return [declaration]
    }
  }

  /// Returns the properties that a shorthand sets once its references to custom properties are
  /// replaced, or an empty array if the value isn't a shorthand.
  static func pendingParts(_ declaration: StyleDeclaration) -> [String] {
    guard let parts = parts[declaration.property],
      VariableReference.isMentioned(in: declaration.value)
    else { return [] }
    return parts
  }

  /// Expands `font` (CSS Fonts 4): style, weight, variant and stretch in any order, a size with an optional line
  /// height, and families.
  private static func font(_ text: String) throws(ParsingLimit) -> [(String, String)] {
    var parts = [
      "font-style": "normal", "font-variant": "normal", "font-weight": "normal",
      "font-stretch": "normal", "font-kerning": "auto", "font-optical-sizing": "auto",
      "font-feature-settings": "normal", "font-variation-settings": "normal",
    ]
    var reader = TextScanner(text)
    var next = reader.wordOrSign()
    var wordCount = 0
    while let word = next {
      // Each of four properties occurs at most once.
      wordCount += 1
      guard wordCount <= 5 else { return [] }
      let lowercase = word.lowercased()
      switch lowercase {
      case "normal": break
      case "italic": parts["font-style"] = lowercase
      case "oblique":
        parts["font-style"] = lowercase
        // An angle, which doesn't affect the choice of a font.
        next = reader.wordOrSign()
        var angle = TextScanner(next ?? "")
        guard angle.number() != nil, ["deg", "grad", "rad", "turn"].contains(angle.name()) else {
          continue
        }
      case "bold", "bolder", "lighter": parts["font-weight"] = lowercase
      case "small-caps": parts["font-variant"] = lowercase
      case "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded",
        "expanded", "extra-expanded", "ultra-expanded":
        parts["font-stretch"] = lowercase
      default:
        var scanner = TextScanner(word)
        if let number = scanner.number(), scanner.isAtEnd, number != 0 {
          guard (1...1000).contains(number) else { return [] }
          parts["font-weight"] = word
          break
        }
        guard !StyleValue.isForAll(word), try Grammar.fontSize.parse(lowercase, nil) != nil else {
          return []
        }
        parts["font-size"] = lowercase
        // Line heights have no effect.
        reader.skipSpace()
        if reader.skips(UInt8(ascii: "/")) { _ = reader.wordOrSign() }
        let families = reader.rest.trimmingSpace
        guard !families.isEmpty else { return [] }
        parts["font-family"] = families
        return parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      }
      next = reader.wordOrSign()
    }
    return []
  }

  /// Expands `font-synthesis`. Small capitals and positions are never imitated.
  private static func fontSynthesis(_ text: String) -> [(String, String)] {
    let words = ComponentList.words(text.lowercased())
    let cached = ["weight", "style", "small-caps", "position"]
    guard !words.isEmpty, Set(words).count == words.count,
      words == ["none"] || words.allSatisfy(cached.contains)
    else { return [] }
    return ["style", "weight"].map {
      ("font-synthesis-\($0)", words.contains($0) ? "auto" : "none")
    }
  }

  /// Other values of `background`, except for lengths and functions.
  private static let backgroundWords: Set<String> = [
    "/", "auto", "border-area", "border-box", "bottom", "center", "contain", "content-box", "cover",
    "fixed", "left", "local", "no-repeat", "none", "padding-box", "repeat", "repeat-x", "repeat-y",
    "right", "round", "scroll", "space", "text", "top",
  ]

  /// Returns the colour of `background`, which only its last layer may have, and its images with
  /// their positions and sizes.
  private static func background(_ text: String) throws(ParsingLimit) -> [(String, String)] {
    var reader = TextScanner(text)
    var color: String?
    var layers: [[String]] = [[]]
    var wordCount = 0
    while let word = reader.wordOrSign() {
      wordCount += 1
      // The value may be parsed again for each of many elements.
      try ParsingLimit.backgroundWords.check(wordCount)
      if word == "," {
        if color != nil { return [] }
        layers.append([])
      } else if try Grammar.color.parse(word, nil) != nil {
        if color != nil { return [] }
        color = word
      } else if !word.hasSuffix(")"), !backgroundWords.contains(word.lowercased()),
        try Length(word) == nil
      {
        return []
      } else {
        layers[layers.count - 1].append(word)
      }
    }
    let images = layers.map { $0.isEmpty ? "none" : $0.joined(separator: " ") }
    return [
      ("background-color", color ?? "transparent"),
      ("background-image", images.joined(separator: ", ")),
    ]
  }

  /// Returns the corners of `border-radius`: one to four lengths along x, followed by those along y
  /// after a slash.
  private static func borderRadius(_ text: String) throws(ParsingLimit) -> [(String, String)] {
    let axes = text.split(separator: "/", omittingEmptySubsequences: false).map {
      ComponentList.words(String($0))
    }
    guard (1...2).contains(axes.count), axes.allSatisfy({ (1...4).contains($0.count) }) else {
      return []
    }
    func radius(_ words: [String], _ corner: Int) -> String {
      // A corner without a length has that of the opposite one, or of the first one.
      words.count > corner
        ? words[corner] : words.count > corner - 2 ? words[max(corner - 2, 0)] : words[0]
    }
    return AttributeName.cornerRadii.enumerated().map { corner, name in
      (name.rawValue, axes.map { radius($0, corner) }.joined(separator: " "))
    }
  }
}

// The property `offset`.
extension Shorthand {
  /// Expands `offset`: a position, a path with a distance and a rotation, and after a slash the anchor. Returns an
  /// empty array if it is invalid.
  private static func offset(_ text: String) throws(ParsingLimit) -> [(String, String)] {
    var reader = TextScanner(text)
    var (words, anchor) = ([String](), [String]?.none)
    while let word = reader.wordOrSign() {
      if word == "/" {
        guard anchor == nil else { return [] }
        anchor = []
      } else if anchor != nil {
        anchor?.append(word)
      } else {
        words.append(word)
      }
    }
    let path = words.firstIndex { $0 == "none" || $0.contains("(") && !$0.hasPrefix("calc(") }
    let position = words[..<(path ?? words.count)].joined(separator: " ")
    guard path != nil || !position.isEmpty else { return [] }
    var (distance, rotation) = ("0", [String]())
    for word in words.dropFirst(path.map { $0 + 1 } ?? words.count) {
      var scanner = TextScanner(word)
      if word == "auto" || word == "reverse" {
        rotation.append(word)
      } else if try Length(word) != nil {
        distance = word
      } else if scanner.angle() != nil, scanner.isAtEnd {
        rotation.append(word)
      } else if !offsetBoxes.contains(word) {
        return []
      }
    }
    return [
      ("offset-position", position.isEmpty ? "normal" : position),
      ("offset-path", path.map { words[$0] } ?? "none"), ("offset-distance", distance),
      ("offset-rotate", rotation.isEmpty ? "auto" : rotation.joined(separator: " ")),
      ("offset-anchor", anchor?.joined(separator: " ") ?? "auto"),
    ]
  }

  private static let offsetBoxes = [
    "border-box", "content-box", "padding-box", "margin-box", "fill-box", "stroke-box", "view-box",
  ]
}
