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
    let way = end - point
    let mean = tangent + direction
    if 1 + tangent.dot(direction) >= 2 * sweepLimit && (way + turned).dot(mean) >= 0
      && (way - turned).dot(mean) >= 0
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
    let way = end - point
    let square = way.squaredLength
    if square > 0 {
      let chord = way / square.squareRoot()
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
      // The length of a miter divided by the width is 1/cos(θ/2), where θ is the angle of the turn.
      if self.style.miterLimit * self.style.miterLimit * (1 + cosine) >= 2, 1 + cosine > 1e-9,
        self.style.miterLimit >= 1
      {
        add(point + (before + after) / (1 + cosine), isOther: isClockwise)
      }
    case .round:
      arc(
        around: point, from: before, cosine: cosine, isClockwise: isClockwise,
        isOther: isClockwise)
    }
    add(point + after, isOther: isClockwise)
  }

  @inline(__always) private mutating func add(_ point: SIMD2<Double>, isOther: Bool) {
    if isOther { appendOther(point) } else { append(point) }
  }

  /// Adds the points between the ends of an arc that starts at `radius` from `center`, with an
  /// angle of at most half a turn given by its cosine.
  ///
  /// The angle is halved until lines are close enough, and the radius is turned by the result.
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
