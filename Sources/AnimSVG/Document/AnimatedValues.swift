import AnimCore

/// The animated values of attributes and properties at one instant. This is the interface between the timing engine,
/// which fills it for a document time, and painting, which reads it.
///
/// Painting determines the value of an attribute or property of an element in this order:
///
/// 1. a declaration of a style sheet or a `style` attribute with `!important`,
/// 2. the value here,
/// 3. other declarations, the presentation attribute, inheritance, the initial value.
///
/// The timing engine must therefore resolve everything else: the sandwich of all animations of a value with its
/// underlying value, which is the result of 3 without the inherited value at the same instant. SMIL animations are
/// below CSS animations, so a value of the latter replaces one of the former. Properties are inherited as painted: the
/// children of a `g` without their own entry inherit its value here.
///
/// Keys are the index of an element in ``SVGDocument`` and the attribute or property. A value that painting can't use,
/// because it has the wrong type or is invalid text, counts as missing. `class`, `id` and `style` can be animated as
/// text, and style sheets are then matched again. `href` is text such as `#id`. `d` of a path, `points` and so on are
/// the keys of shapes.
///
/// A value that doesn't change between two instants should compare equal, so that dependent data isn't computed again.
/// ``removeAll()`` keeps the memory, so filling it again in each frame only allocates memory for the values themselves.
package struct AnimatedValues: Hashable, Sendable {
  /// The value of an attribute or property of an element.
  private struct Entry: Hashable, Sendable {
    var name: AttributeName
    var value: AnimatedValue
  }

  /// The index in ``slots`` for each element, or −1.
  private var slotOfElement: [Int32]
  private var slots: [[Entry]] = []
  /// The element of each slot in use.
  private var elements: [Int32] = []
  private var motions: [Int32: Transform] = [:]
  private var placements: [Int32: OffsetPlacement] = [:]
  private var discarded: Set<Int32> = []
  private var customs: [Int32: [String: String]] = [:]
  /// The font sizes that result from animated ones.
  private var fontSizes: [Int32: Double] = [:]
  /// Whether the values include an attribute or property that style sheets may match.
  package private(set) var changesStyle = false

  /// Creates an empty set of values for a document with a number of nodes.
  package init(nodeCount: Int) {
    slotOfElement = Array(repeating: -1, count: nodeCount)
  }

  /// Removes all values.
  package mutating func removeAll() {
    for element in elements { slotOfElement[Int(element)] = -1 }
    for index in elements.indices { slots[index].removeAll(keepingCapacity: true) }
    elements.removeAll(keepingCapacity: true)
    motions.removeAll(keepingCapacity: true)
    placements.removeAll(keepingCapacity: true)
    discarded.removeAll(keepingCapacity: true)
    customs.removeAll(keepingCapacity: true)
    fontSizes.removeAll(keepingCapacity: true)
    changesStyle = false
  }

  /// Whether nothing is animated.
  package var isEmpty: Bool {
    elements.isEmpty && motions.isEmpty && placements.isEmpty && discarded.isEmpty
      && customs.isEmpty
  }

  /// Returns whether anything of an element is animated.
  package func has(_ element: Int) -> Bool { slotOfElement[element] >= 0 }

  /// Accesses the value of an attribute or property, which is `nil` if it isn't animated at this instant.
  package subscript(element: Int, name: AttributeName) -> AnimatedValue? {
    get {
      let slot = Int(slotOfElement[element])
      guard slot >= 0 else { return nil }
      return slots[slot].first { $0.name == name }?.value
    }
    set {
      var slot = Int(slotOfElement[element])
      if slot < 0 {
        guard newValue != nil else { return }
        slot = elements.count
        elements.append(Int32(element))
        slotOfElement[element] = Int32(slot)
        if slot == slots.count { slots.append([]) }
      }
      let index = slots[slot].firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): slots[slot][index].value = value
      case (let index?, nil): slots[slot].remove(at: index)
      case (nil, let value?): slots[slot].append(Entry(name: name, value: value))
      case (nil, nil): break
      }
      if name == .class || name == .id || name == .style { changesStyle = true }
    }
  }

  /// Calls `body` with the names and values of an element's animated attributes and properties.
  package func forEach(of element: Int, _ body: (AttributeName, AnimatedValue) -> Void) {
    let slot = Int(slotOfElement[element])
    guard slot >= 0 else { return }
    for entry in slots[slot] { body(entry.name, entry.value) }
  }

  /// Returns whether a side, a radius or a point of a basic shape is animated, or anything else except its position,
  /// its paint and its visibility.
  package func movesOutline(of element: Int) -> Bool {
    let slot = Int(slotOfElement[element])
    return slot >= 0 && slots[slot].contains { !$0.name.isPresentation }
  }

  /// Returns the supplementary transform of `animateMotion`, or `nil`. It applies after the element's own transform, so
  /// its result is in the parent's coordinate system.
  package func motion(of element: Int) -> Transform? {
    motions.isEmpty ? nil : motions[Int32(element)]
  }

  /// Sets the supplementary transform of an element.
  package mutating func setMotion(_ transform: Transform?, of element: Int) {
    motions[Int32(element)] = transform
  }

  /// Returns the placement of an element by `offset-path`, or `nil`.
  func placement(of element: Int) -> OffsetPlacement? {
    placements.isEmpty ? nil : placements[Int32(element)]
  }

  /// Places an element on its `offset-path`.
  mutating func setPlacement(_ placement: OffsetPlacement, of element: Int) {
    placements[Int32(element)] = placement
  }

  /// Returns the animated custom properties of an element, or `nil`.
  func custom(of element: Int) -> [String: String]? {
    customs.isEmpty ? nil : customs[Int32(element)]
  }

  /// Sets a custom property of an element, which any style declaration may refer to.
  mutating func setCustom(_ name: String, _ value: String, of element: Int) {
    customs[Int32(element), default: [:]][name] = value
    changesStyle = true
  }

  /// Returns the font size of an element in user units, or `nil` if no animation changes it.
  func fontSize(of element: Int) -> Double? {
    fontSizes.isEmpty ? nil : fontSizes[Int32(element)]
  }

  /// Sets the font size of an element.
  mutating func setFontSize(_ size: Double, of element: Int) { fontSizes[Int32(element)] = size }

  /// Returns whether `discard` has removed an element with its contents by this instant.
  package func isDiscarded(_ element: Int) -> Bool {
    !discarded.isEmpty && discarded.contains(Int32(element))
  }

  /// Removes an element.
  package mutating func discard(_ element: Int) { discarded.insert(Int32(element)) }
}

