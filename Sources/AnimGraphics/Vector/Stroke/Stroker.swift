/// Turns a path and a stroke style into polygons that are the stroke when filled by the nonzero
/// rule.
///
/// Both sides of a contour are built at the same time: each point and direction of the path adds
/// one point to each. Every piece of the path contributes an area with the same winding direction,
/// so pieces do not cancel each other where they overlap.
///
/// Reusing a stroker allocates nothing: it keeps the memory of its buffers.
struct Stroker {
  var style = StrokeStyle()
  /// Half the width.
  var half = 0.0
  /// The square of the cosine of half the angle from which an arc between two directions may be a
  /// line.
  var arcLimit = 0.0
  /// The same for a piece of a curve, which itself deviates from the curve.
  var sweepLimit = 0.0
  /// The maximum distance of a line from the curve, in the path's space.
  var tolerance = 0.0
  var transform = Transform.identity
  /// The finished polygons, and the side of the present contour that is clockwise of its direction.
  var lines = LineBuffer()
  /// The other side, from the contour's start.
  var otherSide: [SIMD2<Double>] = []

  /// The start of the contour, and the direction in which it leaves.
  var start = SIMD2<Double>.zero
  var startTangent = SIMD2<Double>.zero
  /// The current point.
  var point = SIMD2<Double>.zero
  /// The direction of the path there; nil while there is only one point.
  var tangent: SIMD2<Double>?
  /// Whether the contour has a line or a curve, possibly of zero length.
  var hasSegments = false

  var dasher = Dasher()

  /// Appends the stroke of `path`, transformed by `transform`, to `buffer`. The stroke's width is
  /// in the path's own space, so a transform with unequal scales also stretches the stroke.
  ///
  /// Nothing is appended if the width is not above 0, or if the transform has no inverse or a
  /// number beyond ±10¹⁸.
  mutating func stroke(
    _ path: Path, _ style: StrokeStyle, _ transform: Transform,
    tolerance: Double = Flattening.tolerance, into buffer: inout LineBuffer
  ) {
    let scale = transform.maximumScale
    guard style.width > 0, style.width <= Path.maximumCoordinate, transform.isDrawable, scale > 0
    else { return }
    self.style = style
    self.transform = transform
    self.tolerance = tolerance / scale
    half = style.width / 2
    arcLimit = Self.squaredCosine(sagitta: self.tolerance / half)
    sweepLimit = Self.squaredCosine(sagitta: self.tolerance / half / 2)
    swap(&lines, &buffer)
    if let pattern = DashPattern(style) {
      strokeDashes(of: path, pattern)
    } else {
      path.visit(&self)
    }
    // Ends a polygon that was cut off by a full buffer.
    lines.endPolygon()
    swap(&lines, &buffer)
  }

  /// The square of the cosine of half the angle of an arc with a sagitta of `sagitta` radii. The
  /// angle is at most a third of a turn and at least 1/1024, which is enough for 13,000 pixels.
  private static func squaredCosine(sagitta: Double) -> Double {
    let cosine = min(max(1 - sagitta, 0.5), 1 - 4.7e-6)
    return cosine * cosine
  }
}

extension Stroker: SegmentVisitor {
  mutating func begin(at point: SIMD2<Double>) {
    start = point
    self.point = point
    tangent = nil
    hasSegments = false
    otherSide.removeAll(keepingCapacity: true)
  }

  mutating func line(to end: SIMD2<Double>) {
    hasSegments = true
    let way = end - point
    let square = way.squaredLength
    guard square > 0 else { return }
    let direction = way / square.squareRoot()
    leave(in: direction)
    advance(to: end, direction)
  }

  mutating func curve(_ curve: Cubic) {
    hasSegments = true
    guard let first = curve.tangent(at: 0), let last = curve.tangent(at: 1) else { return }
    leave(in: first)
    let count = Flattening.pieces(
      curve.p0, curve.p1, curve.p2, curve.p3, tolerance: tolerance / 2)
    let (a, b, c) = curve.powers
    let limit = 1e-24 * max(a.squaredLength, b.squaredLength, c.squaredLength)
    var index = 1
    while index < count {
      let t = Double(index) / Double(count)
      let derivative = (3 * a * t + 2 * b) * t + c
      let square = derivative.squaredLength
      let direction =
        square > limit ? derivative / square.squareRoot() : curve.tangent(at: t) ?? last
      sweep(to: ((a * t + b) * t + c) * t + curve.p0, direction)
      index &+= 1
    }
    sweep(to: curve.p3, last)
  }

  mutating func end(isClosed: Bool) {
    guard let tangent else {
      if hasSegments { dot(at: point, SIMD2(1, 0)) }
      return
    }
    if isClosed {
      join(to: startTangent, style.join)
      lines.endPolygon()
    } else {
      cap(at: point, tangent)
    }
    for point in otherSide.reversed() { lines.append(point) }
    if !isClosed { cap(at: start, -startTangent) }
    lines.endPolygon()
  }

  var isDone: Bool { lines.isFull }
}

extension Stroker {
  /// Draws a contour without length: its caps.
  mutating func dot(at point: SIMD2<Double>, _ direction: SIMD2<Double>) {
    guard style.cap != .butt else { return }
    let side = direction.clockwise * half
    append(point + side)
    cap(at: point, direction)
    append(point - side)
    cap(at: point, -direction)
    lines.endPolygon()
  }

  /// Adds the cap at an end, from the side clockwise of `direction` to the other.
  private mutating func cap(at point: SIMD2<Double>, _ direction: SIMD2<Double>) {
    let side = direction.clockwise * half
    switch style.cap {
    case .butt: break
    case .square:
      append(point + side + direction * half)
      append(point - side + direction * half)
    case .round:
      arc(around: point, from: side, cosine: -1, isClockwise: false, isOther: false)
    }
  }

  @inline(__always) mutating func append(_ point: SIMD2<Double>) {
    lines.append(transform.apply(to: point))
  }

  @inline(__always) mutating func appendOther(_ point: SIMD2<Double>) {
    otherSide.append(transform.apply(to: point))
  }
}

extension SIMD2<Double> {
  /// Rotated by a quarter turn, clockwise on the screen.
  @inline(__always) var clockwise: Self { Self(-y, x) }
}
