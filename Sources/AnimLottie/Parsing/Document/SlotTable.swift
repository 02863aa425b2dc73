import AnimCore

/// The values that properties refer to by name (`sid`), so that they can be set in one location, by
/// a theme, or by explicit values, which take precedence over the theme.
struct SlotTable: Sendable {
  /// The names, in file order.
  private(set) var names: [String] = []
  private var values: [String: JSONValue] = [:]
  /// The tapes of values from outside the file.
  private var tapes: [JSONTape] = []
  /// The names with explicit values.
  private var overridden: [String] = []
  /// The rules of the theme that aren't overridden, by slot name.
  private var themed: [String: LottieTheme.Rule] = [:]
  /// The names defined in the file.
  private var seen: Set<String> = []
  /// Whether any value has an expression.
  private(set) var hasExpressions = false
  /// The kinds of the values that properties expect in slots, by name.
  private var kinds: [String: LottieSlot.Kind] = [:]

  /// - Parameters:
  ///   - table: The slots of the file. The caller keeps their tape alive.
  ///   - theme: The rules of a theme, one for each slot, which replace values in the file.
  ///   - overrides: Explicit values as JSON, by name, which replace those of the file and the
  ///     theme.
  init(
    _ table: JSONValue?, theme: [LottieTheme.Rule] = [], overrides: [String: String],
    limits: LottieLimits
  ) throws(LottieError) {
    if let table {
      for (key, slot) in table.members {
        guard let name = key.string else { continue }
        if seen.insert(name).inserted { names.append(name) }
        if let value = slot["p"] { values[name] = value }
      }
    }
    for rule in theme where overrides[rule.slot] == nil {
      values[rule.slot] = try parse(rule.value, rule.slot, path: rule.path, limits: limits)
      themed[rule.slot] = rule
    }
    for (name, text) in overrides.sorted(by: { $0.key < $1.key }) {
      values[name] = try parse(text, name, path: "slots.\(name.shortened)", limits: limits)
      overridden.append(name)
    }
    hasExpressions = values.values.contains { $0["x"]?.isString == true }
  }

  private mutating func add(_ name: String) {
    if seen.insert(name).inserted { names.append(name) }
  }

  private mutating func parse(
    _ text: String, _ name: String, path: String, limits: LottieLimits
  ) throws(LottieError) -> JSONValue {
    do {
      let tape = try JSONParser.parse(Array(text.utf8), name: path, limits: limits)
      tapes.append(tape)
      return tape.value(at: 0)
    } catch {
      let isWord = text.first?.isLetter == true
      throw .invalidSlot(
        name, reason: "\(error)" + (isWord ? "; put text in quotation marks" : ""))
    }
  }

  /// Returns the value of the slot that a property refers to, or `nil` if it refers to no slot or
  /// the slot has no value.
  mutating func value(of property: JSONValue) -> JSONValue? {
    guard let name = property["sid"]?.string else { return nil }
    add(name)
    return values[name]
  }

  /// Returns the expression of a property: that of the slot that it refers to, or otherwise its
  /// own.
  func expression(of property: JSONValue) -> JSONValue? {
    if hasExpressions, let name = property["sid"]?.string, let text = values[name]?["x"] {
      return text
    }
    return property["x"]
  }

  /// Returns the name of the slot that a property refers to, if it has an explicit value.
  func overriddenSlot(of property: JSONValue) -> String? {
    guard let name = property["sid"]?.string, overridden.contains(name) else { return nil }
    return name
  }

  /// Returns whether the property refers to a slot whose value is from a theme.
  func isThemed(_ property: JSONValue) -> Bool {
    guard !themed.isEmpty, let name = property["sid"]?.string else { return false }
    return themed[name] != nil
  }

  /// Records the type of a property, which may refer to a slot.
  mutating func note(_ kind: LottieSlot.Kind, for property: JSONValue) {
    guard property.isObject, let name = property["sid"]?.string, kinds[name] == nil else { return }
    kinds[name] = kind
  }

  /// The slots, in file order.
  var slots: [LottieSlot] {
    names.map { LottieSlot($0, kinds[$0], json: values[$0]) }
  }

  /// Throws an error if a value was specified for a slot that the file doesn't have.
  func checkNames() throws(LottieError) {
    for name in overridden where !seen.contains(name) { throw .unknownSlot(name) }
  }

  /// The rules of the theme for slots that the file doesn't have.
  var unmatchedRules: [LottieTheme.Rule] {
    themed.values.filter { !seen.contains($0.slot) }.sorted { $0.path < $1.path }
  }
}
