import AnimCore
import AnimText

/// The specified paint of a fill or a stroke.
enum PaintValue: Hashable, Sendable {
  case none
  case color(ExactColor)
  case currentColor
  case contextFill
  case contextStroke
  /// A paint server by its identifier, with the paint that replaces it if it is missing.
  indirect case server(String, fallback: PaintValue?)
  /// A paint server in another file, which isn't read, and the paint that replaces it.
  indirect case external(String, fallback: PaintValue?)
}

/// The order in which a shape's fill, stroke and markers are painted.
struct PaintOrder: Hashable, Sendable {
  enum Part: UInt8, Sendable { case fill, stroke, markers }

  var parts: [Part] = [.fill, .stroke, .markers]
}

/// The specified value of a property.
enum StyleValue: Hashable, Sendable {
  case inherit
  case initial
  /// Rolls back to the value of the layers below.
  case revertLayer
  case paint(PaintValue)
  case number(Double)
  case integer(Double)
  case numbers([Double])
  case length(Length)
  /// A list of lengths. It can be added only to a list with the same number of lengths.
  case lengths([Length])
  /// A list of lengths, which is repeated to match the number of lengths in another list.
  case dashes([Length])
  case box(Rect)
  case path(PathCommands)
  case keyword(Keyword)
  /// The identifier of a reference, or `nil` for `none`.
  case reference(String?)
  case shape(BasicShape)
  case layers([CSSImageLayer])
  case paintOrder(PaintOrder)
  case transform(TransformList)
  /// The product of a `transform`.
  case matrix(Transform)
  case position(TransformOrigin)
  case rotation(OffsetRotation)
  case ray(OffsetRay)
  case filters([FilterFunction])
  case variations([FontVariation])
  case text(String)
  /// A value that contains a reference to a custom property, or a function of `currentColor`. It is
  /// parsed once these are known.
  case pending(String)
  /// A property of a shorthand whose value contains a reference to a custom property.
  case pendingShorthand(String, String)
  /// The value below an animation.
  case below
  /// A value computed from two others, at least one of which depends on a style.
  indirect case combination(StyleValue, StyleValue, Combination)

  /// The keywords that the painter interprets.
  enum Keyword: String, CaseIterable, Hashable, Sendable {
    case nonzero, evenodd, butt, round, square, miter, bevel, arcs
    case miterClip = "miter-clip"
    case none, inline, other, visible, hidden, collapse, auto, scroll, clip
    case start, middle, end, isolate, alpha, luminance
    case optimizeSpeed, optimizeQuality, pixelated
    case crispEdges, geometricPrecision, sRGB, linearRGB
    case crispEdgesOfImages = "crisp-edges"
    case normal, multiply, screen, overlay, darken, lighten, difference, exclusion, hue, saturation
    case color, luminosity
    case colorDodge = "color-dodge"
    case colorBurn = "color-burn"
    case hardLight = "hard-light"
    case softLight = "soft-light"
    case plusLighter = "plus-lighter"
    case fillBox = "fill-box"
    case strokeBox = "stroke-box"
    case viewBox = "view-box"
    case contentBox = "content-box"
    case borderBox = "border-box"
    case italic, oblique
    case nonScalingStroke = "non-scaling-stroke"
    case visiblePainted, visibleFill, visibleStroke, painted, fill, stroke, all
    case boundingBox = "bounding-box"

    /// The keywords by their names in lower case.
    static let table = Dictionary(
      uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
  }

  /// The number of bytes and values that setting a property to the value processes.
  var cost: Int {
    switch self {
    case .text(let text), .pending(let text): text.utf8.count
    case .length(let length): length.cost
    case .lengths(let lengths), .dashes(let lengths): lengths.reduce(0) { $0 + 1 + $1.cost }
    case .shape(let shape): shape.count
    case .transform(let list): list.functions.count
    case .filters(let list): list.count * 8
    case .combination(let first, let second, _): 1 + first.cost + second.cost
    default: 0
    }
  }
}

extension StyleValue {
  /// Parses the value of a property. Returns `nil` if it is invalid.
  ///
  /// - Parameters:
  ///   - isAttribute: Whether the text is an attribute, where `transform` has a different syntax.
  ///   - context: The context of colours inside functions, or `nil` if it is unknown.
  init?(
    _ property: StyleProperty, _ text: String, isAttribute: Bool = false,
    at context: ColorContext? = nil
  ) throws(ParsingLimit) {
    let text = text.trimmingSpace
    if Self.isForAll(text) {
      switch text.lowercased() {
      case "inherit": self = .inherit
      case "initial": self = .initial
      case Self.revertingLayer: self = .revertLayer
      default: self = property.isInherited ? .inherit : .initial
      }
      return
    }
    if VariableReference.isMentioned(in: text) {
      self = .pending(text)
      return
    }
    if isAttribute, property.attribute == .transform {
      guard let list = try TransformList(attribute: text) else { return nil }
      self = .transform(list)
      return
    }
    guard let value = try property.grammar.parse(text, context) else { return nil }
    self = value
  }

