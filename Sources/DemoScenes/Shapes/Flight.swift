import AnimCore

/// An arrow that flies along a track and draws a trail behind it.
struct Flight {
  let layer = Layer()
  private let trail = ShapeLayer()
  private let arrow = ShapeLayer()
  private let track = Flight.makeTrack()
  private let configuration: ShapesConfiguration

  init(_ configuration: ShapesConfiguration) {
    self.configuration = configuration
    let line = ShapeLayer()
    line.path = track
    line.fillColor = .clear
    line.strokeColor = ShapesConfiguration.ink.withOpacity(0.18)
    line.lineWidth = 0.5
    trail.path = track
    trail.fillColor = .clear
    trail.lineWidth = 2.6
    trail.strokeStyle = StrokeStyle(cap: .round, join: .round)
    trail.strokeEnd = 0
    trail.strokePaint = .gradient(
      Gradient(
        .linear(start: Point(x: -44, y: 0), end: Point(x: 44, y: 0)),
        stops: GradientStops(
          [
            .init(at: 0, Color(rgb: 0xFFC145)), .init(at: 0.5, Color(rgb: 0x1FA187)),
            .init(at: 1, Color(rgb: 0x2F6FED)),
          ], alphas: [.init(at: 0, 1), .init(at: 0.5, 0.55), .init(at: 1, 1)])))
    arrow.path = Self.arrow
    arrow.fillColor = ShapesConfiguration.ink
    for shape in [line, trail, arrow] { layer.addSublayer(shape) }
  }

  func animate() throws(AnimationError) {
    let timing = configuration.timing()
    try arrow.$position.add(PathAnimation(along: track, timing: timing))
    try arrow.$rotation.add(PathAnimation(turningAlong: track, timing: timing))
    // The end of the trail starts after its front, and catches up.
    try trail.$strokeEnd.add(BasicAnimation(from: 0, to: 1, timing: timing))
    try trail.$strokeStart.add(
      BasicAnimation(from: 0, to: 1, curve: .function(.easeIn), timing: timing))
  }

  /// Returns a horizontal figure eight.
  private static func makeTrack() -> Path {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addCurve(
      to: Point(x: 46, y: 0), control1: Point(x: 18, y: -30), control2: Point(x: 46, y: -32))
    path.addCurve(
      to: Point(x: 0, y: 0), control1: Point(x: 46, y: 32), control2: Point(x: 18, y: 30))
    path.addCurve(
      to: Point(x: -46, y: 0), control1: Point(x: -18, y: -30), control2: Point(x: -46, y: -32))
    path.addCurve(
      to: Point(x: 0, y: 0), control1: Point(x: -46, y: 32), control2: Point(x: -18, y: 30))
    path.close()
    return path
  }

  /// An arrow that points to the right, with its centre at the origin.
  private static var arrow: Path {
    var path = Path()
    path.move(to: Point(x: 5, y: 0))
    path.addLine(to: Point(x: -3.5, y: 3.2))
    path.addQuadCurve(to: Point(x: -3.5, y: -3.2), control: Point(x: -1.2, y: 0))
    path.close()
    return path
  }
}
