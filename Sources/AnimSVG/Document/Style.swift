import AnimCore

/// The computed properties of an element for painting: specified, animated, inherited or initial.
struct Style: Sendable {
  // Inherited properties.
  /// Whether to use the colours for dark screens.
  var isDark = false
  var color = ExactColor(red: 0, green: 0, blue: 0)
  var fill = PaintValue.color(ExactColor(red: 0, green: 0, blue: 0))
  var fillOpacity = 1.0
  var fillRule = FillRule.nonzero
  var clipRule = FillRule.nonzero
  var stroke = PaintValue.none
  var strokeOpacity = 1.0
  var strokeWidth = Length(1)
  var dashes: [Length] = []
  var dashOffset = Length.zero
  var cap = StrokeStyle.Cap.butt
  var join = StrokeStyle.Join.miter
  var miterLimit = 4.0
  var paintOrder = PaintOrder()
  var markerStart: String?
  var markerMid: String?
  var markerEnd: String?
  var isVisible = true
  var imageRendering = PropertyValue.Keyword.auto
  var shapeRendering = PropertyValue.Keyword.auto
  var filtersAreLinear = true
  var pointerEvents = PropertyValue.Keyword.auto
  var fontSize = LengthContext.mediumFontSize
  /// The text style, shared with the parent until it differs, which is rare. A style is copied for every element.
  var text: TextStyle {
    get { sharedText.value }
    _modify {
      if !isKnownUniquelyReferenced(&sharedText) { sharedText = SharedText(sharedText.value) }
      yield &sharedText.value
    }
  }
  private var sharedText = SharedText(TextStyle())
  /// Whether text has shadows. Queried for every element, without copying the text style.
  var hasTextShadows: Bool { !sharedText.value.shadows.isEmpty }
  /// The text decoration lines of this element and its ancestors.
  var lines: TextLines = []
  /// The custom properties.
  var custom: [String: String] = [:]

  // Properties of only this element.
  var isDisplayed = true
  var opacity = 1.0
  /// The background colour, or `nil` for none.
  var backgroundColor: ExactColor?
  /// The uppermost first.
  var background: [ImageLayer] = []
  /// The radii of the corners along x, clockwise from the upper left one, and those along y. Empty for none.
  var cornerRadii: [Length] = []
  var clipPath: ClipSource?
  /// The uppermost first.
  var mask: [ImageLayer] = []
  var filters: [FilterFunction] = []
  var blendMode = BlendMode.normal
  var isIsolated = false
  var overflow = PropertyValue.Keyword.visible
  var isOverflowSet = false
  var stopColor = ExactColor(red: 0, green: 0, blue: 0)
  var stopOpacity = 1.0
  var floodColor = ExactColor(red: 0, green: 0, blue: 0)
  var floodOpacity = 1.0
  var lightingColor = ExactColor(red: 255, green: 255, blue: 255)
  var maskIsAlpha = false
  var transform = TransformValue.identity
  /// The transform origin, or `nil` if it isn't specified.
  var transformOrigin: TransformOrigin?
  var transformBox = PropertyValue.Keyword.viewBox
  var isStrokeScaled = true
  /// The text decoration lines of this element.
  var ownLines: TextLines = []
  var baselineShift = BaselineShift.none
  var alignmentBaseline: TextBaseline?
  var bidi = BidiMode.normal
  /// The number of bytes and values that were processed to compute the style.
  private(set) var steps = 0
  /// A limit that a value exceeds, so that it is ignored, or `nil`.
  private(set) var exceededLimit: ParsingLimit?

  /// The source of an element's clipping path.
  enum ClipSource: Hashable, Sendable {
    /// The `clipPath` with an identifier.
    case element(String)
    case shape(BasicShape)
  }

  /// The `transform` of an element.
  enum TransformValue: Sendable {
    case identity
    case list(TransformList)
    case matrix(Transform)
  }

  static let initial = Style()

