import AnimCore

/// Reads shapes, styles and modifiers.
struct ShapeReader {
  private let fields: FieldReader

  init(_ fields: FieldReader) { self.fields = fields }

  /// Reads a list of shapes, except for hidden ones.
  func items(_ list: JSONValue) throws(LottieError) -> [ShapeItem] {
    try fields.take(list.count, .items, at: list)
    var items: [ShapeItem] = []
    items.reserveCapacity(list.count)
    for json in list.elements where !fields.flag(json, "hd") {
      if let item = try shapeItem(json) { items.append(item) }
    }
    return items
  }

  private func shapeItem(_ json: JSONValue) throws(LottieError) -> ShapeItem? {
    guard let type = json["ty"]?.string else {
      fields.report(json, .invalid, "the type of the shape (ty) is missing")
      return nil
    }
    switch type {
    case "gr": return .group(try group(json))
    case "sh": return .path(.contour(try path(json)), isReversed: isReversed(json))
    case "rc": return .path(try rectangle(json), isReversed: isReversed(json))
    case "el": return .path(try ellipse(json), isReversed: isReversed(json))
    case "sr": return .path(.star(try star(json)), isReversed: isReversed(json))
    case "fl", "gf": return .fill(try fill(json, isGradient: type == "gf"))
    case "st", "gs": return .stroke(try stroke(json, isGradient: type == "gs"))
    case "tm": return .trim(try trim(json))
    case "rp": return .repeater(try repeater(json))
    case "rd": return .change(.roundCorners(try fields.property(json, "r", default: 0)))
    case "pb": return .change(.puckerBloat(try fields.property(json, "a", default: 0)))
    case "op": return .change(try offset(json))
    case "zz": return .change(try zigZag(json))
    case "tw": return .change(try twist(json))
    case "mm": return .merge(mergeMode(json))
    // A group's transform, which ``group(_:)`` reads, and an empty style.
    case "tr", "no": return nil
    default:
      fields.report(
        json, .notDrawn, "shapes of type \"\(type.shortened)\" are not drawn", .unsupportedShape)
      return nil
    }
  }

  private func group(_ json: JSONValue) throws(LottieError) -> ShapeGroup {
    var group = ShapeGroup(items: [])
    group.blendMode = fields.blendMode(json)
    guard let list = json["it"], list.isArray else {
      fields.report(json, .invalid, "the list of shapes is missing")
      return group
    }
    group.items = try items(list)
    var last: JSONValue?
    for item in list.elements where item["ty"]?.string == "tr" && !fields.flag(item, "hd") {
      last = item
    }
    group.transform = try fields.transform(last)
    return group
  }

  private func path(_ json: JSONValue) throws(LottieError) -> Animated<BezierShape> {
    guard json["ks"] != nil else {
      fields.report(json, .invalid, "the path (ks) is missing")
      return .constant(BezierShape())
    }
    let path = try fields.property(json, "ks", default: BezierShape())
    return fields.version.hasClosedFlagAtShape ? path.closed(fields.flag(json, "closed")) : path
  }

  private func isReversed(_ json: JSONValue) -> Bool { json["d"]?.number == 3 }

  private func rectangle(_ json: JSONValue) throws(LottieError) -> PathShape {
    .rectangle(
      position: try fields.position(json, "p"),
      size: try fields.property(json, "s", default: .zero),
      radius: try fields.property(json, "r", default: 0))
  }

  private func ellipse(_ json: JSONValue) throws(LottieError) -> PathShape {
    .ellipse(
      position: try fields.position(json, "p"), size: try fields.property(json, "s", default: .zero)
    )
  }

  private func star(_ json: JSONValue) throws(LottieError) -> StarShape {
    StarShape(
      isPolygon: json["sy"]?.number == 2, position: try fields.position(json, "p"),
      points: try fields.property(json, "pt", default: 5),
      rotation: try fields.property(json, "r", default: 0),
      outerRadius: try fields.property(json, "or", default: 0),
      outerRoundness: try fields.property(json, "os", default: 0),
      innerRadius: try fields.property(json, "ir", default: 0),
      innerRoundness: try fields.property(json, "is", default: 0))
  }
}

// MARK: - Styles

extension ShapeReader {
  private func fill(_ json: JSONValue, isGradient: Bool) throws(LottieError) -> FillItem {
    FillItem(
      paint: try paint(json, isGradient: isGradient),
      opacity: try fields.property(json, "o", default: 100),
      rule: json["r"]?.number == 2 ? .evenOdd : .nonzero, blendMode: fields.blendMode(json))
  }

  private func stroke(_ json: JSONValue, isGradient: Bool) throws(LottieError) -> StrokeItem {
    var stroke = StrokeItem(
      paint: try paint(json, isGradient: isGradient),
      opacity: try fields.property(json, "o", default: 100),
      width: try fields.property(json, "w", default: 1),
      cap: cap(json), join: join(json), miterLimit: try miterLimit(json), dashes: [],
      dashOffset: .constant(0), blendMode: fields.blendMode(json))
    guard let dashes = json["d"], dashes.isArray else { return stroke }
    try fields.take(dashes.count, .items, at: dashes)
    for dash in dashes.elements {
      let length = try fields.property(dash, "v", default: 0.0)
      if dash["n"]?.string == "o" {
        stroke.dashOffset = length
      } else {
        stroke.dashes.append(length)
      }
    }
    return stroke
  }

