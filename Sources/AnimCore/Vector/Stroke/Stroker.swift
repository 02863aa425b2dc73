/// Turns a path and a stroke style into polygons which, filled by the nonzero rule, are the stroke.
///
/// The two sides of a contour grow at the same time: a point and a direction of the path give one
/// point of each. Every piece of the path contributes an area that is gone round in one direction,
/// so that no pieces cancel each other where they overlap.
///
/// A stroker that is used again allocates nothing: it keeps the memory of its buffers.
struct Stroker {
  var style = StrokeStyle()
  /// Half of the width.
  var half = 0.0
  /// An arc between two directions may be a line where the square of the cosine of half the angle
  /// is at least this.
  var arcLimit = 0.0
  /// The same for a piece of a curve, which is off the curve as well.
  var sweepLimit = 0.0
  /// How far a line may be from the curve, in the path's space.
  var tolerance = 0.0
  var transform = Transform.identity
  /// The polygons, and the side of the present contour that lies clockwise of its direction.
  var lines = LineBuffer()
  /// The other side, from the contour's start on.
  var otherSide: [SIMD2<Double>] = []

  /// The start of the contour, and the direction it leaves in.
  var start = SIMD2<Double>.zero
  var startTangent = SIMD2<Double>.zero
  /// The end of what is done.
  var point = SIMD2<Double>.zero
  /// The direction of the path there; nil where all is one point yet.
  var tangent: SIMD2<Double>?
  /// Whether the contour has a line or a curve, of no length perhaps.
  var hasSegments = false

  var dasher = Dasher()

  /// Appends the stroke of `path` to `buffer`, in the space that `transform` leads to. The stroke
  /// has its width in the path's own space: a transform that stretches one way stretches it too.
  ///
  /// Nothing is appended for a width that is not above 0, nor where the transform leaves no area
  /// or has a number beyond ±10¹⁸.
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
    // What a full buffer cut off.
    lines.endPolygon()
    swap(&lines, &buffer)
  }

  /// The square of the cosine of half the angle of an arc that is `sagitta` radii from its chord:
  /// at most a third of a turn, and at least 1/1024, which is enough for 13,000 pixels.
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
  /// What a contour without length is drawn as: its caps.
  mutating func dot(at point: SIMD2<Double>, _ direction: SIMD2<Double>) {
    guard style.cap != .butt else { return }
    let side = direction.clockwise * half
    append(point + side)
    cap(at: point, direction)
    append(point - side)
    cap(at: point, -direction)
    lines.endPolygon()
  }

  /// Adds what is beyond an end, from the side clockwise of `direction` to the other.
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
  /// Turned by a quarter clockwise on the screen.
  @inline(__always) var clockwise: Self { Self(-y, x) }
}
