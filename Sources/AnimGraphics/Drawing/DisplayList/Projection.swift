/// A map of the plane that keeps lines straight: x′ = (a·x + c·y + tx)/w and y′ = (b·x + d·y +
/// ty)/w with w = p·x + q·y + r, like the view of a plane in space.
package struct Projection: Hashable, Sendable {
  /// The numerators of x′ and y′, and w, of a step to the right, of a step down, and of the origin.
  private var x: SIMD3<Double>
  private var y: SIMD3<Double>
  private var origin: SIMD3<Double>

  /// Creates a projection from its homogeneous matrix.
  /// - Parameters:
  ///   - x: The change of the two numerators and of w for a step to the right.
  ///   - y: The change for a step down.
  ///   - origin: The values at the origin.
  package init(x: SIMD3<Double>, y: SIMD3<Double>, origin: SIMD3<Double>) {
    (self.x, self.y, self.origin) = (x, y, origin)
  }

  package init(_ transform: Transform) {
    x = SIMD3(transform.a, transform.b, 0)
    y = SIMD3(transform.c, transform.d, 0)
    origin = SIMD3(transform.tx, transform.ty, 1)
  }

  /// The minimum distance from the viewer, as a fraction of the viewer's distance from the image
  /// plane. Anything closer is clipped.
  package static let nearest = 1.0 / 256

  /// Returns the numerators and w of a point.
  @inline(__always) fileprivate func lift(_ point: SIMD2<Double>) -> SIMD3<Double> {
    x * point.x + y * point.y + origin
  }

  /// Returns the projected point, or `nil` if the point is too close to the viewer or behind it.
  package func apply(to point: Point) -> Point? {
    let lifted = lift(SIMD2(point.x, point.y))
    guard lifted.z >= Self.nearest else { return nil }
    return Point(x: lifted.x / lifted.z, y: lifted.y / lifted.z)
  }

  /// Returns first this map, then `next`.
  package func followed(by next: Projection) -> Projection {
    func through(_ lifted: SIMD3<Double>) -> SIMD3<Double> {
      next.x * lifted.x + next.y * lifted.y + next.origin * lifted.z
    }
    return Projection(x: through(x), y: through(y), origin: through(origin))
  }

  /// The inverse, or `nil` if the plane is seen edge-on.
  package var inverse: Projection? {
    // The adjugate. Its scale doesn't matter, but its sign does: w stays positive in front of the
    // viewer.
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let rows = (cross(y, origin), cross(origin, x), cross(x, y))
    let determinant = (x * rows.0).sum()
    guard determinant != 0, determinant.isFinite else { return nil }
    let (first, second, third) = (rows.0 / determinant, rows.1 / determinant, rows.2 / determinant)
    let inverse = Projection(
      x: SIMD3(first.x, second.x, third.x), y: SIMD3(first.y, second.y, third.y),
      origin: SIMD3(first.z, second.z, third.z))
    let sum = inverse.x + inverse.y + inverse.origin
    return (sum - sum) == .zero ? inverse : nil
  }

  /// The projection as an affine transform, or `nil` if parts of the plane appear smaller than
  /// others, or if the plane is too close to the eye.
  package var affine: Transform? {
    guard x.z == 0, y.z == 0 else { return nil }
    return tangent(at: .zero)
  }

  /// Returns the best affine approximation at a point, or `nil` if the point is too close to the
  /// viewer.
  package func tangent(at point: Point) -> Transform? {
    let lifted = lift(SIMD2(point.x, point.y))
    guard lifted.z >= Self.nearest else { return nil }
    let seen = SIMD2(lifted.x, lifted.y) / lifted.z
    let right = (SIMD2(x.x, x.y) - seen * x.z) / lifted.z
    let down = (SIMD2(y.x, y.y) - seen * y.z) / lifted.z
    let rest = seen - right * point.x - down * point.y
    return Transform(a: right.x, b: right.y, c: down.x, d: down.y, tx: rest.x, ty: rest.y)
  }
}

// MARK: - Lists

extension DisplayList {
  /// Appends the image of another list, projected from its pixels to those of this list.
  ///
  /// Outlines are exact. Gradients and images are mapped by the tangent of the projection in the middle of their
  /// outline, and filters stay as they are.
  package mutating func append(_ list: DisplayList, through projection: Projection) {
    append(list, list.commands.indices, through: projection)
    omissions.formUnion(list.omissions)
  }

  /// Appends content that is drawn in a plane, projected from the plane to points. Nothing is
  /// appended if the plane is seen edge-on or from too near.
  ///
  /// - Parameters:
  ///   - pivot: The point of the plane around which lengths are exact, such as those of dashes and
  ///     of filters in the plane.
  ///   - transform: The transform from projected points to points of the list.
  ///   - scratch: A list to draw into, whose contents are overwritten.
  ///   - draw: A closure that draws into a list, with the transform from the plane to points of
  ///     that list.
  package mutating func appendPlane(
    _ projection: Projection, at pivot: Point, _ transform: Transform,
    using scratch: inout DisplayList,
    _ draw: (inout DisplayList, Transform) -> Void
  ) {
    // The list contains the plane as it is seen at the pivot, so that curves become lines of the
    // right length and shadows fall in the right direction. The remaining projection applies the
    // differences in depth.
    guard let near = projection.tangent(at: pivot)?.followed(by: transform),
      let back = near.inverse
    else { return }
    // Use the centre of the largest possible list, so that nothing is clipped on any side.
    let reach = 1 << 16
    let shift = Vector(dx: Double(reach) / scale, dy: Double(reach) / scale)
    scratch.removeAll(
      size: PixelSize(width: 2 * reach, height: 2 * reach), scale: scale, background: .clear)
    draw(&scratch, near.followed(by: Transform(translation: shift)))
    let toPlane = Transform(scale: 1 / scale).followed(by: Transform(translation: .zero - shift))
      .followed(by: back)
    append(
      scratch,
      through: Projection(toPlane).followed(by: projection).followed(
        by: Projection(transform.followed(by: pixelTransform))))
  }

