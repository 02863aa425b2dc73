extension Path {
  /// A regular polygon with its first corner at the top, turned clockwise by `rotation`.
  ///
  /// - Parameters:
  ///   - corners: clamped to 3 ... ``maximumCorners``.
  ///   - roundness: how much the corners are rounded. At 1 their handles reach a quarter of the way
  ///     to the next corner along the circle, as in Lottie; 4/3 is close to a circle.
  public mutating func addPolygon(
    center: Point, radius: Double, corners: Int, roundness: Double = 0, rotation: Angle = .zero
  ) {
    addCorners(
      center, count: min(max(corners, 3), Self.maximumCorners), rotation,
      radii: (radius, radius), handles: (roundness / 4, roundness / 4))
  }

  /// A star with its first outer corner at the top, turned clockwise by `rotation`.
  ///
  /// - Parameters:
  ///   - points: the number of outer corners, clamped to 2 ... ``maximumCorners`` / 2.
  ///   - outerRoundness, innerRoundness: how much the corners are rounded. At 1 their handles reach
  ///     half the way to the next corner along the circle of the corner, as in Lottie.
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
        addCubic(last + lastHandle, corner - handle, corner)
      } else if index < count {
        addLine(to: corner)
      }
      (last, lastHandle) = (corner, handle)
    }
    close()
  }
}
