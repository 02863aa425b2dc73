import AnimCore

/// A circle whose dashes march round it.
struct MarchingDashes {
  let layer = ShapeLayer()
  private let configuration: ShapesConfiguration
  private static let radius = 41.0

  init(_ configuration: ShapesConfiguration) {
    self.configuration = configuration
    layer.path.addCircle(center: .zero, radius: Self.radius)
    layer.fillColor = .clear
    layer.strokeColor = Color(rgb: 0x2F6FED)
    layer.lineWidth = configuration.strokeWidth
    layer.strokeStyle = StrokeStyle(cap: configuration.cap, dashes: dashes)
  }

  /// The configured dashes, stretched so that they fit the circle a whole number of times.
  private var dashes: [Double] {
    let sum = configuration.dashes.reduce(0, +)
    guard sum > 0, sum.isFinite else { return [] }
    let length = layer.path.length
    let stretched = length / max((length / sum).rounded(), 1) / sum
    return configuration.dashes.map { $0 * stretched }
  }

  func animate() throws(AnimationError) {
    // The length after which the dashes repeat, so that the end of a cycle matches its start.
    let period = dashes.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
    let count = (layer.path.length / 8 / max(period, 0.1)).rounded(.up)
    try layer.$lineDashPhase.add(
      BasicAnimation(from: 0, to: -period * count, timing: configuration.timing()))
  }
}
