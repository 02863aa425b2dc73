import AnimGraphics

/// What attributes and properties are where nothing animates them, as far as animations compute with it.
struct UnderlyingValues: Sendable {
  private let document: SVGDocument
  private let cascade: Cascade
  /// What has been parsed before anything moves, so that no frame has to.
  private var declarations: [Place: Declaration] = [:]

  private struct Place: Hashable {
    let element: Int
    let name: AttributeName
  }

  /// What is declared somewhere, if anything is.
  private enum Declaration {
    case none
    case invalid
    case value(AttributeQuantity)
    case transform(TransformList)
  }

  init(_ document: SVGDocument, _ cascade: Cascade) {
    self.document = document
    self.cascade = cascade
  }

  /// Parses what may be asked for of an element, and what it inherits.
  mutating func prepare(_ name: AttributeName, _ kind: AttributeKind, of element: Int) {
    var next: Int? = element
    while let element = next {
      let place = Place(element: element, name: name)
      guard declarations[place] == nil else { return }
      let declaration = parsed(name, kind, of: element)
      declarations[place] = declaration
      switch declaration {
      case .value(let value) where value != .inherit: return
      case .none where !AttributeKind.isInherited(name): return
      default: next = document[element].parent
      }
    }
  }

  private func declaration(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int
  ) -> Declaration {
    declarations[Place(element: element, name: name)] ?? parsed(name, kind, of: element)
  }

  private func parsed(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int
  ) -> Declaration {
    if case .transform = kind, TransformProperties.names.contains(name) {
      guard let text = TransformProperties.declared(name, of: element, document, cascade) else {
        return .none
      }
      return TransformProperties.list(text, name).map { .transform($0) } ?? .invalid
    }
    if case .transform = kind {
      if name == .transform, cascade.specified(name, of: element)?.isAttribute == false {
        let text = declaredText(name, of: element)
        return text.flatMap { TransformList(property: $0) }.map { .transform($0) } ?? .invalid
      }
      let attribute = name == .transform ? document[element].name.transformAttribute : name
      guard let text = document.attribute(attribute, of: element) else { return .none }
      return TransformList(attribute: text).map { .transform($0) } ?? .invalid
    }
    guard let text = declaredText(name, of: element) else { return .none }
    if case .path = kind, let data = PathCommands.data(ofFunction: text) {
      return AttributeQuantity(data, kind).map { .value($0) } ?? .invalid
    }
    return AttributeQuantity(text, kind).map { .value($0) } ?? .invalid
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
    if AttributeKind.isInherited(name) { return inherited(name, kind, by: element, animated) }
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
      if !AttributeKind.isInherited(name) { break }
      ancestor = document[parent].parent
    }
    return initial(name, kind, of: element)
  }

  private func initial(
    _ name: AttributeName, _ kind: AttributeKind, of element: Int
  ) -> AttributeQuantity? {
    AttributeKind.initialValue(name, of: document[element].name)
      .flatMap { AttributeQuantity($0, kind) }
  }

  private func declaredText(_ name: AttributeName, of element: Int) -> String? {
    let text = cascade.text(name, of: element, in: document)
    guard let text, VariableReference.isMentioned(in: text) else { return text }
    return VariableScope(of: element, document, cascade).resolve(text)
  }

  /// What `currentColor` is at an element.
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
    if case .number(let size)? = animated[element, .fontSize] { return size }
    let parent = document[element].parent
    var around: Double { parent.map { fontSize(of: $0, animated) } ?? LengthContext.mediumFontSize }
    guard let text = declaredText(.fontSize, of: element), let length = Length(text) else {
      return declaredText(.fontSize, of: element) == "medium"
        ? LengthContext.mediumFontSize : around
    }
    if let user = length.absolute { return user }
    switch length.unit {
    case .em: return length.value * around
    case .ex, .ch: return length.value * around / 2
    case .percent: return length.value / 100 * around
    case .rem, .several:
      let size = around
      let rootSize =
        element == SVGDocument.root ? LengthContext.mediumFontSize : rootFontSize(animated)
      return length.resolved(
        reference: size, fontSize: size, rootFontSize: rootSize, view: .zero)
    default: return around
    }
  }

  /// What 100 % of a length of an attribute are.
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
      if document[candidate].name == .svg || document[candidate].name == .symbol {
        if case .numbers(let box)? = animated[candidate, .viewBox], box.count == 4 {
          return Size(width: box[2], height: box[3])
        }
        if let text = document.attribute(.viewBox, of: candidate) {
          var scanner = TextScanner(text)
          let box = scanner.numbers(limit: 4)
          if box.count == 4 { return Size(width: box[2], height: box[3]) }
        }
        let outer =
          candidate == SVGDocument.root
          ? Size(width: 300, height: 150) : viewSize(around: candidate, animated)
        func side(_ name: AttributeName, _ around: Double) -> Double {
          if case .number(let value)? = animated[candidate, name] { return value }
          let length = document.attribute(name, of: candidate).flatMap { Length($0) }
          guard let length, length.calculation == nil else { return around }
          return length.absolute ?? length.value / 100 * around
        }
        return Size(width: side(.width, outer.width), height: side(.height, outer.height))
      }
      ancestor = document[candidate].parent
    }
    return Size(width: 300, height: 150)
  }

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
    if length.em != 0 {
      let size =
        name == .fontSize
        ? reference(name, of: element, animated) : fontSize(of: element, animated)
      sum += length.em * size
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

  /// The only function of an element's transform; nil if there are none or several.
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
  /// What an animation made of an attribute, as a value to compute with.
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
    case (.text(let text), _): self.init(text, kind)
    default: return nil
    }
  }
}
