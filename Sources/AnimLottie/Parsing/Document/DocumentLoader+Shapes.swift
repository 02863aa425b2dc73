import AnimCore

extension DocumentLoader {
  /// Loads a list of shapes, except for hidden ones.
  func shapeItems(_ list: JSONValue) throws(LottieError) -> [ShapeItem] {
    try budget.takeItems(list.count, at: list)
    var items: [ShapeItem] = []
    items.reserveCapacity(list.count)
    for json in list.elements where !flag(json, "hd") {
      if let item = try shapeItem(json) { items.append(item) }
    }
    return items
  }

  private func shapeItem(_ json: JSONValue) throws(LottieError) -> ShapeItem? {
    guard let type = json["ty"]?.string else {
      report(json, .invalid, "the type of the shape (ty) is missing")
      return nil
    }
    switch type {
    case "gr": return .group(try group(json))
    case "sh": return .path(try path(json), isReversed: isReversed(json))
    case "rc": return .rectangle(try rectangle(json))
    case "el": return .ellipse(try ellipse(json))
    case "sr": return .star(try star(json))
    case "fl", "gf": return .fill(try fill(json, isGradient: type == "gf"))
    case "st", "gs": return .stroke(try stroke(json, isGradient: type == "gs"))
    case "tm": return .trim(try trim(json))
    case "rp": return .repeater(try repeater(json))
    case "rd": return .roundCorners(try property(json, "r", default: 0))
    case "pb": return .puckerBloat(try property(json, "a", default: 0))
    case "op": return .offset(try offset(json))
    case "zz": return .zigZag(try zigZag(json))
    case "tw": return .twist(try twist(json))
    case "mm": return .merge(mergeMode(json))
    // A group's transform, which ``group(_:)`` loads, and a style that draws nothing.
    case "tr", "no": return nil
    default:
      report(json, .notDrawn, "shapes of type \"\(type.shortened)\" are not drawn")
      return nil
    }
  }

  private func group(_ json: JSONValue) throws(LottieError) -> ShapeGroup {
    var group = ShapeGroup(items: [])
    group.blendMode = blendMode(json)
    guard let list = json["it"], list.isArray else {
      report(json, .invalid, "the list of shapes is missing")
      return group
    }
    group.items = try shapeItems(list)
    var last: JSONValue?
    for item in list.elements where item["ty"]?.string == "tr" && !flag(item, "hd") { last = item }
    group.transform = try transform(last)
    return group
  }

  private func path(_ json: JSONValue) throws(LottieError) -> Animated<BezierShape> {
    guard json["ks"] != nil else {
      report(json, .invalid, "the path (ks) is missing")
      return .constant(BezierShape())
    }
    let path = try property(json, "ks", default: BezierShape())
    return version.hasClosedFlagAtShape ? path.closed(flag(json, "closed")) : path
  }

  private func isReversed(_ json: JSONValue) -> Bool { json["d"]?.number == 3 }

  private func rectangle(_ json: JSONValue) throws(LottieError) -> RectangleShape {
    RectangleShape(
      position: try position(json, "p"), size: try property(json, "s", default: .zero),
      radius: try property(json, "r", default: 0), isReversed: isReversed(json))
  }

  private func ellipse(_ json: JSONValue) throws(LottieError) -> EllipseShape {
    EllipseShape(
      position: try position(json, "p"), size: try property(json, "s", default: .zero),
      isReversed: isReversed(json))
  }

  private func star(_ json: JSONValue) throws(LottieError) -> StarShape {
    StarShape(
      isPolygon: json["sy"]?.number == 2, position: try position(json, "p"),
      points: try property(json, "pt", default: 5), rotation: try property(json, "r", default: 0),
      outerRadius: try property(json, "or", default: 0),
      outerRoundness: try property(json, "os", default: 0),
      innerRadius: try property(json, "ir", default: 0),
      innerRoundness: try property(json, "is", default: 0), isReversed: isReversed(json))
  }
}

extension DocumentLoader {
  func fill(_ json: JSONValue, isGradient: Bool) throws(LottieError) -> FillItem {
    FillItem(
      paint: try paint(json, isGradient: isGradient),
      opacity: try property(json, "o", default: 100),
      rule: json["r"]?.number == 2 ? .evenOdd : .nonzero, blendMode: blendMode(json))
  }

