/// Opaque colours that cover the entire plane, for ``Filter/colors(_:amount:)``. They are dithered
/// like those of a ``Gradient``.
public struct ColorField: Hashable, Sendable {
  /// The arrangement of the colours, in the coordinate space of the field. Colours in between are
  /// mixed in their stored form.
  public enum Shape: Hashable, Sendable {
    /// Interpolates along the line between two points. Beyond them, the nearer colour continues.
    case linear(ColorPoint, ColorPoint)
    /// Interpolates from the first point, the centre, to the circle through the second. The second
    /// colour continues beyond.
    case radial(ColorPoint, ColorPoint)
    /// Each colour weighted by 1 / (d² + s²), with the distance d from its point and the softness
    /// s. A smaller softness keeps each colour closer to its point.
    case points(ColorPoint, ColorPoint, ColorPoint, ColorPoint, softness: Double = 0)
  }

  /// A colour at a point. The colour's alpha is ignored.
  public struct ColorPoint: Hashable, Sendable {
    /// The position of the point, in the coordinate system of the shape.
    public var point: Point
    /// The colour there.
    public var color: Color

    /// Creates a colour at a point.
    public init(_ point: Point, _ color: Color) {
      self.point = point
      self.color = color
    }
  }

  /// The arrangement of the colours.
  public var shape: Shape
  /// Maps the space of the shape to points of the view that the filtered group is in.
  public var transform: Transform
  /// The raw value of ``blendMode``, which leaves no unused bits. ``Filter`` would store its case in
  /// those of an enumeration, and modules of incremental builds disagreed about that.
  private var blendModeNumber: UInt8

  /// Creates a field in a space that `transform` maps to points of the view.
  public init(
    _ shape: Shape, transform: Transform = .identity, blendMode: BlendMode = .normal
  ) {
    self.shape = shape
    self.transform = transform
    blendModeNumber = blendMode.rawValue
  }

  /// The blend mode of the colours with the image. ``BlendMode/normal`` replaces the image's
  /// colours.
  public var blendMode: BlendMode {
    get { BlendMode(rawValue: blendModeNumber) ?? .normal }
    set { blendModeNumber = newValue.rawValue }
  }
}

extension ColorField.Shape {
  fileprivate typealias Parts = (
    kind: PixelColorField.Kind, ColorField.ColorPoint, ColorField.ColorPoint,
    ColorField.ColorPoint, ColorField.ColorPoint, softness: Double
  )

  /// The kind, four points (two for a gradient), and the softness.
  fileprivate var parts: Parts {
    switch self {
    case .linear(let first, let last): (.linear, first, last, last, last, 0)
    case .radial(let first, let last): (.radial, first, last, last, last, 0)
    case .points(let a, let b, let c, let d, let softness): (.points, a, b, c, d, softness)
    }
  }
}

/// A ``ColorField``, ready to be evaluated at pixels.
package struct PixelColorField: Hashable, Sendable {
  fileprivate enum Kind: UInt64 { case linear, radial, points }

  private let kind: Kind
  /// The blend mode of the colours with the image.
  let blendMode: BlendMode
  /// The coordinates of up to four points.
  private let points: SIMD8<Double>
  /// The colours, as 0xAARRGGBB.
  private let colors: SIMD4<UInt32>
  /// The square of the softness, which keeps weights finite.
  private let softness: Double
  /// Transforms pixels to the space of the shape.
  private let inverse: Transform

  /// Creates a field in pixels. Returns `nil` if the transform isn't invertible or a number isn't
  /// finite.
  init?(_ field: ColorField, _ toPixels: Transform) {
    let (kind, a, b, c, d, softness) = field.shape.parts
    self.kind = kind
    blendMode = field.blendMode
    self.softness = max(softness * softness, 1e-6)
    points = SIMD8(
      a.point.x, a.point.y, b.point.x, b.point.y, c.point.x, c.point.y, d.point.x, d.point.y)
    colors = SIMD4(
      a.color.opaque.argb, b.color.opaque.argb, c.color.opaque.argb, d.color.opaque.argb)
    guard let inverse = field.transform.followed(by: toPixels).inverse,
      (points - points).sum() == 0, self.softness.isFinite
    else { return nil }
    self.inverse = inverse
  }

  /// Returns the colour in the middle of a pixel, as an opaque word.
  func word(_ x: Int, _ y: Int) -> UInt32 {
    let point = inverse.apply(to: SIMD2(Double(x) + 0.5, Double(y) + 0.5))
    let threshold = Double(OrderedDither.threshold(x, y)) / 256
    guard kind != .points else { return weighted(at: point, threshold) }
    let displacement = point - points.lowHalf.lowHalf
    let whole = points.lowHalf.highHalf - points.lowHalf.lowHalf
    let square = whole.squaredLength
    let progress =
      kind == .linear
      ? displacement.dot(whole) / square : (displacement.squaredLength / square).squareRoot()
    // If both points coincide, only the second colour remains.
    let share = progress < 1 ? max(progress, 0) : 1
    return Self.word(
      Self.channels(colors.x) * (1 - share) + Self.channels(colors.y) * share, threshold)
  }

  private func weighted(at point: SIMD2<Double>, _ threshold: Double) -> UInt32 {
    var sum = SIMD4<Double>.zero
    var total = 0.0
    for index in 0..<4 {
      let displacement = point - SIMD2(points[2 * index], points[2 * index + 1])
      let weight = 1 / (displacement.squaredLength + softness)
      sum += Self.channels(colors[index]) * weight
      total += weight
    }
    return total > 0 ? Self.word(sum / total, threshold) : colors.x
  }

  /// Returns blue, green, red and alpha, 0 ... 255.
  private static func channels(_ word: UInt32) -> SIMD4<Double> {
    SIMD4<Double>(
      Double(word & 0xFF), Double(word >> 8 & 0xFF), Double(word >> 16 & 0xFF), 255)
  }

  /// - Parameter threshold: Between 0 and 1.
  private static func word(_ channels: SIMD4<Double>, _ threshold: Double) -> UInt32 {
    func byte(_ value: Double) -> UInt32 { value > 0 ? UInt32(min(value, 255) + threshold) : 0 }
    return byte(channels.x) | byte(channels.y) << 8 | byte(channels.z) << 16 | 0xFF00_0000
  }
}