  /// The style of a child without specified properties.
  var inherited: Style {
    var style = self
    let initial = Self.initial
    style.isDisplayed = true
    style.opacity = 1
    style.backgroundColor = nil
    style.background = []
    style.cornerRadii = []
    style.clipPath = nil
    style.mask = []
    style.filters = []
    style.blendMode = .normal
    style.isIsolated = false
    style.overflow = .visible
    style.isOverflowSet = false
    style.stopColor = initial.stopColor
    style.stopOpacity = 1
    style.floodColor = initial.floodColor
    style.floodOpacity = 1
    style.lightingColor = initial.lightingColor
    style.maskIsAlpha = false
    style.transform = .identity
    style.transformOrigin = nil
    style.transformBox = .viewBox
    style.isStrokeScaled = true
    style.ownLines = []
    style.baselineShift = .none
    style.alignmentBaseline = nil
    style.bidi = .normal
    style.steps = 0
    style.exceededLimit = nil
    return style
  }

  /// Returns the style of an element. Not an initializer, which would create all initial values first.
  ///
  /// - Parameters:
  ///   - parent: The style of the parent element, or of the `use` that refers to the element.
  ///   - context: The context of lengths relative to fonts.
  static func style(
    of element: Int, parent: Style, _ cascade: Cascade, _ animated: AnimatedValues?,
    _ context: LengthContext
  ) -> Style {
    var style = parent.inherited
    style.apply(cascade.style(of: element), animated, element, parent, context)
    return style
  }

  /// Applies the specified and animated values of an element.
  private mutating func apply(
    _ specified: Cascade.ElementStyle, _ animated: AnimatedValues?, _ element: Int, _ parent: Style,
    _ context: LengthContext
  ) {
    setCustom(specified)
    let animated = animated.flatMap { $0.has(element) ? $0 : nil }
    // Animated sizes and colours also affect values that refer to them.
    if let animated {
      if let size = animated[element, .fontSize] { apply(size, .fontSize, parent, context) }
      if let color = animated[element, .color] { apply(color, .color, parent, context) }
    }
    var shorthand: ExpandedShorthand?
    var lettered: [(PropertyValue, AttributeName)] = []
    for declaration in specified.specified {
      steps += 1
      guard var value = declaration.value else { continue }
      if !declaration.isImportant, let animated, animated[element, declaration.name] != nil {
        continue
      }
      if case .pendingShorthand(let name, let text) = value {
        guard let part = part(declaration.name, of: name, text, &shorthand) else { continue }
        value = part
      }
      if case .length(let length) = value, length.dependsOnLetters {
        // The font may be declared later.
        lettered.append((value, declaration.name))
      } else {
        apply(value, declaration.name, parent, context)
      }
    }
    for (value, name) in lettered { apply(value, name, parent, context) }
    guard let animated else { return }
    animated.forEach(of: element) { name, value in
      if name == .fontSize || name == .color { return }
      let declaration = specified.specified.first { $0.name == name }
      if declaration?.isImportant == true { return }
      // An invalid value counts as missing.
      if !apply(value, name, parent, context), let base = declaration?.value {
        apply(base, name, parent, context)
      }
    }
  }

  private init() {}

  /// Modified only while no other style uses it.
  private final class SharedText: @unchecked Sendable {
    var value: TextStyle

    init(_ value: TextStyle) { self.value = value }
  }
}

/// The context of lengths that isn't specific to an element.
struct LengthContext: Sendable {
  /// The size of the outermost view.
  var view: Size
  var rootFontSize = mediumFontSize
  /// The source of the fonts that some units depend on.
  let resources: SVGResources

  init(view: Size, _ resources: SVGResources) {
    self.view = view
    self.resources = resources
  }

  /// The default font size in pixels, as in browsers.
  static let mediumFontSize = 16.0

  /// Returns a length in user units.
  ///
  /// - Parameters:
  ///   - reference: The value of 100 %.
  ///   - size: The font size.
  ///   - style: The text that the font is for.
  func resolve(_ length: Length, reference: Double, size: Double, _ style: TextStyle) -> Double {
    let font = length.dependsOnLetters ? resources.units(style, size: size) : FontUnits(size: size)
    return length.resolved(
      reference: reference, font: font, rootFontSize: rootFontSize, view: view)
  }
}

// MARK: - Applying values

