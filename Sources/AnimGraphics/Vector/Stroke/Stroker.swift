/// Turns a path and a stroke style into polygons that are the stroke when filled by the nonzero
/// rule.
///
/// Both sides of a contour are built at the same time: each point and direction of the path adds
/// one point to each. Every piece of the path contributes an area with the same winding direction,
/// so pieces don't cancel each other where they overlap.
///
/// Reusing a stroker allocates nothing: it keeps the memory of its buffers.
struct Stroker {
  var style = StrokeStyle()
  /// Half the width.
  var half = 0.0
  /// The square of the cosine of half the angle from which an arc between two directions may be a
  /// line.
  private var arcLimit = 0.0
  /// The limit for a piece of a curve, whose own deviation from the curve is taken into account.
  private var sweepLimit = 0.0
  /// The maximum distance of a line from the curve, in the path's space.
  var tolerance = 0.0
  var transform = Transform.identity
  /// The finished polygons, and the side of the present contour that is clockwise of its direction.
  var lines = LineBuffer()
  /// The other side, from the contour's start.
  private var otherSide: [SIMD2<Double>] = []

  /// The start of the contour, and the direction in which it leaves.
  var start = SIMD2<Double>.zero
  private var startTangent = SIMD2<Double>.zero
  /// The current point.
  var point = SIMD2<Double>.zero
  /// The direction of the path there, or `nil` while there is only one point.
  var tangent: SIMD2<Double>?
  /// Whether the contour has a line or a curve, possibly of zero length.
  private var hasSegments = false

  private var dasher = Dasher()

  /// Appends the stroke of `path`, transformed by `transform`, to `buffer`. The stroke's width is
  /// in the path's own space, so a transform with unequal scales also stretches the stroke.
  ///
  /// Nothing is appended if the width isn't above 0, or if the transform has no inverse or a
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
    // End a polygon that was truncated because the buffer was full.
    lines.endPolygon()
    swap(&lines, &buffer)
  }

  /// Returns the square of the cosine of half the angle of an arc with a sagitta of `sagitta`
  /// radii. The angle is at most a third of a turn and at least 1/1024, which is enough for 13,000
  /// pixels.
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
    let displacement = end - point
    let square = displacement.squaredLength
    guard square > 0 else { return }
    let direction = displacement / square.squareRoot()
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

  @inline(__always) private mutating func appendOther(_ point: SIMD2<Double>) {
    otherSide.append(transform.apply(to: point))
  }
}

// MARK: - Joins

extension Stroker {
  /// Turns to the direction in which the next line or curve leaves.
  @inline(__always) mutating func leave(in direction: SIMD2<Double>) {
    if tangent != nil {
      join(to: direction, style.join)
    } else {
      startTangent = direction
      tangent = direction
      let side = direction.clockwise * half
      append(point + side)
      appendOther(point - side)
    }
  }

  /// Continues straight to `end`.
  @inline(__always)
  mutating func advance(to end: SIMD2<Double>, _ direction: SIMD2<Double>) {
    let side = direction.clockwise * half
    append(end + side)
    appendOther(end - side)
    point = end
  }

  /// Continues along a curve to `end`, where its direction is `direction`.
  ///
  /// The next points of both sides are simply connected to the last ones while the curve turns
  /// little and both sides move forward. Otherwise the curve is tighter than the stroke is wide,
  /// and the piece is a line with round joins.
  @inline(__always)
  mutating func sweep(to end: SIMD2<Double>, _ direction: SIMD2<Double>) {
    guard let tangent else { return }
    let side = direction.clockwise * half
    let turned = side - tangent.clockwise * half
    let displacement = end - point
    let mean = tangent + direction
    if 1 + tangent.dot(direction) >= 2 * sweepLimit && (displacement + turned).dot(mean) >= 0
      && (displacement - turned).dot(mean) >= 0
    {
      append(end + side)
      appendOther(end - side)
      point = end
      self.tangent = direction
    } else {
      sweepSharply(to: end, direction)
    }
  }

