// Paths that consist of a single shape, with names like SwiftUI's.
extension Path {
  /// Creates a rectangle; see ``addRect(_:)``.
  public init(_ rect: Rect) {
    self.init()
    addRect(rect)
  }

  /// Creates a rectangle with round corners; see ``addRoundedRect(_:radius:radiusY:)``.
  public init(roundedRect rect: Rect, cornerRadius: Double) {
    self.init()
    addRoundedRect(rect, radius: cornerRadius)
  }

  /// Creates an ellipse that touches the sides of a rectangle; see ``addEllipse(in:start:)``.
  public init(ellipseIn rect: Rect) {
    self.init()
    addEllipse(in: rect)
  }
}

// Closed shapes. Each goes clockwise on the screen. The start matters for trims and dashes. Circles
// and ellipses start at 3 o'clock, like angles and as in Core Graphics; other shapes start as in
// Lottie.
extension Path {
  /// Adds a rectangle that starts at its upper right corner. Without width or height it is a line
  /// or a point.
  public mutating func addRect(_ rect: Rect) {
    let low = SIMD2(rect.minX, rect.minY)
    let high = SIMD2(rect.maxX, rect.maxY)
    move(to: SIMD2(high.x, low.y))
    addLine(to: high)
    addLine(to: SIMD2(low.x, high.y))
    addLine(to: low)
    close()
  }

  /// Adds a rectangle whose corners are quarters of ellipses, starting at the lower end of the
  /// upper right corner. Radii are clamped to between 0 and half the side; `radiusY` defaults to
  /// `radius`.
  public mutating func addRoundedRect(_ rect: Rect, radius: Double, radiusY: Double? = nil) {
    let low = SIMD2(min(rect.minX, rect.maxX), min(rect.minY, rect.maxY))
    let high = SIMD2(max(rect.minX, rect.maxX), max(rect.minY, rect.maxY))
    let rx = min(max(radius, 0), (high.x - low.x) / 2)
    let ry = min(max(radiusY ?? radius, 0), (high.y - low.y) / 2)
    guard rx > 0, ry > 0 else { return addRect(rect) }
    move(to: SIMD2(high.x, low.y + ry))
    addLine(to: SIMD2(high.x, high.y - ry))
    addQuarter(to: SIMD2(high.x - rx, high.y), corner: high)
    addLine(to: SIMD2(low.x + rx, high.y))
    addQuarter(to: SIMD2(low.x, high.y - ry), corner: SIMD2(low.x, high.y))
    addLine(to: SIMD2(low.x, low.y + ry))
    addQuarter(to: SIMD2(low.x + rx, low.y), corner: low)
    addLine(to: SIMD2(high.x - rx, low.y))
    addQuarter(to: SIMD2(high.x, low.y + ry), corner: SIMD2(high.x, low.y))
    close()
  }

  /// Adds the ellipse inscribed in a rectangle, clockwise on the screen, as four cubics that are
  /// off by at most 0.03 % of the radius.
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - start: The start, as an angle of the circle from which the ellipse is scaled; by default
  ///     at 3 o'clock. 12 o'clock is `.degrees(-90)`.
  public mutating func addEllipse(in rect: Rect, start: Angle = .zero) {
    let low = SIMD2(rect.minX, rect.minY)
    let high = SIMD2(rect.maxX, rect.maxY)
    let middle = SIMD2(rect.center)
    let quarters = start.turns * 4
    guard abs(quarters - quarters.rounded()) < 1e-9, quarters.magnitude < 1e9 else {
      return addEllipse(middle, (high - low) / 2, start)
    }
    // Starting at 3 o'clock: the start of each quarter, and the corner of the rectangle that it
    // rounds.
    let points = [
      (SIMD2(high.x, middle.y), high), (SIMD2(middle.x, high.y), SIMD2(low.x, high.y)),
      (SIMD2(low.x, middle.y), low), (SIMD2(middle.x, low.y), SIMD2(high.x, low.y)),
    ]
    let first = Int(quarters.rounded()) & 3
    move(to: points[first].0)
    for index in first..<first + 4 {
      addQuarter(to: points[(index + 1) & 3].0, corner: points[index & 3].1)
    }
    close()
  }

  /// Adds an ellipse whose quarters start at any angle. If the angle isn't finite, nothing is
  /// added.
  private mutating func addEllipse(
    _ center: SIMD2<Double>, _ radii: SIMD2<Double>, _ start: Angle
  ) {
    guard start.radians.isFinite else { return }
    var direction = SIMD2(start.cosine, start.sine)
    move(to: center + direction * radii)
    for _ in 0..<4 {
      let next = SIMD2(-direction.y, direction.x)
      addQuarter(to: center + next * radii, corner: center + (direction + next) * radii)
      direction = next
    }
    close()
  }

  /// Adds a circle, clockwise on the screen from `start`; see ``addEllipse(in:start:)``.
  public mutating func addCircle(center: Point, radius: Double, start: Angle = .zero) {
    addEllipse(in: Rect(center: center, side: 2 * radius), start: start)
  }

