/// Finds the expressions of a file.
struct ExpressionReader {
  private let limits: LottieLimits
  private let slots: SlotTable
  private var expressions: [Expression] = []
  private var sources: [ExpressionSource] = []
  /// The texts of the sources; many properties of a file have the same expression.
  private var texts = TextTable()
  private var bytes = 0
  private let hasByteColors: Bool
  /// The nodes of colours whose channels are 0 ... 255.
  private var byteColors: Set<Int> = []

  /// Whether any string in a file stands where an expression does. It may be something else.
  static func finds(_ tape: JSONTape) -> Bool {
    for index in 0..<max(tape.count - 1, 0) {
      if tape.isString(index, "x"), JSONValue(tape: tape, index: index + 1).isString {
        return true
      }
    }
    return false
  }

  /// - Returns: nil for a file without expressions.
  static func read(
    _ tape: JSONTape, version: FileVersion, slots: SlotTable, limits: LottieLimits,
    lists: [(layers: JSONValue, holder: JSONValue)]
  ) -> ExpressionModel? {
    let structure = ExpressionStructure(lists)
    // The indices of layers and nodes are parts of objects of 64 bits.
    guard structure.layers.count <= Int(UInt16.max), tape.count < ExpressionObject.nodeLimit
    else { return nil }
    var reader = ExpressionReader(
      limits: limits, slots: slots, hasByteColors: version.hasByteColors)
    for (index, layer) in structure.layers.enumerated() {
      reader.read(JSONValue(tape: tape, index: layer.node), index)
    }
    if reader.expressions.isEmpty { return nil }
    return ExpressionModel(
      tape: tape, version: version, slots: slots, limits: limits, structure: structure,
      expressions: reader.expressions, sources: reader.sources, byteColors: reader.byteColors)
  }

  private init(limits: LottieLimits, slots: SlotTable, hasByteColors: Bool) {
    self.limits = limits
    self.slots = slots
    self.hasByteColors = hasByteColors
  }

  private mutating func read(_ layer: JSONValue, _ index: Int) {
    var position = 0
    let textNode = layer["t"]?["d"]?.index
    for node in layer.index..<layer.end {
      let json = JSONValue(tape: layer.tape, index: node)
      if hasByteColors, let color = json["c"], ["fl", "st"].contains(json["ty"]?.string) {
        byteColors.insert(color.index)
      }
      guard json.isObject, let text = slots.expression(of: json), text.isString else { continue }
      expressions.append(
        Expression(
          node: node, layer: index, position: position,
          kind: node == textNode
            ? .text : json["k"] == nil && json["sid"] == nil ? .selector : .property,
          source: source(text)))
      position += 1
    }
  }

  /// The index of a text.
  private mutating func source(_ text: JSONValue) -> Int {
    let known = text.withText { texts.index(of: $0, hash: TextTable.hash($0)) }
    if let known, let known { return known }
    let string = text.string ?? ""
    bytes += string.utf8.count
    texts.add(string)
    sources.append(ExpressionSource(text: string, isTooLong: bytes > limits.expressionBytes))
    return sources.count - 1
  }
}
