import AnimGraphics

/// The values of attributes and properties without animation, as far as animations need them.
struct UnderlyingValues: Sendable {
  private let document: SVGDocument
  private let cascade: Cascade
  /// The source of the fonts that some units depend on.
  private let resources: SVGResources
  /// Values that were parsed before the animation, so that frames don't need to parse them.
  private var declarations: [Place: Declaration] = [:]
  /// The font sizes of the elements that move and of those around them, where no animation changes them.
  private var fontSizes: [Int: Double] = [:]
  /// The elements among them whose font sizes animations change, in the order of the document.
  private var variableFonts: [(element: Int, declared: FontSize)] = []
  /// The sizes of the views around them, or nothing if animations change views.
  private var views: [Int: Size] = [:]

  private struct Place: Hashable {
    let element: Int
    let name: AttributeName
  }

  /// A declared value, if any.
  private enum Declaration {
    case none
    case invalid
    case value(AttributeQuantity)
    case transform(TransformList)
  }

  init(_ document: SVGDocument, _ cascade: Cascade, _ resources: SVGResources) {
    self.document = document
    self.cascade = cascade
    self.resources = resources
  }

  /// Parses what may be asked for of an element, and what it inherits.
  mutating func prepare(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int, _ scopes: VariableScopes
  ) {
    if case .color = kind, name != .color { prepare(.color, .color, of: element, scopes) }
    var next: Int? = element
    while let element = next {
      let place = Place(element: element, name: name)
      guard declarations[place] == nil else { return }
      let declaration = parsed(name, kind, of: element, scopes)
      declarations[place] = declaration
      switch declaration {
      case .value(let value) where value != .inherit: return
      case .none where !(Property[name]?.isInherited == true): return
      default: next = document[element].parent
      }
    }
  }

  private func declaration(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int
  ) -> Declaration {
    declarations[Place(element: element, name: name)]
      ?? parsed(name, kind, of: element, VariableScopes(document, cascade))
  }

  private func parsed(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int, _ scopes: VariableScopes
  ) -> Declaration {
    if case .transform = kind, TransformProperties.names.contains(name) {
      guard let text = TransformProperties.declared(name, of: element, cascade, scopes) else {
        return .none
      }
      return (try? TransformProperties.list(text, name)).map { .transform($0) } ?? .invalid
    }
    if case .transform = kind {
      if name == .transform, cascade.specified(name, of: element)?.isAttribute == false {
        let text = declaredText(name, of: element, scopes)
        return text.flatMap { try? TransformList(property: $0) }.map { .transform($0) } ?? .invalid
      }
      let attribute = name == .transform ? document[element].name.transformAttribute : name
      guard let text = document.attribute(attribute, of: element) else { return .none }
      return (try? TransformList(attribute: text)).map { .transform($0) } ?? .invalid
    }
    guard let text = declaredText(name, of: element, scopes) else { return .none }
    if case .path = kind, let data = PathCommands.data(ofFunction: text) {
      return (try? AttributeQuantity(data, kind)).map { .value($0) } ?? .invalid
    }
    return (try? AttributeQuantity(text, kind)).map { .value($0) } ?? .invalid
  }

  /// The value of an attribute or property, with what is animated around it at the time.
  func value(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int, _ animated: AnimatedValues
  ) -> AttributeQuantity? {
    switch declaration(name, kind, of: element) {
    case .value(.inherit): return inherited(name, kind, by: element, animated)
    case .value(let value): return value
    case .invalid, .transform: return nil
    case .none: break
    }
    if Property[name]?.isInherited == true { return inherited(name, kind, by: element, animated) }
    return initial(name, kind, of: element)
  }

  /// The parent's value.
  func inherited(
    _ name: AttributeName, _ kind: AttributeKind, by element: Int, _ animated: AnimatedValues
  ) -> AttributeQuantity? {
    var ancestor = document[element].parent
    while let parent = ancestor {
      if let value = animated[parent, name] {
        return AttributeQuantity(value, kind)
      }
      switch declaration(name, kind, of: parent) {
      case .value(.inherit): break
      case .value(.currentColor): return color(of: parent, animated)
      case .value(let value): return value
      case .none, .invalid, .transform: break
      }
      if !(Property[name]?.isInherited == true) { break }
      ancestor = document[parent].parent
    }
    return initial(name, kind, of: element)
  }