  /// Adds a quarter of an ellipse from the current point to `end`, whose tangents meet at `corner`.
  /// It is exact at both ends and in the middle: κ = 4/3 · (√2 − 1).
  private mutating func addQuarter(to end: SIMD2<Double>, corner: SIMD2<Double>) {
    let kappa = 0.5522847498307936
    let start = points.last ?? end
    addCurve(start + (corner - start) * kappa, end + (corner - end) * kappa, end)
  }

  /// Adds an arc of a circle, preceded by a line to its start if a contour is open. A positive
  /// `sweep` goes clockwise on the screen; it is clamped to a full turn either way.
  public mutating func addArc(center: Point, radius: Double, start: Angle, sweep: Angle) {
    let middle = SIMD2(center)
    let turn = Angle.fullTurn.radians
    let sweep = min(max(sweep.radians, -turn), turn)
    let count = max(1, (sweep.magnitude * 4 / turn - 1e-9).rounded(.up))
    let step = sweep / count
    let half = Angle(radians: step / 4)
    // The handle of an arc of angle δ: 4/3 · tan(δ/4).
    let handle = radius * 4 / 3 * half.sine / half.cosine
    var direction = SIMD2(start.cosine, start.sine)
    if let last = verbs.last, last != .close {
      addLine(to: middle + direction * radius)
    } else {
      move(to: middle + direction * radius)
    }
    for index in 1...Int(count.isFinite ? count : 1) {
      let angle = Angle(radians: start.radians + step * Double(index))
      let next = SIMD2(angle.cosine, angle.sine)
      addCurve(
        middle + direction * radius + SIMD2(-direction.y, direction.x) * handle,
        middle + next * radius - SIMD2(-next.y, next.x) * handle, middle + next * radius)
      direction = next
    }
  }
}

// MARK: - Stars

extension Path {
  /// Adds a regular polygon with its first corner at the top, rotated clockwise.
  ///
  /// - Parameters:
  ///   - center: The centre.
  ///   - radius: The distance of the corners from the centre.
  ///   - corners: Clamped to 3 ... ``maximumCorners``.
  ///   - roundness: The amount by which the corners are rounded. At 1 their handles reach a quarter
  ///     of the way to the next corner along the circle, as in Lottie; 4/3 is close to a circle.
  ///   - rotation: The rotation.
  public mutating func addPolygon(
    center: Point, radius: Double, corners: Int, roundness: Double = 0, rotation: Angle = .zero
  ) {
    addCorners(
      center, count: min(max(corners, 3), Self.maximumCorners), rotation,
      radii: (radius, radius), handles: (roundness / 4, roundness / 4))
  }

  /// Adds a star with its first outer corner at the top, rotated clockwise.
  ///
  /// - Parameters:
  ///   - center: The centre.
  ///   - outerRadius: The distance of the outer corners from the centre.
  ///   - innerRadius: The distance of the inner corners from the centre.
  ///   - points: The number of outer corners, clamped to 2 ... ``maximumCorners`` / 2.
  ///   - outerRoundness: The amount by which the outer corners are rounded. At 1 their handles
  ///     reach half the way to the next corner along the circle of the corner, as in Lottie.
  ///   - innerRoundness: The same for the inner corners.
  ///   - rotation: The rotation.
  public mutating func addStar(
    center: Point, outerRadius: Double, innerRadius: Double, points: Int,
    outerRoundness: Double = 0, innerRoundness: Double = 0, rotation: Angle = .zero
  ) {
    addCorners(
      center, count: 2 * min(max(points, 2), Self.maximumCorners / 2), rotation,
      radii: (outerRadius, innerRadius), handles: (outerRoundness / 2, innerRoundness / 2))
  }

  /// The maximum number of corners of a polygon or a star.
  public static let maximumCorners = 10_000

  /// Adds corners at equal angles, alternating between two kinds. Handles are given as fractions of
  /// the way to the next corner along the circle.
  private mutating func addCorners(
    _ center: Point, count: Int, _ rotation: Angle, radii: (Double, Double),
    handles: (Double, Double)
  ) {
    let middle = SIMD2(center)
    let step = Angle.fullTurn.radians / Double(count)
    let isRound = handles != (0, 0)
    var last = SIMD2<Double>.zero
    var lastHandle = SIMD2<Double>.zero
    for index in 0...count {
      let isFirst = index % 2 == 0
      let angle = rotation + .turns(Double(index % count) / Double(count) - 0.25)
      let direction = SIMD2(angle.cosine, angle.sine)
      let radius = isFirst ? radii.0 : radii.1
      let corner = middle + direction * radius
      let handle =
        SIMD2(-direction.y, direction.x) * (radius * step * (isFirst ? handles.0 : handles.1))
      if index == 0 {
        move(to: corner)
      } else if isRound {
        addCurve(last + lastHandle, corner - handle, corner)
      } else if index < count {
        addLine(to: corner)
      }
      (last, lastHandle) = (corner, handle)
    }
    close()
  }
}
