import AnimGraphics
import AnimScript

/// The immutable data for evaluating expressions: their texts, and the JSON that they access.
final class ExpressionModel: Sendable {
  /// The entire file.
  let tape: JSONTape
  /// The version of the file, for reading its properties.
  let version: FileVersion
  let slots: SlotTable
  let limits: LottieLimits
  /// The vocabulary: all of ``ExpressionName``, followed by the names in the file.
  let vocabulary: Vocabulary
  /// Positions in the vocabulary.
  let names: ExpressionNames
  /// The compositions of the document in the same order, with the main composition last.
  let compositions: [ExpressionComposition]
  /// The layers of all compositions, one composition after another.
  let layers: [ExpressionLayer]
  /// See ``ExpressionIndex/expressions``.
  let expressions: [Expression]
  /// The index of the text of each expression.
  let sourceIndices: [Int]
  /// The texts of expressions, each once.
  let sources: [ExpressionSource]
  /// The nodes of colours whose channels are 0 ... 255 in the file. Expressions see 0 ... 1.
  let byteColors: Set<Int>
  /// The expressions by the index of the property's node.
  private let ids: [Int: ExpressionID]

  var main: Int { compositions.count - 1 }

  init(_ index: ExpressionIndex) {
    tape = index.tape
    version = index.version
    slots = index.slots
    limits = index.limits
    expressions = index.expressions
    ids = index.ids
    let structure = ExpressionStructure(index)
    vocabulary = structure.vocabulary
    names = structure.names
    compositions = structure.compositions
    layers = structure.layers
    byteColors =
      version.hasByteColors ? Self.byteColors(in: layers.map { index.tape.value(at: $0.node) }) : []
    var texts = SourceTable(limits)
    sourceIndices = index.expressions.map { expression in
      texts.index(of: index.slots.expression(of: index.tape.value(at: expression.node)))
    }
    sources = texts.sources
  }

  private static func byteColors(in layers: [JSONValue]) -> Set<Int> {
    var colors: Set<Int> = []
    for layer in layers {
      for json in layer.descendants {
        if let color = json["c"], ["fl", "st"].contains(json["ty"]?.string) {
          colors.insert(color.index)
        }
      }
    }
    return colors
  }

  /// Returns the expression of the property at a node.
  func id(ofNode node: Int) -> ExpressionID? { ids[node] }

  func json(_ node: Int) -> JSONValue { tape.value(at: node) }

  // MARK: - Compiling

  /// Compiles a source, identified by its index.
  func compile(_ source: Int) -> Result<Script, ScriptError> {
    let source = sources[source]
    guard !source.isTooLong else {
      return .failure(
        ScriptError(
          kind: .limit(.sourceLength), name: "",
          message: "there are more than \(limits.expressionBytes) bytes of expressions"))
    }
    do throws(ScriptError) {
      return .success(
        try Script(
          source.text, vocabulary: vocabulary, resultVariable: "$bm_rt",
          limits: limits.scripts))
    } catch {
      return .failure(error)
    }
  }
}

/// The text of one or more expressions.
struct ExpressionSource: Sendable {
  let text: String
  /// Whether the text in the file exceeds the limit.
  let isTooLong: Bool
}

/// The texts of expressions, without duplicates, which are common in files.
private struct SourceTable {
  private(set) var sources: [ExpressionSource] = []
  private var texts = TextTable()
  private var bytes = 0
  private let limits: LottieLimits

  init(_ limits: LottieLimits) { self.limits = limits }

  /// Returns the index of a text, which is added if it is new.
  mutating func index(of text: JSONValue?) -> Int {
    let known = text?.withText { texts.index(of: $0, hash: TextTable.hash($0)) }
    if let known, let known { return known }
    let string = text?.string ?? ""
    bytes += string.utf8.count
    texts.add(string)
    sources.append(ExpressionSource(text: string, isTooLong: bytes > limits.expressionBytes))
    return sources.count - 1
  }
}

/// The properties of a composition for expressions.
struct ExpressionComposition: Sendable {
  /// The position of its name in the vocabulary, or −1 if it has no name.
  var name: Int
  /// The layers' indices in ``ExpressionModel/layers``.
  var layers: Range<Int>
  /// The name, or `nil` if the composition is unnamed.
  var text: String?
}

/// The properties of a layer for expressions.
struct ExpressionLayer: Sendable {
  /// The index of its node.
  var node: Int
  /// The composition's index in ``ExpressionModel/compositions``.
  var composition: Int
  /// The position of its name in the vocabulary, or −1 if it has no name.
  var name: Int
  /// The layer's number (`ind`).
  var number: Double
  /// The layer's type (`ty`).
  var type: Int
  /// The identifier that the layer refers to, or `nil`.
  var reference: String?
  /// The nodes of the transform, or −1 for missing properties.
  var transform: TransformNodes
  /// The node of the time remap, or −1 if the layer isn't remapped.
  var timeRemap: Int
  /// The data that the layer refers to, or `nil` if it isn't available.
  var data: JSONTape?

  /// Whether the layer only contains data.
  var isData: Bool { type == 15 }
}

/// The nodes of a transform's properties, or −1 for missing properties.
struct TransformNodes: Sendable {
  var group = -1
  var anchor = -1
  var position = -1
  /// The components of a split position.
  var x = -1
  var y = -1
  var z = -1
  var scale = -1
  var rotation = -1
  var skew = -1
  var skewAxis = -1
  var opacity = -1

  init(_ json: JSONValue?) {
    guard let json, json.isObject else { return }
    func node(_ key: StaticString) -> Int { json[key]?.index ?? -1 }
    group = json.index
    anchor = node("a")
    position = node("p")
    if let position = json["p"], position["s"]?.bool == true || (position["s"]?.number ?? 0) != 0 {
      x = position["x"]?.index ?? -1
      y = position["y"]?.index ?? -1
      z = position["z"]?.index ?? -1
      self.position = -1
    }
    scale = node("s")
    rotation = json["r"]?.index ?? node("rz")
    skew = node("sk")
    skewAxis = node("sa")
    opacity = node("o")
  }
}
