import AnimCore

/// A layer of `background-image` or `mask-image`.
enum CSSImageLayer: Hashable, Sendable {
  case none
  /// A reference to an element by its identifier.
  case element(String)
  case gradient(ImageGradient)
  /// An image of another kind, or a gradient that doesn't cover its box exactly. It isn't drawn.
  case unsupported

  /// The keywords that have no effect on a gradient that covers its box.
  private static let plainWords: Set<String> = [
    "/", "0", "0%", "100%", "add", "alpha", "auto", "border-box", "bottom", "center", "contain",
    "cover", "fixed", "left", "local", "match-source", "no-repeat", "padding-box", "repeat",
    "repeat-x", "repeat-y", "right", "round", "scroll", "space", "top",
  ]
  private static let otherWords: Set<String> = [
    "border-area", "content-box", "exclude", "fill-box", "intersect", "luminance", "no-clip",
    "stroke-box", "subtract", "text", "view-box",
  ]

  /// Parses the layers of a property or of a shorthand, the uppermost first. Returns `nil` if the text is invalid.
  ///
  /// - Parameter context: The colours that functions depend on, or `nil` if they aren't known.
  static func list(_ text: String, at context: ColorContext?) throws(ParsingLimit)
    -> [CSSImageLayer]?
  {
    var layers: [CSSImageLayer] = []
    var words = TextScanner(text)
    var (layer, isPlain, isEmpty) = (CSSImageLayer?.none, true, true)
    func finished() -> CSSImageLayer {
      guard let layer, layer != .none else { return .none }
      return isPlain ? layer : .unsupported
    }
    var count = 0
    while let word = words.wordOrSign() {
      count += 1
      try ParsingLimit.backgroundWords.check(count)
      if word == "," {
        guard !isEmpty else { return nil }
        layers.append(finished())
        (layer, isPlain, isEmpty) = (nil, true, true)
        continue
      }
      isEmpty = false
      if word.lowercased() == "none" || word.hasSuffix(")") {
        guard layer == nil, let image = try image(word, at: context) else { return nil }
        layer = image
      } else if !plainWords.contains(word.lowercased()) {
        if !otherWords.contains(word.lowercased()), try Length(word) == nil { return nil }
        isPlain = false
      }
    }
    guard !isEmpty else { return nil }
    return layers + [finished()]
  }

  fileprivate var isGradient: Bool { if case .gradient = self { true } else { false } }

  private static func image(
    _ word: String, at context: ColorContext?
  ) throws(ParsingLimit) -> CSSImageLayer? {
    if word.lowercased() == "none" { return CSSImageLayer.none }
    var scanner = TextScanner(word)
    if let id = scanner.url() { return .element(id) }
    if let gradient = try ImageGradient(word, at: context) { return .gradient(gradient) }
    guard let name = scanner.name()?.lowercased() else { return nil }
    let isImage =
      ["url", "src", "element", "paint"].contains(name) || name.hasSuffix("image")
      || name.hasSuffix("image-set") || name.hasSuffix("cross-fade")
    return isImage || name.hasSuffix("gradient") ? .unsupported : nil
  }
}

extension [CSSImageLayer] {
  /// Whether there are only gradients.
  var areGradients: Bool {
    contains(where: \.isGradient) && allSatisfy { $0.isGradient || $0 == .none }
  }
}