  func stroke(_ json: JSONValue, isGradient: Bool) throws(LottieError) -> StrokeItem {
    var stroke = StrokeItem(
      paint: try paint(json, isGradient: isGradient),
      opacity: try property(json, "o", default: 100), width: try property(json, "w", default: 1),
      cap: cap(json), join: join(json), miterLimit: try miterLimit(json), dashes: [],
      dashOffset: .constant(0), blendMode: blendMode(json))
    guard let dashes = json["d"], dashes.isArray else { return stroke }
    try budget.takeItems(dashes.count, at: dashes)
    for dash in dashes.elements {
      let length = try property(dash, "v", default: 0.0)
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

  func join(_ json: JSONValue) -> StrokeStyle.Join {
    switch json["lj"]?.number {
    case 1: .miter
    case 3: .bevel
    default: .round
    }
  }

  /// Newer files have a property (`ml2`); all files have a number (`ml`).
  private func miterLimit(_ json: JSONValue) throws(LottieError) -> Animated<Double> {
    if json["ml2"] != nil { return try property(json, "ml2", default: 4) }
    return .constant(number(json, "ml", default: 4))
  }

  private func paint(_ json: JSONValue, isGradient: Bool) throws(LottieError) -> PaintProperties {
    if isGradient { return .gradient(try gradient(json)) }
    let color = try property(json, "c", default: SIMD4<Double>(0, 0, 0, 1))
    return .color(version.hasByteColors ? color.map(\.fromBytes) : color)
  }

  private func gradient(_ json: JSONValue) throws(LottieError) -> GradientProperties {
    let colors = json["g"]
    var gradient = GradientProperties(
      isRadial: json["t"]?.number == 2, start: try property(json, "s", default: .zero),
      end: try property(json, "e", default: .zero),
      highlightLength: try property(json, "h", default: 0),
      highlightAngle: try property(json, "a", default: 0), colorCount: 0, stops: .constant([]))
    guard let colors else {
      report(json, .invalid, "the colours of the gradient are missing")
      return gradient
    }
    gradient.stops = try property(colors, "k", default: [])
    gradient.colorCount = colorCount(colors, shortest: gradient.stops.shortest)
    return gradient
  }

  /// The number of colour stops that the file says, limited by how many numbers there are.
  private func colorCount(_ colors: JSONValue, shortest: Int) -> Int {
    let maximumCount = shortest / 4
    guard let count = integer(colors, "p") else { return maximumCount }
    if count > maximumCount || count < 0 {
      report(colors, .invalid, "a gradient does not have as many colours as it says")
    }
    return min(max(count, 0), maximumCount)
  }
}

extension Animated<[Double]> {
  /// The smallest number of elements at any time.
  fileprivate var shortest: Int {
    switch self {
    case .constant(let numbers): numbers.count
    case .keyframes(let keyframes):
      keyframes.reduce(.max) { Swift.min($0, $1.start.count, $1.end.count) }
    }
  }
}

extension Animated {
  func map(_ change: (Value) -> Value) -> Self {
    switch self {
    case .constant(let value): return .constant(change(value))
    case .keyframes(var keyframes):
      for index in keyframes.indices {
        keyframes[index].start = change(keyframes[index].start)
        keyframes[index].end = change(keyframes[index].end)
      }
      return .keyframes(keyframes)
    }
  }
}

extension SIMD4<Double> {
  /// An opaque colour, from channels of 0 ... 255.
  fileprivate var fromBytes: Self { Self(x / 255, y / 255, z / 255, 1) }
}

extension DocumentLoader {
  func trim(_ json: JSONValue) throws(LottieError) -> TrimModifier {
    TrimModifier(
      start: try property(json, "s", default: 0), end: try property(json, "e", default: 100),
      offset: try property(json, "o", default: 0), isSequential: json["m"]?.number == 2)
  }

  func repeater(_ json: JSONValue) throws(LottieError) -> RepeaterModifier {
    let transform = json["tr"]
    return RepeaterModifier(
      copies: try property(json, "c", default: 1), offset: try property(json, "o", default: 0),
      isAbove: json["m"]?.number != 2, transform: try self.transform(transform),
      startOpacity: try transform.map { json throws(LottieError) in
        try property(json, "so", default: 100)
      } ?? .constant(100),
      endOpacity: try transform.map { json throws(LottieError) in
        try property(json, "eo", default: 100)
      } ?? .constant(100))
  }

  func offset(_ json: JSONValue) throws(LottieError) -> OffsetModifier {
    OffsetModifier(
      amount: try property(json, "a", default: 0), join: join(json),
      miterLimit: try property(json, "ml", default: 4))
  }

  func zigZag(_ json: JSONValue) throws(LottieError) -> ZigZagModifier {
    ZigZagModifier(
      amplitude: try property(json, "s", default: 0),
      frequency: try property(json, "r", default: 0),
      isSmooth: try property(json, "pt", default: false))
  }

  func twist(_ json: JSONValue) throws(LottieError) -> TwistModifier {
    TwistModifier(
      angle: try property(json, "a", default: 0), center: try property(json, "c", default: .zero))
  }

  func mergeMode(_ json: JSONValue) -> MergeMode {
    guard let code = integer(json, "mm") else { return .normal }
    if let mode = MergeMode(rawValue: code) { return mode }
    report(json, .invalid, "there is no merge mode \(code)")
    return .normal
  }
}
