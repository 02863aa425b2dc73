import AnimCore

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
    let most = shortest / 4
    guard let count = integer(colors, "p") else { return most }
    if count > most || count < 0 {
      report(colors, .invalid, "a gradient does not have as many colours as it says")
    }
    return min(max(count, 0), most)
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
