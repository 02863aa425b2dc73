import AnimCore

/// The specified paint of a fill or a stroke.
package enum PaintValue: Hashable, Sendable {
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
package struct PaintOrder: Hashable, Sendable {
  package enum Part: UInt8, Sendable { case fill, stroke, markers }

  package var parts: [Part] = [.fill, .stroke, .markers]
}

/// The parsed value of a property for painting.
enum PropertyValue: Hashable, Sendable {
  case inherit
  case initial
  /// Rolls back to the value of the layers below.
  case revertLayer
  case paint(PaintValue)
  case number(Double)
  case length(Length)
  case lengths([Length])
  case keyword(Keyword)
  /// The identifier of a reference, or `nil` for none.
  case reference(String?)
  case shape(BasicShape)
  case layers([ImageLayer])
  case paintOrder(PaintOrder)
  case transform(TransformList)
  case transformOrigin(TransformOrigin)
  case filters([FilterFunction])
  case text(String)
  /// A value with a reference to a custom property, or with a function of the element's colour. It is parsed once these
  /// are known.
  case pending(String)
  /// A part of a shorthand whose value has such a reference.
  case pendingShorthand(String, String)

  /// The keywords of all properties.
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

    fileprivate static let table = Dictionary(
      uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
  }
}

extension PropertyValue {
  /// Parses a property. Returns `nil` for an invalid value, or if painting doesn't need the property.
  ///
  /// - Parameters:
  ///   - isAttribute: Whether the text is that of an attribute, where `transform` has a different syntax.
  ///   - place: The context of colours inside functions, if it is known.
  init?(
    _ name: AttributeName, _ text: String, isAttribute: Bool = false, at place: ColorPlace? = nil
  ) throws(ParsingLimit) {
    let text = text.trimmingSpace
    switch text.lowercased() {
    case "inherit":
      self = .inherit
      return
    case "initial":
      self = .initial
      return
    case Self.revertingLayer:
      self = .revertLayer
      return
    case "unset", "revert":
      self = name.isInherited ? .inherit : .initial
      return
    default: break
    }
    if VariableReference.isMentioned(in: text) {
      self = .pending(text)
      return
    }
    if isAttribute, name == .transform {
      guard let list = try TransformList(attribute: text) else { return nil }
      self = .transform(list)
      return
    }
    guard let value = try Self.parsed(name, text, place) else { return nil }
    self = value
  }

  private static let revertingLayer = "revert-layer"

  /// Returns whether text requests the value of the layers below.
  static func revertsLayer(_ text: String) -> Bool {
    text.utf8.count == revertingLayer.utf8.count && text.lowercased() == revertingLayer
  }

  /// Returns whether text is a CSS-wide keyword.
  static func isForAll(_ text: String) -> Bool {
    text.utf8.count <= 12
      && ["inherit", "initial", "revert", "revert-layer", "unset"].contains(text.lowercased())
  }

  private static func parsed(
    _ name: AttributeName, _ text: String, _ place: ColorPlace?
  ) throws(ParsingLimit) -> PropertyValue? {
    // Keywords are case-insensitive.
    let word = text.lowercased()
    switch name {
    case .fill, .stroke: return try paint(text, place)
    case .color, .stopColor, .floodColor, .lightingColor, .backgroundColor:
      let value = try paint(text, place)
      switch value {
      case .paint(.color)?, .paint(.currentColor)?, .pending?: return value
      default: return nil
      }
    case .opacity, .fillOpacity, .strokeOpacity, .stopOpacity, .floodOpacity:
      return alpha(text).map(PropertyValue.number)
    case .strokeWidth:
      return try Length(text).flatMap { $0.value < 0 ? nil : PropertyValue.length($0) }
    case .strokeDashoffset: return try Length(text).map(PropertyValue.length)
    case .letterSpacing, .wordSpacing:
      return try word == "normal" ? .length(.zero) : Length(text).map(PropertyValue.length)
    case .fontSize: return try fontSize(word)
    case .strokeMiterlimit: return number(text).flatMap { $0 < 0 ? nil : PropertyValue.number($0) }
    case .strokeDasharray:
      if word == "none" { return .lengths([]) }
      var scanner = TextScanner(text)
      return try scanner.lengths().map(PropertyValue.lengths)
    case .fillRule, .clipRule: return keyword(text, [.nonzero, .evenodd])
    case .strokeLinecap: return keyword(text, [.butt, .round, .square])
    case .strokeLinejoin: return keyword(text, [.miter, .miterClip, .round, .bevel, .arcs])
    case .display: return word == "none" ? .keyword(.none) : .keyword(.inline)
    case .visibility: return keyword(text, [.visible, .hidden, .collapse])
    case .overflow: return keyword(text, [.visible, .hidden, .scroll, .auto, .clip])
    case .textAnchor: return keyword(text, [.start, .middle, .end])
    case .isolation: return keyword(text, [.auto, .isolate])
    case .maskType: return keyword(text, [.alpha, .luminance])
    case .mixBlendMode: return keyword(text)
    case .imageRendering: return keyword(text)
    case .shapeRendering: return keyword(text)
    case .colorInterpolation, .colorInterpolationFilters:
      return keyword(text, [.auto, .sRGB, .linearRGB])
    case .transformBox: return keyword(text)
    case .pointerEvents:
      return keyword(
        text,
        [
          .auto, .none, .visiblePainted, .visibleFill, .visibleStroke, .visible, .painted, .fill,
          .stroke, .all, .boundingBox,
        ])
    case .vectorEffect: return keyword(text) ?? .keyword(.none)
    case .fontStyle: return keyword(text, [.normal, .italic, .oblique])
    case .xmlSpace: return .text(text)
    case .transformOrigin: return try TransformOrigin(text).map(PropertyValue.transformOrigin)
    case .baselineShift:
      if let length = try Length(text) { return .length(length) }
      return TextStyle.allows(word, name) ? .text(word) : nil
    case .fontFamily, .fontFeatureSettings, .fontVariationSettings: return .text(text)
    case .fontWeight, .fontStretch, .fontVariant, .fontKerning, .fontOpticalSizing,
      .fontSynthesisStyle, .fontSynthesisWeight, .whiteSpace,
      .dominantBaseline, .alignmentBaseline, .direction, .unicodeBidi, .writingMode,
      .textDecoration, .textRendering, .textTransform, .colorScheme:
      return TextStyle.allows(word, name) ? .text(word) : nil
    case .clipPath:
      if let reference = reference(text) { return reference }
      return try BasicShape(text).map(PropertyValue.shape)
    case .markerStart, .markerMid, .markerEnd: return reference(text)
    case .mask, .backgroundImage: return try layers(text, place)
    case let name where AttributeName.cornerRadii.contains(name):
      var scanner = TextScanner(text)
      let radii = try scanner.lengths()
      guard let radii, radii.count <= 2, radii.allSatisfy({ $0.value >= 0 }) else { return nil }
      return .lengths([radii[0], radii[radii.count - 1]])
    case .filter: return try FilterFunction.list(text).map(PropertyValue.filters)
    case .textShadow: return try FilterFunction.textShadows(text).map(PropertyValue.filters)
    case .paintOrder: return PaintOrder(text).map(PropertyValue.paintOrder)
    case .transform: return try TransformList(property: text).map(PropertyValue.transform)
    default: return nil
    }
  }

  private static func paint(
    _ text: String, _ place: ColorPlace?
  ) throws(ParsingLimit) -> PropertyValue? {
    if let paint = try PaintValue(text, at: place), place != nil || !mentionsScheme(text) {
      return .paint(paint)
    }
    // A value that depends on the context is parsed again once that is known.
    guard place == nil else { return nil }
    return try PaintValue(text, at: ColorPlace()) != nil ? .pending(text) : nil
  }

  private static func layers(
    _ text: String, _ place: ColorPlace?
  ) throws(ParsingLimit) -> PropertyValue? {
    let layers = try ImageLayer.list(text, at: place)
    if place == nil, layers?.contains(.unsupported) == true || text.contains("light-dark("),
      let placed = try ImageLayer.list(text, at: ColorPlace()), !placed.contains(.unsupported)
    {
      return .pending(text)
    }
    return layers.map { .layers($0) }
  }

  private static func mentionsScheme(_ text: String) -> Bool {
    guard text.utf8.last == UInt8(ascii: ")") else { return false }
    var text = text
    return text.withUTF8 { $0.mentions("light-dark(") }
  }

  private static func keyword(_ text: String, _ allowed: [Keyword]? = nil) -> PropertyValue? {
    guard let keyword = Keyword.table[text.lowercased()], allowed?.contains(keyword) != false else {
      return nil
    }
    return .keyword(keyword)
  }

  private static func number(_ text: String) -> Double? {
    var scanner = TextScanner(text)
    guard let number = scanner.number(), scanner.isAtEnd, number.isFinite else { return nil }
    return number
  }

  /// Parses a number or a percentage, clamped to 0 ... 1.
  private static func alpha(_ text: String) -> Double? {
    var scanner = TextScanner(text)
    guard var number = scanner.number() else { return nil }
    if scanner.skips(UInt8(ascii: "%")) { number /= 100 }
    return scanner.isAtEnd ? min(max(number, 0), 1) : nil
  }

  private static func reference(_ text: String) -> PropertyValue? {
    if text.lowercased() == "none" { return .reference(nil) }
    var scanner = TextScanner(text)
    return scanner.url().map { .reference($0) }
  }

  /// - Parameter text: The text in lower case.
  private static func fontSize(_ text: String) throws(ParsingLimit) -> PropertyValue? {
    let steps = ["xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large"]
    if let step = steps.firstIndex(of: text) {
      // The sizes of CSS Fonts 4, 2.5, where medium is 16 pixels.
      let sizes = [9.0, 10, 13, LengthContext.mediumFontSize, 18, 24, 32]
      return .length(Length(sizes[step]))
    }
    switch text {
    case "smaller": return .length(Length(1 / 1.2, .em))
    case "larger": return .length(Length(1.2, .em))
    default:
      guard let length = try Length(text), length.value >= 0 else { return nil }
      return .length(length)
    }
  }
}

extension TextScanner {
  /// Parses the identifier of a reference such as `url(#id)`, or returns `nil` if none is next or it refers to another
  /// file.
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
  /// - Parameter place: The context, or `nil` if it is unknown, so that functions of `currentColor` are invalid.
  init?(_ text: String, at place: ColorPlace? = nil) throws(ParsingLimit) {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    if let address = scanner.address() {
      scanner.skipSpace()
      let rest = scanner.rest
      var fallback: PaintValue?
      if !rest.isEmpty {
        // The fallback of a reference isn't another reference.
        guard scanner.address() == nil, let paint = try PaintValue(rest, at: place) else {
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
    if let color = try scanner.color(at: place) {
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

extension AttributeName {
  /// Whether the property is inherited.
  package var isInherited: Bool { Self.inherited.contains(self) }

  private static let inherited: Set<AttributeName> = [
    .clipRule, .color, .colorInterpolation, .colorInterpolationFilters, .fill, .fillOpacity,
    .fillRule, .fontFamily, .fontFeatureSettings, .fontKerning, .fontOpticalSizing, .fontSize,
    .fontSizeAdjust, .fontStretch, .fontStyle, .fontSynthesisStyle, .fontSynthesisWeight,
    .fontVariant, .fontVariationSettings, .fontWeight,
    .imageRendering, .letterSpacing, .markerEnd, .markerMid, .markerStart, .paintOrder,
    .shapeRendering, .stroke, .strokeDasharray, .strokeDashoffset, .strokeLinecap,
    .strokeLinejoin, .strokeMiterlimit, .strokeOpacity, .strokeWidth, .textAnchor, .visibility,
    .wordSpacing, .writingMode, .xmlSpace, .direction, .whiteSpace, .textRendering,
    .pointerEvents, .cursor, .dominantBaseline, .lineHeight, .textIndent,
    .textTransform, .colorScheme, .textShadow,
  ]

  /// Whether the property is also a presentation attribute.
  package var isPresentation: Bool { Self.presentation.contains(self) }

  private static let presentation: Set<AttributeName> = inherited.subtracting([
    .whiteSpace, .fontKerning, .fontFeatureSettings, .fontOpticalSizing,
    .fontSynthesisStyle, .fontSynthesisWeight, .textTransform, .colorScheme, .textShadow,
  ]).union([
    .alignmentBaseline, .backgroundColor, .baselineShift, .clipPath, .display, .filter,
    .floodColor, .floodOpacity, .lightingColor, .mask, .maskType, .opacity, .overflow, .stopColor,
    .stopOpacity, .textDecoration, .transform, .transformOrigin, .transformBox, .unicodeBidi,
    .vectorEffect,
  ])
}
