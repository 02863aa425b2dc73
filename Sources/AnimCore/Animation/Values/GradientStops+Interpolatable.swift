/// The differences of the stops of two gradients: positions, colours and alphas.
public struct GradientStopsDisplacement: VectorSpace {
  /// For each colour stop, the difference in position and the colour's displacement.
  var colors: [(position: Double, color: SIMD4<Double>)] = []
  /// For each alpha stop, the differences in position and alpha.
  var alphas: [SIMD2<Double>] = []

  public static let zero = GradientStopsDisplacement()

  private var isZero: Bool { colors.isEmpty && alphas.isEmpty }

  public static func == (a: Self, b: Self) -> Bool {
    a.alphas == b.alphas && a.colors.elementsEqual(b.colors, by: ==)
  }

  public static func + (a: Self, b: Self) -> Self {
    if a.isZero { return b }
    if b.isZero { return a }
    return Self(
      colors: zip(a.colors, b.colors).map { ($0.position + $1.position, $0.color + $1.color) },
      alphas: zip(a.alphas, b.alphas).map { $0 + $1 })
  }

  public static func - (a: Self, b: Self) -> Self { a + b * -1 }

  public static func * (stops: Self, factor: Double) -> Self {
    Self(
      colors: stops.colors.map { ($0.position * factor, $0.color * factor) },
      alphas: stops.alphas.map { $0 * factor })
  }

  public var length: Double {
    let colors = colors.reduce(0) { $0 + $1.position * $1.position + ($1.color * $1.color).sum() }
    return alphas.reduce(colors) { $0 + $1.squaredLength }.squareRoot()
  }
}

extension GradientStops: Interpolatable {
  public static let zero = GradientStops([])

  /// Stops are interpolated one by one. If the gradients differ in the number of stops, `start` is
  /// kept until the end.
  public static func displacement(
    from start: GradientStops, to end: GradientStops, turning: Turning
  ) -> GradientStopsDisplacement {
    guard start.colors.count == end.colors.count, start.alphas.count == end.alphas.count
    else { return .zero }
    return GradientStopsDisplacement(
      colors: zip(start.colors, end.colors).map {
        (
          $1.position - $0.position,
          Color.displacement(from: $0.color, to: $1.color, turning: turning)
        )
      },
      alphas: zip(start.alphas, end.alphas).map {
        SIMD2($1.position - $0.position, $1.alpha - $0.alpha)
      })
  }

  public func moved(by displacement: GradientStopsDisplacement) -> GradientStops {
    guard displacement.colors.count == colors.count, displacement.alphas.count == alphas.count
    else { return self }
    return GradientStops(
      zip(colors, displacement.colors).map {
        ColorStop(at: $0.position + $1.position, $0.color.moved(by: $1.color))
      },
      alphas: zip(alphas, displacement.alphas).map {
        AlphaStop(at: $0.position + $1.x, $0.alpha + $1.y)
      })
  }

  public mutating func interpolate(
    from start: GradientStops, to end: GradientStops, progress: Double, turning: Turning
  ) {
    guard start.colors.count == end.colors.count, start.alphas.count == end.alphas.count else {
      self = start
      return
    }
    colors.removeAll(keepingCapacity: true)
    for (a, b) in zip(start.colors, end.colors) {
      let way = Color.displacement(from: a.color, to: b.color, turning: turning)
      colors.append(
        ColorStop(
          at: a.position + (b.position - a.position) * progress,
          a.color.moved(by: way * progress)))
    }
    alphas.removeAll(keepingCapacity: true)
    for (a, b) in zip(start.alphas, end.alphas) {
      alphas.append(
        AlphaStop(
          at: a.position + (b.position - a.position) * progress,
          a.alpha + (b.alpha - a.alpha) * progress))
    }
  }
}