/// The animated value of an attribute or property.
package enum AnimatedValue: Hashable, Sendable {
  /// The text of the attribute: discrete values, keywords, references.
  case text(String)
  /// A number, a length in user units, an angle in degrees, an opacity.
  case number(Double)
  /// A length in per cent of the attribute's reference.
  case percentage(Double)
  /// A list of numbers: dashes, points, a viewBox, positions of glyphs.
  case numbers([Double])
  /// A colour or paint. `currentColor` and `none` are texts.
  case color(ExactColor)
  /// The complete `transform`, `gradientTransform` or `patternTransform`. If the property has a `transform-origin`, it
  /// must still be applied.
  case transform(Transform)
  /// The functions of a `transform`, if percentages require a box that only painting knows.
  case transforms(TransformList)
  /// The data of a path.
  case path(Path)
  /// The functions and references of a `filter`.
  case filters([FilterFunction])
  /// The shape of a `clip-path`.
  case shape(BasicShape)
  /// The two lengths of a `transform-origin`, whose box only painting knows.
  case position(TransformOrigin)
}

/// An sRGB colour whose channels aren't rounded and may be out of range, as required for intermediate sums. Red, green
/// and blue are 0 ... 255, and alpha is 0 ... 1. Not premultiplied.
package struct ExactColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double
  /// Whether the colour has the legacy syntax. Legacy colours are mixed in sRGB, and others in Oklab: CSS Color 4,
  /// 12.1.
  package var isLegacy: Bool

  package init(
    red: Double, green: Double, blue: Double, alpha: Double = 1, isLegacy: Bool = true
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.isLegacy = isLegacy
  }

  package init(_ color: Color) {
    self.init(
      red: Double(color.red), green: Double(color.green), blue: Double(color.blue),
      alpha: Double(color.alpha) / 255)
  }

  /// The nearest colour that can be painted.
  package var color: Color {
    Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}
