import AnimCore

extension Path {
  /// The path of an attribute `d`. At the first mistake it ends, as SVG 2 §9.5.4 says.
  package init(pathData text: some StringProtocol) {
    var reader = PathDataReader(text)
    self = reader.read()
  }

  /// The lines of an attribute `points`; a number without a partner is left out.
  package init(points: [Double], isClosed: Bool) {
    self.init()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      let point = Point(x: points[index], y: points[index + 1])
      if index == 0 { move(to: point) } else { addLine(to: point) }
    }
    if isClosed { close() }
  }

  /// Adds an arc of an ellipse to a point, as SVG 2 §B.2 converts it: straight if a radius is 0, and with
  /// larger radii if these are too small.
  ///
  /// - Parameter rotation: of the ellipse's x axis, in degrees.
  package mutating func addArc(
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
    // In the ellipse's own space, where it is the unit circle.
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

private struct PathDataReader {
  private var scanner: TextScanner
  private var path = Path()
  private var current = Point.zero
  private var start = Point.zero
  /// The control point that a smooth curve mirrors, with what kind of curve had it.
  private var control: (point: Point, isCubic: Bool)?

  init(_ text: some StringProtocol) { scanner = TextScanner(text) }

  mutating func read() -> Path {
    scanner.skipSpace()
    var isFirst = true
    while let letter = scanner.next {
      if isFirst, letter | 0x20 != UInt8(ascii: "m") { break }
      isFirst = false
      scanner.index += 1
      guard readCommand(letter), path.error == nil else { break }
      scanner.skipSpace()
    }
    return path
  }

  /// Reads the arguments of a command as often as they come. Returns false at a mistake.
  private mutating func readCommand(_ letter: UInt8) -> Bool {
    let isRelative = letter >= UInt8(ascii: "a")
    let kind = letter | 0x20
    if kind == UInt8(ascii: "z") {
      path.close()
      current = start
      control = nil
      return true
    }
    var isFirst = true
    while true {
      if isFirst { scanner.skipSpace() } else { scanner.skipCommaSpace() }
      if !isFirst, !beginsNumber { return scanner.isAtEnd || !endsInComma }
      guard readSegment(kind, isRelative, isFirst) else { return false }
      isFirst = false
    }
  }

  private var beginsNumber: Bool {
    guard let byte = scanner.next else { return false }
    return byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  private var endsInComma: Bool {
    var index = scanner.index - 1
    while index > 0, TextScanner.isSpace(scanner.bytes[index]) { index -= 1 }
    return scanner.bytes[index] == UInt8(ascii: ",")
  }

  private mutating func number() -> Double? {
    scanner.skipCommaSpace()
    return scanner.number()
  }

  private mutating func point(_ isRelative: Bool) -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return isRelative ? Point(x: current.x + x, y: current.y + y) : Point(x: x, y: y)
  }

  private mutating func flag() -> Bool? {
    scanner.skipCommaSpace()
    if scanner.skips(UInt8(ascii: "0")) { return false }
    return scanner.skips(UInt8(ascii: "1")) ? true : nil
  }

  private mutating func readSegment(_ kind: UInt8, _ isRelative: Bool, _ isFirst: Bool) -> Bool {
    var newControl: (point: Point, isCubic: Bool)?
    switch kind {
    case UInt8(ascii: "m"):
      guard let end = point(isRelative) else { return false }
      if isFirst {
        path.move(to: end)
        start = end
      } else {
        path.addLine(to: end)
      }
      current = end
    case UInt8(ascii: "l"):
      guard let end = point(isRelative) else { return false }
      line(to: end)
    case UInt8(ascii: "h"):
      guard let x = number() else { return false }
      line(to: Point(x: isRelative ? current.x + x : x, y: current.y))
    case UInt8(ascii: "v"):
      guard let y = number() else { return false }
      line(to: Point(x: current.x, y: isRelative ? current.y + y : y))
    case UInt8(ascii: "c"), UInt8(ascii: "s"):
      var control1 = current
      if kind == UInt8(ascii: "c") {
        guard let point = point(isRelative) else { return false }
        control1 = point
      } else if let control, control.isCubic {
        control1 = current + (current - control.point)
      }
      guard let control2 = point(isRelative), let end = point(isRelative) else { return false }
      path.addCurve(to: end, control1: control1, control2: control2)
      current = end
      newControl = (control2, true)
    case UInt8(ascii: "q"), UInt8(ascii: "t"):
      var middle = current
      if kind == UInt8(ascii: "q") {
        guard let point = point(isRelative) else { return false }
        middle = point
      } else if let control, !control.isCubic {
        middle = current + (current - control.point)
      }
      guard let end = point(isRelative) else { return false }
      path.addQuadCurve(to: end, control: middle)
      current = end
      newControl = (middle, false)
    case UInt8(ascii: "a"):
      guard let rx = number(), let ry = number(), let rotation = number(), let isLarge = flag(),
        let isClockwise = flag(), let end = point(isRelative)
      else { return false }
      // After a close, the arc begins where the closed contour did.
      if path.currentPoint != current { path.move(to: current) }
      path.addArc(
        to: end, radii: Size(width: rx, height: ry), rotation: rotation, isLarge: isLarge,
        isClockwise: isClockwise)
      current = end
    default: return false
    }
    control = newControl
    return true
  }

  private mutating func line(to end: Point) {
    path.addLine(to: end)
    current = end
  }
}
