/// The values in a file that expressions can read: properties with their keyframes, texts and markers.
/// Expressions read few of them, so each is parsed when it is first read.
final class ExpressionValues {
  /// The markers of the main composition, in chronological order.
  let markers: [ExpressionMarker]
  private let model: ExpressionModel
  private let fields: FieldReader
  private let properties = IndexedValues<StoredProperty>()
  private let texts = IndexedValues<ParsedText>()

  init(_ model: ExpressionModel) {
    self.model = model
    // Content that is drawn has been counted already. The total content of a file is limited by its
    // size.
    var limits = model.limits
    limits.keyframes = .max
    limits.points = .max
    fields = FieldReader(version: model.version, slots: model.slots, limits: limits)
    markers = ExpressionMarker.all(in: model.json(0))
  }

  /// Returns the property at a node, or a property without a value if the node isn't a property.
  @inline(__always)
  func property(at node: Int) -> StoredProperty {
    properties[UInt64(truncatingIfNeeded: node)] ?? readProperty(at: node)
  }

  @inline(never)
  private func readProperty(at node: Int) -> StoredProperty {
    let property = StoredProperty(
      model.json(node), expression: model.id(ofNode: node),
      hasByteColors: model.byteColors.contains(node), fields)
    properties.insert(UInt64(truncatingIfNeeded: node), property)
    return property
  }

  /// Returns the texts of the property at a node, which are empty if it isn't a text.
  func text(at node: Int) -> ParsedText {
    let key = UInt64(truncatingIfNeeded: node)
    if let text = texts[key] { return text }
    let text = ParsedText(model.json(node))
    texts.insert(key, text)
    return text
  }
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
