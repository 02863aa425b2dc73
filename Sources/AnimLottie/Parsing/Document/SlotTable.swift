/// The values that properties refer to by name (`sid`), so that they can be set in one place or
/// from outside the file.
struct SlotTable: Sendable {
  /// The names, in the order of the file.
  private(set) var names: [String] = []
  private var values: [String: JSONValue] = [:]
  /// The names that were given a value from outside the file.
  private var overridden: [String] = []
  /// The names that the file defines.
  private var known: Set<String> = []
  /// What properties have as the values of slots, by name.
  private var kinds: [String: LottieSlot.Kind] = [:]

  /// - Parameter overrides: values as JSON, by name, which replace those in the file.
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

  /// The value of the slot that a property refers to; nil if it refers to none, or to one without a
  /// value.
  mutating func value(of property: JSONValue) -> JSONValue? {
    guard let name = property["sid"]?.string else { return nil }
    add(name)
    return values[name]
  }

  /// The name of the slot that a property refers to, if its value comes from outside the file.
  func overriddenSlot(of property: JSONValue) -> String? {
    guard let name = property["sid"]?.string, overridden.contains(name) else { return nil }
    return name
  }

  /// Notes what a property has, which may be the value of a slot.
  mutating func note(_ kind: LottieSlot.Kind, for property: JSONValue) {
    guard property.isObject, let name = property["sid"]?.string, kinds[name] == nil else { return }
    kinds[name] = kind
  }

  /// The slots, in the order of the file.
  var slots: [LottieSlot] {
    names.map { LottieSlot($0, kinds[$0], json: values[$0]) }
  }

  /// Throws if a value was given for a slot that the file does not have.
  func checkNames() throws(LottieError) {
    for name in overridden where !known.contains(name) { throw .unknownSlot(name) }
  }
}