  private mutating func sweepSharply(to end: SIMD2<Double>, _ direction: SIMD2<Double>) {
    let displacement = end - point
    let square = displacement.squaredLength
    if square > 0 {
      let chord = displacement / square.squareRoot()
      join(to: chord, .round)
      advance(to: end, chord)
    }
    join(to: direction, .round)
  }

  /// Turns to another direction: with a corner outside, and through the point itself inside, so
  /// that the pieces before and after are complete.
  mutating func join(to direction: SIMD2<Double>, _ style: StrokeStyle.Join) {
    guard let tangent else { return }
    let cross = tangent.cross(direction)
    let cosine = tangent.dot(direction)
    self.tangent = direction
    if cross.magnitude <= 1e-9 && cosine > 0 { return }
    let before = tangent.clockwise * half
    let after = direction.clockwise * half
    if cross > 0 {
      append(point)
      append(point + after)
      corner(from: -before, to: -after, cosine: cosine, isClockwise: true, style)
    } else {
      appendOther(point)
      appendOther(point - after)
      corner(from: before, to: after, cosine: cosine, isClockwise: false, style)
    }
  }

  /// Adds the outside of a corner, which is the other side if the path turns clockwise.
  private mutating func corner(
    from before: SIMD2<Double>, to after: SIMD2<Double>, cosine: Double, isClockwise: Bool,
    _ style: StrokeStyle.Join
  ) {
    switch style {
    case .bevel: break
    case .miter:
      if isWithinMiterLimit(cosine) {
        add(point + (before + after) / (1 + cosine), isOther: isClockwise)
      }
    case .miterClip:
      if isWithinMiterLimit(cosine) {
        add(point + (before + after) / (1 + cosine), isOther: isClockwise)
      } else {
        clippedMiter(from: before, to: after, cosine: cosine, isClockwise: isClockwise)
      }
    case .round:
      arc(
        around: point, from: before, cosine: cosine, isClockwise: isClockwise,
        isOther: isClockwise)
    }
    add(point + after, isOther: isClockwise)
  }

  /// Returns whether a miter is within the limit. Its length divided by the width is 1/cos(θ/2),
  /// where θ is the angle of the turn.
  private func isWithinMiterLimit(_ cosine: Double) -> Bool {
    style.miterLimit * style.miterLimit * (1 + cosine) >= 2 && 1 + cosine > 1e-9
      && style.miterLimit >= 1
  }

  /// Adds the two points at which a miter is clipped, at right angles to its middle, as far from
  /// the corner as the limit allows.
  private mutating func clippedMiter(
    from before: SIMD2<Double>, to after: SIMD2<Double>, cosine: Double, isClockwise: Bool
  ) {
    let sine = (max(1 - cosine, 0) / 2).squareRoot()
    let bevel = (max(1 + cosine, 0) / 2).squareRoot()
    // The length of both edges beyond the corner, in units of half the line's width.
    let length = (style.miterLimit - bevel) / sine
    guard length > 0, length <= Path.maximumCoordinate else { return }
    let forward = before.clockwise * (isClockwise ? length : -length)
    let backward = after.clockwise * (isClockwise ? -length : length)
    add(point + before + forward, isOther: isClockwise)
    add(point + after + backward, isOther: isClockwise)
  }

  @inline(__always) private mutating func add(_ point: SIMD2<Double>, isOther: Bool) {
    if isOther { appendOther(point) } else { append(point) }
  }

  /// Adds the points between the ends of an arc that starts at `radius` from `center`, with an
  /// angle of at most half a turn given by its cosine.
  ///
  /// The angle is halved until lines are close enough, and the radius is rotated by the result.
  mutating func arc(
    around center: SIMD2<Double>, from radius: SIMD2<Double>, cosine: Double, isClockwise: Bool,
    isOther: Bool
  ) {
    var cosine = max(cosine, -1)
    var sine = 0.0
    var pieces = 1
    while 1 + cosine < 2 * arcLimit {
      // Rounding may take a cosine beyond 1.
      sine = (max(1 - cosine, 0) / 2).squareRoot()
      cosine = ((1 + cosine) / 2).squareRoot()
      pieces &*= 2
    }
    if !isClockwise { sine = -sine }
    var radius = radius
    for _ in 1..<pieces {
      radius = SIMD2(
        cosine * radius.x - sine * radius.y, sine * radius.x + cosine * radius.y)
      add(center + radius, isOther: isOther)
    }
  }
}

