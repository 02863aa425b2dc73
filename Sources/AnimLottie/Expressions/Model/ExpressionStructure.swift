import AnimScript

/// What expressions can find in a file: its compositions, its layers and the names in it.
struct ExpressionStructure {
  let vocabulary: Vocabulary
  let names: ExpressionNames
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
    vocabulary = Vocabulary(extending: .expressions, with: table.added)
    names = ExpressionNames(own: table.positions)
    self.compositions = compositions
    self.layers = layers
  }
}

/// The positions of names in the vocabulary of a file.
struct ExpressionNames: Sendable {
  /// Of those that all files have.
  static let common = Dictionary(
    ExpressionName.all.enumerated().map { ($0.element.rawValue, $0.offset) },
    uniquingKeysWith: { first, _ in first })
  /// Of those of things in the file.
  let own: [String: Int]

  subscript(name: String) -> Int? { Self.common[name] ?? own[name] }
}

extension Vocabulary {
  /// The names that all files have.
  fileprivate static let expressions = Vocabulary(ExpressionName.all.map(\.rawValue))
}

/// Collects the names of things in a file, each once, after those that all files have.
private struct NameCollector {
  private(set) var added: [String] = []
  private(set) var positions: [String: Int] = [:]

  /// More would only make files slow to load; names beyond are found as well, but slowly.
  private static let maximumCount = 20_000
  private static let maximumLength = 256

  mutating func add(_ name: JSONValue?) -> Int {
    guard let text = name?.string else { return -1 }
    if let known = ExpressionNames.common[text] ?? positions[text] { return known }
    let position = ExpressionName.all.count + added.count
    guard position < Self.maximumCount, text.utf8.count <= Self.maximumLength else { return -1 }
    positions[text] = position
    added.append(text)
    return position
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
