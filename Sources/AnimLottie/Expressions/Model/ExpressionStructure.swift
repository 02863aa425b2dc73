import AnimScript

/// What expressions can find in a file: its compositions, its layers and the names in it.
struct ExpressionStructure {
  let vocabulary: Vocabulary
  let names: [String: Int]
  let compositions: [ExpressionComposition]
  let layers: [ExpressionLayer]

  /// - Parameter lists: the lists of layers of all compositions, that of the main one as the last;
  ///   each with what holds it.
  init(_ lists: [(layers: JSONValue, holder: JSONValue)]) {
    var table = NameCollector()
    var compositions: [ExpressionComposition] = []
    var layers: [ExpressionLayer] = []
    for (list, holder) in lists {
      let first = layers.count
      for json in list.elements {
        layers.append(
          ExpressionLayer(
            node: json.index, composition: compositions.count, name: table.add(json["nm"]),
            number: json["ind"]?.number ?? .nan,
            type: json["ty"]?.number.flatMap(Int.init(exactly:)) ?? -1,
            transform: TransformNodes(json["ks"])))
        table.addNames(in: json)
      }
      compositions.append(
        ExpressionComposition(
          name: table.add(holder["nm"]), layers: first..<layers.count, node: holder.index))
    }
    vocabulary = Vocabulary(table.all)
    names = table.positions
    self.compositions = compositions
    self.layers = layers
  }
}

/// Collects the names of things in a file, each once, after those that all files have.
private struct NameCollector {
  private(set) var all = ExpressionName.all.map { $0.rawValue }
  private(set) var positions: [String: Int]

  /// More would only make files slow to load; names beyond are found as well, but slowly.
  private static let maximumCount = 20_000
  private static let maximumLength = 256

  init() {
    positions = Dictionary(first: all.enumerated().map { ($0.element, $0.offset) })
  }

  mutating func add(_ name: JSONValue?) -> Int {
    guard let text = name?.string else { return -1 }
    if let known = positions[text] { return known }
    guard all.count < Self.maximumCount, text.utf8.count <= Self.maximumLength else { return -1 }
    positions[text] = all.count
    all.append(text)
    return all.count - 1
  }

  /// Adds the names and the match names of everything in a layer.
  mutating func addNames(in layer: JSONValue) {
    for node in layer.index..<layer.end {
      let json = JSONValue(tape: layer.tape, index: node)
      guard json.isObject else { continue }
      for (key, value) in json.members where value.isString {
        let isName =
          key.withText { $0.elementsEqual("nm".utf8) || $0.elementsEqual("mn".utf8) } ?? false
        if isName { _ = add(value) }
      }
    }
  }
}
