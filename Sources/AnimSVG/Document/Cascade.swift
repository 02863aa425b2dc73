import AnimGraphics

/// The specified values of each element from style sheets and attributes, before inheritance: the winning declaration
/// of every property, parsed once.
struct Cascade: Sendable {
  /// A winning declaration.
  struct Specified: Sendable {
    let property: StyleProperty
    /// The original text.
    let text: String
    let isImportant: Bool
    /// Whether the declaration is a presentation attribute rather than part of a style.
    let isAttribute: Bool
    let value: StyleValue
  }

  /// The declarations of an element.
  struct ElementStyle: Sendable {
    /// The declarations, starting with fonts and colours, which others refer to.
    var specified: [Specified] = []
    /// The custom properties, by name.
    var custom: [String: String] = [:]
    /// The order for resolving custom properties, or `nil` if they contain no references.
    fileprivate(set) var order: VariableOrder?
  }

  let sheet: StyleSheet
  private let rules: RuleIndex
  /// The declarations of the blocks of the style sheets.
  private let blocks: [StyleBlock]
  /// Whether one of them uses `revert-layer`.
  private let revertsLayers: Bool
  private var styles: [ElementStyle]
  /// The index of siblings, or `nil` if no rule has required it.
  private var siblings: SiblingIndex?
  /// Whether matching was stopped after more than ``SelectorMatcher/maximumSteps``.
  private(set) var isIncomplete = false
  /// The number of steps for matching the rules.
  private(set) var steps = 0
  /// The `style` elements that apply.
  let sources: [Int]

  /// - Parameters:
  ///   - view: The size of the view, for media queries.
  ///   - animated: The animated attributes that selectors may match.
  init(
    _ document: SVGDocument, view: Size = StyleSheet.initialView, animated: AnimatedValues? = nil
  ) {
    var sheet = StyleSheet(view: view)
    sources = document.nodes.indices.filter { index in
      guard document[index].name == .style else { return false }
      let type = document.attribute(.type, of: index)
      let media = document.attribute(.media, of: index) ?? ""
      // A query that exceeds a limit is reported with the attributes of the element.
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

  /// Returns the cascade with animated attributes.
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

  /// Returns the declarations of an element.
  func style(of element: Int) -> ElementStyle { styles[element] }

  /// Returns the winning declaration of a property for an element, or `nil` if the property is inherited or has its
  /// initial value.
  func specified(_ name: AttributeName, of element: Int) -> Specified? {
    styles[element].specified.first { $0.property.attribute == name }
  }

  /// Returns the text of a property or attribute of an element, from a style or an attribute, or `nil` if neither
  /// specifies it.
  func text(_ name: AttributeName, of element: Int, in document: SVGDocument) -> String? {
    specified(name, of: element)?.text ?? document.attribute(name, of: element)
  }

  /// The layer of the `style` attribute, which no rule belongs to.
  private static let inlineLayer = -1

  /// The cost of storing a declaration of an element, which exceeds that of finding it.
  private static let (stepsPerProperty, stepsPerCustomProperty) = (4, 16)

  /// Returns all winning declarations of an element.
  func allSpecified(of element: Int) -> [Specified] { styles[element].specified }

  private func style(
    of element: Int, _ document: SVGDocument, _ animated: AnimatedValues?,
    _ matcher: inout SelectorMatcher
  ) -> ElementStyle {
    var builder = StyleBuilder()
    for attribute in document.attributes[document[element].attributes] {
      if let property = attribute.property, property.isPresentation {
        // The property has a different grammar, without functions of this kind.
        let text =
          attribute.name == .transform
          ? attribute.value : (try? Calculation.resolved(attribute.value)) ?? attribute.value
        builder.set(property, text, isImportant: false, isAttribute: true)
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

/// The declarations of a block or a `style` attribute: the winning one of each property.
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
    revertsLayer = declarations.contains { StyleValue.revertsLayer($0.value) }
    (normal, important) = (collected(isImportant: false), collected(isImportant: true))
  }
}

/// Collects the declarations of an element. Later ones replace earlier ones.
private struct StyleBuilder {
  private var specified: [Cascade.Specified] = []
  private var custom: [String: String] = [:]
  /// The declarations before each layer was entered.
  private var below: [Int: Cascade.ElementStyle] = [:]
  private var layer: Int?

  /// The declarations, in the order in which values refer to each other.
  var style: Cascade.ElementStyle {
    var style = collected
    style.specified.sort { $0.property.rank < $1.property.rank }
    style.order = VariableOrder(custom)
    return style
  }

  /// The declarations, in the order in which they were set.
  var collected: Cascade.ElementStyle {
    Cascade.ElementStyle(specified: specified, custom: custom)
  }

  /// Sets the layer of the following declarations.
  mutating func enter(_ layer: Int) {
    self.layer = layer
    // Important declarations come last, so they are above all layers except those of earlier important ones.
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
    for name in pending {
      guard let property = StyleProperty.named(name) else { continue }
      set(
        Cascade.Specified(
          property: property, text: declaration.value, isImportant: declaration.isImportant,
          isAttribute: false, value: .pendingShorthand(declaration.property, declaration.value)))
    }
    guard pending.isEmpty else { return }
    for part in (try? Shorthand.expanded(declaration)) ?? [] {
      guard let property = StyleProperty.named(part.property) else { continue }
      set(property, part.value, isImportant: part.isImportant, isAttribute: false)
    }
  }

  /// Sets custom properties to their animated values.
  mutating func setCustom(_ values: [String: String]) {
    custom.merge(values) { $1 }
    guard let below = layer.flatMap({ self.below[$0] }) else { return }
    for (name, value) in values where StyleValue.revertsLayer(value) {
      custom[name] = below.custom[name]
    }
  }

  /// Sets a custom property unless it is already set.
  mutating func setInitial(_ name: String, _ value: String) {
    if custom[name] == nil { custom[name] = value }
  }

  mutating func set(
    _ property: StyleProperty, _ text: String, isImportant: Bool, isAttribute: Bool
  ) {
    guard let value = try? StyleValue(property, text, isAttribute: isAttribute) else { return }
    set(
      Cascade.Specified(
        property: property, text: text, isImportant: isImportant, isAttribute: isAttribute,
        value: value))
  }

  private mutating func set(_ declaration: Cascade.Specified) {
    if declaration.property.attribute == .animation {
      // As in browsers, only the composition of animations isn't reset.
      specified.removeAll {
        $0.property.name.hasPrefix("animation")
          && $0.property.attribute != .animationComposition
      }
    } else {
      specified.removeAll { $0.property == declaration.property }
    }
    if case .revertLayer = declaration.value, let below = layer.flatMap({ self.below[$0] }) {
      specified += below.specified.filter { $0.property == declaration.property }
    } else {
      specified.append(declaration)
    }
  }
}

extension StyleDeclaration {
  /// Whether the declaration has an effect, or is read elsewhere.
  var isUnderstood: Bool {
    if property.hasPrefix("--") { return true }
    if !Shorthand.pendingParts(self).isEmpty { return true }
    let parts = (try? Shorthand.expanded(self)) ?? []
    return !parts.isEmpty
      && parts.allSatisfy { part in
        guard let property = StyleProperty.named(part.property) else { return false }
        return (try? StyleValue(property, part.value)) != nil
      }
  }
}
