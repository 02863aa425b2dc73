import AnimCore

/// The inherited properties of shapes.
struct InheritedProperties: Sendable {
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
  var imageRendering = StyleValue.Keyword.auto
  var shapeRendering = StyleValue.Keyword.auto
  var filtersAreLinear = true
  var pointerEvents = StyleValue.Keyword.auto
  var fontSize = LengthContext.mediumFontSize
  /// The text decoration lines of this element and its ancestors.
  var lines: TextLines = []
}

/// The properties that aren't inherited.
struct ElementProperties: Sendable {
  var isDisplayed = true
  var opacity = 1.0
  /// The background colour, or `nil` for none.
  var backgroundColor: ExactColor?
  /// The layers of the background image, uppermost first.
  var background: [CSSImageLayer] = []
  /// The radii of the corners along x, clockwise from the upper left corner, followed by those
  /// along y. Empty if the corners aren't rounded.
  var cornerRadii: [Length] = []
  var clipPath: ClipSource?
  /// The layers of the mask, uppermost first.
  var mask: [CSSImageLayer] = []
  var filters: [FilterFunction] = []
  var blendMode = BlendMode.normal
  var isIsolated = false
  /// The treatment of content outside a view, or `nil` if it isn't specified.
  var overflow: StyleValue.Keyword?
  var stopColor = ExactColor(red: 0, green: 0, blue: 0)
  var stopOpacity = 1.0
  var floodColor = ExactColor(red: 0, green: 0, blue: 0)
  var floodOpacity = 1.0
  var lightingColor = ExactColor(red: 255, green: 255, blue: 255)
  var maskIsAlpha = false
  var transform = TransformValue.identity
  /// The other properties that move an element. They are rare, so they don't enlarge every style.
  var placement = Shared(PlacementProperties())
  /// The transform origin, or `nil` if it isn't specified.
  var transformOrigin: TransformOrigin?
  var transformBox = StyleValue.Keyword.viewBox
  var isStrokeScaled = true
  /// The text decoration lines of this element.
  var ownLines: TextLines = []
  var baselineShift = BaselineShift.none
  var alignmentBaseline: TextBaseline?
  var bidi = BidiMode.normal

  static let initial = ElementProperties()

  /// The source of an element's clipping path.
  enum ClipSource: Hashable, Sendable {
    /// The `clipPath` with an identifier.
    case element(String)
    case shape(BasicShape)
  }

  /// Returns the radii of a corner, clockwise from the upper left one.
  func corner(_ corner: Int) -> (x: Length, y: Length) {
    cornerRadii.isEmpty ? (.zero, .zero) : (cornerRadii[corner], cornerRadii[corner + 4])
  }

  mutating func setCorner(_ corner: Int, _ x: Length, _ y: Length) {
    if cornerRadii.isEmpty { cornerRadii = Array(repeating: .zero, count: 8) }
    cornerRadii[corner] = x
    cornerRadii[corner + 4] = y
  }
}

/// The properties that move an element in addition to its `transform`: CSS Transforms 2 and Motion Path 1.
struct PlacementProperties: Sendable {
  var translate = TransformValue.identity
  var rotate = TransformValue.identity
  var scale = TransformValue.identity
  /// The path that the element follows, or `nil` for none.
  var path: OffsetPath?
  /// The distance of the element from the start of the path.
  var distance = Length.zero
  var rotation = OffsetRotation()
  /// The point of the element that is on the path, or `nil` for its `transform-origin`.
  var anchor: TransformOrigin?
  /// The start of rays that don't specify one, or `nil` for the origin.
  var position: TransformOrigin?
}

/// The value of `transform` or a similar property.
enum TransformValue: Sendable {
  case identity
  case list(TransformList)
  case matrix(Transform)

  /// Whether there are no functions.
  var isIdentity: Bool {
    switch self {
    case .identity: true
    case .list(let list): list.functions.isEmpty
    case .matrix: false
    }
  }
}

