extension Double: VectorSpace {
  /// The magnitude.
  public var length: Double { magnitude }
}

extension Double: Interpolatable {
  /// Returns the displacement between two values.
  public static func displacement(from start: Double, to end: Double, turning: RotationDirection)
    -> Double
  {
    end - start
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Double) -> Double { self + displacement }
}

extension Float: Interpolatable {
  /// Returns the displacement as a `Double`, so that velocities and long distances keep their
  /// precision.
  public static func displacement(from start: Float, to end: Float, turning: RotationDirection)
    -> Double
  {
    Double(end) - Double(start)
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Double) -> Float { Float(Double(self) + displacement) }
}

extension Vector: VectorSpace {}

extension Vector: Interpolatable {
  /// Returns the displacement between two values.
  public static func displacement(from start: Vector, to end: Vector, turning: RotationDirection)
    -> Vector
  {
    end - start
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Vector) -> Vector { self + displacement }
}

extension Point: Interpolatable {
  /// Returns the displacement between two values.
  public static func displacement(from start: Point, to end: Point, turning: RotationDirection)
    -> Vector
  {
    end - start
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Vector) -> Point { self + displacement }
}

extension Size: Interpolatable {
  /// Returns the displacement between two values.
  public static func displacement(from start: Size, to end: Size, turning: RotationDirection)
    -> Vector
  {
    Vector(dx: end.width - start.width, dy: end.height - start.height)
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Vector) -> Size {
    Size(width: width + displacement.dx, height: height + displacement.dy)
  }
}

extension SIMD4: VectorSpace where Scalar == Double {
  /// The magnitude.
  public var length: Double { (self * self).sum().squareRoot() }
}

extension Rect: Interpolatable {
  /// Returns the displacement between two values.
  public static func displacement(
    from start: Rect, to end: Rect, turning: RotationDirection
  ) -> SIMD4<Double> {
    end.components - start.components
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: SIMD4<Double>) -> Rect {
    let moved = components + displacement
    return Rect(x: moved.x, y: moved.y, width: moved.z, height: moved.w)
  }

  private var components: SIMD4<Double> {
    SIMD4(origin.x, origin.y, size.width, size.height)
  }
}

extension Angle: VectorSpace {
  /// The magnitude in radians.
  public var length: Double { radians.magnitude }
}

extension Angle: Interpolatable {
  /// Returns the displacement between two values.
  public static func displacement(from start: Angle, to end: Angle, turning: RotationDirection)
    -> Angle
  {
    let raw = end.radians - start.radians
    let turn = Angle.fullTurn.radians
    switch turning {
    case .raw:
      return Angle(radians: raw)
    case .shortest:
      return Angle(radians: raw.remainder(dividingBy: turn))
    case .clockwise:
      return Angle(radians: clockwise(raw, turn))
    case .counterclockwise:
      return Angle(radians: -clockwise(-raw, turn))
    }
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Angle) -> Angle { self + displacement }

  /// Returns `raw`, reduced to `0 ..< turn`.
  ///
  /// Equal directions can differ by rounding, and a tiny negative difference must not become a full
  /// turn, so a difference within 1e-9 rad of a full turn is treated as zero.
  private static func clockwise(_ raw: Double, _ turn: Double) -> Double {
    let rest = raw.truncatingRemainder(dividingBy: turn)
    let reduced = rest < 0 ? rest + turn : rest
    return turn - reduced < 1e-9 ? reduced - turn : reduced
  }
}

extension Color: Interpolatable {
  /// The clear colour.
  public static let zero = Color.clear

  /// Returns the differences of red, green, blue, each premultiplied, and alpha, in `-1 ... 1`.
  ///
  /// Premultiplied, so that a colour keeps its hue as it fades in: straight channels would pass
  /// through the hue of the invisible colour.
  public static func displacement(
    from start: Color, to end: Color, turning: RotationDirection
  ) -> SIMD4<Double> {
    end.premultiplied - start.premultiplied
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: SIMD4<Double>) -> Color {
    let moved = (premultiplied + displacement).clamped(lowerBound: .zero, upperBound: .one)
    guard moved.w > 0 else { return .clear }
    let straight = (moved / moved.w).clamped(lowerBound: .zero, upperBound: .one)
    return Color(
      red8: Self.channel(straight.x), green8: Self.channel(straight.y),
      blue8: Self.channel(straight.z), alpha8: Self.channel(moved.w))
  }

  private var premultiplied: SIMD4<Double> {
    let opacity = Double(alpha) / 255
    let straight = SIMD4(Double(red), Double(green), Double(blue), 255) / 255
    return straight * opacity
  }