  private static let revertingLayer = "revert-layer"

  /// Returns whether text requests the value of the layers below.
  static func revertsLayer(_ text: String) -> Bool {
    text.utf8.count == revertingLayer.utf8.count && text.lowercased() == revertingLayer
  }

  private static let wordsForAll: Set<String> = [
    "inherit", "initial", "revert", revertingLayer, "unset",
  ]

  /// Returns whether text is a CSS-wide keyword.
  static func isForAll(_ text: String) -> Bool {
    5...12 ~= text.utf8.count && wordsForAll.contains(text.lowercased())
  }
}

extension TextScanner {
  /// Parses a reference such as `url(#id)` and returns its identifier. Returns `nil` for other text and for references
  /// to other files.
  mutating func url() -> String? {
    let start = index
    guard let address = address(), address.utf8.first == UInt8(ascii: "#") else {
      index = start
      return nil
    }
    return String(address.dropFirst())
  }

  /// Parses the contents of `url()`, or returns `nil` if it isn't next or isn't closed.
  mutating func address() -> String? {
    guard skips("url(") else { return nil }
    skipSpace()
    let text: String
    if let quoted = quoted() {
      text = quoted
    } else {
      let first = index
      while let byte = next, byte != UInt8(ascii: ")") { index += 1 }
      text = String(decoding: bytes[first..<index], as: UTF8.self).trimmingSpace
    }
    skipSpace()
    return skips(UInt8(ascii: ")")) ? text : nil
  }
}

extension PaintValue {
  /// Parses a paint, or returns `nil` if it is invalid.
  ///
  /// - Parameter context: The context, or `nil` if it is unknown, so that functions of `currentColor` are invalid.
  init?(_ text: String, at context: ColorContext? = nil) throws(ParsingLimit) {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    if let address = scanner.address() {
      scanner.skipSpace()
      let rest = scanner.rest
      var fallback: PaintValue?
      if !rest.isEmpty {
        // The fallback of a reference isn't another reference.
        guard scanner.address() == nil, let paint = try PaintValue(rest, at: context) else {
          return nil
        }
        fallback = paint
      }
      self =
        address.utf8.first == UInt8(ascii: "#")
        ? .server(String(address.dropFirst()), fallback: fallback)
        : .external(address, fallback: fallback)
      return
    }
    if let color = try scanner.color(at: context) {
      scanner.skipSpace()
      guard scanner.isAtEnd else { return nil }
      self = .color(color)
      return
    }
    switch scanner.name()?.lowercased() {
    case "none": self = .none
    case "currentcolor": self = .currentColor
    case "context-fill": self = .contextFill
    case "context-stroke": self = .contextStroke
    default: return nil
    }
    scanner.skipSpace()
    if !scanner.isAtEnd { return nil }
  }
}

extension PaintOrder {
  /// Parses `paint-order`, or returns `nil` if it is invalid.
  init?(_ text: String) {
    let words = text.utf8.split(whereSeparator: TextScanner.isSpace).map { String($0) ?? "" }
    var parts: [Part] = []
    for word in words {
      let part: Part
      switch word {
      case "normal" where words.count == 1:
        self.init()
        return
      case "fill": part = .fill
      case "stroke": part = .stroke
      case "markers": part = .markers
      default: return nil
      }
      guard !parts.contains(part) else { return nil }
      parts.append(part)
    }
    for part in [Part.fill, .stroke, .markers] where !parts.contains(part) { parts.append(part) }
    self.init(parts: parts)
  }
}
