import AnimGraphics

/// A limit on the parsing of values, selectors and style sheets.
///
/// Parsers throw it for text that exceeds the limit and may be valid. For invalid text, they return `nil`.
enum ParsingLimit: Error, Hashable, Sendable {
  case calculationDepth, calculationTerms
  case colorDepth
  case transformFunctions, filterFunctions, shadows, backgroundWords, gradientStops
  case polygonCorners, pathCommands, numbers
  case easingSteps, easingStops
  case substitutions, substitutedBytes
  case fontFamilies, fontSettings, fontSources, fontRanges
  case selectorDepth, selectorCompounds
  case ruleDepth, mediaDepth, supportsDepth, layerDepth
  case rules, layers, registeredProperties
  case fontFaces, fontBytes, unpackedFontBytes

  /// The maximum value.
  var maximum: Int {
    switch self {
    case .selectorDepth: 8
    case .calculationDepth, .colorDepth, .mediaDepth, .supportsDepth, .layerDepth, .fontSources: 16
    case .ruleDepth, .filterFunctions, .shadows, .backgroundWords: 32
    case .fontFaces, .fontFamilies, .fontSettings, .substitutions: 64
    case .selectorCompounds: 65
    // This is also the maximum depth of results.
    case .calculationTerms: 256
    // Each registered property affects every element.
    case .registeredProperties: 256
    case .fontRanges, .gradientStops: 4096
    case .transformFunctions, .polygonCorners, .easingStops: 10_000
    case .rules, .layers: 20_000
    case .substitutedBytes: 1 << 16
    case .easingSteps: 1_000_000
    case .numbers: 1 << 20
    case .pathCommands: Path.maximumPointCount
    case .fontBytes: 16 << 20
    case .unpackedFontBytes: 64 << 20
    }
  }

  /// Throws the limit if a count exceeds its maximum.
  func check(_ count: Int) throws(ParsingLimit) {
    if count > maximum { throw self }
  }
}

extension ParsingLimit: CustomStringConvertible {
  /// The end of a sentence about a value beyond the limit.
  var consequence: String { truncates ? "is truncated" : "is ignored" }

  /// Whether the part of a value before the limit has an effect.
  var truncates: Bool {
    switch self {
    case .pathCommands, .numbers, .fontFamilies, .fontSettings: true
    default: false
    }
  }

  var description: String { "more than \(maximum) \(noun) (limit of this program)" }

  /// The noun for the counted items, in the plural.
  private var noun: String {
    switch self {
    case .calculationDepth: "levels of nested mathematical functions"
    case .calculationTerms: "terms in a mathematical function"
    case .colorDepth: "levels of nested colour functions"
    case .transformFunctions: "transform functions"
    case .filterFunctions: "filter functions"
    case .shadows: "shadows"
    case .backgroundWords: "words in a background or mask"
    case .gradientStops: "stops of a gradient"
    case .polygonCorners: "corners of a polygon"
    case .pathCommands: "commands of a path"
    case .numbers: "numbers in a list"
    case .easingSteps: "steps of a timing function"
    case .easingStops: "points of a timing function"
    case .substitutions: "references to custom properties in a value"
    case .substitutedBytes: "bytes after replacing the references to custom properties"
    case .fontFamilies: "font families"
    case .fontSettings: "font settings"
    case .fontSources: "sources of a font"
    case .fontRanges: "ranges of characters"
    case .selectorDepth: "levels of nested selectors"
    case .selectorCompounds: "compound selectors in a selector"
    case .ruleDepth: "levels of nested rules"
    case .mediaDepth: "levels of nested media conditions"
    case .supportsDepth: "levels of nested @supports conditions"
    case .layerDepth: "levels of nested layers"
    case .rules: "rules in all style sheets"
    case .layers: "layers in all style sheets"
    case .registeredProperties: "@property rules"
    case .fontFaces: "@font-face rules"
    case .fontBytes: "bytes of fonts in all style sheets"
    case .unpackedFontBytes: "bytes of decompressed fonts in all style sheets"
    }
  }
}
