import AnimCore

/// A fill or a stroke.
final class StyleNode {
  let blendMode: BlendMode
  private let paint: PaintNode
  private let opacityProperty: Animated<Double>
  let kind: Kind

  enum Kind {
    case fill(FillRule)
    case stroke(StrokeNode)
  }

  init(_ item: FillItem) {
    blendMode = item.blendMode
    paint = PaintNode(item.paint)
    opacityProperty = item.opacity
    kind = .fill(item.rule)
  }

  init(_ item: StrokeItem) {
    blendMode = item.blendMode
    paint = PaintNode(item.paint)
    opacityProperty = item.opacity
    kind = .stroke(StrokeNode(item))
  }

  /// Whether the style is a stroke with dashes.
  var isDashed: Bool { if case .stroke(let stroke) = kind { stroke.isDashed } else { false } }

  /// Returns the opacity, 0 ... 1.
  func opacity(at time: EvaluationTime) -> Double { opacityProperty.fraction(at: time) }

  /// - Parameter opacity: The factor for the paint's own alpha, 0 ... 1.
  func paint(at time: EvaluationTime, opacity: Double) -> Paint {
    paint.paint(at: time, opacity: opacity)
  }
}

/// The paint of a fill or a stroke.
enum PaintNode {
  case color(Animated<SIMD4<Double>>)
  case gradient(GradientNode)

  init(_ properties: PaintProperties) {
    self =
      switch properties {
      case .color(let color): .color(color)
      case .gradient(let gradient): .gradient(GradientNode(gradient))
      }
  }

  func paint(at time: EvaluationTime, opacity: Double) -> Paint {
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

/// The line of a stroke.
final class StrokeNode {
  private let item: StrokeItem
  /// The last evaluated style, which is kept to reuse the memory of its dashes.
  @exclusivity(unchecked) private var style: StrokeStyle

  init(_ item: StrokeItem) {
    self.item = item
    style = StrokeStyle(cap: item.cap, join: item.join)
    style.dashes = Array(repeating: 0, count: item.dashes.count)
  }

  var isDashed: Bool { !item.dashes.isEmpty }

  func style(at time: EvaluationTime) -> StrokeStyle {
    style.width = item.width.value(at: time)
    style.miterLimit = item.miterLimit.value(at: time)
    if isDashed {
      for index in item.dashes.indices { style.dashes[index] = item.dashes[index].value(at: time) }
      style.dashPhase = item.dashOffset.value(at: time)
    }
    return style
  }
}

/// A gradient. Keeps its last stops.
final class GradientNode {
  private let properties: GradientProperties
  /// The last stops, with the numbers and the opacity (0 ... 255) they were created from.
  private var cached: (numbers: [Double], alpha: UInt8, stops: GradientStops)?

  init(_ properties: GradientProperties) { self.properties = properties }

  /// - Parameter alpha: The factor for the alpha of every stop, 0 ... 255, where 255 is opaque.
  func gradient(at time: EvaluationTime, alpha: UInt8) -> Gradient {
    Gradient(geometry(at: time), stops: stops(at: time, alpha: alpha))
  }

  private func geometry(at time: EvaluationTime) -> Gradient.Geometry {
    let start = properties.start.value(at: time)
    let end = properties.end.value(at: time)
    let first = Point(x: start.x, y: start.y)
    let second = Point(x: end.x, y: end.y)
    switch properties.kind {
    case .linear: return .linear(start: first, end: second)
    case .conic:
      return .conic(center: first, start: Angle(degrees: properties.highlightAngle.value(at: time)))
    case .radial: break
    }
    let radius = first.distance(to: second)
    let length = min(max(properties.highlightLength.value(at: time) * 0.01, -0.99), 0.99)
    var focus = first
    if length != 0 {
      let direction =
        (second - first).direction + Angle(degrees: properties.highlightAngle.value(at: time))
      focus += Vector(length: radius * length, direction: direction)
    }
    return .radial(center: first, radius: radius, focus: focus)
  }

  private func stops(at time: EvaluationTime, alpha: UInt8) -> GradientStops {
    let numbers = properties.stops.value(at: time)
    if let cached, cached.alpha == alpha, cached.numbers == numbers { return cached.stops }
    let stops = GradientStops(numbers, colorCount: properties.colorCount, alpha: alpha)
    cached = (numbers, alpha, stops)
    return stops
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
