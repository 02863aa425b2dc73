/// The values in a file that expressions can read, all parsed before drawing: properties with their
/// keyframes, texts and markers.
final class ExpressionValues {
  /// The markers of the main composition, in chronological order.
  let markers: [ExpressionMarker]
  private let properties: IndexedValues<StoredProperty>
  private let texts: [Int: ParsedText]
  private let transforms: [Int: TransformNodes]

  init(_ model: ExpressionModel) {
    var collector = ValueCollector(model)
    for layer in model.layers { collector.add(layer: model.json(layer.node)) }
    // Properties that expressions can't reach by navigation, such as animators of texts.
    for expression in model.expressions { collector.add(model.json(expression.node)) }
    properties = collector.properties
    texts = collector.texts
    transforms = collector.transforms
    markers = ExpressionMarker.all(in: model.json(0))
  }

  /// Returns the property at a node, or a property without a value if the node isn't a property.
  @inline(__always)
  func property(at node: Int) -> StoredProperty {
    properties[UInt64(truncatingIfNeeded: node)] ?? noProperty
  }

  private let noProperty = StoredProperty()

  /// Returns the nodes of the properties of the transform at a node.
  func transform(at node: Int) -> TransformNodes { transforms[node] ?? TransformNodes(nil) }

  /// Returns the texts of the property at a node, or `nil` if it isn't a text.
  func text(at node: Int) -> ParsedText? { texts[node] }
}

/// The texts of a property over time, as exposed to expressions.
struct ParsedText: Sendable {
  /// Whether the texts are keyframes.
  let isKeyframed: Bool
  private let first: Document
  private let keyframes: [(time: Double, document: Document)]

  /// A text with its style.
  struct Document: Sendable {
    /// The text, or `nil` if it is missing in the file.
    let text: String?
    /// The colours and numbers in the file, by their names in scripts.
    let colors: [(name: String, numbers: [Double])]
    let numbers: [(name: String, number: Double)]

    fileprivate init(_ keyframe: JSONValue) {
      let json = keyframe["s"].map { $0.isObject ? $0 : keyframe } ?? keyframe
      text = json["t"]?.string
      colors = [("fillColor", "fc"), ("strokeColor", "sc")].compactMap { name, key in
        json[key: key].map { (name, $0.elements.compactMap { $0.number }) }
      }
      numbers = [("fontSize", "s"), ("tracking", "tr"), ("strokeWidth", "sw")].compactMap {
        name, key in json[key: key]?.number.map { (name, $0) }
      }
    }
  }

  fileprivate init(_ json: JSONValue) {
    let list = json["k"] ?? json
    isKeyframed = json["k"]?.first?["s"]?["t"] != nil
    first = Document(list.first ?? list)
    keyframes = list.elements.map { ($0["t"]?.number ?? 0, Document($0)) }
  }

  /// Returns the document at a frame of the composition.
  func document(at time: Double) -> Document {
    var shown = first
    for keyframe in keyframes where keyframe.time <= time { shown = keyframe.document }
    return shown
  }
}

/// A marker, as exposed to expressions.
struct ExpressionMarker: Sendable {
  /// The time, in frames.
  let time: Double
  let duration: Double
  let comment: String?

  /// Returns the markers of a file in chronological order.
  fileprivate static func all(in file: JSONValue) -> [ExpressionMarker] {
    let markers = file["markers"]?.elements.compactMap { json in
      json["tm"]?.number.map {
        ExpressionMarker(
          time: $0, duration: json["dr"]?.number ?? 0, comment: json["cm"]?.string)
      }
    }
    return (markers ?? []).sorted { $0.time < $1.time }
  }
}

/// Collects the properties of layers that expressions can find; see ``ObjectFinder``.
private struct ValueCollector {
  let properties = IndexedValues<StoredProperty>()
  private(set) var texts: [Int: ParsedText] = [:]
  private(set) var transforms: [Int: TransformNodes] = [:]
  private let model: ExpressionModel
  private let fields: FieldReader

  init(_ model: ExpressionModel) {
    self.model = model
    // Content that is drawn has been counted already. The total content of a file is limited by its
    // size.
    var limits = model.limits
    limits.keyframes = .max
    limits.points = .max
    fields = FieldReader(version: model.version, slots: model.slots, limits: limits)
  }

  mutating func add(_ property: JSONValue?) {
    guard let property else { return }
    let node = UInt64(truncatingIfNeeded: property.index)
    guard properties[node] == nil else { return }
    properties.insert(
      node,
      StoredProperty(
        property, expression: model.id(ofNode: property.index),
        hasByteColors: model.byteColors.contains(property.index), fields))
    if property["k"]?.first?["s"]?["t"] != nil { add(text: property) }
  }

  private mutating func add(text: JSONValue) { texts[text.index] = ParsedText(text) }

  mutating func add(layer: JSONValue) {
    if let transform = layer["ks"] { add(transform: transform) }
    add(layer["tm"])
    if let shapes = layer["shapes"] { add(shapes: shapes) }
    if let masks = layer["masksProperties"] {
      for mask in masks.elements {
        for key in ObjectFinder.maskKeys { add(mask[key: key]) }
      }
    }
    if let effects = layer["ef"] {
      for effect in effects.elements { add(effect: effect) }
    }
    if let text = layer["t"]?["d"] {
      add(text)
      if texts[text.index] == nil { add(text: text) }
    }
  }

  private mutating func add(transform: JSONValue) {
    let nodes = TransformNodes(transform)
    transforms[transform.index] = nodes
    for node in nodes.properties { add(model.json(node)) }
    for key in ObjectFinder.spatialKeys { add(transform[key: key]) }
  }

  private mutating func add(shapes: JSONValue) {
    for item in shapes.elements {
      let type = item["ty"]?.string ?? ""
      switch type {
      case "gr": if let items = item["it"] { add(shapes: items) }
      case "tr": add(transform: item)
      default:
        for property in ObjectFinder.properties[type] ?? [] { add(item[key: property.key]) }
        if ObjectFinder.hasDashes(type), let dashes = item["d"] {
          for dash in dashes.elements { add(dash["v"]) }
        }
      }
    }
  }

  private mutating func add(effect: JSONValue) {
    guard let parameters = effect["ef"] else { return }
    for parameter in parameters.elements {
      if parameter["ty"]?.number == 5 { add(effect: parameter) } else { add(parameter["v"]) }
    }
  }
}
