/// The differences of the points of two paths.
public struct PathDisplacement: VectorSpace {
  /// Empty stands for no difference at all.
  var offsets: [SIMD2<Double>] = []

  public static let zero = PathDisplacement()

  public static func + (a: PathDisplacement, b: PathDisplacement) -> PathDisplacement {
    if a.offsets.isEmpty { return b }
    if b.offsets.isEmpty { return a }
    return PathDisplacement(offsets: zip(a.offsets, b.offsets).map { $0 + $1 })
  }

  public static func - (a: PathDisplacement, b: PathDisplacement) -> PathDisplacement {
    a + b * -1
  }

  public static func * (path: PathDisplacement, factor: Double) -> PathDisplacement {
    PathDisplacement(offsets: path.offsets.map { $0 * factor })
  }

  /// The Euclidean distance over the coordinates of all points.
  public var length: Double {
    offsets.reduce(0) { $0 + $1.squaredLength }.squareRoot()
  }
}

extension Path: Interpolatable {
  public static let zero = Path()

  /// Paths with the same moves, lines, curves and closes are interpolated point by point. Otherwise
  /// `start` is kept until the end.
  public static func displacement(
    from start: Path, to end: Path, turning: Turning
  ) -> PathDisplacement {
    guard start.verbs == end.verbs else { return .zero }
    return PathDisplacement(offsets: zip(end.points, start.points).map { $0 - $1 })
  }

  public func moved(by displacement: PathDisplacement) -> Path {
    guard displacement.offsets.count == points.count else { return self }
    return withPoints { points[$0] + displacement.offsets[$0] }
  }

  public mutating func interpolate(
    from start: Path, to end: Path, progress: Double, turning: Turning
  ) {
    guard start.verbs == end.verbs else {
      self = start
      return
    }
    removeAll()
    append(start.verbs) { start.points[$0] + (end.points[$0] - start.points[$0]) * progress }
  }
}
