import AnimCore

/// A property in style sheets, with everything that parsing, the cascade, painting and animations
/// need to know about it.
///
/// Animations combine the specified values of properties that are stored in styles.
final class StyleProperty: Sendable {
  /// The name in style sheets.
  let name: String
  /// The attribute with the same name and meaning, or `nil` if there is none.
  let attribute: AttributeName?
  let isInherited: Bool
  /// Whether the property is also a presentation attribute.
  let isPresentation: Bool
  let grammar: Grammar
  /// The storage of the property in a style, or `nil` if it is only used as text.
  let storage: StyleStorage?
  /// The values without effect of an unsupported property, or `nil` if the property is supported.
  let harmlessValues: Set<String>?
  /// The keyword that stays for the entire transition to or from another value, or `nil` if
  /// keywords switch halfway.
  let prevailingValue: StyleValue?
  /// The rank. Properties with lower ranks are computed first, because others refer to them.
  let rank: Int
  /// The rank of properties that no others refer to.
  static let lastRank = 2

  init(
    _ name: String, _ grammar: Grammar, isInherited: Bool, isPresentation: Bool,
    storage: StyleStorage? = nil, isAttribute: Bool = true, prevailingValue: StyleValue? = nil,
    harmlessValues: Set<String>? = nil
  ) {
    self.name = name
    self.isInherited = isInherited
    self.isPresentation = isPresentation
    self.grammar = grammar
    self.storage = storage
    self.prevailingValue = prevailingValue
    self.harmlessValues = harmlessValues
    attribute = isAttribute ? AttributeName(name) : nil
    rank =
      switch attribute {
      case .fontSize, .colorScheme: 0
      case .color: 1
      default: Self.lastRank
      }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  private static let byAttribute = Dictionary(
    uniqueKeysWithValues: all.compactMap { property in
      property.attribute.map { ($0, property) }
    })

  /// Returns the property with a name in style sheets, also with a prefix, or `nil` if it is unknown.
  static func named(_ name: String) -> StyleProperty? {
    byName[name.hasPrefix("-webkit-") ? String(name.dropFirst(8)) : name]
  }

  /// Returns the property with a name without a prefix, or `nil` if it is unknown.
  static func attribute(named name: String) -> StyleProperty? { byName[name] }

  static subscript(attribute: AttributeName) -> StyleProperty? { byAttribute[attribute] }
}

extension StyleProperty: Hashable {
  static func == (a: StyleProperty, b: StyleProperty) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension AttributeName {
  /// Whether the attribute is a property that affects the paint of an element, rather than its outline.
  var isPresentation: Bool { StyleProperty[self]?.isPresentation == true }
}

/// The storage of a property in a style.
struct StyleStorage: Sendable {
  /// Sets the property to a specified value, given the style of the parent. The value isn't a
  /// CSS-wide keyword. Returns `false` if the value isn't suitable.
  let set: @Sendable (inout Style, StyleValue, Style, LengthContext) -> Bool
  /// Copies the property from another style.
  let copy: @Sendable (inout Style, Style) -> Void
  /// Returns the computed value, or `nil` if animations can't combine it with others.
  let value: @Sendable (Style) -> StyleValue?
}

/// The properties in a part of a style. Writing through a key path of the whole style would allocate memory.
protocol StyleGroup: Sendable {
  static var isInherited: Bool { get }
  static func value<Value>(at path: KeyPath<Self, Value>, in style: Style) -> Value
  static func set<Value>(
    _ value: Value, at path: WritableKeyPath<Self, Value>, in style: inout Style)
}

extension ElementProperties: StyleGroup {
  static var isInherited: Bool { false }

  static func value<Value>(at path: KeyPath<Self, Value>, in style: Style) -> Value {
    style.nonInherited[keyPath: path]
  }

  static func set<Value>(
    _ value: Value, at path: WritableKeyPath<Self, Value>, in style: inout Style
  ) {
    style.nonInherited[keyPath: path] = value
  }
}

extension InheritedProperties: StyleGroup {
  static var isInherited: Bool { true }

  static func value<Value>(at path: KeyPath<Self, Value>, in style: Style) -> Value {
    style.shared[keyPath: path]
  }

  static func set<Value>(
    _ value: Value, at path: WritableKeyPath<Self, Value>, in style: inout Style
  ) {
    style.shared[keyPath: path] = value
  }
}

extension PlacementProperties: StyleGroup {
  static var isInherited: Bool { false }

  static func value<Value>(at path: KeyPath<Self, Value>, in style: Style) -> Value {
    style.nonInherited.placement.value[keyPath: path]
  }

  static func set<Value>(
    _ value: Value, at path: WritableKeyPath<Self, Value>, in style: inout Style
  ) {
    style.nonInherited.placement.value[keyPath: path] = value
  }
}

extension TextStyle: StyleGroup {
  static var isInherited: Bool { true }