/// A value on the heap, which is copied when it is changed while another owner has it.
struct Shared<Value: Sendable>: Sendable {
  /// Modified only while it has one owner.
  private final class Box: @unchecked Sendable {
    let address: UnsafeMutablePointer<Value>

    init(_ value: Value) {
      address = .allocate(capacity: 1)
      address.initialize(to: value)
    }

    deinit {
      address.deinitialize(count: 1)
      address.deallocate()
    }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  // An accessor that yields the value would allocate memory for each call that the compiler can't inline. The variable
  // that is modified keeps its box alive, but a temporary one that is read may not.
  var value: Value {
    get {
      defer { withExtendedLifetime(box) {} }
      return box.address.pointee
    }
    unsafeMutableAddress { uniqueAddress() }
  }

  /// Returns a part of the value, without copying the rest.
  @inline(__always) func member<Member>(_ path: KeyPath<Value, Member>) -> Member {
    defer { withExtendedLifetime(box) {} }
    return box.address.pointee[keyPath: path]
  }

  /// Returns the address of the value for writing, after copying it if there is another owner.
  mutating func uniqueAddress() -> UnsafeMutablePointer<Value> {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.address.pointee) }
    return box.address
  }

  /// Replaces the value, in the same memory if there is no other owner.
  mutating func copyValue(of other: Shared) {
    if isKnownUniquelyReferenced(&box) {
      box.address.pointee = other.box.address.pointee
    } else {
      box = Box(other.box.address.pointee)
    }
  }

  /// Returns whether a value is the same object, so that neither was changed since it was copied.
  func isSame(as other: Shared) -> Bool { box === other.box }
}

/// The computed properties of an element for painting: specified, animated, inherited or initial.
///
/// A style is copied wherever an element is drawn, so its properties are on the heap and shared with the parent until
/// they differ.
@dynamicMemberLookup
struct Style: Sendable {
  private var sharedInherited = Shared(InheritedProperties())
  private var sharedNonInherited = Shared(ElementProperties.initial)
  private var sharedText = Shared(TextStyle())
  /// The custom properties.
  private(set) var custom: [String: String] = [:]
  /// The number of bytes and values that were processed to compute the style.
  private(set) var steps = 0
  /// A limit that a value exceeds, so that it is ignored, or `nil`.
  private(set) var exceededLimit: ParsingLimit?
  /// Whether the value of a property that isn't inherited was copied from the parent.
  private(set) var copiesParent = false
  /// The versions in a ``StyleCache``, or `nil` once the style is changed.
  var versions: Versions?

  /// The versions of the properties of a style. Styles with the same version have the same properties.
  struct Versions: Hashable, Sendable {
    /// The version of the properties that children inherit.
    var inherited: Int
    /// The version of all properties.
    var all: Int
  }

  static let initial: Style = {
    var style = Style()
    style.versions = Versions(inherited: 0, all: 0)
    return style
  }()

  var shared: InheritedProperties {
    get { sharedInherited.value }
    unsafeMutableAddress {
      versions = nil
      return sharedInherited.uniqueAddress()
    }
  }
  var nonInherited: ElementProperties {
    get { sharedNonInherited.value }
    unsafeMutableAddress {
      versions = nil
      return sharedNonInherited.uniqueAddress()
    }
  }
  var text: TextStyle {
    get { sharedText.value }
    unsafeMutableAddress {
      versions = nil
      return sharedText.uniqueAddress()
    }
  }
  /// Whether text has shadows.
  var hasTextShadows: Bool { !sharedText.member(\.shadows).isEmpty }
  /// The properties that move the element in addition to `transform`, or `nil` if the element specifies only `transform`.
  var placement: PlacementProperties? {
    let placement = sharedNonInherited.member(\.placement)
    return placement.isSame(as: ElementProperties.initial.placement) ? nil : placement.value
  }

