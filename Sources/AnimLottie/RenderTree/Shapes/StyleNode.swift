import AnimCore

/// A fill or a stroke, prepared for evaluation.
final class StyleNode {
  let blendMode: BlendMode
  private let paint: PaintNode
  private let opacityProperty: PreparedProperty<Double>
  let kind: Kind

  enum Kind {
    case fill(FillRule)
    case stroke(StrokeNode)
  }

  init(_ item: FillItem, _ expressions: ExpressionEvaluator? = nil) {
    blendMode = item.blendMode
    paint = PaintNode(item.paint, expressions)
    opacityProperty = PreparedProperty(item.opacity, default: 100, expressions)
    kind = .fill(item.rule)
  }

  init(_ item: StrokeItem, _ expressions: ExpressionEvaluator? = nil) {
    blendMode = item.blendMode
    paint = PaintNode(item.paint, expressions)
    opacityProperty = PreparedProperty(item.opacity, default: 100, expressions)
    kind = .stroke(StrokeNode(item, expressions))
  }

  /// Whether the style is a stroke with dashes.
  var isDashed: Bool { if case .stroke(let stroke) = kind { stroke.isDashed } else { false } }

  /// Returns the opacity, 0 ... 1.
  func opacity(at time: Double) -> Double { opacityProperty.fraction(at: time) }

  /// - Parameter opacity: The factor for the paint's own alpha, 0 ... 1.
  func paint(at time: Double, opacity: Double) -> Paint { paint.paint(at: time, opacity: opacity) }
}

/// The paint of a fill or a stroke, prepared for evaluation.
enum PaintNode {
  case color(PreparedProperty<SIMD4<Double>>)
  case gradient(GradientNode)

  init(_ properties: PaintProperties, _ expressions: ExpressionEvaluator? = nil) {
    self =
      switch properties {
      case .color(let color): .color(PreparedProperty(color, expressions))
      case .gradient(let gradient): .gradient(GradientNode(gradient, expressions))
      }
  }

  func paint(at time: Double, opacity: Double) -> Paint {
    switch self {
    case .color(let property):
      var color = property.value(at: time)
      color.w = opacity
      return .color(Color(color))
    case .gradient(let gradient):
      return .gradient(gradient.gradient(at: time, alpha: UInt8(opacity * 255 + 0.5)))
    }
  }
}

/// The line of a stroke, prepared for evaluation.
final class StrokeNode {
  private let width: PreparedProperty<Double>
  private let miterLimit: PreparedProperty<Double>
  private let dashes: [PreparedProperty<Double>]
  private let dashOffset: PreparedProperty<Double>
  /// The last evaluated style, which is kept to reuse the memory of its dashes.
  @exclusivity(unchecked) private var style: StrokeStyle

  init(_ item: StrokeItem, _ expressions: ExpressionEvaluator? = nil) {
    width = PreparedProperty(item.width, expressions)
    miterLimit = PreparedProperty(item.miterLimit, expressions)
    dashes = item.dashes.map { PreparedProperty($0, expressions) }
    dashOffset = PreparedProperty(item.dashOffset, expressions)
    style = StrokeStyle(cap: item.cap, join: item.join)
    style.dashes = Array(repeating: 0, count: dashes.count)
  }

  var isDashed: Bool { !dashes.isEmpty }

  func style(at time: Double) -> StrokeStyle {
    style.width = width.value(at: time)
    style.miterLimit = miterLimit.value(at: time)
    if !dashes.isEmpty {
      for index in dashes.indices { style.dashes[index] = dashes[index].value(at: time) }
      style.dashPhase = dashOffset.value(at: time)
    }
    return style
  }
}

/// A gradient, prepared for evaluation.
final class GradientNode {
  private let kind: GradientProperties.Kind
  private let start: PreparedProperty<SIMD2<Double>>
  private let end: PreparedProperty<SIMD2<Double>>
  private let highlightLength: PreparedProperty<Double>
  private let highlightAngle: PreparedProperty<Double>
  private let colorCount: Int
  private let constantStops: [Double]
  private let stopTrack: LottieKeyframeTrack<[Double]>?
  private let stopExpression: (id: ExpressionID, evaluator: ExpressionEvaluator)?
  /// The last stops, with the numbers and the opacity (0 ... 255) they were created from.
  private var cached: (numbers: [Double], alpha: UInt8, stops: GradientStops)?

