/// A gradient along a line, from a focus or a circle to a circle, or around a point.
///
/// Gradients are dithered: values between two of the 256 values of a channel are shown by a fixed
/// pattern of 8 × 8 pixels of both, so that slow gradients have no bands. Exact values aren't
/// changed.
public struct Gradient: Hashable, Sendable {
  /// The geometry that the positions of stops refer to.
  public enum Geometry: Hashable, Sendable {
    /// Position 0 is at `start` and 1 at `end`. The position is constant along lines perpendicular
    /// to the line between them. If both points are equal, the last colour is used everywhere.
    case linear(start: Point, end: Point)
    /// A radial gradient. Position 0 is at `focus` and position 1 on the circle of `radius` around
    /// `center`. A focus beyond 255/256 of the radius is moved to that distance. If the radius
    /// isn't positive, the last colour is used everywhere.
    ///
    /// With a positive `focusRadius`, position 0 is on the circle of that radius around the focus,
    /// which isn't moved. Nothing is painted at points that aren't on any circle between or beyond
    /// the two.
    case radial(center: Point, radius: Double, focus: Point, focusRadius: Double = 0)
    /// A conic gradient. Position 0 is in the direction `start` from `center`, and positions grow
    /// clockwise up to 1 after a full turn. The centre itself has the colour of the direction of the
    /// x axis.
    case conic(center: Point, start: Angle)
  }

  /// The continuation of a gradient beyond its first and last position.
  public enum Spread: UInt8, CaseIterable, Hashable, Sendable {
    /// The colours of the first and the last stop.
    case pad
    /// The gradient again and again.
    case `repeat`
    /// The gradient, alternately backwards and forwards.
    case reflect
  }

  /// The geometry of the gradient, in the space that ``transform`` maps.
  public var geometry: Geometry
  /// The colours and alphas by position.
  public var stops: GradientStops
  /// The transform from the space of ``geometry`` to the space of the shape.
  public var transform: Transform
  /// The continuation beyond the first and the last position.
  public var spread: Spread

  /// Creates a gradient of `stops` in the space of the painted content, or in the space that
  /// `transform` maps from.
  public init(
    _ geometry: Geometry, stops: GradientStops, transform: Transform = .identity,
    spread: Spread = .pad
  ) {
    self.geometry = geometry
    self.stops = stops
    self.transform = transform
    self.spread = spread
  }
}

/// The colours and alphas of a gradient by position.
///
/// Between two stops, red, green, blue and alpha are interpolated linearly and separately (not
/// premultiplied, as in SVG and Lottie). Before the first and after the last stop, the colour of
/// that stop is used. Positions are clamped to 0 ... 1. A position that is NaN or smaller than the
/// previous one counts as equal to it. If several stops have the same position, the first one ends
/// the gradient before it, and the last one starts the gradient after it.
public struct GradientStops: Hashable, Sendable {
  /// The colour at a position.
  public struct ColorStop: Hashable, Sendable {
    /// The position of the stop, from 0 at the start of the gradient to 1 at its end.
    public var position: Double
    /// The stop's colour, including its alpha.
    public var color: Color

    /// Creates a colour at a position from 0 to 1.
    public init(at position: Double, _ color: Color) {
      self.position = position
      self.color = color
    }
  }

  /// The alpha at a position.
  public struct AlphaStop: Hashable, Sendable {
    /// The position of the stop, from 0 at the start of the gradient to 1 at its end.
    public var position: Double
    /// 0 ... 1.
    public var alpha: Double

    /// Creates an alpha, 0 to 1, at a position from 0 to 1.
    public init(at position: Double, _ alpha: Double) {
      self.position = position
      self.alpha = alpha
    }
  }

  /// The colour stops. Without any, the gradient paints nothing.
  public var colors: [ColorStop]
  /// The alpha stops, which the colours are multiplied by; without any, the factor is 1.
  public var alphas: [AlphaStop]

