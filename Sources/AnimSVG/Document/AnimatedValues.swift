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
/// Values of properties are specified values, which painting computes in the style of the element. Each may build on the
/// one below it, which is the result of 3 for the first. The timing engine resolves the values of attributes that
/// painting reads itself, which aren't inherited.
///
/// A value that painting can't use, because it has the wrong type or is invalid text, counts as missing. `class`, `id`
/// and `style` can be animated as text, and style sheets are then matched again. `href` is text such as `#id`. `d` of a
/// path, `points` and so on are the keys of shapes.
///
/// A value that doesn't change between two instants should compare equal, so that dependent data isn't computed again.
/// ``removeAll()`` keeps the memory, so filling it again in each frame only allocates memory for the values themselves.
struct AnimatedValues: Hashable, Sendable {
  /// The values of an element.
  private struct Slot: Hashable, Sendable {
    var attributes: [Attribute] = []
    /// The values of properties, each above the ones before it.
    var properties: [AnimatedProperty] = []
  }

  private struct Attribute: Hashable, Sendable {
    var name: AttributeName
    var value: StyleValue
  }

  /// The index in ``slots`` for each element, or −1.
  private var slotOfElement: [Int32]
  private var slots: [Slot] = []
  /// The element of each slot in use.
  private var elements: [Int32] = []
  private var motions: [Int32: Transform] = [:]
  private var discarded: Set<Int32> = []
  private var customs: [Int32: [String: String]] = [:]
  /// Whether the values include an attribute or property that style sheets may match.
  private(set) var changesStyle = false

  /// Creates an empty set of values for a document with a number of nodes.
  init(nodeCount: Int) {
    slotOfElement = Array(repeating: -1, count: nodeCount)
  }

  /// Removes all values.
  mutating func removeAll() {
    for element in elements { slotOfElement[Int(element)] = -1 }
    for index in elements.indices {
      slots[index].attributes.removeAll(keepingCapacity: true)
      slots[index].properties.removeAll(keepingCapacity: true)
    }
    elements.removeAll(keepingCapacity: true)
    motions.removeAll(keepingCapacity: true)
    discarded.removeAll(keepingCapacity: true)
    customs.removeAll(keepingCapacity: true)
    changesStyle = false
  }

  /// Whether nothing is animated.
  var isEmpty: Bool {
    elements.isEmpty && motions.isEmpty && discarded.isEmpty && customs.isEmpty
  }

  /// Returns whether an attribute or a property of an element is animated.
  func has(_ element: Int) -> Bool { slotOfElement[element] >= 0 }

  private func slot(of element: Int) -> Slot? {
    let index = Int(slotOfElement[element])
    return index < 0 ? nil : slots[index]
  }

  /// Returns the index of the slot of an element, which is created if necessary.
  private mutating func addSlot(of element: Int) -> Int {
    if slotOfElement[element] < 0 {
      slotOfElement[element] = Int32(elements.count)
      elements.append(Int32(element))
      if elements.count > slots.count { slots.append(Slot()) }
    }
    return Int(slotOfElement[element])
  }

  /// Accesses the value of an attribute that isn't a property in styles. It is `nil` if the attribute isn't animated at
  /// this instant.
  subscript(element: Int, name: AttributeName) -> StyleValue? {
    get { slot(of: element)?.attributes.first { $0.name == name }?.value }
    set {
      guard newValue != nil || has(element) else { return }
      let slot = addSlot(of: element)
      slots[slot].attributes.removeAll { $0.name == name }
      if let newValue { slots[slot].attributes.append(Attribute(name: name, value: newValue)) }
      if name == .class || name == .id || name == .style { changesStyle = true }
    }
  }

  /// Puts a value of a property above its existing values.
  mutating func append(_ property: AnimatedProperty, of element: Int) {
    slots[addSlot(of: element)].properties.append(property)
  }

  /// Calls `body` with the values of an element's properties, lowest first.
  func forEachProperty(of element: Int, _ body: (AnimatedProperty) -> Void) {
    let slot = Int(slotOfElement[element])
    guard slot >= 0 else { return }
    for property in slots[slot].properties { body(property) }
  }

  /// Returns whether a property of an element is animated, and whether an inherited property is.
  func animation(of element: Int) -> (ofProperty: Bool, ofInherited: Bool) {
    let slot = Int(slotOfElement[element])
    guard slot >= 0 else { return (false, false) }
    let properties = slots[slot].properties
    return (!properties.isEmpty, properties.contains { $0.property.isInherited })
  }

  /// Returns whether a side, a radius or a point of a basic shape is animated.
  func movesOutline(of element: Int) -> Bool {
    slot(of: element)?.attributes.isEmpty == false
  }

  /// Returns the supplementary transform of `animateMotion`, or `nil`. It applies after the element's own transform, so
  /// its result is in the parent's coordinate system.
  func motion(of element: Int) -> Transform? {
    motions.isEmpty ? nil : motions[Int32(element)]
  }

  /// Sets the supplementary transform of an element.
  mutating func setMotion(_ transform: Transform?, of element: Int) {
    motions[Int32(element)] = transform
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

  /// Returns whether `discard` has removed an element with its contents by this instant.
  func isDiscarded(_ element: Int) -> Bool {
    !discarded.isEmpty && discarded.contains(Int32(element))
  }

  /// Removes an element.
  mutating func discard(_ element: Int) { discarded.insert(Int32(element)) }
}

/// The value that one animation gives to a property.
struct AnimatedProperty: Hashable, Sendable {
  let property: StyleProperty
  let value: StyleValue
  /// The combination with the value below, or `nil` if the value replaces it.
  var combination: StyleValue.Combination?
}

/// An sRGB colour whose channels aren't rounded and may be out of range, as required for intermediate sums. Red, green
/// and blue are 0 ... 255, and alpha is 0 ... 1. Not premultiplied.
struct ExactColor: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double
  /// Whether the colour has the legacy syntax. Legacy colours are mixed in sRGB, and others in Oklab: CSS Color 4,
  /// 12.1.
  var isLegacy: Bool

  init(
    red: Double, green: Double, blue: Double, alpha: Double = 1, isLegacy: Bool = true
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.isLegacy = isLegacy
  }

  init(_ color: Color) {
    self.init(
      red: Double(color.red), green: Double(color.green), blue: Double(color.blue),
      alpha: Double(color.alpha) / 255)
  }

  /// The nearest colour that can be painted.
  var color: Color {
    Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}
