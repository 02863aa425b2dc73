/// The values that properties may refer to by name (`sid`), so that they can be set in one place,
/// or from outside of the file.
struct SlotTable {
  /// The names, in the order of the file.
  private(set) var names: [String] = []
  private var values: [String: JSONValue] = [:]
  /// Names that have a value from outside.
  private var overridden: [String] = []
  /// The names that the file has.
  private var known: Set<String> = []

  /// - Parameter overrides: values as JSON, which take the place of those in the file.
  init(
    _ table: JSONValue?, overrides: [String: String], limits: LottieLimits
  ) throws(LottieError) {
    if let table {
      for (key, slot) in table.members {
        guard let name = key.string else { continue }
        add(name)
        if let value = slot["p"] { values[name] = value }
      }
    }
    for (name, text) in overrides.sorted(by: { $0.key < $1.key }) {
      values[name] = try Self.parse(text, name: name, limits: limits)
      overridden.append(name)
    }
  }

  private mutating func add(_ name: String) {
    if known.insert(name).inserted { names.append(name) }
  }

  private static func parse(
    _ text: String, name: String, limits: LottieLimits
  ) throws(LottieError) -> JSONValue {
    do {
      let path = "slots.\(name.shortened)"
      return try JSONParser.parse(Array(text.utf8), name: path, limits: limits).root
    } catch {
      throw .invalidSlot(name, reason: "\(error)")
    }
  }

  /// What takes the place of a property or its value; nil for one that refers to no slot.
  mutating func value(of property: JSONValue) -> JSONValue? {
    guard let name = property["sid"]?.string else { return nil }
    add(name)
    return values[name]
  }

  /// The name of the slot that a property refers to, if its value comes from outside.
  func overriddenSlot(of property: JSONValue) -> String? {
    guard let name = property["sid"]?.string, overridden.contains(name) else { return nil }
    return name
  }

  /// Every value from outside is for a slot that the file has.
  func checkNames() throws(LottieError) {
    for name in overridden where !known.contains(name) { throw .unknownSlot(name) }
  }
}