  /// Creates stops in the order of their positions. The alphas multiply those of the colours.
  public init(_ colors: [ColorStop], alphas: [AlphaStop] = []) {
    self.colors = colors
    self.alphas = alphas
  }
}

extension GradientStops {
  var isOpaque: Bool {
    !colors.isEmpty && colors.allSatisfy { $0.color.alpha == 255 }
      && alphas.allSatisfy { $0.alpha >= 1 }
  }

  /// The premultiplied word of the last stop, or `nil` if there are no stops.
  var last: UInt32? {
    guard let color = colors.last?.color else { return nil }
    return Self.word(color.straight, alpha: alphas.last?.alpha ?? 1)
  }

  /// Stores the colours of `count` evenly spaced positions from 0 to 1, in 256ths. There must be a
  /// stop.
  func store(_ table: UnsafeMutablePointer<UInt64>, count: Int) {
    var color = Cursor(count: colors.count) { colors[$0].position }
    var alpha = Cursor(count: alphas.count) { alphas[$0].position }
    for index in 0..<count {
      let position = Double(index) / Double(count - 1)
      color.advance(to: position) { colors[$0].position }
      alpha.advance(to: position) { alphas[$0].position }
      let first = colors[color.stop].color.straight
      let second = colors[color.next].color.straight
      var opacity = 1.0
      if !alphas.isEmpty {
        opacity = alphas[alpha.stop].alpha
        opacity += (alphas[alpha.next].alpha - opacity) * alpha.part
      }
      table[index] = Self.fine(first + (second - first) * color.part, alpha: opacity)
    }
  }

  /// Packs red, green, blue and alpha, in 0 ... 255, into a word whose colours are multiplied by
  /// both alphas, rounded to nearest.
  private static func word(_ straight: SIMD4<Double>, alpha: Double) -> UInt32 {
    let product = premultiplied(straight, alpha: alpha) + 0.5
    return UInt32(product.w) << 24 | UInt32(product.x) << 16 | UInt32(product.y) << 8
      | UInt32(product.z)
  }

  /// Returns the same in 256ths, 16 bits for each channel.
  private static func fine(_ straight: SIMD4<Double>, alpha: Double) -> UInt64 {
    let product = premultiplied(straight, alpha: alpha) * 256 + 0.5
    return UInt64(product.w) << 48 | UInt64(product.x) << 32 | UInt64(product.y) << 16
      | UInt64(product.z)
  }

  private static func premultiplied(_ straight: SIMD4<Double>, alpha: Double) -> SIMD4<Double> {
    let alpha = straight.w * (alpha > 0 ? min(alpha, 1) : 0)
    return SIMD4(straight.x, straight.y, straight.z, 255) * (alpha / 255)
  }

  /// The two stops on either side of a position, for increasing positions.
  private struct Cursor {
    private(set) var stop = 0
    private(set) var next = 0
    /// The position between the two, 0 ... 1.
    private(set) var part = 0.0
    private let count: Int
    private var start = 0.0
    private var end = 0.0

    init(count: Int, _ position: (Int) -> Double) {
      self.count = count
      guard count > 0 else { return }
      start = Self.clamped(position(0), 0)
      end = start
    }

    mutating func advance(to target: Double, _ position: (Int) -> Double) {
      while count > 0, end <= target, next < count - 1 || stop < next {
        stop = next
        start = end
        guard next < count - 1 else { break }
        next += 1
        end = Self.clamped(position(next), start)
      }
      part = target <= start || end <= start ? 0 : (target - start) / (end - start)
    }

    /// Returns a position clamped to 0 ... 1 and to at least the position of the previous stop,
    /// which also replaces NaN.
    private static func clamped(_ position: Double, _ least: Double) -> Double {
      position > least ? min(position, 1) : least
    }
  }
}

extension Color {
  /// Red, green, blue, alpha, each 0 ... 255.
  fileprivate var straight: SIMD4<Double> {
    SIMD4(Double(red), Double(green), Double(blue), Double(alpha))
  }
}