extension Style {
  /// Sets a property to an animated value. Returns `false` if the value isn't suitable.
  @discardableResult
  private mutating func apply(
    _ value: AnimatedValue, _ name: AttributeName, _ parent: Style, _ context: LengthContext
  ) -> Bool {
    let converted: PropertyValue?
    switch value {
    case .text(let text):
      converted = parsed { () throws(ParsingLimit) in try PropertyValue(name, text) }
    case .number(let number):
      switch name {
      case .strokeWidth, .strokeDashoffset, .fontSize, .letterSpacing, .wordSpacing,
        .baselineShift:
        converted = .length(Length(number))
      case .fontWeight: converted = .text("\(Int(min(max(number, 1), 1000)))")
      default: converted = .number(number)
      }
    case .percentage(let percentage):
      switch name {
      case .strokeWidth, .strokeDashoffset, .fontSize, .letterSpacing, .wordSpacing,
        .baselineShift:
        converted = .length(Length(percentage, .percent))
      default: converted = .number(percentage / 100)
      }
    case .numbers(let numbers):
      converted = name == .strokeDasharray ? .lengths(numbers.map { Length($0) }) : nil
    case .color(let color): converted = .paint(.color(color))
    case .transform(let matrix):
      if name == .transform { transform = .matrix(matrix) }
      return name == .transform
    case .transforms(let list): converted = name == .transform ? .transform(list) : nil
    case .filters(let list):
      converted = name == .filter || name == .textShadow ? .filters(list) : nil
    case .shape(let shape): converted = name == .clipPath ? .shape(shape) : nil
    case .position(let origin):
      converted = name == .transformOrigin ? .transformOrigin(origin) : nil
    case .path: return false
    }
    guard let converted else { return false }
    apply(converted, name, parent, context)
    return true
  }

  private mutating func apply(
    _ value: PropertyValue, _ name: AttributeName, _ parent: Style, _ context: LengthContext
  ) {
    switch value {
    case .inherit: take(name, from: parent)
    case .initial: take(name, from: .initial)
    // The value of the lower layers is known when styles are collected, but not for animations.
    case .revertLayer: take(name, from: name.isInherited ? parent : .initial)
    case .paint(let paint): apply(paint, name)
    case .number(let number): apply(number, name)
    case .length(let length): apply(length, name, parent, context)
    case .lengths(let lengths) where name != .strokeDasharray:
      guard let corner = AttributeName.cornerRadii.firstIndex(of: name), lengths.count == 2 else {
        return
      }
      if cornerRadii.isEmpty { cornerRadii = Array(repeating: .zero, count: 8) }
      cornerRadii[corner] = absolute(lengths[0], context)
      cornerRadii[corner + 4] = absolute(lengths[1], context)
    case .lengths(let lengths):
      steps += lengths.count
      let isAbsolute = lengths.allSatisfy { $0.unit == .percent || $0.unit == .user }
      dashes = isAbsolute ? lengths : lengths.map { absolute($0, context) }
    case .keyword(let keyword): apply(keyword, name)
    case .reference(let id):
      switch name {
      case .clipPath: clipPath = id.map { .element($0) }
      case .markerStart: markerStart = id
      case .markerMid: markerMid = id
      case .markerEnd: markerEnd = id
      default: break
      }
    case .shape(let shape): clipPath = .shape(shape)
    case .layers(let layers):
      let shown = layers.allSatisfy { $0 == .none } ? [] : layers
      if name == .mask { mask = shown } else { background = shown }
    case .paintOrder(let order): paintOrder = order
    case .transform(let list): transform = .list(list)
    case .transformOrigin(let origin): transformOrigin = origin
    case .filters(let list): if name == .filter { filters = list } else { text.shadows = list }
    case .text(let text):
      steps += text.utf8.count
      apply(text, name, parent)
    case .pending(let text):
      steps += text.utf8.count
      guard let text = substituted(text), !VariableReference.isMentioned(in: text) else { return }
      let place = ColorPlace(color: color, isDark: isDark)
      let value = parsed { () throws(ParsingLimit) in try PropertyValue(name, text, at: place) }
      guard let value else { return }
      steps += text.utf8.count
      apply(value, name, parent, context)
    // Replaced where it is specified.
    case .pendingShorthand: break
    }
  }