  static func value<Value>(at path: KeyPath<Self, Value>, in style: Style) -> Value {
    style.text[keyPath: path]
  }

  static func set<Value>(
    _ value: Value, at path: WritableKeyPath<Self, Value>, in style: inout Style
  ) {
    style.text[keyPath: path] = value
  }
}

// MARK: - Rows of the table

extension StyleProperty {
  typealias Path<Group, Value> = WritableKeyPath<Group, Value> & Sendable

  /// Creates a property in a group of a style.
  ///
  /// - Parameters:
  ///   - set: A closure that converts a value to its stored form, given the style, the style of the
  ///     parent and the context of lengths, or returns `nil` if the value isn't suitable.
  ///   - value: A closure that converts the stored form back to a value.
  convenience init<Group: StyleGroup, Value>(
    _ name: String, _ path: Path<Group, Value>, _ grammar: Grammar, isPresentation: Bool = true,
    isAttribute: Bool = true, prevailingValue: StyleValue? = nil,
    set: @escaping @Sendable (StyleValue, Style, Style, LengthContext) -> Value?,
    value: @escaping @Sendable (Value) -> StyleValue? = { _ in nil }
  ) {
    self.init(
      name, grammar, isInherited: Group.isInherited, isPresentation: isPresentation,
      storage: StyleStorage(
        set: { style, value, parent, context in
          guard let stored = set(value, style, parent, context) else { return false }
          Group.set(stored, at: path, in: &style)
          return true
        },
        copy: { Group.set(Group.value(at: path, in: $1), at: path, in: &$0) },
        value: { value(Group.value(at: path, in: $0)) }),
      isAttribute: isAttribute, prevailingValue: prevailingValue)
  }

  static func number<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, Double>, _ grammar: Grammar, in range: ClosedRange<Double>
  ) -> StyleProperty {
    StyleProperty(
      name, path, grammar,
      set: { value, _, _, _ in
        guard case .number(let number) = value else { return nil }
        return min(max(number, range.lowerBound), range.upperBound)
      },
      value: { .number($0) })
  }

  static func alpha<Group: StyleGroup>(_ name: String, _ path: Path<Group, Double>) -> StyleProperty
  {
    number(name, path, .fraction, in: 0...1)
  }

  /// Returns a property with a length. Once computed, the length is relative only to a view.
  static func length<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, Length>, _ grammar: Grammar = .length(),
    isPresentation: Bool = true
  ) -> StyleProperty {
    StyleProperty(
      name, path, grammar, isPresentation: isPresentation,
      set: { value, style, _, context in
        guard case .length(let length) = value else { return nil }
        return style.absolute(length, context)
      },
      value: { .length($0) })
  }

  static func paint<Group: StyleGroup>(_ name: String, _ path: Path<Group, PaintValue>)
    -> StyleProperty
  {
    StyleProperty(
      name, path, .paint,
      set: { value, _, _, _ in if case .paint(let paint) = value { paint } else { nil } },
      value: { .paint($0) })
  }

  static func color<Group: StyleGroup>(_ name: String, _ path: Path<Group, ExactColor>)
    -> StyleProperty
  {
    StyleProperty(
      name, path, .color,
      set: { value, style, _, _ in
        switch value {
        case .paint(.color(let color)): color
        case .paint(.currentColor): style.color
        default: nil
        }
      },
      value: { .paint(.color($0)) })
  }

  /// Returns a property with several keywords.
  ///
  /// - Parameter other: The value for any other text, or `nil` if such text is invalid.
  static func choice<Group: StyleGroup, Value: Equatable & Sendable>(
    _ name: String, _ path: Path<Group, Value>, _ choices: [(StyleValue.Keyword, Value)],
    other: StyleValue.Keyword? = nil, isPresentation: Bool = true,
    prevailingValue: StyleValue? = nil
  ) -> StyleProperty {
    let grammar = Grammar.keyword { keyword in choices.contains { $0.0 == keyword } }
    return StyleProperty(
      name, path,
      other.map { other in
        Grammar { (text, place) throws(ParsingLimit) in
          try grammar.parse(text, place) ?? .keyword(other)
        }
      } ?? grammar, isPresentation: isPresentation, prevailingValue: prevailingValue,
      set: { value, _, _, _ in
        guard case .keyword(let keyword) = value else { return nil }
        return choices.first { $0.0 == keyword }?.1
      },
      value: { value in choices.first { $0.1 == value }.map { .keyword($0.0) } })
  }

