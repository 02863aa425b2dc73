/// The colours of a gradient by position.
///
/// Between two stops red, green, blue and alpha change in proportion, each alone (not premultiplied,
/// as SVG and Lottie have it); before the first stop and behind the last the colour is that of the
/// stop. Positions count as within 0 ... 1, and one that is smaller than the position before it,
/// or NaN, as equal to that. Of several stops in one place the first ends what comes before and the
/// last begins what comes after.
public struct GradientStops: Hashable, Sendable {
  public struct ColorStop: Hashable, Sendable {
    public var position: Double
    public var color: Color

    public init(at position: Double, _ color: Color) {
      self.position = position
      self.color = color
    }
  }

  public struct AlphaStop: Hashable, Sendable {
    public var position: Double
    /// 0 ... 1.
    public var alpha: Double

    public init(at position: Double, _ alpha: Double) {
      self.position = position
      self.alpha = alpha
    }
  }

  /// Without any, the gradient paints nothing.
  public var colors: [ColorStop]
  /// What the alpha of the colours is multiplied by; without any, 1.
  public var alphas: [AlphaStop]

  public init(_ colors: [ColorStop], alphas: [AlphaStop] = []) {
    self.colors = colors
    self.alphas = alphas
  }
}