  private func initial(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int
  ) -> AttributeQuantity? {
    AttributeKind.initialValue(name, of: document[element].name)
      .flatMap { try? AttributeQuantity($0, kind) }
  }

  private func declaredText(
    _ name: AttributeName, of element: Int, _ scopes: VariableScopes
  ) -> String? {
    let text = cascade.text(name, of: element, in: document)
    guard let text, VariableReference.isMentioned(in: text) else { return text }
    return scopes.scope(of: element).resolve(text)
  }

  /// Returns the value of `currentColor` at an element.
  func color(of element: Int, _ animated: AnimatedValues) -> AttributeQuantity {
    let value =
      animated[element, .color].flatMap { AttributeQuantity($0, .color) }
      ?? value(.color, .color, of: element, animated)
    if let value, case .color = value { return value }
    if value == .currentColor, let inherited = inherited(.color, .color, by: element, animated) {
      return inherited
    }
    return .color(ExactColor(red: 0, green: 0, blue: 0))
  }

  // MARK: Lengths

  /// The size of the root's font, in user units. There, `rem` is of what it would be without a size.
  private func rootFontSize(_ animated: AnimatedValues) -> Double {
    fontSize(of: SVGDocument.root, animated)
  }

  /// The size of the font at an element, in user units.
  func fontSize(of element: Int, _ animated: AnimatedValues) -> Double {
    var next: Int? = element
    while let element = next {
      if let size = animated.fontSize(of: element) ?? fontSizes[element] { return size }
      next = document[element].parent
    }
    return LengthContext.mediumFontSize
  }

  /// The lengths of the font's units at an element. Only the declared families count, not weight and slant.
  private func fontUnits(of element: Int, size: Double) -> FontUnits {
    var style = TextStyle()
    var next: Int? = element
    while let element = next {
      let text = declaredText(.fontFamily, of: element, VariableScopes(document, cascade))
      if let text, text != "inherit" {
        style.families = TextStyle.families(text)
        break
      }
      next = document[element].parent
    }
    return resources.units(style, size: size)
  }

  /// Returns the length that corresponds to 100 % for an attribute.
  func reference(_ name: AttributeName, of element: Int, _ animated: AnimatedValues) -> Double {
    let around: Double
    if name == .fontSize {
      return document[element].parent.map { fontSize(of: $0, animated) }
        ?? LengthContext.mediumFontSize
    }
    switch document[element].name {
    case .linearGradient, .radialGradient:
      if document.attribute(.gradientUnits, of: element) != "userSpaceOnUse" { return 1 }
    case .pattern:
      if document.attribute(.patternUnits, of: element) != "userSpaceOnUse" { return 1 }
    case .mask:
      if document.attribute(.maskUnits, of: element) != "userSpaceOnUse" { return 1 }
    case .filter:
      if document.attribute(.filterUnits, of: element) != "userSpaceOnUse" { return 1 }
    default: break
    }
    let view = viewSize(around: element, animated)
    switch name {
    case .x, .width, .cx, .x1, .x2, .fx, .rx, .dx, .markerWidth, .refX: around = view.width
    case .y, .height, .cy, .y1, .y2, .fy, .ry, .dy, .markerHeight, .refY: around = view.height
    default:
      around = ((view.width * view.width + view.height * view.height) / 2).squareRoot()
    }
    return around
  }

  /// The size of the view that an element's percentages refer to.
  private func viewSize(around element: Int, _ animated: AnimatedValues) -> Size {
    var ancestor = document[element].parent
    while let candidate = ancestor {
      if document[candidate].name.isView {
        return views[candidate] ?? viewSize(of: candidate, animated)
      }
      ancestor = document[candidate].parent
    }
    return Self.initialView
  }

