/// A layer that fills a rectangle with a gradient, like CAGradientLayer.
open class GradientLayer: GraphicLayer {
  /// The geometry of the gradient.
  public enum Kind: Hashable, Sendable {
    /// A gradient from ``GradientLayer/startPoint`` to ``GradientLayer/endPoint``.
    case linear
    /// A radial gradient from ``GradientLayer/startPoint`` to an ellipse whose semi-axes are the
    /// distances to ``GradientLayer/endPoint`` along x and y.
    case radial
  }

  /// The rectangle to fill, in points of the layer's own space.
  @Animatable public final var rect = Rect.zero
  /// The colours and their positions. Interpolated stop by stop if their numbers are the same.
  @Animatable(isMotion: false) public final var stops = GradientStops([])
  /// The position of the first stop, as a fraction of ``rect``: (0, 0) is the upper left corner,
  /// (1, 1) the lower right one.
  @Animatable public final var startPoint = Point(x: 0.5, y: 0)
  /// The position of the last stop, as a fraction of ``rect``.
  @Animatable public final var endPoint = Point(x: 0.5, y: 1)
  /// The radius of the corners of ``rect``, in points; clamped to between 0 and half the shorter
  /// side.
  @Animatable public final var cornerRadius = 0.0
  /// The geometry of the gradient. The default is linear.
  public final var kind = Kind.linear { didSet { changed(kind != oldValue) } }

  private final var path = Path()

  /// Now ``rect``, since no other layer has bounds.
  @available(*, unavailable, renamed: "rect")
  public final var bounds: Rect {
    get { rect }
    set { rect = newValue }
  }

  open override func drawContent(into list: inout DisplayList, transform: Transform) {
    let rect = outline()
    list.fill(path, .gradient(gradient(rect)), transform: transform)
  }

  /// Returns a Boolean value that indicates whether a point of the layer's own space is inside the
  /// rounded rectangle, at the tree's time.
  open override func contains(_ point: Point) -> Bool {
    _ = outline()
    return path.contains(point)
  }

  /// Stores the outline at the tree's time in ``path``, and returns the rectangle.
  private final func outline() -> Rect {
    let rect = $rect.presentation
    let radius = min(
      $cornerRadius.presentation, min(rect.size.width.magnitude, rect.size.height.magnitude) / 2
    )
    path.removeAll()
    path.addRoundedRect(rect, radius: radius)
    return rect
  }

  private final func gradient(_ rect: Rect) -> Gradient {
    func absolute(_ point: Point) -> Point {
      Point(
        x: rect.minX + rect.size.width * point.x, y: rect.minY + rect.size.height * point.y)
    }
    let start = absolute($startPoint.presentation)
    let end = absolute($endPoint.presentation)
    let stops = $stops.presentation
    switch kind {
    case .linear:
      return Gradient(.linear(start: start, end: end), stops: stops)
    case .radial:
      let axes = end - start
      return Gradient(
        .radial(center: .zero, radius: 1, focus: .zero), stops: stops,
        transform: Transform(
          a: axes.dx.magnitude, b: 0, c: 0, d: axes.dy.magnitude, tx: start.x, ty: start.y))
    }
  }
}
