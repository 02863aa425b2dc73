import AnimCore

extension Path {
  /// Creates the path of an attribute `d`, up to the first error (SVG 2 §9.5.4).
  package init(pathData text: some StringProtocol) { self = PathCommands.read(text).data.path }

  /// Creates the lines of an attribute `points`. An unpaired last number is ignored.
  package init(points: [Double], isClosed: Bool) {
    self.init()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      let point = Point(x: points[index], y: points[index + 1])
      if index == 0 { move(to: point) } else { addLine(to: point) }
    }
    if isClosed { close() }
  }

  /// Adds an elliptical arc to a point, converted as in SVG 2 §B.2: a straight line if a radius is
  /// 0, and with larger radii if they are too small.
  ///
  /// - Parameter rotation: The rotation of the ellipse's x axis, in degrees.
  mutating func addArc(
    to end: Point, radii: Size, rotation: Double, isLarge: Bool, isClockwise: Bool
  ) {
    guard let start = currentPoint else { return }
    if start == end { return }
    var rx = radii.width.magnitude
    var ry = radii.height.magnitude
    guard rx > 0, ry > 0 else { return addLine(to: end) }
    let angle = Angle(degrees: rotation.remainder(dividingBy: 360))
    let (sine, cosine) = (angle.sine, angle.cosine)
    let half = Vector(dx: (start.x - end.x) / 2, dy: (start.y - end.y) / 2)
    let x = cosine * half.dx + sine * half.dy
    let y = cosine * half.dy - sine * half.dx
    let excess = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if excess > 1 {
      rx *= excess.squareRoot()
      ry *= excess.squareRoot()
    }
    // In the ellipse's coordinate system, where it is the unit circle.
    let (u, v) = (x / rx, y / ry)
    let square = u * u + v * v
    guard square > 0, square.isFinite else { return addLine(to: end) }
    let distance = max(0, 1 / square - 1).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let center = SIMD2(distance * v, -distance * u)
    let from = SIMD2(u, v) - center
    let to = -SIMD2(u, v) - center
    var sweep = Vector(
      dx: from.x * to.x + from.y * to.y, dy: from.x * to.y - from.y * to.x
    ).direction.radians
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let count = max(1, (sweep.magnitude / (.pi / 2) - 1e-9).rounded(.up))
    let step = Angle(radians: sweep / count)
    let quarter = Angle(radians: step.radians / 4)
    let handle = 4.0 / 3 * quarter.sine / quarter.cosine
    let middle = Point(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    func point(_ place: SIMD2<Double>) -> Point {
      let px = (place.x + center.x) * rx
      let py = (place.y + center.y) * ry
      return Point(x: middle.x + cosine * px - sine * py, y: middle.y + sine * px + cosine * py)
    }
    var direction = from
    for index in 1...Int(count) {
      let isLast = index == Int(count)
      let next =
        isLast
        ? to
        : SIMD2(
          direction.x * step.cosine - direction.y * step.sine,
          direction.x * step.sine + direction.y * step.cosine)
      let control1 = direction + SIMD2(-direction.y, direction.x) * handle
      let control2 = next - SIMD2(-next.y, next.x) * handle
      addCurve(
        to: isLast ? end : point(next), control1: point(control1), control2: point(control2))
      direction = next
    }
  }
}
