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
    var names = ExpressionNames()
    var compositions: [ExpressionComposition] = []
    var layers: [ExpressionLayer] = []
    for (list, holder) in lists {
      let first = layers.count
      for json in list.elements {
        layers.append(
          ExpressionLayer(
            node: json.index, composition: compositions.count, name: names.add(json["nm"]),
            number: json["ind"]?.number ?? .nan,
            type: json["ty"]?.number.flatMap(Int.init(exactly:)) ?? -1,
            transform: TransformNodes(json["ks"])))
        names.addNames(in: json)
      }
      compositions.append(
        ExpressionComposition(
          name: names.add(holder["nm"]), layers: first..<layers.count, node: holder.index))
    }
    vocabulary = names.vocabulary
    self.names = names
    self.compositions = compositions
    self.layers = layers
  }
}

extension ExpressionNames {
  /// Adds the names and the match names of everything in a layer.
  fileprivate mutating func addNames(in layer: JSONValue) {
    let (n, m) = (UInt8(ascii: "n"), UInt8(ascii: "m"))
    for node in layer.index..<layer.end {
      let json = JSONValue(tape: layer.tape, index: node)
      guard json.isObject else { continue }
      for (key, value) in json.members where value.isString {
        let isName =
          key.withText { $0.count == 2 && ($0[0] == n && $0[1] == m || $0[0] == m && $0[1] == n) }
        if isName == true { _ = add(value) }
      }
    }
  }
}
