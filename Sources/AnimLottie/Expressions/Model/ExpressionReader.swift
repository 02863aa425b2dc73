import AnimScript

/// Finds and compiles the expressions of a file.
struct ExpressionReader {
  private let limits: LottieLimits
  private let slots: SlotTable
  private var expressions: [Expression] = []
  private var scripts: [Script] = []
  /// What each text was compiled to; many properties of a file have the same expression.
  private var compiled: [String: Result<Int, ScriptError>] = [:]
  private var errors: [ExpressionID: ScriptError] = [:]
  private var bytes = 0
  private let hasByteColors: Bool
  /// The nodes of colours whose channels are 0 ... 255.
  private var byteColors: Set<Int> = []

  /// Whether any string in a file stands where an expression does. It may be something else.
  static func finds(_ tape: JSONTape) -> Bool {
    for index in 0..<max(tape.count - 1, 0) {
      let isKey = JSONValue(tape: tape, index: index).withText {
        $0.count == 1 && $0[0] == UInt8(ascii: "x")
      }
      if isKey == true, JSONValue(tape: tape, index: index + 1).isString { return true }
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
      reader.read(JSONValue(tape: tape, index: layer.node), index, structure.vocabulary)
    }
    if reader.expressions.isEmpty { return nil }
    return ExpressionModel(
      tape: tape, version: version, slots: slots, limits: limits, structure: structure,
      expressions: reader.expressions, scripts: reader.scripts, errors: reader.errors,
      byteColors: reader.byteColors)
  }

  private init(limits: LottieLimits, slots: SlotTable, hasByteColors: Bool) {
    self.limits = limits
    self.slots = slots
    self.hasByteColors = hasByteColors
  }

  private mutating func read(_ layer: JSONValue, _ index: Int, _ vocabulary: Vocabulary) {
    var position = 0
    let textNode = layer["t"]?["d"]?.index
    for node in layer.index..<layer.end {
      let json = JSONValue(tape: layer.tape, index: node)
      if hasByteColors, let color = json["c"], ["fl", "st"].contains(json["ty"]?.string) {
        byteColors.insert(color.index)
      }
      guard json.isObject, let text = slots.expression(of: json), text.isString else { continue }
      var script: Int?
      switch compile(text, vocabulary) {
      case .success(let index): script = index
      case .failure(let error): errors[expressions.count] = error
      }
      expressions.append(
        Expression(
          node: node, layer: index, position: position,
          kind: node == textNode
            ? .text : json["k"] == nil && json["sid"] == nil ? .selector : .property,
          script: script))
      position += 1
    }
  }

  private mutating func compile(
    _ text: JSONValue, _ vocabulary: Vocabulary
  ) -> Result<Int, ScriptError> {
    let source = text.string ?? ""
    if let known = compiled[source] { return known }
    bytes += source.utf8.count
    guard bytes <= limits.expressionBytes else {
      return .failure(
        ScriptError(
          kind: .limit(.sourceLength), name: "",
          message: "there are more than \(limits.expressionBytes) bytes of expressions"))
    }
    let result: Result<Int, ScriptError>
    do throws(ScriptError) {
      scripts.append(
        try Script(
          source, vocabulary: vocabulary, resultVariable: "$bm_rt", limits: limits.scripts))
      result = .success(scripts.count - 1)
    } catch {
      result = .failure(error)
    }
    compiled[source] = result
    return result
  }
}
