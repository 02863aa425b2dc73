/// A layer that fills and strokes a path, like CAShapeLayer.
open class ShapeLayer: GraphicLayer {
  /// The path, in points of the layer's own space. Paths with the same elements are interpolated.
  @Animatable public final var path = Path()
  /// The colour to fill the path with, initially black; overridden by ``fillPaint``.
  @Animatable(isMotion: false) public final var fillColor = Color.black
  /// The colour to stroke the path with, initially clear; overridden by ``strokePaint``.
  @Animatable(isMotion: false) public final var strokeColor = Color.clear
  /// The width of the stroke, in points of the layer's own space; 0 or less draws no stroke.
  @Animatable public final var lineWidth = 1.0
  /// The offset into the dash pattern at which the path starts, in points.
  @Animatable public final var lineDashPhase = 0.0
  /// The start of the stroke, as a fraction of the length of the path.
  @Animatable public final var strokeStart = 0.0
  /// The end of the stroke, as a fraction of the length of the path. If it isn't after the start,
  /// no stroke is drawn.
  @Animatable public final var strokeEnd = 1.0
  /// The paint to fill the path with instead of ``fillColor``.
  public final var fillPaint: Paint? { didSet { changed(fillPaint != oldValue) } }
  /// The paint to stroke the path with instead of ``strokeColor``.
  public final var strokePaint: Paint? { didSet { changed(strokePaint != oldValue) } }
  /// The fill rule for filling and for ``contains(_:)``.
  public final var fillRule = FillRule.nonzero { didSet { changed(fillRule != oldValue) } }
  /// Caps, joins, miter limit and dashes. Width and phase are the layer's own properties.
  public final var strokeStyle = StrokeStyle() { didSet { changed(strokeStyle != oldValue) } }

  /// The path that ``measure`` has measured.
  private final var measured = Path()
  private final var measure = PathMeasure()
  private final var part = Path()

  open override func drawContent(into list: inout DisplayList, transform: Transform) {
    let path = $path.presentation
    let fill = fillPaint ?? .color($fillColor.presentation)
    if fill.isVisible { list.fill(path, fill, rule: fillRule, transform: transform) }
    let stroke = strokePaint ?? .color($strokeColor.presentation)
    guard stroke.isVisible else { return }
    var style = strokeStyle
    style.width = $lineWidth.presentation
    style.dashPhase = $lineDashPhase.presentation
    let start = $strokeStart.presentation
    let end = $strokeEnd.presentation
    guard start > 0 || end < 1 else {
      return list.stroke(path, style, stroke, transform: transform)
    }
    trim(path, start, end)
    list.stroke(part, style, stroke, transform: transform)
  }

  /// Stores the part of a path between two fractions of its length in ``part``.
  private final func trim(_ path: Path, _ start: Double, _ end: Double) {
    if measured != path {
      // Copy the elements, so that the memory of `path` can be reused.
      measured.copyElements(of: path)
      measure.measure(path)
    }
    part.removeAll()
    measure.appendPart(
      from: start * measure.length, to: end * measure.length, to: &part)
  }

  /// Returns a Boolean value that indicates whether a point of the layer's own space is on the
  /// stroke or inside the path, by ``fillRule`` and at the tree's time, whether or not the path is
  /// filled.
  open override func contains(_ point: Point) -> Bool {
    if $path.presentation.contains(point, fillRule) { return true }
    let stroke = strokePaint ?? .color($strokeColor.presentation)
    return stroke.isVisible && super.contains(point)
  }
}

extension Paint {
  /// False for a colour without alpha.
  var isVisible: Bool {
    if case .color(let color) = self { color.alpha > 0 } else { true }
  }
}
