import AnimGraphics

/// What style sheets and attributes say of each element, before inheritance: for every property the
/// declaration that counts, parsed once.
package struct Cascade: Sendable {
  /// A declaration that counts.
  package struct Specified: Sendable {
    package let name: AttributeName
    /// As it is written.
    package let text: String
    package let isImportant: Bool
    /// Whether it is an attribute of the property's name rather than of a style.
    package let isAttribute: Bool
    /// For painting; nil for what that does not need.
    let value: PropertyValue?
  }

  /// The declarations of an element.
  struct ElementStyle: Sendable {
    /// Fonts and colours first, which others refer to.
    var specified: [Specified] = []
    /// Custom properties that are set, by their names.
    var custom: [String: String] = [:]
    /// The order in which they are found; nil if each is as it is written.
    fileprivate(set) var order: VariableOrder?
  }

  package let sheet: StyleSheet
  private let rules: RuleIndex
  /// What the blocks of the style sheets set.
  private let blocks: [StyleBlock]
  /// Whether one of them says `revert-layer`.
  private let revertsLayers: Bool
  private var styles: [ElementStyle]
  /// Nil while no rule has asked.
  private var siblings: SiblingIndex?
  /// Whether matching took more than ``SelectorMatcher/maximumSteps``, so that it was given up.
  package private(set) var isIncomplete = false
  /// How long it took to match the rules.
  private(set) var steps = 0
  /// The `style` elements that count.
  let sources: [Int]

  /// - Parameters:
  ///   - view: the size of the view, which media queries ask for.
  ///   - animated: attributes that are animated and that selectors may ask for.
  package init(
    _ document: SVGDocument, view: Size = StyleSheet.initialView, animated: AnimatedValues? = nil
  ) {
    var sheet = StyleSheet(view: view)
    sources = document.nodes.indices.filter { index in
      guard document[index].name == .style else { return false }
      let type = document.attribute(.type, of: index)
      let media = document.attribute(.media, of: index) ?? ""
      // A query beyond a limit is reported with the attributes of the element.
      let matches = (try? MediaQuery.matches(media, view: view)) ?? false
      return matches && [nil, "", "text/css"].contains(type)
    }
    for source in sources { sheet.append(document.text(in: source)) }
    self.sheet = sheet
    rules = RuleIndex(sheet)
    blocks = sheet.blocks.map { StyleBlock($0) }
    revertsLayers = blocks.contains(where: \.revertsLayer)
    styles = []
    match(document, animated)
  }

  /// The cascade with attributes as they are animated.
  func matched(in document: SVGDocument, _ animated: AnimatedValues) -> Cascade {
    var cascade = self
    cascade.match(document, animated)
    return cascade
  }

  private mutating func match(_ document: SVGDocument, _ animated: AnimatedValues?) {
    styles = Array(repeating: ElementStyle(), count: document.nodes.count)
    var matcher = SelectorMatcher(document, animated, siblings: siblings)
    for element in document.nodes.indices where !document[element].isText {
      styles[element] = style(of: element, document, animated, &matcher)
    }
    siblings = matcher.siblings
    steps = matcher.steps
    isIncomplete = matcher.isExhausted
  }

  /// The declarations of an element.
  func style(of element: Int) -> ElementStyle { styles[element] }

  /// The declaration of a property that counts for an element; nil if there is none, so that it is
  /// inherited or has its initial value.
  package func specified(_ name: AttributeName, of element: Int) -> Specified? {
    styles[element].specified.first { $0.name == name }
  }

  /// The text of a property or attribute of an element, from a style or an attribute; nil if neither has it.
  package func text(_ name: AttributeName, of element: Int, in document: SVGDocument) -> String? {
    specified(name, of: element)?.text ?? document.attribute(name, of: element)
  }

  /// What the `style` attribute is in, which no rule is.
  private static let inlineLayer = -1

  /// Each element keeps what is set, which takes more than to find it.
  private static let (stepsPerProperty, stepsPerCustomProperty) = (4, 16)

  /// All declarations of an element that count.
  package func allSpecified(of element: Int) -> [Specified] { styles[element].specified }

  private func style(
    of element: Int, _ document: SVGDocument, _ animated: AnimatedValues?,
    _ matcher: inout SelectorMatcher
  ) -> ElementStyle {
    var builder = StyleBuilder()
    for attribute in document.attributes[document[element].attributes] {
      if let name = attribute.name, name.isPresentation {
        // Those of the property are read by another grammar, which has no functions of this kind.
        let text =
          name == .transform
          ? attribute.value : (try? Calculation.resolved(attribute.value)) ?? attribute.value
        builder.set(name, text, isImportant: false, isAttribute: true)
      }
    }
    let matched = matcher.isExhausted ? [] : rules.rules(for: element, &matcher)
    var styleText = document.attribute(.style, of: element)
    if case .text(let text)? = animated?[element, .style] { styleText = text }
    let inline = styleText.map { StyleBlock(StyleSheet.declarations($0)) }
    let revertsLayers = revertsLayers || inline?.revertsLayer == true
    for isImportant in [false, true] {
      for rule in isImportant ? rules.orderedForImportance(matched) : matched {
        let style = blocks[rule.block].style(isImportant: isImportant)
        matcher.spend(
          Self.stepsPerProperty * style.specified.count
            + Self.stepsPerCustomProperty * style.custom.count)
        if matcher.isExhausted { break }
        if revertsLayers { builder.enter(rule.layer) }
        builder.set(style)
      }
      if let inline {
        if revertsLayers { builder.enter(Self.inlineLayer) }
        builder.set(inline.style(isImportant: isImportant))
      }
    }
    if let values = animated?.custom(of: element) { builder.setCustom(values) }
    matcher.spend(Self.stepsPerCustomProperty * sheet.registered.count)
    if matcher.isExhausted { return builder.style }
    for (name, property) in sheet.registered
    where !property.isInherited || element == SVGDocument.root {
      if let value = property.initialValue { builder.setInitial(name, value) }
    }
    return builder.style
  }
}

