/// The colours and alphas of a gradient by position.
///
/// Between two stops, red, green, blue and alpha are interpolated linearly and separately (not
/// premultiplied, as in SVG and Lottie); before the first stop and after the last the colour is
/// that of the stop. Positions are clamped to 0 ... 1, and one that is NaN or smaller than the
/// position before it is treated as equal to it. Of several stops at the same position, the first
/// ends the gradient before it and the last begins the gradient after it.
public struct GradientStops: Hashable, Sendable {
  /// The colour at a position.
  public struct ColorStop: Hashable, Sendable {
    /// Where the stop is: 0 at the start of the gradient, 1 at its end.
    public var position: Double
    public var color: Color

    public init(at position: Double, _ color: Color) {
      self.position = position
      self.color = color
    }
  }

  /// The alpha at a position.
  public struct AlphaStop: Hashable, Sendable {
    /// Where the stop is: 0 at the start of the gradient, 1 at its end.
    public var position: Double
    /// 0 ... 1.
    public var alpha: Double

    public init(at position: Double, _ alpha: Double) {
      self.position = position
      self.alpha = alpha
    }
  }

  /// The colour stops. Without any, the gradient paints nothing.
  public var colors: [ColorStop]
  /// The alpha stops, which the colours are multiplied by; without any, the factor is 1.
  public var alphas: [AlphaStop]

  public init(_ colors: [ColorStop], alphas: [AlphaStop] = []) {
    self.colors = colors
    self.alphas = alphas
  }
}