  // Inlined, so that the compiler replaces the key paths by the fields.
  subscript<Value>(dynamicMember path: WritableKeyPath<InheritedProperties, Value>) -> Value {
    @inline(__always) get { sharedInherited.member(path) }
    @inline(__always) set { shared[keyPath: path] = newValue }
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<ElementProperties, Value>) -> Value {
    @inline(__always) get { sharedNonInherited.member(path) }
    @inline(__always) set { nonInherited[keyPath: path] = newValue }
  }

  /// Returns the style of a child without specified properties.
  ///
  /// - Parameter parent: The style of the parent element, or of the `use` that refers to the element.
  static func inheriting(from parent: Style) -> Style {
    var style = parent
    style.sharedNonInherited = initial.sharedNonInherited
    style.reset()
    return style
  }

  /// Does the same in the memory of this style, if nothing else refers to it.
  mutating func inherit(from parent: Style) {
    sharedInherited.copyValue(of: parent.sharedInherited)
    sharedNonInherited.copyValue(of: Self.initial.sharedNonInherited)
    sharedText.copyValue(of: parent.sharedText)
    custom = parent.custom
    reset()
  }

  private mutating func reset() {
    (steps, exceededLimit, copiesParent, versions) = (0, nil, false, nil)
  }

  /// Applies the specified and animated values of an element to the style of a child without any.
  mutating func apply(
    _ specified: Cascade.ElementStyle, _ animated: AnimatedValues?, _ element: Int, _ parent: Style,
    _ context: LengthContext
  ) {
    setCustom(specified)
    /// Applies the animated values of properties with ranks in a range.
    func animate(_ ranks: ClosedRange<Int>, _ style: inout Style) {
      guard let animated, animated.has(element) else { return }
      let important = specified.specified.filter(\.isImportant)
      animated.forEachProperty(of: element) { value in
        guard ranks.contains(value.property.rank),
          !important.contains(where: { $0.property == value.property })
        else { return }
        style.apply(value, parent, context)
      }
    }
    var othersRefer = true
    var shorthand: ExpandedShorthand?
    var lettered: [(StyleValue, StyleProperty)] = []
    for declaration in specified.specified {
      steps += 1
      var value = declaration.value
      let property = declaration.property
      if property.storage == nil { continue }
      if othersRefer, property.rank == StyleProperty.lastRank {
        animate(0...StyleProperty.lastRank - 1, &self)
        othersRefer = false
      }
      if case .pendingShorthand(let name, let text) = value {
        guard let part = part(property, of: name, text, &shorthand) else { continue }
        value = part
      }
      if case .length(let length) = value, length.dependsOnLetters {
        // The font may be declared later.
        lettered.append((value, property))
      } else {
        apply(value, property, parent, context)
      }
    }
    for (value, property) in lettered { apply(value, property, parent, context) }
    animate(
      othersRefer ? 0...StyleProperty.lastRank : StyleProperty.lastRank...StyleProperty.lastRank,
      &self)
    if !self.ownLines.isEmpty { shared.lines.formUnion(self.ownLines) }
  }

  private init() {}
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
  /// The number of steps for an animated value, which reads the value below and stores the result.
  private static let stepsPerAnimatedValue = 16

  /// Sets a property to an animated value, if that is suitable.
  private mutating func apply(
    _ animated: AnimatedProperty, _ parent: Style, _ context: LengthContext
  ) {
    steps += Self.stepsPerAnimatedValue
    let (value, property) = (animated.value, animated.property)
    guard let combination = animated.combination else {
      apply(value, property, parent, context)
      return
    }
    apply(
      combined(.below, value, combination, property, parent, context), property, parent, context)
  }