  private static func channel(_ value: Double) -> UInt8 {
    UInt8(exactly: (value * 255).rounded()) ?? 0
  }
}

extension GradientStops {
  /// The differences of the stops of two gradients: positions, colours and alphas.
  public struct Displacement: VectorSpace {
    /// The difference in position and the displacement of the colour, for each colour stop.
    var colors: [(position: Double, color: SIMD4<Double>)] = []
    /// The differences in position and alpha, for each alpha stop.
    var alphas: [SIMD2<Double>] = []

    /// No difference.
    public static let zero = Displacement()

    private var isZero: Bool { colors.isEmpty && alphas.isEmpty }

    /// Returns a Boolean value that indicates whether all differences are equal.
    public static func == (a: Self, b: Self) -> Bool {
      a.alphas == b.alphas && a.colors.elementsEqual(b.colors, by: ==)
    }

    /// Returns the sums of the differences.
    public static func + (a: Self, b: Self) -> Self {
      if a.isZero { return b }
      if b.isZero { return a }
      return Self(
        colors: zip(a.colors, b.colors).map { ($0.position + $1.position, $0.color + $1.color) },
        alphas: zip(a.alphas, b.alphas).map { $0 + $1 })
    }

    /// Returns the differences of the differences.
    public static func - (a: Self, b: Self) -> Self { a + b * -1 }

    /// Returns all differences, multiplied by a factor.
    public static func * (stops: Self, factor: Double) -> Self {
      Self(
        colors: stops.colors.map { ($0.position * factor, $0.color * factor) },
        alphas: stops.alphas.map { $0 * factor })
    }

    /// The magnitude.
    public var length: Double {
      let colors = colors.reduce(0) { $0 + $1.position * $1.position + ($1.color * $1.color).sum() }
      return alphas.reduce(colors) { $0 + $1.squaredLength }.squareRoot()
    }
  }

}

extension GradientStops: Interpolatable {
  /// No stops.
  public static let zero = GradientStops([])

  /// Returns the displacement between two gradients, whose stops are interpolated one by one. If the gradients differ in the number of stops, `start` is
  /// kept until the end.
  public static func displacement(
    from start: GradientStops, to end: GradientStops, turning: RotationDirection
  ) -> Displacement {
    guard start.colors.count == end.colors.count, start.alphas.count == end.alphas.count
    else { return .zero }
    return Displacement(
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

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Displacement) -> GradientStops {
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

  /// Reuses the memory of this value.
  public mutating func interpolate(
    from start: GradientStops, to end: GradientStops, progress: Double, turning: RotationDirection
  ) {
    guard start.colors.count == end.colors.count, start.alphas.count == end.alphas.count else {
      self = start
      return
    }
    colors.removeAll(keepingCapacity: true)
    for (a, b) in zip(start.colors, end.colors) {
      let displacement = Color.displacement(from: a.color, to: b.color, turning: turning)
      colors.append(
        ColorStop(
          at: a.position + (b.position - a.position) * progress,
          a.color.moved(by: displacement * progress)))
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

extension Path {
  /// The differences of the points of two paths.
  public struct Displacement: VectorSpace {
    /// Empty if there is no difference.
    var offsets: [SIMD2<Double>] = []

    /// No difference.
    public static let zero = Displacement()

    /// Returns the sums of the differences.
    public static func + (a: Displacement, b: Displacement) -> Displacement {
      if a.offsets.isEmpty { return b }
      if b.offsets.isEmpty { return a }
      return Displacement(offsets: zip(a.offsets, b.offsets).map { $0 + $1 })
    }

    /// Returns the differences of the differences.
    public static func - (a: Displacement, b: Displacement) -> Displacement {
      a + b * -1
    }

    /// Returns all differences, multiplied by a factor.
    public static func * (path: Displacement, factor: Double) -> Displacement {
      Displacement(offsets: path.offsets.map { $0 * factor })
    }

    /// The Euclidean distance over the coordinates of all points.
    public var length: Double {
      offsets.reduce(0) { $0 + $1.squaredLength }.squareRoot()
    }
  }

}

extension Path: Interpolatable {
  /// The empty path.
  public static let zero = Path()

  /// Paths with the same moves, lines, curves and closes are interpolated point by point. Otherwise
  /// `start` is kept until the end.
  public static func displacement(
    from start: Path, to end: Path, turning: RotationDirection
  ) -> Displacement {
    Displacement(offsets: start.offsets(to: end) ?? [])
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Displacement) -> Path {
    moved(by: displacement.offsets)
  }

  /// Reuses the memory of this value.
  public mutating func interpolate(
    from start: Path, to end: Path, progress: Double, turning: RotationDirection
  ) {
    interpolate(from: start, to: end, progress: progress)
  }
}