  /// The size inside an `svg` or `symbol`.
  private func viewSize(of element: Int, _ animated: AnimatedValues?) -> Size {
    if case .numbers(let box)? = animated?[element, .viewBox], box.count == 4 {
      return Size(width: box[2], height: box[3])
    }
    if let text = document.attribute(.viewBox, of: element) {
      var scanner = TextScanner(text)
      let box = scanner.numbers(limit: 4)
      if box.count == 4 { return Size(width: box[2], height: box[3]) }
    }
    let outer =
      animated.map { viewSize(around: element, $0) } ?? knownView(around: element)
    func side(_ name: AttributeName, _ around: Double) -> Double {
      if case .number(let value)? = animated?[element, name] { return value }
      let length = document.attribute(name, of: element).flatMap { try? Length($0) }
      guard let length, length.calculation == nil else { return around }
      return length.absolute ?? length.value / 100 * around
    }
    return Size(width: side(.width, outer.width), height: side(.height, outer.height))
  }

  /// The size of a view around an element that has been prepared.
  private func knownView(around element: Int) -> Size {
    var ancestor = document[element].parent
    while let candidate = ancestor {
      if let view = views[candidate] { return view }
      ancestor = document[candidate].parent
    }
    return Self.initialView
  }

  private static let initialView = Size(width: 300, height: 150)

  /// A length in user units.
  func resolved(
    _ length: Length, _ name: AttributeName, of element: Int, _ animated: AnimatedValues
  ) -> Double {
    if let calculation = length.calculation {
      return calculation.value { resolved($0, name, of: element, animated) }
    }
    return LengthSum(length).map { resolved($0, name, of: element, animated) } ?? 0
  }

  /// A sum of lengths in user units.
  func resolved(
    _ length: LengthSum, _ name: AttributeName, of element: Int, _ animated: AnimatedValues
  ) -> Double {
    if length.isUser { return length.user }
    var sum = length.user
    if length.em != 0 || length.dependsOnLetters {
      let size =
        name == .fontSize
        ? reference(name, of: element, animated) : fontSize(of: element, animated)
      let owner = name == .fontSize ? document[element].parent ?? element : element
      let font =
        length.dependsOnLetters ? fontUnits(of: owner, size: size) : FontUnits(size: size)
      sum += length.fontLength(font)
    }
    if length.rem != 0 {
      let isOfRoot = name == .fontSize && element == SVGDocument.root
      sum += length.rem * (isOfRoot ? LengthContext.mediumFontSize : rootFontSize(animated))
    }
    if length.percent != 0 {
      sum += length.percent / 100 * reference(name, of: element, animated)
    }
    return sum
  }
}

// MARK: - Fonts and views

extension UnderlyingValues {
  /// The size of a font as it is declared, with references to custom properties replaced.
  private enum FontSize {
    /// That of the parent.
    case inherited
    case length(Length)

    /// Whether the size may depend on the font of the root.
    var dependsOnRoot: Bool {
      if case .length(let length) = self {
        length.unit == .rem || length.unit == .several
      } else {
        false
      }
    }
  }

  /// Finds the sizes of fonts and views that animations compute with, each once.
  ///
  /// - Parameters:
  ///   - elements: The elements that move.
  ///   - resized: The elements whose font size is animated.
  ///   - changesViews: Whether the size of a view is animated.
  mutating func prepare(
    _ elements: some Sequence<Int>, resized: some Sequence<Int>, changesViews: Bool,
    _ scopes: VariableScopes
  ) {
    var needed: Set<Int> = [SVGDocument.root]
    for element in elements {
      var next: Int? = element
      while let element = next, needed.insert(element).inserted { next = document[element].parent }
    }
    var variable = Set(resized)
    for element in needed.sorted() {
      let declared = declaredFontSize(of: element, scopes)
      let parent = document[element].parent
      let isRootVariable = variable.contains(SVGDocument.root)
      if parent.map({ variable.contains($0) }) == true || declared.dependsOnRoot && isRootVariable {
        variable.insert(element)
      }
      if variable.contains(element) { variableFonts.append((element, declared)) }
      fontSizes[element] = size(
        declared, of: element, around: parent.flatMap { fontSizes[$0] }, fontSizes[SVGDocument.root]
      )
      if !changesViews, document[element].name.isView {
        views[element] = viewSize(of: element, nil)
      }
    }
  }

  private func declaredFontSize(of element: Int, _ scopes: VariableScopes) -> FontSize {
    guard let text = declaredText(.fontSize, of: element, scopes) else { return .inherited }
    if let length = try? Length(text) { return .length(length) }
    return text == "medium" ? .length(Length(LengthContext.mediumFontSize)) : .inherited
  }

