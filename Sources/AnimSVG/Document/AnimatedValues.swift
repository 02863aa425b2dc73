import AnimCore

/// What animations make of attributes and properties at one instant: the seam between the time engine,
/// which fills it for a document time, and painting, which reads it.
///
/// Painting asks for the value of an attribute or property of an element in this order:
///
/// 1. a declaration of a style sheet or a `style` attribute with `!important`;
/// 2. the value here;
/// 3. other declarations, the presentation attribute, inheritance, the initial value.
///
/// So whoever fills this resolves everything else: the sandwich of all animations of a value, with its
/// underlying value, which is what 3 gives without the inherited value of the same instant; SMIL below CSS
/// animations (a value of the latter replaces one of the former). A property is inherited as painted: a
/// value here for a `g` is seen by its children without an entry of their own.
///
/// Keys are an element's index in ``SVGDocument`` and the attribute or property. A value that painting cannot
/// use (of the wrong kind, or a text that does not parse) counts as absent. `class`, `id` and `style` may be
/// animated as texts; style sheets are then matched again. `href` is a text such as `#id`. The `d` of a
/// path, `points` and so on are the keys of shapes.
///
/// A value that does not change from one instant to the next should stay equal, since what only depends on
/// equal values is not computed again. The memory is kept by ``removeAll()``: filling it anew in each frame
/// allocates nothing but what the values themselves hold.
package struct AnimatedValues: Hashable, Sendable {
  /// What stands for the attribute or property of an element.
  private struct Entry: Hashable, Sendable {
    var name: AttributeName
    var value: AnimatedValue
  }

  /// The index in ``slots`` of each element that has one, by element; -1 for the others.
  private var slotOfElement: [Int32]
  private var slots: [[Entry]] = []
  /// The element of each slot in use.
  private var elements: [Int32] = []
  private var motions: [Int32: Transform] = [:]
  private var placements: [Int32: OffsetPlacement] = [:]
  private var discarded: Set<Int32> = []
  private var customs: [Int32: [String: String]] = [:]
  /// The sizes of fonts that follow from animated ones.
  private var fontSizes: [Int32: Double] = [:]
  /// Whether the value of an attribute or property that style sheets may ask for is among the values.
  package private(set) var changesStyle = false

  /// No values, for a document with so many nodes.
  package init(nodeCount: Int) {
    slotOfElement = Array(repeating: -1, count: nodeCount)
  }

  /// Forgets all values.
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

  /// Whether anything of an element is animated.
  package func has(_ element: Int) -> Bool { slotOfElement[element] >= 0 }

  /// The value of an attribute or property; nil if it is not animated at this instant.
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

  /// Calls `body` with the names and values of what is animated of an element.
  package func forEach(of element: Int, _ body: (AttributeName, AnimatedValue) -> Void) {
    let slot = Int(slotOfElement[element])
    guard slot >= 0 else { return }
    for entry in slots[slot] { body(entry.name, entry.value) }
  }

  /// Whether a side, a radius or a point of a basic shape is animated, or more than its place, its paint and how
  /// it is seen.
  package func movesOutline(of element: Int) -> Bool {
    let slot = Int(slotOfElement[element])
    return slot >= 0 && slots[slot].contains { !$0.name.isPresentation }
  }

  /// The supplementary transform of `animateMotion`, which applies after the element's own transform (its
  /// result is in the parent's space); nil for none.
  package func motion(of element: Int) -> Transform? {
    motions.isEmpty ? nil : motions[Int32(element)]
  }

  /// Sets the supplementary transform of an element.
  package mutating func setMotion(_ transform: Transform?, of element: Int) {
    motions[Int32(element)] = transform
  }

  /// Where `offset-path` puts an element; nil for nowhere else.
  func placement(of element: Int) -> OffsetPlacement? {
    placements.isEmpty ? nil : placements[Int32(element)]
  }

  /// Puts an element on the path of its `offset-path`.
  mutating func setPlacement(_ placement: OffsetPlacement, of element: Int) {
    placements[Int32(element)] = placement
  }

  /// The custom properties of an element that are animated; nil for none.
  func custom(of element: Int) -> [String: String]? {
    customs.isEmpty ? nil : customs[Int32(element)]
  }

  /// Sets a custom property of an element, which anything in style sheets may refer to.
  mutating func setCustom(_ name: String, _ value: String, of element: Int) {
    customs[Int32(element), default: [:]][name] = value
    changesStyle = true
  }

  /// The size of the font at an element in user units, or `nil` if no animation changes it.
  func fontSize(of element: Int) -> Double? {
    fontSizes.isEmpty ? nil : fontSizes[Int32(element)]
  }

  /// Sets the size of the font at an element.
  mutating func setFontSize(_ size: Double, of element: Int) { fontSizes[Int32(element)] = size }

  /// Whether `discard` has removed an element by this instant, with all that it contains.
  package func isDiscarded(_ element: Int) -> Bool {
    !discarded.isEmpty && discarded.contains(Int32(element))
  }

  /// Removes an element.
  package mutating func discard(_ element: Int) { discarded.insert(Int32(element)) }
}

/// What an animation makes of an attribute or property.
package enum AnimatedValue: Hashable, Sendable {
  /// As the attribute would be written: discrete values, keywords, references.
  case text(String)
  /// A number, a length in user units, an angle in degrees, an opacity.
  case number(Double)
  /// A length in per cent of what the attribute's percentages refer to.
  case percentage(Double)
  /// A list of numbers: dashes, points, a viewBox, positions of glyphs.
  case numbers([Double])
  /// A colour or paint; `currentColor` and `none` are texts.
  case color(ExactColor)
  /// The whole of a `transform`, `gradientTransform` or `patternTransform`, with a `transform-origin` yet to
  /// be applied where the property has one.
  case transform(Transform)
  /// The functions of a `transform`, where lengths in per cent need a box that only painting knows.
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

/// An sRGB colour whose channels are not rounded and may lie outside their range, as sums of colours are
/// until the end. Red, green and blue are 0 ... 255, alpha is 0 ... 1; not premultiplied.
package struct ExactColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double
  /// Whether it is written as colours always could be. Those are mixed as sRGB stores them, and others in Oklab:
  /// CSS Color 4, 12.1.
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