  private mutating func apply(_ paint: PaintValue, _ name: AttributeName) {
    switch name {
    case .fill: fill = paint
    case .stroke: stroke = paint
    case .color:
      // As a colour, currentColor is that of the parent, which is already set.
      if case .color(let exact) = paint { color = exact }
    case .backgroundColor:
      if case .color(let exact) = paint { backgroundColor = exact } else { backgroundColor = color }
    case .stopColor:
      if case .color(let exact) = paint { stopColor = exact } else { stopColor = color }
    case .floodColor:
      if case .color(let exact) = paint { floodColor = exact } else { floodColor = color }
    case .lightingColor:
      if case .color(let exact) = paint { lightingColor = exact } else { lightingColor = color }
    default: break
    }
  }

  private mutating func apply(_ number: Double, _ name: AttributeName) {
    let unit = number > 0 ? min(number, 1) : 0
    switch name {
    case .opacity: opacity = unit
    case .fillOpacity: fillOpacity = unit
    case .strokeOpacity: strokeOpacity = unit
    case .stopOpacity: stopOpacity = unit
    case .floodOpacity: floodOpacity = unit
    case .strokeMiterlimit: miterLimit = number
    default: break
    }
  }

  private mutating func apply(
    _ length: Length, _ name: AttributeName, _ parent: Style, _ context: LengthContext
  ) {
    switch name {
    case .fontSize:
      let size = context.resolve(
        length, reference: parent.fontSize, size: parent.fontSize, parent.text)
      if size.isFinite { fontSize = min(max(size, 0), 1e6) }
    case .strokeWidth: strokeWidth = absolute(length, context)
    case .strokeDashoffset: dashOffset = absolute(length, context)
    case .letterSpacing: text.letterSpacing = absolute(length, context)
    case .wordSpacing: text.wordSpacing = absolute(length, context)
    case .baselineShift: baselineShift = .length(absolute(length, context))
    default: break
    }
  }

  /// Returns a length in user units, except for percentages. Lengths relative to fonts are inherited as computed here.
  private func absolute(_ length: Length, _ context: LengthContext) -> Length {
    length.mapped {
      $0.unit == .percent
        ? $0 : Length(context.resolve($0, reference: fontSize, size: fontSize, text))
    }
  }

  private mutating func apply(_ keyword: PropertyValue.Keyword, _ name: AttributeName) {
    switch name {
    case .fillRule: fillRule = keyword == .evenodd ? .evenOdd : .nonzero
    case .clipRule: clipRule = keyword == .evenodd ? .evenOdd : .nonzero
    case .strokeLinecap: cap = keyword == .round ? .round : keyword == .square ? .square : .butt
    case .strokeLinejoin:
      switch keyword {
      case .round: join = .round
      case .bevel: join = .bevel
      case .miterClip: join = .miterClip
      // Arcs are replaced by mitres if they can't be drawn.
      default: join = .miter
      }
    case .display: isDisplayed = keyword != .none
    case .visibility: isVisible = keyword == .visible
    case .overflow: (overflow, isOverflowSet) = (keyword, true)
    case .textAnchor: text.anchor = keyword
    case .isolation: isIsolated = keyword == .isolate
    case .maskType: maskIsAlpha = keyword == .alpha
    case .mixBlendMode: blendMode = BlendMode(keyword)
    case .imageRendering: imageRendering = keyword
    case .shapeRendering: shapeRendering = keyword
    case .colorInterpolationFilters: filtersAreLinear = keyword != .sRGB
    case .pointerEvents: pointerEvents = keyword
    case .transformBox: transformBox = keyword
    case .vectorEffect: isStrokeScaled = keyword != .nonScalingStroke
    case .fontStyle: text.slant = keyword
    default: break
    }
  }

  private mutating func apply(_ text: String, _ name: AttributeName, _ parent: Style) {
    switch name {
    case .textDecoration:
      ownLines = TextLines(text)
      lines.formUnion(ownLines)
    case .baselineShift: baselineShift = BaselineShift(text)
    case .alignmentBaseline: alignmentBaseline = TextBaseline(rawValue: text)
    case .colorScheme:
      let schemes = ComponentList.words(text)
      isDark = schemes.contains("dark") && !schemes.contains("light")
    case .unicodeBidi: bidi = BidiMode(rawValue: text) ?? .normal
    default: self.text.apply(text, name, parent.text)
    }
  }

