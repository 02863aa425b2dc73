/// A shadow below a layer's image: its silhouette in one colour, moved and blurred.
public struct Shadow: Hashable, Sendable {
  /// The colour, whose alpha is the darkness of the shadow. Clear for no shadow.
  public var color: Color
  /// The offset of the shadow from the layer, in points of the layer's own space.
  public var offset: Vector
  /// The standard deviation of the blur, in points of the layer's own space, or 0 for a sharp
  /// shadow.
  public var radius: Double

  /// Creates a shadow, by default of half-transparent black, three points below the layer.
  public init(
    color: Color = Color(white: 0, alpha: 0.5), offset: Vector = Vector(dx: 0, dy: 3),
    radius: Double = 3
  ) {
    self.color = color
    self.offset = offset
    self.radius = radius
  }

  /// No shadow.
  public static let none = Shadow(color: .clear, offset: .zero, radius: 0)

  /// Returns the filter that draws the shadow of a layer with this transform.
  func filter(_ transform: Transform) -> Filter {
    .dropShadow(
      color, offset: transform.apply(to: offset), sigma: radius * transform.lengthScale)
  }
}

extension Transform {
  /// The factor by which lengths grow, averaged over all directions.
  var lengthScale: Double { determinant.magnitude.squareRoot() }
}

extension Shadow: Interpolatable {
  /// The displacements of a shadow's colour, offset and radius.
  public struct Displacement: VectorSpace {
    /// The displacement of the colour.
    public var color: Color.Displacement
    /// The displacement of the offset.
    public var offset: Vector
    /// The displacement of the radius.
    public var radius: Double

    public static let zero = Displacement(color: .zero, offset: .zero, radius: 0)

    public static func + (a: Self, b: Self) -> Self {
      Self(color: a.color + b.color, offset: a.offset + b.offset, radius: a.radius + b.radius)
    }

    public static func - (a: Self, b: Self) -> Self {
      Self(color: a.color - b.color, offset: a.offset - b.offset, radius: a.radius - b.radius)
    }

    public static func * (vector: Self, factor: Double) -> Self {
      Self(
        color: vector.color * factor, offset: vector.offset * factor,
        radius: vector.radius * factor)
    }

    /// The distance in a space of seven dimensions.
    public var length: Double {
      let (a, b) = (color.length, offset.length)
      return (a * a + b * b + radius * radius).squareRoot()
    }
  }

  /// No shadow.
  public static var zero: Shadow { .none }

  /// Returns the displacements of the parts.
  public static func displacement(
    from start: Shadow, to end: Shadow, turning: RotationDirection
  ) -> Displacement {
    Displacement(
      color: Color.displacement(from: start.color, to: end.color, turning: turning),
      offset: end.offset - start.offset, radius: end.radius - start.radius)
  }

  /// Returns the value moved by a displacement.
  public func moved(by displacement: Displacement) -> Shadow {
    Shadow(
      color: color.moved(by: displacement.color), offset: offset + displacement.offset,
      radius: radius + displacement.radius)
  }
}
