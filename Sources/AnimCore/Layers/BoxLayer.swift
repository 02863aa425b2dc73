/// A layer that fills a rectangle, with round corners and a border, and can clip its contents, like
/// the background, corners and border of a CALayer.
open class BoxLayer: GraphicLayer {
  /// The rectangle, in points of the layer's own space.
  @Animatable public final var rect = Rect.zero
  /// The radius of the corners, in points; clamped to between 0 and half the shorter side.
  @Animatable public final var cornerRadius = 0.0
  /// The colour to fill the rectangle with, initially white.
  @Animatable(isMotion: false) public final var fillColor = Color.white
  /// The width of the border in points, or 0 for no border. The border is inside the rectangle and
  /// above the sublayers.
  @Animatable public final var borderWidth = 0.0
  /// The colour of the border, initially black.
  @Animatable(isMotion: false) public final var borderColor = Color.black
  /// A Boolean value that indicates whether sublayers are clipped to the rectangle and its corners.
  /// Initially `false`.
  public final var clipsSublayers = false { didSet { changed(clipsSublayers != oldValue) } }

  private final var path = Path()

  /// Creates a box without a size.
  public override init() {
    super.init()
    drawsForeground = true
  }

  /// Creates a box with this rectangle and corner radius.
  public convenience init(_ rect: Rect, cornerRadius: Double = 0, fillColor: Color = .white) {
    self.init()
    self.rect = rect
    self.cornerRadius = cornerRadius
    self.fillColor = fillColor
  }

  open override func drawContent(into list: inout DisplayList, transform: Transform) {
    let color = $fillColor.presentation
    guard color.alpha > 0 else { return }
    outline()
    list.fill(path, .color(color), transform: transform)
  }

  /// Returns a Boolean value that indicates whether a point of the layer's own space is inside the
  /// rounded rectangle, at the tree's time.
  open override func contains(_ point: Point) -> Bool {
    outline()
    return path.contains(point)
  }

  override final func sublayerClip() -> Path? {
    guard clipsSublayers else { return nil }
    outline()
    return path
  }

  override final func drawForeground(into list: inout DisplayList, transform: Transform) {
    let (width, color) = ($borderWidth.presentation, $borderColor.presentation)
    guard width > 0, color.alpha > 0 else { return }
    outline()
    let rect = $rect.presentation
    let inner = rect.inset(by: width)
    if inner.size.width > 0, inner.size.height > 0 {
      path.addRoundedRect(inner, radius: max(radius(in: rect) - width, 0))
    }
    list.fill(path, .color(color), rule: .evenOdd, transform: transform)
  }

  /// Stores the outline at the tree's time in ``path``.
  private final func outline() {
    let rect = $rect.presentation
    path.removeAll()
    path.addRoundedRect(rect, radius: radius(in: rect))
  }

  private final func radius(in rect: Rect) -> Double {
    let limit = min(rect.size.width.magnitude, rect.size.height.magnitude) / 2
    return min(max($cornerRadius.presentation, 0), limit)
  }
}