  private mutating func take(_ name: AttributeName, from other: Style) {
    switch name {
    case .color: color = other.color
    case .colorScheme: isDark = other.isDark
    case .fill: fill = other.fill
    case .fillOpacity: fillOpacity = other.fillOpacity
    case .fillRule: fillRule = other.fillRule
    case .clipRule: clipRule = other.clipRule
    case .stroke: stroke = other.stroke
    case .strokeOpacity: strokeOpacity = other.strokeOpacity
    case .strokeWidth: strokeWidth = other.strokeWidth
    case .strokeDasharray: dashes = other.dashes
    case .strokeDashoffset: dashOffset = other.dashOffset
    case .strokeLinecap: cap = other.cap
    case .strokeLinejoin: join = other.join
    case .strokeMiterlimit: miterLimit = other.miterLimit
    case .paintOrder: paintOrder = other.paintOrder
    case .markerStart: markerStart = other.markerStart
    case .markerMid: markerMid = other.markerMid
    case .markerEnd: markerEnd = other.markerEnd
    case .visibility: isVisible = other.isVisible
    case .imageRendering: imageRendering = other.imageRendering
    case .shapeRendering: shapeRendering = other.shapeRendering
    case .colorInterpolationFilters: filtersAreLinear = other.filtersAreLinear
    case .pointerEvents: pointerEvents = other.pointerEvents
    case .fontSize: fontSize = other.fontSize
    case .textDecoration: ownLines = other.ownLines
    case .baselineShift: baselineShift = other.baselineShift
    case .alignmentBaseline: alignmentBaseline = other.alignmentBaseline
    case .unicodeBidi: bidi = other.bidi
    case .display: isDisplayed = other.isDisplayed
    case .opacity: opacity = other.opacity
    case .backgroundColor: backgroundColor = other.backgroundColor
    case .backgroundImage: background = other.background
    case .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius,
      .borderBottomLeftRadius:
      cornerRadii = other.cornerRadii
    case .clipPath: clipPath = other.clipPath
    case .mask: mask = other.mask
    case .filter: filters = other.filters
    case .mixBlendMode: blendMode = other.blendMode
    case .isolation: isIsolated = other.isIsolated
    case .overflow: (overflow, isOverflowSet) = (other.overflow, true)
    case .stopColor: stopColor = other.stopColor
    case .stopOpacity: stopOpacity = other.stopOpacity
    case .floodColor: floodColor = other.floodColor
    case .floodOpacity: floodOpacity = other.floodOpacity
    case .lightingColor: lightingColor = other.lightingColor
    case .maskType: maskIsAlpha = other.maskIsAlpha
    case .transform: transform = other.transform
    case .transformOrigin: transformOrigin = other.transformOrigin
    case .transformBox: transformBox = other.transformBox
    case .vectorEffect: isStrokeScaled = other.isStrokeScaled
    default: text.take(name, from: other.text)
    }
  }
}

// MARK: - Custom properties

extension Style {
  /// The property is copied and stored.
  private static let stepsPerCustomProperty = 16

  /// Sets custom properties. References in their values are replaced here rather than where they are used: CSS Custom
  /// Properties 1, 2.2 and 2.3. A property that refers to a missing one, or in a cycle to itself, has no value.
  mutating func setCustom(_ specified: Cascade.ElementStyle) {
    guard let order = specified.order else {
      if !specified.custom.isEmpty {
        let count = specified.custom.count
        // A large table doesn't fit into the processor's caches.
        steps += count * Self.stepsPerCustomProperty * (count > 1024 ? 3 : 1)
        custom.merge(specified.custom) { $1 }
      }
      return
    }
    let inherited = custom
    var length = 0
    for (name, isInCircle) in order.names {
      guard let text = specified.custom[name] else { continue }
      steps += Self.stepsPerCustomProperty + text.utf8.count
      switch text.lowercased() {
      case "initial":
        custom[name] = nil
        continue
      case "inherit", "unset", "revert", "revert-layer":
        custom[name] = inherited[name]
        continue
      default: break
      }
      guard VariableReference.isMentioned(in: text) else {
        custom[name] = text
        continue
      }
      let value =
        isInCircle || steps > WorkBudget.limit(of: .attribute) ? nil : substituted(text)
      length += value?.utf8.count ?? 0
      // The total length of an element's properties.
      let isTooLong = length > ParsingLimit.substitutedBytes.maximum
      if isTooLong { exceededLimit = .substitutedBytes }
      custom[name] = isTooLong ? nil : value
    }
  }