  private mutating func append(
    _ list: DisplayList, _ range: Range<Int>, through projection: Projection
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let command = list.commands[index]
      append(command, at: index, of: list, through: projection)
      index += command.extent
    }
  }

  private mutating func append(
    _ command: Command, at index: Int, of list: DisplayList, through projection: Projection
  ) {
    tools.lines.removeAll()
    var rule = FillRule.nonzero
    switch command.shape {
    case .group(let composition, let count):
      return appendGroup(composition, as: command.role) { target in
        target.append(list, index + 1..<index + 1 + Int(count), through: projection)
      } filters: {
        list.filters[composition.filters]
      }
    case .squares(let first, let count, let side):
      return appendSquares(Int(first)..<Int(first + count), side, of: list, through: projection)
    case .path(let first, let count, let fillRule):
      rule = fillRule
      for number in Int(first)..<Int(first + count) {
        for point in list.polygon(number) {
          tools.lines.append(SIMD2(point.x.pixels, point.y.pixels))
        }
        tools.lines.endPolygon()
      }
    case .rectangle(let x0, let y0, let x1, let y1):
      appendCorners(x0.pixels, y0.pixels, x1.pixels, y1.pixels)
    case .disc(let disc): disc.outline().flatten(.identity, tolerance: 1.0 / 64, into: &tools.lines)
    case .sector(let sector):
      sector.outline.flatten(.identity, tolerance: 1.0 / 64, into: &tools.lines)
    }
    let middle = tools.lines.middle
    tools.projected.removeAll()
    tools.lines.project(projection, into: &tools.projected)
    swap(&tools.lines, &tools.projected)
    var paint: Int32?
    if let number = command.paint {
      let placed = list.paints[Int(number)]
      guard let tangent = projection.tangent(at: middle) else { return }
      paint = append(
        PlacedPaint(paint: placed.paint, transform: placed.transform.followed(by: tangent)))
    }
    appendOutline(rule, role: command.role, color: command.color, paint: paint)
  }

  private mutating func appendCorners(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    tools.lines.append(SIMD2(x0, y0))
    tools.lines.append(SIMD2(x1, y0))
    tools.lines.append(SIMD2(x1, y1))
    tools.lines.append(SIMD2(x0, y1))
    tools.lines.endPolygon()
  }

  private mutating func appendSquares(
    _ range: Range<Int>, _ side: Fixed, of list: DisplayList, through projection: Projection
  ) {
    for index in range {
      tools.lines.removeAll()
      let x = Double(list.squares.x[index]) / 4096
      let y = Double(list.squares.y[index]) / 4096
      appendCorners(x, y, x + side.pixels, y + side.pixels)
      tools.projected.removeAll()
      tools.lines.project(projection, into: &tools.projected)
      swap(&tools.lines, &tools.projected)
      appendOutline(.nonzero, color: Color(argb: list.squares.argb[index]))
    }
  }
}

extension LineBuffer {
  /// The middle of the rectangle around all corners.
  fileprivate var middle: Point {
    guard var low = points.first else { return .zero }
    var high = low
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return Point(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
  }

  /// Appends the projected polygons, clipped where they are too close to the eye (Sutherland and
  /// Hodgman 1974).
  fileprivate func project(_ projection: Projection, into buffer: inout LineBuffer) {
    var first = 0
    for end in ends {
      var last = projection.lift(points[end - 1])
      for index in first..<end {
        let next = projection.lift(points[index])
        let (before, after) = (last.z - Projection.nearest, next.z - Projection.nearest)
        if (before < 0) != (after < 0) {
          buffer.append(lifted: last + (next - last) * (before / (before - after)))
        }
        if after >= 0 { buffer.append(lifted: next) }
        last = next
      }
      buffer.endPolygon()
      first = end
    }
  }

  private mutating func append(lifted: SIMD3<Double>) {
    append(SIMD2(lifted.x, lifted.y) / max(lifted.z, Projection.nearest))
  }
}

extension Disc {
  fileprivate func outline() -> Path {
    var path = Path()
    path.addCircle(center: Point(x: x.pixels, y: y.pixels), radius: radius.pixels)
    return path
  }
}

extension Sector {
  fileprivate var outline: Path {
    let (from, to) = (start.angle, end.angle)
    let sweep = to.radians - from.radians
    let center = Point(x: disc.x.pixels, y: disc.y.pixels)
    var path = Path()
    path.move(to: center)
    path.addArc(
      center: center, radius: disc.radius.pixels, start: from,
      sweep: Angle(radians: sweep < 0 ? sweep + Angle.fullTurn.radians : sweep))
    path.close()
    return path
  }
}

extension Direction {
  fileprivate var angle: Angle { Vector(dx: Double(dx), dy: Double(dy)).direction }
}
