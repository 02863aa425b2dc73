import AnimCore

/// A star that intersects itself: its straight sides bend into arcs and back while it turns. Its
/// fill is a radial gradient with a focus at its upper left.
struct Rosette {
  let layer = ShapeLayer()
  private let configuration: ShapesConfiguration
  private static let radius = 27.0

  init(_ configuration: ShapesConfiguration) {
    self.configuration = configuration
    layer.path = Self.path(corners: configuration.corners, bend: 0)
    layer.fillRule = configuration.fillRule
    layer.strokeColor = ShapesConfiguration.ink
    layer.lineWidth = configuration.strokeWidth
    layer.strokeStyle = StrokeStyle(
      cap: configuration.cap, join: configuration.join, miterLimit: 10)
    layer.opacity = 0.92
    layer.fillPaint = .gradient(
      Gradient(
        .radial(center: .zero, radius: 1.2 * Self.radius, focus: Point(x: -9, y: -11)),
        stops: GradientStops([
          .init(at: 0, .white), .init(at: 0.35, configuration.color),
          .init(at: 1, Color(rgb: 0x6A3FB5)),
        ])))
  }

  func animate() throws(AnimationError) {
    try layer.$path.add(
      BasicAnimation(
        to: Self.path(corners: configuration.corners, bend: 0.62), curve: .function(.easeInEaseOut),
        timing: configuration.timing(cycles: 0.5, autoreverses: true)))
    try layer.$rotation.add(
      BasicAnimation(to: .fullTurn, timing: configuration.timing(cycles: 4)))
  }

  /// Returns a path that connects each corner to one about half way around, with cubic curves so
  /// that the sides can bend. If that would return to the start too early, the previous corner is
  /// used.
  private static func path(corners: Int, bend: Double) -> Path {
    let count = min(max(corners, 3), 99)
    var step = (count - 1) / 2
    while step > 1 && greatestCommonDivisor(count, step) > 1 { step -= 1 }
    func corner(_ index: Int) -> Point {
      .zero
        + Vector(
          length: radius,
          direction: .turns(Double(index * step % count) / Double(count) - 0.25))
    }
    var path = Path()
    path.move(to: corner(0))
    for index in 0..<count {
      let start = corner(index)
      let end = corner(index + 1)
      let displacement = end - start
      let aside = Vector(dx: -displacement.dy, dy: displacement.dx) * bend
      path.addCurve(
        to: end, control1: start + displacement * (1.0 / 3) + aside,
        control2: start + displacement * (2.0 / 3) + aside)
    }
    path.close()
    return path
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