  init(_ properties: GradientProperties, _ expressions: ExpressionEvaluator? = nil) {
    kind = properties.kind
    start = PreparedProperty(properties.start, expressions)
    end = PreparedProperty(properties.end, expressions)
    highlightLength = PreparedProperty(properties.highlightLength, expressions)
    highlightAngle = PreparedProperty(properties.highlightAngle, expressions)
    colorCount = properties.colorCount
    var stops = properties.stops
    if case .expression(let id, let stored) = stops {
      stopExpression = expressions.map { (id, $0) }
      stops = stored
    } else {
      stopExpression = nil
    }
    constantStops = stops.first ?? []
    if case .keyframes(let keyframes) = stops {
      stopTrack = LottieKeyframeTrack(keyframes)
    } else {
      stopTrack = nil
    }
  }

  /// - Parameter alpha: The factor for the alpha of every stop, 0 ... 255, where 255 is opaque.
  func gradient(at time: Double, alpha: UInt8) -> Gradient {
    Gradient(geometry(at: time), stops: stops(at: time, alpha: alpha))
  }

  private func geometry(at time: Double) -> Gradient.Geometry {
    let start = start.value(at: time)
    let end = end.value(at: time)
    let first = Point(x: start.x, y: start.y)
    let second = Point(x: end.x, y: end.y)
    switch kind {
    case .linear: return .linear(start: first, end: second)
    case .conic:
      return .conic(center: first, start: Angle(degrees: highlightAngle.value(at: time)))
    case .radial: break
    }
    let radius = first.distance(to: second)
    let length = min(max(highlightLength.value(at: time) * 0.01, -0.99), 0.99)
    var focus = first
    if length != 0 {
      let direction =
        (second - first).direction + Angle(degrees: highlightAngle.value(at: time))
      focus += Vector(length: radius * length, direction: direction)
    }
    return .radial(center: first, radius: radius, focus: focus)
  }

  private func stops(at time: Double, alpha: UInt8) -> GradientStops {
    let numbers = numbers(at: time)
    if let cached, cached.alpha == alpha, cached.numbers == numbers { return cached.stops }
    let stops = GradientStops(numbers, colorCount: colorCount, alpha: alpha)
    cached = (numbers, alpha, stops)
    return stops
  }

  private func numbers(at time: Double) -> [Double] {
    if let (id, evaluator) = stopExpression, let numbers = evaluator.numbers(of: id, at: time) {
      return numbers
    }
    guard let stopTrack else { return constantStops }
    switch stopTrack.sample(at: time) {
    case .constant(let numbers): return numbers
    case .between(let start, let end, let progress, _):
      return zip(start, end).map { $0 + ($1 - $0) * progress.x }
    }
  }
}

extension GradientStops {
  /// - Parameters:
  ///   - numbers: The numbers; see ``GradientProperties/stops``.
  ///   - alpha: The factor for the alpha of every stop, 0 ... 255, where 255 is opaque.
  init(_ numbers: [Double], colorCount: Int, alpha: UInt8) {
    let count = min(max(colorCount, 0), numbers.count / 4)
    let colors = (0..<count).map { index in
      let stop = numbers[index * 4..<index * 4 + 4]
      let first = stop.startIndex
      var color = Color(SIMD4(stop[first + 1], stop[first + 2], stop[first + 3], 1))
      color.alpha = alpha
      return ColorStop(at: stop[first], color)
    }
    let rest = numbers[(count * 4)...]
    let alphas = stride(from: rest.startIndex, to: rest.endIndex - 1, by: 2).map {
      AlphaStop(at: rest[$0], rest[$0 + 1])
    }
    self.init(colors, alphas: alphas)
  }
}

extension Color {
  /// Creates a colour from red, green, blue and alpha, each clamped to 0 ... 1. NaN counts as 0.
  init(_ channels: SIMD4<Double>) {
    func byte(_ value: Double) -> UInt8 { value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0 }
    self.init(
      red8: byte(channels.x), green8: byte(channels.y), blue8: byte(channels.z),
      alpha8: byte(channels.w))
  }
}
