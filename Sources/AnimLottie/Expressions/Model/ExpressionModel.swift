import AnimScript
import Synchronization

/// The expressions of a file, and the JSON that they navigate. Painters on several threads share it:
/// nothing in it changes but that expressions are compiled when they are first evaluated.
final class ExpressionModel: Sendable {
  /// The whole file.
  let tape: JSONTape
  /// What a reader of the file's properties needs.
  let version: FileVersion
  let slots: SlotTable
  let limits: LottieLimits
  /// First all of ``ExpressionName``, then the names of things in the file.
  let vocabulary: Vocabulary
  /// Positions in the vocabulary.
  let names: ExpressionNames
  /// Those of the document, in the same order, and the main one as the last.
  let compositions: [ExpressionComposition]
  /// Those of all compositions, one after another.
  let layers: [ExpressionLayer]
  let expressions: [Expression]
  /// By the index of the property's node.
  private let ids: [Int: ExpressionID]
  /// The texts of expressions, each once.
  let sources: [ExpressionSource]
  /// By the index of the source: what it was compiled to, if that was asked for.
  private let scripts: Mutex<[Result<Script, ScriptError>?]>
  /// The nodes of colours whose channels are 0 ... 255 in the file. Expressions see 0 ... 1.
  let byteColors: Set<Int>

  var main: Int { compositions.count - 1 }

  init(
    tape: JSONTape, version: FileVersion, slots: SlotTable, limits: LottieLimits,
    structure: ExpressionStructure, expressions: [Expression], sources: [ExpressionSource],
    byteColors: Set<Int>
  ) {
    self.byteColors = byteColors
    self.tape = tape
    self.version = version
    self.slots = slots
    self.limits = limits
    vocabulary = structure.vocabulary
    names = structure.names
    compositions = structure.compositions
    layers = structure.layers
    self.expressions = expressions
    self.sources = sources
    scripts = Mutex(Array(repeating: nil, count: sources.count))
    ids = Dictionary(
      expressions.enumerated().map { ($0.element.node, $0.offset) }, uniquingKeysWith: { $1 })
  }

  /// The expression of a property.
  func id(of property: JSONValue) -> ExpressionID? {
    property.tape === tape ? id(ofNode: property.index) : nil
  }

  /// The expression of the property at a node.
  func id(ofNode node: Int) -> ExpressionID? { ids[node] }

  func json(_ node: Int) -> JSONValue { JSONValue(tape: tape, index: node) }

  // MARK: - Compiling

  /// What a source is compiled to.
  func script(_ source: Int) -> Result<Script, ScriptError> {
    scripts.withLock { scripts in
      if let known = scripts[source] { return known }
      let result = compile(sources[source])
      scripts[source] = result
      return result
    }
  }

  private func compile(_ source: ExpressionSource) -> Result<Script, ScriptError> {
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

  /// Appends the expressions that cannot be run, for which all are compiled.
  func appendDiagnostics(to list: inout DiagnosticList) {
    for expression in expressions {
      guard case .failure(let error) = script(expression.source) else { continue }
      list.append(
        .approximated, "the expression cannot be run: \(error); its stored value is drawn",
        at: json(expression.node).path)
    }
  }
}

/// The text of one or more expressions.
struct ExpressionSource: Sendable {
  let text: String
  /// Whether there is more text in the file than is read.
  let isTooLong: Bool
}

/// An expression of a file.
struct Expression: Sendable {
  /// The index of the node of the property: the object with the key `x`.
  var node: Int
  /// The index in ``ExpressionModel/layers`` of the layer that has the property.
  var layer: Int
  /// Which of the layer's expressions it is, for random numbers.
  var position: Int
  var kind: Kind
  /// The index in ``ExpressionModel/sources``.
  var source: Int

  /// What it computes.
  enum Kind {
    /// The value of a property.
    case property
    /// The source text of a layer.
    case text
    /// How far a text animator's selector selects a unit.
    case selector
  }
}

/// A composition, as expressions see it.
struct ExpressionComposition: Sendable {
  /// The position of its name in the vocabulary; −1 if it has none.
  var name: Int
  /// The indices in ``ExpressionModel/layers``.
  var layers: Range<Int>
  /// The index of the node that holds the composition: the asset, or the whole file.
  var node: Int
}

/// A layer, as expressions see it.
struct ExpressionLayer: Sendable {
  /// The index of its node.
  var node: Int
  /// The index in ``ExpressionModel/compositions``.
  var composition: Int
  /// The position of its name in the vocabulary; −1 if it has none.
  var name: Int
  /// Its number (`ind`).
  var number: Double
  /// Its type (`ty`).
  var type: Int
  /// Nodes of its transform; −1 for what it does not have.
  var transform: TransformNodes
}

/// The nodes of the properties of a transform; −1 for what it does not have.
struct TransformNodes: Sendable {
  var group = -1
  var anchor = -1
  var position = -1
  /// The components of a position that is split.
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