  /// The size of a font in user units.
  ///
  /// - Parameters:
  ///   - outer: The size of the parent's font, or `nil` for the root.
  ///   - root: The size of the root's font.
  private func size(
    _ declared: FontSize, of element: Int, around outer: Double?, _ root: Double?
  ) -> Double {
    let around = outer ?? LengthContext.mediumFontSize
    guard case .length(let length) = declared else { return around }
    if let user = length.absolute { return user }
    switch length.unit {
    case .em: return length.value * around
    case .percent: return length.value / 100 * around
    case .ex, .ch, .ic, .cap, .rem, .several:
      // To the root itself, `rem` is of what its font would be without a size.
      let rootSize = element == SVGDocument.root ? nil : root
      return length.resolved(
        reference: around,
        font: fontUnits(of: document[element].parent ?? element, size: around),
        rootFontSize: rootSize ?? LengthContext.mediumFontSize, view: .zero)
    default: return around
    }
  }

  /// Adds the sizes of fonts that animations change, as far as elements come before another one.
  ///
  /// - Parameters:
  ///   - end: The first element whose font isn't animated yet, or `nil` if all are.
  ///   - known: The number of sizes that have been added.
  func addFontSizes(before end: Int?, _ known: inout Int, _ values: inout AnimatedValues) {
    while known < variableFonts.count {
      let (element, declared) = variableFonts[known]
      if let end, element >= end { return }
      known += 1
      if case .number(let size)? = values[element, .fontSize] {
        values.setFontSize(size, of: element)
        continue
      }
      let outer = document[element].parent.map { fontSize(of: $0, values) }
      let root = fontSize(of: SVGDocument.root, values)
      values.setFontSize(size(declared, of: element, around: outer, root), of: element)
    }
  }
}

extension ElementName {
  /// Whether the element establishes a view that percentages refer to.
  fileprivate var isView: Bool { self == .svg || self == .symbol }
}

// MARK: - Transforms

extension UnderlyingValues {
  /// The transform of an element without animations of `animateTransform`.
  func transform(
    _ name: AttributeName, of element: Int, _ animated: AnimatedValues
  ) -> Transform {
    guard case .transform(let list) = declaration(name, .transform, of: element) else {
      return .identity
    }
    return list.transform { length, isVertical in
      resolved(length, isVertical ? .y : .x, of: element, animated)
    }
  }

  /// Returns the only function of an element's transform, or `nil` if there are none or several.
  func onlyFunction(_ name: AttributeName, of element: Int) -> TransformNumbers? {
    guard case .transform(let list) = declaration(name, .transform, of: element) else { return nil }
    return TransformNumbers(list)
  }

  /// The transform of an element, as animated so far.
  func transformList(
    _ name: AttributeName, of element: Int, _ animated: AnimatedValues
  ) -> TransformList {
    switch animated[element, name] {
    case .transform(let transform): return TransformList(functions: [.matrix(transform)])
    case .transforms(let list): return list
    default:
      guard case .transform(let list) = declaration(name, .transform, of: element) else {
        return .identity
      }
      return list
    }
  }
}

extension AttributeQuantity {
  /// Creates a value for computation from the animated value of an attribute.
  init?(_ value: AnimatedValue, _ kind: AttributeKind) {
    switch (value, kind) {
    case (.number(let number), .length), (.number(let number), .lengthOrWord):
      self = .length(LengthSum(user: number))
    case (.percentage(let number), _): self = .length(LengthSum(percent: number))
    case (.number(let number), _): self = .number(number)
    case (.numbers(let list), .dashes): self = .dashes(list.map { LengthSum(user: $0) })
    case (.numbers(let list), .lengths): self = .lengths(list.map { LengthSum(user: $0) })
    case (.numbers(let list), .viewBox):
      guard list.count == 4 else { return nil }
      self = .numbers([list[0], list[1], list[0] + list[2], list[1] + list[3]])
    case (.numbers(let list), _): self = .numbers(list)
    case (.color(let color), _): self = .color(color)
    case (.filters(let list), _): self = .filters(list)
    case (.position(let position), _): self = .position(position)
    case (.shape(let shape), _): self = .shape(shape)
    case (.text(let text), _):
      guard let value = try? AttributeQuantity(text, kind) else { return nil }
      self = value
    default: return nil
    }
  }
}