  /// Returns text with references to custom properties replaced, or `nil` if one of them has no value.
  ///
  /// - Parameter steps: The number of processed bytes, which is increased.
  private static func substituted(
    _ text: String, _ steps: inout Int, _ custom: (String) -> String?
  ) throws(ParsingLimit) -> String? {
    var scanner = TextScanner(text)
    var count = 0
    while let reference = scanner.variable() {
      count += 1
      steps += scanner.bytes.count * 2
      try ParsingLimit.substitutions.check(count)
      try ParsingLimit.substitutedBytes.check(scanner.bytes.count)
      let bytes = scanner.bytes
      func part(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
      guard
        let value = custom(reference.name).map({ Array($0.utf8) })
          ?? reference.fallback.map({ part($0) })
      else { return nil }
      let space = [UInt8(ascii: " ")]
      scanner = TextScanner(
        part(0..<reference.range.lowerBound) + space + value + space
          + part(reference.range.upperBound..<bytes.count))
    }
    // The caller parses the result.
    steps += scanner.bytes.count * 2
    return try Calculation.resolved(String(decoding: scanner.bytes, as: UTF8.self).trimmingSpace)
  }

  /// A shorthand with replaced references to custom properties. Its parts are adjacent, so it is expanded only once.
  private struct ExpandedShorthand {
    let name: String
    let text: String
    let parts: [StyleDeclaration]
  }

  /// Returns a property that a shorthand with references to custom properties sets, or `nil` if the value is invalid.
  private mutating func part(
    _ name: AttributeName, of shorthand: String, _ text: String, _ known: inout ExpandedShorthand?
  ) -> PropertyValue? {
    if known?.name != shorthand || known?.text != text {
      let value = substituted(text).flatMap { VariableReference.isMentioned(in: $0) ? nil : $0 }
      let declaration = value.map { StyleDeclaration(property: shorthand, value: $0) }
      let parts = parsed { () throws(ParsingLimit) in
        try declaration.map { declaration throws(ParsingLimit) in
          try Shorthand.expanded(declaration)
        }
      }
      steps += value?.utf8.count ?? 0
      known = ExpandedShorthand(name: shorthand, text: text, parts: parts ?? [])
    }
    let part = known?.parts.first { $0.property == name.rawValue }
    return parsed { () throws(ParsingLimit) in
      guard let part else { return nil }
      return try PropertyValue(name, part.value)
    }
  }

  /// Returns text with references to custom properties replaced, for parsers outside of painting, or `nil` if one of
  /// them has no value.
  ///
  /// - Parameter steps: The number of processed bytes, which is increased.
  func resolvingVariables(
    _ text: String, _ steps: inout Int
  ) throws(ParsingLimit) -> String? {
    try Self.substituted(text, &steps) { custom[$0] }
  }

  /// Does the same for painting. Counts the steps, and records an exceeded limit.
  private mutating func substituted(_ text: String) -> String? {
    var spent = 0
    let custom = custom
    let result = parsed { () throws(ParsingLimit) in
      try Self.substituted(text, &spent) { custom[$0] }
    }
    steps += spent
    return result
  }

  /// Calls a parser, and records a limit that the text exceeds.
  private mutating func parsed<Value>(_ parse: () throws(ParsingLimit) -> Value?) -> Value? {
    do throws(ParsingLimit) {
      return try parse()
    } catch {
      exceededLimit = error
      return nil
    }
  }
}

extension BlendMode {
  init(_ keyword: PropertyValue.Keyword) {
    switch keyword {
    case .multiply: self = .multiply
    case .screen: self = .screen
    case .overlay: self = .overlay
    case .darken: self = .darken
    case .lighten: self = .lighten
    case .colorDodge: self = .colorDodge
    case .colorBurn: self = .colorBurn
    case .hardLight: self = .hardLight
    case .softLight: self = .softLight
    case .difference: self = .difference
    case .exclusion: self = .exclusion
    case .hue: self = .hue
    case .saturation: self = .saturation
    case .color: self = .color
    case .luminosity: self = .luminosity
    case .plusLighter: self = .plusLighter
    default: self = .normal
    }
  }
}