  /// Sets a property to a specified value. Returns `false` if the value isn't suitable.
  @discardableResult
  private mutating func apply(
    _ value: StyleValue, _ property: StyleProperty, _ parent: Style, _ context: LengthContext
  ) -> Bool {
    guard let storage = property.storage else { return false }
    steps += value.cost
    switch value {
    case .inherit:
      storage.copy(&self, parent)
      if !property.isInherited { copiesParent = true }
    case .initial: storage.copy(&self, .initial)
    // The value of the lower layers is known when styles are collected, but not for animations.
    case .revertLayer: storage.copy(&self, property.isInherited ? parent : .initial)
    case .pending(let text):
      guard let text = substituted(text), !VariableReference.isMentioned(in: text) else {
        return false
      }
      let colors = ColorContext(color: self.color, isDark: self.isDark)
      let value = parsed { () throws(ParsingLimit) in try StyleValue(property, text, at: colors) }
      guard let value else { return false }
      steps += text.utf8.count
      return apply(value, property, parent, context)
    // Replaced where it is specified.
    case .pendingShorthand: return false
    case .below: break
    case .combination(let first, let second, let combination):
      return apply(
        combined(first, second, combination, property, parent, context), property, parent, context)
    default: return storage.set(&self, value, parent, context)
    }
    return true
  }

  /// Returns a value computed from two values, or one of them if they can't be combined.
  private mutating func combined(
    _ first: StyleValue, _ second: StyleValue, _ combination: StyleValue.Combination,
    _ property: StyleProperty, _ parent: Style, _ context: LengthContext
  ) -> StyleValue {
    steps += Self.stepsPerAnimatedValue
    let from = computed(first, property, parent, context)
    let to = computed(second, property, parent, context)
    steps += (from?.cost ?? 0) + (to?.cost ?? 0)
    if let from, let to, let result = from.combined(with: to, combination) { return result }
    if let value = property.prevailingValue, from == value || to == value, combination.isBetween {
      return value
    }
    return combination.prefersSecond ? second : first
  }

  /// Returns a value with its references to styles resolved, or `nil` if animations can't combine
  /// it with others.
  private mutating func computed(
    _ value: StyleValue, _ property: StyleProperty, _ parent: Style, _ context: LengthContext
  ) -> StyleValue? {
    guard let storage = property.storage else { return nil }
    let color = property.attribute == .color ? parent.color : self.color
    var result: StyleValue?
    switch value {
    case .below: result = storage.value(self)
    case .paint(.currentColor), .filters: result = value
    case _ where !value.dependsOnStyle && !value.isText: return value
    default:
      var style = self
      if style.apply(value, property, parent, context) { result = storage.value(style) }
      (steps, exceededLimit) = (style.steps, style.exceededLimit)
    }
    return result?.withColor(color)
  }

  /// Returns a length in user units, except for percentages. Lengths relative to fonts are inherited as computed here.
  func absolute(_ length: Length, _ context: LengthContext) -> Length {
    func resolved(_ length: Length) -> Length {
      Length(context.resolve(length, reference: self.fontSize, size: self.fontSize, text))
    }
    guard length.hasPercentage else { return resolved(length) }
    return length.mapped { $0.unit == .percent ? $0 : resolved($0) }
  }
}

// MARK: - Custom properties

extension Style {
  /// The number of steps for copying and storing a custom property.
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

  /// Returns a property of a shorthand with references to custom properties, or `nil` if the value
  /// is invalid.
  private mutating func part(
    _ property: StyleProperty, of shorthand: String, _ text: String,
    _ cached: inout ExpandedShorthand?
  ) -> StyleValue? {
    if cached?.name != shorthand || cached?.text != text {
      let value = substituted(text).flatMap { VariableReference.isMentioned(in: $0) ? nil : $0 }
      let declaration = value.map { StyleDeclaration(property: shorthand, value: $0) }
      let parts = parsed { () throws(ParsingLimit) in
        try declaration.map { declaration throws(ParsingLimit) in
          try Shorthand.expanded(declaration)
        }
      }
      steps += value?.utf8.count ?? 0
      cached = ExpandedShorthand(name: shorthand, text: text, parts: parts ?? [])
    }
    let part = cached?.parts.first { $0.property == property.name }
    return parsed { () throws(ParsingLimit) in
      guard let part else { return nil }
      return try StyleValue(property, part.value)
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
