import AnimCore

/// A fill or a stroke, ready to be evaluated.
final class StyleNode {
  let blendMode: BlendMode
  private let paint: PaintNode
  private let opacityProperty: Property<Double>
  let kind: Kind

  enum Kind {
    case fill(FillRule)
    case stroke(StrokeNode)
  }

  init(_ item: FillItem) {
    blendMode = item.blendMode
    paint = PaintNode(item.paint)
    opacityProperty = Property(item.opacity, default: 100)
    kind = .fill(item.rule)
  }

  init(_ item: StrokeItem) {
    blendMode = item.blendMode
    paint = PaintNode(item.paint)
    opacityProperty = Property(item.opacity, default: 100)
    kind = .stroke(StrokeNode(item))
  }

  /// 0 ... 1.
  func opacity(at time: Double) -> Double { opacityProperty.share(at: time) }

  /// - Parameter opacity: multiplies the paint's own alpha; 0 ... 1.
  func paint(at time: Double, opacity: Double) -> Paint { paint.paint(at: time, opacity: opacity) }
}

/// The paint of a fill or a stroke, ready to be evaluated.
enum PaintNode {
  case color(Property<SIMD4<Double>>)
  case gradient(GradientNode)

  init(_ properties: PaintProperties) {
    self =
      switch properties {
      case .color(let color): .color(Property(color))
      case .gradient(let gradient): .gradient(GradientNode(gradient))
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

/// The line of a stroke, ready to be evaluated.
final class StrokeNode {
  private let width: Property<Double>
  private let miterLimit: Property<Double>
  private let dashes: [Property<Double>]
  private let dashOffset: Property<Double>
  /// The style as last evaluated, kept so that the memory of its dashes is reused.
  private var style: StrokeStyle

  init(_ item: StrokeItem) {
    width = Property(item.width)
    miterLimit = Property(item.miterLimit)
    dashes = item.dashes.map { Property($0) }
    dashOffset = Property(item.dashOffset)
    style = StrokeStyle(cap: item.cap, join: item.join)
    style.dashes = Array(repeating: 0, count: dashes.count)
  }

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