  static func keyword<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, StyleValue.Keyword>, _ keywords: [StyleValue.Keyword]
  ) -> StyleProperty {
    choice(name, path, keywords.map { ($0, $0) })
  }

  /// Returns a property with text values.
  ///
  /// - Parameter convert: A closure that converts text in lower case to its stored form, given the
  ///   stored form of the parent, or returns `nil` if the text is invalid.
  static func word<Group: StyleGroup, Value: Sendable>(
    _ name: String, _ path: Path<Group, Value>, initial: Value, isPresentation: Bool = true,
    _ convert: @escaping @Sendable (_ text: String, _ parent: Value) -> Value?
  ) -> StyleProperty {
    StyleProperty(
      name, path, .word { convert($0, initial) != nil }, isPresentation: isPresentation,
      set: { value, _, parent, _ in
        guard case .text(let text) = value else { return nil }
        return convert(text, Group.value(at: path, in: parent))
      })
  }

  /// Returns a property whose keywords are the raw values of a type.
  static func word<Group: StyleGroup, Value: RawRepresentable<String> & Sendable>(
    _ name: String, _ path: Path<Group, Value>, isPresentation: Bool = true
  ) -> StyleProperty {
    StyleProperty(
      name, path, .word { Value(rawValue: $0) != nil }, isPresentation: isPresentation,
      set: { value, _, _, _ in
        guard case .text(let text) = value else { return nil }
        return Value(rawValue: text)
      })
  }

  /// Returns a property that is on or off.
  static func flag<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, Bool>, isPresentation: Bool = true,
    _ isOn: @escaping @Sendable (String) -> Bool?
  ) -> StyleProperty {
    word(name, path, initial: false, isPresentation: isPresentation) { text, _ in isOn(text) }
  }

  /// Returns a property with a number, or with a keyword that is relative to the parent's number.
  static func relativeNumber<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, Double>, words: Set<String>,
    _ convert: @escaping @Sendable (_ text: String, _ parent: Double) -> Double?
  ) -> StyleProperty {
    let grammar = Grammar { text in
      let word = text.lowercased()
      if words.contains(word) { return .text(word) }
      return convert(word, 0).map { .number($0) }
    }
    return StyleProperty(
      name, path, grammar,
      set: { value, _, parent, _ in
        switch value {
        case .number(let number): number
        case .text(let text): convert(text, Group.value(at: path, in: parent))
        default: nil
        }
      },
      value: { .number($0) })
  }

  static func reference<Group: StyleGroup>(_ name: String, _ path: Path<Group, String?>)
    -> StyleProperty
  {
    StyleProperty(
      name, path, .reference,
      set: { value, _, _, _ in if case .reference(let id) = value { .some(id) } else { nil } })
  }

  static func filters<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, [FilterFunction]>, _ grammar: Grammar,
    isPresentation: Bool = true
  ) -> StyleProperty {
    StyleProperty(
      name, path, grammar, isPresentation: isPresentation,
      set: { value, _, _, _ in if case .filters(let list) = value { list } else { nil } },
      value: { .filters($0) })
  }

  static func transform<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, TransformValue>, _ grammar: Grammar,
    isPresentation: Bool = true, isAttribute: Bool = true
  ) -> StyleProperty {
    StyleProperty(
      name, path, grammar, isPresentation: isPresentation, isAttribute: isAttribute,
      set: { value, _, _, _ in
        switch value {
        case .transform(let list): .list(list)
        case .matrix(let matrix): .matrix(matrix)
        default: nil
        }
      },
      value: {
        switch $0 {
        case .identity: .transform(.identity)
        case .list(let list): .transform(list)
        case .matrix(let matrix): .matrix(matrix)
        }
      })
  }

  /// Returns a property with a position, or with a keyword, which is stored as `nil`.
  static func position<Group: StyleGroup>(
    _ name: String, _ path: Path<Group, TransformOrigin?>, _ grammar: Grammar,
    isPresentation: Bool = true, initial: StyleValue = .keyword(.auto)
  ) -> StyleProperty {
    StyleProperty(
      name, path, grammar, isPresentation: isPresentation,
      set: { value, _, _, _ in
        switch value {
        case .position(let position): .some(position)
        case .keyword: .some(nil)
        default: nil
        }
      },
      value: { $0.map { .position($0) } ?? initial })
  }

  static func layers(_ name: String, _ path: Path<ElementProperties, [CSSImageLayer]>)
    -> StyleProperty
  {
    StyleProperty(
      name, path, .layers, isPresentation: name == "mask",
      set: { value, _, _, _ in
        guard case .layers(let layers) = value else { return nil }
        return layers.allSatisfy { $0 == .none } ? [] : layers
      })
  }

  /// Returns a property that is only used as text.
  static func unstored(
    _ name: String, _ grammar: Grammar = .any, isInherited: Bool = false,
    isPresentation: Bool = false
  ) -> StyleProperty {
    StyleProperty(name, grammar, isInherited: isInherited, isPresentation: isPresentation)
  }

  /// Returns a property that affects images in browsers, but isn't supported. None of its values is
  /// valid.
  static func unsupported(_ name: String, _ harmlessValues: Set<String>) -> StyleProperty {
    StyleProperty(
      name, Grammar { _ in nil }, isInherited: false, isPresentation: false,
      harmlessValues: harmlessValues)
  }
}