/// What declarations between two braces, or of a `style` attribute, set: of each property the last one that
/// counts.
private struct StyleBlock: Sendable {
  private let normal: Cascade.ElementStyle
  private let important: Cascade.ElementStyle
  let revertsLayer: Bool

  func style(isImportant: Bool) -> Cascade.ElementStyle { isImportant ? important : normal }

  init(_ declarations: [StyleDeclaration]) {
    func collected(isImportant: Bool) -> Cascade.ElementStyle {
      var builder = StyleBuilder()
      for declaration in declarations where declaration.isImportant == isImportant {
        builder.set(declaration)
      }
      return builder.collected
    }
    revertsLayer = declarations.contains { PropertyValue.revertsLayer($0.value) }
    (normal, important) = (collected(isImportant: false), collected(isImportant: true))
  }
}

/// Collects the declarations of an element, of which later ones replace earlier ones.
private struct StyleBuilder {
  private var specified: [Cascade.Specified] = []
  private var custom: [String: String] = [:]
  /// What is set below each layer that has been entered.
  private var below: [Int: Cascade.ElementStyle] = [:]
  private var layer: Int?

  /// The declarations, in the order in which values refer to each other.
  var style: Cascade.ElementStyle {
    func rank(_ name: AttributeName) -> Int {
      name == .fontSize || name == .colorScheme ? 0 : name == .color ? 1 : 2
    }
    var style = collected
    style.specified.sort { rank($0.name) < rank($1.name) }
    style.order = VariableOrder(custom)
    return style
  }

  /// The declarations, in the order in which they were set.
  var collected: Cascade.ElementStyle {
    Cascade.ElementStyle(specified: specified, custom: custom)
  }

  /// Says which layer the next declarations are in.
  mutating func enter(_ layer: Int) {
    self.layer = layer
    // Important ones come when all others have, and nothing is below them but what was below those.
    if below[layer] == nil { below[layer] = collected }
  }

  mutating func set(_ style: Cascade.ElementStyle) {
    for declaration in style.specified { set(declaration) }
    setCustom(style.custom)
  }

  mutating func set(_ declaration: StyleDeclaration) {
    if declaration.property.hasPrefix("--") {
      custom[declaration.property] = declaration.value
      return
    }
    let pending = Shorthand.pendingParts(declaration)
    for property in pending {
      guard let name = AttributeName(property: property) else { continue }
      set(
        Cascade.Specified(
          name: name, text: declaration.value, isImportant: declaration.isImportant,
          isAttribute: false, value: .pendingShorthand(declaration.property, declaration.value)))
    }
    guard pending.isEmpty else { return }
    for part in (try? Shorthand.expanded(declaration)) ?? [] {
      guard let name = AttributeName(property: part.property) else { continue }
      set(name, part.value, isImportant: part.isImportant, isAttribute: false)
    }
  }

  /// Sets custom properties to what animations make of them.
  mutating func setCustom(_ values: [String: String]) {
    custom.merge(values) { $1 }
    guard let below = layer.flatMap({ self.below[$0] }) else { return }
    for (name, value) in values where PropertyValue.revertsLayer(value) {
      custom[name] = below.custom[name]
    }
  }

  /// Sets a custom property that is not set yet.
  mutating func setInitial(_ name: String, _ value: String) {
    if custom[name] == nil { custom[name] = value }
  }

  mutating func set(
    _ name: AttributeName, _ text: String, isImportant: Bool, isAttribute: Bool
  ) {
    let value = try? PropertyValue(name, text, isAttribute: isAttribute)
    // What painting needs and does not understand is as if it were not there.
    if value == nil, name.isPainted { return }
    set(
      Cascade.Specified(
        name: name, text: text, isImportant: isImportant, isAttribute: isAttribute, value: value))
  }

  private mutating func set(_ declaration: Cascade.Specified) {
    if declaration.name == .animation {
      // Only how animations are composed is said apart, as in browsers.
      specified.removeAll {
        $0.name.rawValue.hasPrefix("animation") && $0.name != .animationComposition
      }
    } else {
      specified.removeAll { $0.name == declaration.name }
    }
    if case .revertLayer? = declaration.value, let below = layer.flatMap({ self.below[$0] }) {
      specified += below.specified.filter { $0.name == declaration.name }
    } else {
      specified.append(declaration)
    }
  }
}

extension StyleDeclaration {
  /// Whether the declaration has an effect, or is one that is read elsewhere.
  var isUnderstood: Bool {
    if property.hasPrefix("--") { return true }
    if !Shorthand.pendingParts(self).isEmpty { return true }
    let parts = (try? Shorthand.expanded(self)) ?? []
    return !parts.isEmpty
      && parts.allSatisfy { part in
        guard let name = AttributeName(property: part.property) else { return false }
        return !name.isPainted || (try? PropertyValue(name, part.value)) != nil
      }
  }
}

extension AttributeName {
  /// Whether ``PropertyValue`` knows all values of the property.
  fileprivate var isPainted: Bool {
    isPresentation && ![.fontSizeAdjust, .cursor, .lineHeight, .textIndent].contains(self)
  }
}
