import AnimCore

/// A difference between two versions of a file, described with the names of layers and shapes and
/// the keys of the format.
package struct LottieEdit: Hashable, Sendable {
  /// The composition of the layer, or `nil` for the main composition.
  package let composition: String?
  /// The name of the layer, or `nil` for differences outside of layers.
  package let layer: String?
  package let kind: Kind
  /// The changes with their locations in the layer or the file: `ks.o.k: 50 → 60`. Long lists are
  /// truncated.
  package let properties: [String]

  package enum Kind: Sendable {
    case added, removed, changed
  }

  /// Returns the differences between two files in any ``LottieAnimation/Format``, or an empty array
  /// if they are equivalent.
  ///
  /// - Parameter animation: The identifier of the animation in dotLottie files, or `nil` for the
  ///   first.
  package static func between(
    _ old: [UInt8], _ new: [UInt8], animation: String? = nil
  ) throws(LottieError) -> [LottieEdit] {
    let limits = LottieLimits()
    var tapes: [JSONTape] = []
    for bytes in [old, new] {
      var contents = try FileContents(bytes, limits: limits)
      let json = try contents.animation(animation)
      tapes.append(try JSONParser.parse(json, limits: limits))
    }
    var comparison = Comparison()
    tapes[0].withRoot { old in
      tapes[1].withRoot { new in comparison.compareFiles(old, new) }
    }
    return comparison.edits
  }

  fileprivate struct Comparison {
    var edits: [LottieEdit] = []
  }
}

extension LottieEdit: CustomStringConvertible {
  package var description: String {
    var text = ""
    if let layer { text = "layer \"\(layer)\"" }
    if let composition {
      text += (text.isEmpty ? "" : " in ") + "composition \"\(composition)\""
    }
    switch kind {
    case .added: text += " is new"
    case .removed: text += " is gone"
    case .changed:
      text += (text.isEmpty ? "" : ": ") + properties.joined(separator: "; ")
    }
    return text
  }
}

extension LottieEdit.Comparison {
  fileprivate mutating func compareFiles(_ old: JSONValue, _ new: JSONValue) {
    var finder = DifferenceFinder()
    finder.compare(old, new, "", without: ["layers", "assets"])
    add(nil, nil, finder.properties)
    compareLayers(old["layers"], new["layers"], in: nil)
    let olds = Self.keyed(old["assets"]) { $0["id"]?.string }
    let news = Self.keyed(new["assets"]) { $0["id"]?.string }
    for (id, asset) in news.sorted(by: { $0.value.index < $1.value.index }) {
      let name = (asset["nm"]?.string ?? id).shortened
      guard let before = olds[id] else {
        edits.append(LottieEdit(composition: name, layer: nil, kind: .added, properties: []))
        continue
      }
      var finder = DifferenceFinder()
      finder.compare(before, asset, "", without: ["layers"])
      add(name, nil, finder.properties)
      compareLayers(before["layers"], asset["layers"], in: name)
    }
    for (id, asset) in olds.sorted(by: { $0.value.index < $1.value.index }) where news[id] == nil {
      let name = (asset["nm"]?.string ?? id).shortened
      edits.append(LottieEdit(composition: name, layer: nil, kind: .removed, properties: []))
    }
  }

  /// Compares the layers of a composition. Layers are matched by name, and unnamed layers by
  /// number.
  private mutating func compareLayers(_ old: JSONValue?, _ new: JSONValue?, in name: String?) {
    var olds = Self.keyed(old, Self.nameKeys())
    var news = Self.keyed(new, Self.nameKeys())
    var pairs: [(old: JSONValue, new: JSONValue)] = []
    for (key, layer) in news {
      guard let before = olds.removeValue(forKey: key) else { continue }
      pairs.append((before, layer))
      news[key] = nil
    }
    var rest = Dictionary(
      first: olds.values.compactMap { layer in layer.layerNumber.map { ($0, layer) } })
    for (key, layer) in news {
      guard let number = layer.layerNumber, let before = rest.removeValue(forKey: number) else {
        continue
      }
      pairs.append((before, layer))
      news[key] = nil
      olds = olds.filter { $0.value.index != before.index }
    }
    pairs.sort { $0.new.index < $1.new.index }
    for (before, layer) in pairs {
      var finder = DifferenceFinder()
      finder.compare(before, layer, "")
      add(name, before.layerName, finder.properties)
    }
    for layer in news.values.sorted(by: { $0.index < $1.index }) {
      edits.append(
        LottieEdit(composition: name, layer: layer.layerName, kind: .added, properties: []))
    }
    for layer in olds.values.sorted(by: { $0.index < $1.index }) {
      edits.append(
        LottieEdit(composition: name, layer: layer.layerName, kind: .removed, properties: []))
    }
    if zip(pairs, pairs.dropFirst()).contains(where: { $0.old.index > $1.old.index }) {
      add(name, nil, ["the order of the layers changed"])
    }
  }

