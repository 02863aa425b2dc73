import AnimCore

@testable import AnimSVG

/// A table of values: what is in a document, an attribute of its element `t`, and times with values.
///
///     attribute | content | time value, time value, …
///
/// `-` means that there is no animated value. Content that begins with an animation element stands
/// inside a rectangle with x="5"; `<x` and `<y` are an `animate` of that attribute, `<tr` an
/// `animateTransform`, and `<mo` an `animateMotion`, which takes 4 s if it does not say otherwise.
struct AnimationRow {
  let attribute: String
  let content: String
  let samples: [(time: String, value: String)]

  static func rows(_ table: String) -> [AnimationRow] {
    table.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        String($0).trimmingSpace
      }
      guard cells.count == 3 else { return nil }
      let samples = cells[2].split(separator: ", ").map { sample in
        let words = sample.split(separator: " ", maxSplits: 1)
        return (String(words[0]), String(words[1]).trimmingSpace)
      }
      return AnimationRow(attribute: cells[0], content: cells[1], samples: samples)
    }
  }

  /// The text of the document.
  var text: String {
    var content = content
    for (short, long) in [
      ("<x ", "<animate attributeName='x' "), ("<y ", "<animate attributeName='y' "),
      ("<tr ", "<animateTransform attributeName='transform' dur='4s' "),
      ("<mo ", "<animateMotion "),
    ] {
      content = content.split(separator: short, omittingEmptySubsequences: false)
        .joined(separator: long)
    }
    if ["<animate", "<set", "<discard"].contains(where: content.hasPrefix) {
      content = "<rect id='t' x='5' y='7' width='9' height='9'>\(content)</rect>"
    }
    return "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(content)</svg>"
  }
}

/// A document with what moves in it.
struct AnimatedDocument {
  let document: SVGDocument
  let cascade: Cascade
  let timeline: AnimationTimeline
  private var values: AnimatedValues
  private var scratch = AnimationTimeline.Scratch()

  init(_ text: String, events: (SVGDocument) -> [AnimationEvent] = { _ in [] }) throws {
    document = try SVGDocument(Array(text.utf8))
    cascade = Cascade(document)
    timeline = AnimationTimeline(
      document, cascade,
      LengthContext(view: Size(width: 100, height: 100), SVGResources())
    ).with(
      events(document), in: document)
    values = AnimatedValues(nodeCount: document.nodes.count)
  }

  /// All values at a time.
  mutating func all(at time: Fraction) -> AnimatedValues {
    var values = AnimatedValues(nodeCount: document.nodes.count)
    timeline.values(at: time, &values, &scratch)
    return values
  }

  /// The value of an attribute or property of the element `t`, as tables write it.
  mutating func value(_ attribute: String, at time: String) -> String {
    timeline.values(at: Fraction(decimal: time) ?? 0, &values, &scratch)
    guard let element = document.element(id: "t") else { return "no element" }
    let view = Size(width: 100, height: 100)
    let tree = tree(view)
    let style = tree.documentStyle(of: element)
    switch attribute {
    case "motion": return values.motion(of: element).map(Self.text) ?? "-"
    case "placement":
      return style.placement.flatMap { tree.offset($0, style, view) }.map(Self.text) ?? "-"
    case "discarded": return values.isDiscarded(element) ? "yes" : "no"
    case "transform":
      let names = ["transform", "translate", "rotate", "scale"]
      guard names.contains(where: { isAnimated($0, element) }) else { return "-" }
      let transform = tree.transform(of: element, style, view) { Rect(origin: .zero, size: view) }
      return transform.map(Self.text) ?? "-"
    default: break
    }
    guard let name = AttributeName(attribute) else { return "no attribute" }
    switch AnimationSubject(name) {
    case .property(let property):
      guard isAnimated(property.name, element) else { return "-" }
      return property.storage?.value(style).map { Self.text($0.withColor(style.color)) } ?? "-"
    default:
      return values[element, name].map { value in
        Self.text(value) { tree.reader.resolve($0, .x, style, view) }
      } ?? "-"
    }
  }

  /// Whether a property is animated.
  private func isAnimated(_ property: String, _ element: Int) -> Bool {
    var isAnimated = false
    values.forEachProperty(of: element) { if $0.property.name == property { isAnimated = true } }
    return isAnimated
  }

  /// The elements as they are painted.
  private func tree(_ view: Size) -> ResolvedTree {
    let work = DrawingWork()
    let reader = ElementReader(
      document, cascade, LengthContext(view: view, SVGResources()), work)
    reader.setValues(values)
    return ResolvedTree(document, reader, SVGResources(), isAnimated: true, imageDepth: 0, work)
  }

  /// - Parameter resolve: Returns a length in user units, by default in a box of 100 by 100.
  private static func text(
    _ value: StyleValue,
    _ resolve: (Length) -> Double = {
      $0.resolved(reference: 100, font: FontUnits(size: 16), rootFontSize: 16, view: .zero)
    }
  ) -> String {
    switch value {
    case .text(let text): text
    case .keyword(let keyword): keyword.rawValue
    case .number(let number), .integer(let number): text(number)
    case .numbers(let list): list.map(text).joined(separator: " ")
    case .length(let length) where length.unit == .percent: text(length.value) + "%"
    case .length(let length): text(resolve(length))
    case .lengths(let list), .dashes(let list):
      list.isEmpty ? "none" : list.map { text(resolve($0)) }.joined(separator: " ")
    case .box(let box):
      [box.minX, box.minY, box.width, box.height].map(text).joined(separator: " ")
    case .paint(.none): "none"
    case .paint(.color(let color)):
      [color.clamped.red, color.clamped.green, color.clamped.blue, color.clamped.alpha].map(text)
        .joined(separator: " ")
    case .matrix(let transform): text(transform)
    case .path(let data): data.path.elements.map(text).joined(separator: " ")
    case .position(let position): text(resolve(position.x)) + " " + text(resolve(position.y))
    default: "\(value)"
    }
  }

  private static func text(_ transform: Transform) -> String {
    [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map(text)
      .joined(separator: " ")
  }

  private static func text(_ element: Path.Element) -> String {
    func pair(_ point: Point) -> String { text(point.x) + " " + text(point.y) }
    return switch element {
    case .move(let point): "M " + pair(point)
    case .line(let point): "L " + pair(point)
    case .quadratic(let control, let end): "Q " + pair(control) + " " + pair(end)
    case .cubic(let first, let second, let end):
      "C " + pair(first) + " " + pair(second) + " " + pair(end)
    case .close: "Z"
    }
  }

  /// The number with up to three decimals, without trailing zeros.
  private static func text(_ number: Double) -> String {
    let thousandths = (number * 1000).rounded()
    guard thousandths.magnitude < 1e15 else { return "\(number)" }
    let value = Int(thousandths)
    let digits = String(1000 + value.magnitude % 1000).dropFirst()
    var text = "\(value < 0 ? "-" : "")\(value.magnitude / 1000).\(digits)"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