// MARK: - Dashes

extension Stroker {
  /// The maximum number of dashes. With more, the line is drawn solid.
  private static let maximumDashes = 1 << 20

  private mutating func strokeDashes(of path: Path, _ pattern: DashPattern) {
    dasher.measure.measure(path)
    let periods = dasher.measure.length / pattern.period
    guard periods * Double(pattern.lengths.count) <= Double(Self.maximumDashes) else {
      lines.lacksDashes = true
      return path.visit(&self)
    }
    for index in dasher.measure.contours.indices {
      strokeDashes(of: dasher.measure.contours[index], pattern)
    }
  }

  /// Strokes the dashes of a contour. Each dash is a part of the contour, stroked as a separate
  /// contour. If a closed contour begins and ends within a dash, that is a single dash.
  private mutating func strokeDashes(of contour: PathMeasure.Contour, _ pattern: DashPattern) {
    dasher.dashes.removeAll()
    var (index, rest) = pattern.first
    let joinsEnds = contour.isClosed && index % 2 == 0 && rest < contour.length
    let firstEnd = rest
    var start = 0.0
    var isFirst = true
    var isFirstPending = joinsEnds
    while start < contour.length {
      let end = start + rest
      if index % 2 == 0 && !(isFirst && joinsEnds) {
        if end >= contour.length && joinsEnds {
          appendDash(of: contour, from: start, to: contour.length + firstEnd)
          isFirstPending = false
        } else {
          appendDash(of: contour, from: start, to: min(end, contour.length))
        }
      }
      isFirst = false
      start = end
      index = (index + 1) % pattern.lengths.count
      rest = pattern.lengths[index]
    }
    if isFirstPending { appendDash(of: contour, from: 0, to: firstEnd) }
    dasher.dashes.visit(&self)
  }

  /// Appends a dash. A dash of zero length is drawn as its caps.
  private mutating func appendDash(
    of contour: PathMeasure.Contour, from start: Double, to end: Double
  ) {
    if end > start {
      dasher.measure.appendPart(of: contour, from: start, to: end, to: &dasher.dashes)
    } else if let position = dasher.measure.position(at: start, in: contour) {
      dot(at: SIMD2(position.point), SIMD2(position.tangent.dx, position.tangent.dy))
    }
  }
}

extension SIMD2<Double> {
  /// Rotated by a quarter turn, clockwise on the screen.
  @inline(__always) var clockwise: Self { Self(-y, x) }
}

/// Strokes dashes. Its buffers are kept from stroke to stroke.
struct Dasher {
  var measure = PathMeasure()
  var dashes = Path()
}

/// Dashes and gaps prepared for stepping through.
struct DashPattern {
  /// Dashes at even indices, gaps at odd ones.
  let lengths: [Double]
  /// The sum of all lengths, above 0.
  let period: Double
  /// The index of the length at the start of a contour, and the remainder of that length.
  let first: (index: Int, rest: Double)

  /// Creates the dashes of a style, or returns `nil` if it has no dashes that can be drawn.
  init?(_ style: StrokeStyle) {
    guard !style.dashes.isEmpty, style.dashPhase.isFinite,
      style.dashes.allSatisfy({ $0 >= 0 && $0 <= Path.maximumCoordinate })
    else { return nil }
    let lengths = style.dashes.count % 2 == 0 ? style.dashes : style.dashes + style.dashes
    let period = lengths.reduce(0, +)
    guard period > 0 else { return nil }
    self.lengths = lengths
    self.period = period
    var phase = style.dashPhase.truncatingRemainder(dividingBy: period)
    if phase < 0 { phase += period }
    var index = 0
    // A dash without a length that is exactly at the beginning is drawn there.
    while phase >= lengths[index], index < lengths.count - 1, phase > 0 || index % 2 == 1 {
      phase -= lengths[index]
      index += 1
    }
    first = (index, max(lengths[index] - phase, 0))
  }
}