  private func cap(_ json: JSONValue) -> StrokeStyle.Cap {
    switch json["lc"]?.number {
    case 1: .butt
    case 3: .square
    default: .round
    }
  }

  private func join(_ json: JSONValue) -> StrokeStyle.Join {
    switch json["lj"]?.number {
    case 1: .miter
    case 3: .bevel
    default: .round
    }
  }

  /// Reads the miter limit. Newer files have a property (`ml2`), and all files have a number
  /// (`ml`).
  private func miterLimit(_ json: JSONValue) throws(LottieError) -> Animated<Double> {
    if json["ml2"] != nil { return try fields.property(json, "ml2", default: 4) }
    return .constant(fields.number(json, "ml", default: 4))
  }

  private func paint(_ json: JSONValue, isGradient: Bool) throws(LottieError) -> PaintProperties {
    if isGradient { return .gradient(try gradient(json)) }
    let color = try fields.property(json, "c", default: SIMD4<Double>(0, 0, 0, 1))
    return .color(fields.version.hasByteColors ? color.map { $0.fromBytes } : color)
  }

  private func gradient(_ json: JSONValue) throws(LottieError) -> GradientProperties {
    let stored = json["g"]
    var colors = stored
    if let slot = stored.flatMap(fields.slotValue) {
      if slot["k"] != nil {
        colors = slot
      } else {
        fields.report(slot, .invalid, "expected a gradient with its stops")
      }
    }
    var gradient = GradientProperties(
      kind: fields.integer(json, "t").flatMap { .init(rawValue: $0) } ?? .linear,
      start: try fields.property(json, "s", default: .zero),
      end: try fields.property(json, "e", default: .zero),
      highlightLength: try fields.property(json, "h", default: 0),
      highlightAngle: try fields.property(json, "a", default: 0), colorCount: 0,
      stops: .constant([]))
    guard let colors else {
      fields.report(json, .invalid, "the colours of the gradient are missing")
      return gradient
    }
    gradient.stops = try fields.property(colors, "k", default: [])
    gradient.colorCount = colorCount(colors, shortest: gradient.stops.shortest)
    return gradient
  }

  /// Returns the number of colour stops in the file, limited by the number of values.
  private func colorCount(_ colors: JSONValue, shortest: Int) -> Int {
    let maximumCount = shortest / 4
    guard let count = fields.integer(colors, "p") else { return maximumCount }
    if count > maximumCount || count < 0 {
      fields.report(colors, .invalid, "a gradient does not have the declared number of colours")
    }
    return min(max(count, 0), maximumCount)
  }
}

// MARK: - Modifiers

extension ShapeReader {
  private func trim(_ json: JSONValue) throws(LottieError) -> TrimModifier {
    TrimModifier(
      start: try fields.property(json, "s", default: 0),
      end: try fields.property(json, "e", default: 100),
      offset: try fields.property(json, "o", default: 0), isSequential: json["m"]?.number == 2)
  }

  private func repeater(_ json: JSONValue) throws(LottieError) -> RepeaterModifier {
    let transform = json["tr"]
    return RepeaterModifier(
      copies: try fields.property(json, "c", default: 1),
      offset: try fields.property(json, "o", default: 0),
      isAbove: json["m"]?.number != 2, transform: try fields.transform(transform),
      startOpacity: try fields.property(transform, "so", default: 100),
      endOpacity: try fields.property(transform, "eo", default: 100))
  }

  private func offset(_ json: JSONValue) throws(LottieError) -> PathChange {
    .offset(
      try fields.property(json, "a", default: 0), join(json),
      miterLimit: try fields.property(json, "ml", default: 4))
  }

  private func zigZag(_ json: JSONValue) throws(LottieError) -> PathChange {
    .zigZag(
      amplitude: try fields.property(json, "s", default: 0),
      frequency: try fields.property(json, "r", default: 0),
      isSmooth: try fields.property(json, "pt", default: false))
  }

  private func twist(_ json: JSONValue) throws(LottieError) -> PathChange {
    .twist(
      degrees: try fields.property(json, "a", default: 0),
      center: try fields.property(json, "c", default: .zero))
  }

  private func mergeMode(_ json: JSONValue) -> MergeMode {
    guard let code = fields.integer(json, "mm") else { return .normal }
    if let mode = MergeMode(rawValue: code) { return mode }
    fields.report(json, .invalid, "unknown merge mode \(code)")
    return .normal
  }
}

extension Animated<[Double]> {
  /// The minimum number of elements at any time.
  fileprivate var shortest: Int {
    switch self {
    case .constant(let numbers): numbers.count
    case .keyframes(let track): track.keys.reduce(.max) { Swift.min($0, $1.value.count) }
    case .expression(_, let stored): stored.shortest
    }
  }
}

extension SIMD4<Double> {
  /// An opaque colour from channels in 0 ... 255.
  fileprivate var fromBytes: Self { Self(x / 255, y / 255, z / 255, 1) }
}
