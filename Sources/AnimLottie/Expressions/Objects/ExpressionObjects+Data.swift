import AnimScript

// The data of layers of type 15, which is the contents of a JSON file.
//
// Exporters write `thisComp.layer("prices.json")("Data")("Outline")("fruit")("fruit 0")("name")`
// for the name in the first element of the list `fruit`.
extension ExpressionObjects {
  /// Returns the result of calling `layer("Data")`: all data for "Outline".
  func outline(of object: ExpressionObject, _ key: Value) throws(Exception) -> Value {
    let name = interpreter.vocabularyIndex(key)
    guard name >= 0, name < ExpressionName.all.count, ExpressionName.all[name] == .namedOutline
    else { return .null }
    guard let data = model.layers[object.layer].data else {
      throw interpreter.error("the data of the layer is missing")
    }
    return try value(data.value(at: 0), in: object)
  }

  /// Returns a member of an object by name, or an element of a list by number or by the name of the
  /// list and a number. As in lottie-web, the result is an empty text if it doesn't exist.
  func entry(of object: ExpressionObject, _ key: Value) throws(Exception) -> Value {
    guard let data = model.layers[object.layer].data else { return .undefined }
    let name = interpreter.text(key)
    let json = data.value(at: object.node)
    if let entry = try json.isArray ? element(of: json, name) : member(of: json, name) {
      return try value(entry, in: object)
    }
    return try interpreter.string("")
  }

  private func member(of json: JSONValue, _ name: String) throws(Exception) -> JSONValue? {
    var found: JSONValue?
    for (key, value) in json.members {
      try interpreter.count(steps: 1)
      // The last member with a key takes precedence, as in JavaScript.
      if key.withText({ $0.elementsEqual(name.utf8) }) == true { found = value }
    }
    return found
  }

  private func element(of json: JSONValue, _ name: String) throws(Exception) -> JSONValue? {
    let digits = name.utf8.reversed().prefix { 0x30...0x39 ~= $0 }.prefix(8)
    guard !digits.isEmpty else { return nil }
    let index = digits.reversed().reduce(0) { $0 * 10 + Int($1 - 0x30) }
    for (position, element) in json.elements.enumerated() {
      try interpreter.count(steps: 1)
      if position == index { return element }
    }
    return nil
  }

  private func value(_ json: JSONValue, in object: ExpressionObject) throws(Exception) -> Value {
    if let number = json.number { return .number(number) }
    if let bool = json.bool { return .boolean(bool) }
    if json.isNull { return .null }
    if let length = json.withText({ $0.count }) {
      try interpreter.count(steps: length / 16)
      return try interpreter.string(json.string ?? "")
    }
    var part = object
    part.kind = .outline
    part.node = json.index
    return part.value
  }
}