  private mutating func add(_ composition: String?, _ layer: String?, _ properties: [String]) {
    guard !properties.isEmpty else { return }
    edits.append(
      LottieEdit(composition: composition, layer: layer, kind: .changed, properties: properties))
  }

  /// Returns the elements of an array by a key, without elements that have no key or a repeated
  /// one.
  private static func keyed(
    _ array: JSONValue?, _ key: (JSONValue) -> String?
  ) -> [String: JSONValue] {
    guard let array else { return [:] }
    var keyed: [String: JSONValue] = [:]
    for element in array.elements {
      if let key = key(element), keyed[key] == nil { keyed[key] = element }
    }
    return keyed
  }

  /// Returns keys for layers: their names, with a number for each repetition of a name.
  private static func nameKeys() -> (JSONValue) -> String? {
    var counts: [String: Int] = [:]
    return { layer in
      let name = layer["nm"]?.string ?? ""
      counts[name, default: 0] += 1
      return "\(counts[name] ?? 0) \(name)"
    }
  }
}

/// Finds the differences between two values.
private struct DifferenceFinder {
  private(set) var properties: [String] = []
  /// Whether there are more differences than the list contains.
  private var isFull = false

  private static let limit = 6

  /// - Parameters:
  ///   - path: The path of both values.
  ///   - omitted: The members to ignore.
  mutating func compare(
    _ old: JSONValue, _ new: JSONValue, _ path: String, without omitted: Set<String> = []
  ) {
    if isFull { return }
    if old.isObject, new.isObject {
      compareMembers(old, new, path, omitted)
    } else if old.isArray, new.isArray, old.count == new.count, !old.isShort || !new.isShort {
      for (index, pair) in zip(old.elements, new.elements).enumerated() {
        let name = pair.1["nm"]?.string ?? pair.0["nm"]?.string
        compare(pair.0, pair.1, path + (name.map { "[\"\($0.shortened)\"]" } ?? "[\(index)]"))
      }
    } else if !old.isEqual(to: new) {
      add(old, new, path)
    }
  }

  private mutating func compareMembers(
    _ old: JSONValue, _ new: JSONValue, _ path: String, _ omitted: Set<String>
  ) {
    var rest = old.dictionary
    for (key, value) in new.members {
      guard let key = key.string, !omitted.contains(key) else { continue }
      let inner = (path.isEmpty ? "" : path + ".") + key.shortened
      guard let before = rest.removeValue(forKey: key) else {
        add("\(inner) is new")
        continue
      }
      compare(before, value, inner)
    }
    for key in rest.keys.sorted() where !omitted.contains(key) {
      add("\((path.isEmpty ? "" : path + ".") + key.shortened) is gone")
    }
  }

  private mutating func add(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    guard let old = old.shortText, let new = new.shortText else { return add(path) }
    add("\(path): \(old) → \(new)")
  }

  private mutating func add(_ property: String) {
    if isFull { return }
    isFull = properties.count == Self.limit
    properties.append(isFull ? "…" : property)
  }
}

extension JSONValue {
  fileprivate var layerName: String {
    (self["nm"]?.string ?? layerNumber.map { "\(Int($0))" } ?? "").shortened
  }

  /// The number by which other layers refer to a layer.
  fileprivate var layerNumber: Double? {
    self["ind"]?.number.flatMap { $0.magnitude < 1e9 ? $0.rounded() : nil }
  }

  /// Whether the value is an array of a few plain values, such as a position or a colour.
  fileprivate var isShort: Bool {
    isArray && count <= 4 && !elements.contains { $0.isArray || $0.isObject }
  }

  /// The members of an object. The last member with a key takes precedence.
  fileprivate var dictionary: [String: JSONValue] {
    Dictionary(last: members.compactMap { member in member.key.string.map { ($0, member.value) } })
  }

  fileprivate func isEqual(to other: JSONValue) -> Bool {
    if isObject, other.isObject {
      let (a, b) = (dictionary, other.dictionary)
      return a.count == b.count && a.allSatisfy { b[$0.key]?.isEqual(to: $0.value) == true }
    }
    if isArray, other.isArray {
      return count == other.count && zip(elements, other.elements).allSatisfy { $0.isEqual(to: $1) }
    }
    return number == other.number && string == other.string && bool == other.bool
      && isNull == other.isNull && isArray == other.isArray && isObject == other.isObject
  }

  /// The text of a simple value or of a few of them, or `nil` for others.
  fileprivate var shortText: String? {
    if let number {
      return Int(exactly: number).map { String($0) } ?? "\(number)"
    }
    if let string { return "\"\(string.shortened)\"" }
    if let bool { return "\(bool)" }
    guard isShort else { return nil }
    return "[" + elements.compactMap { $0.shortText }.joined(separator: ", ") + "]"
  }
}
