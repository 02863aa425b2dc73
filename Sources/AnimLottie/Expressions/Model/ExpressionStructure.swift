import AnimScript

/// The parts of a file that expressions can access: its compositions, layers and names.
struct ExpressionStructure {
  let vocabulary: Vocabulary
  let names: ExpressionNames
  let compositions: [ExpressionComposition]
  let layers: [ExpressionLayer]

  init(_ index: ExpressionIndex) {
    var names = ExpressionNames()
    var compositions: [ExpressionComposition] = []
    var layers: [ExpressionLayer] = []
    for composition in index.compositions {
      let list = index.tape.value(at: composition.layers)
      let holder = index.tape.value(at: composition.holder)
      let first = layers.count
      for json in list.elements {
        layers.append(
          ExpressionLayer(
            node: json.index, composition: compositions.count, name: names.add(json["nm"]),
            number: json["ind"]?.number ?? .nan,
            type: json["ty"]?.number.flatMap(Int.init(exactly:)) ?? -1,
            reference: json["refId"]?.string, transform: TransformNodes(json["ks"]),
            timeRemap: json["tm"]?.index ?? -1,
            data: index.data.isEmpty ? nil : json["refId"]?.string.flatMap { index.data[$0] }))
        names.addNames(in: json)
      }
      compositions.append(
        ExpressionComposition(
          name: names.add(holder["nm"]), layers: first..<layers.count,
          text: holder["nm"]?.string))
    }
    vocabulary = names.vocabulary
    self.names = names
    self.compositions = compositions
    self.layers = layers
  }
}

extension ExpressionNames {
  /// Adds the names and match names of all elements of a layer.
  fileprivate mutating func addNames(in layer: JSONValue) {
    for json in layer.descendants where json.mayHave("nm") || json.mayHave("mn") {
      for (key, value) in json.members where value.isString {
        if key.equals("nm") || key.equals("mn") { _ = add(value) }
      }
    }
  }
}
