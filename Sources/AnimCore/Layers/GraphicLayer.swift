/// A layer that draws: it has a position, a scale and an opacity within its superlayer, and shows
/// its own picture with those of its sublayers on top.
///
/// Unlike a CALayer it has no bounds: it draws wherever it likes, and a path or a gradient says where
/// that is. So it has no anchor point either, which is a fraction of the bounds, but a ``pivot``.
///
/// The picture is drawn in the layer's own space, which is moved so that ``pivot`` falls on the
/// origin, then scaled, turned, and moved to ``position``. Subclasses draw in
/// ``drawContent(into:transform:)``.
open class GraphicLayer: Layer {
  /// The position of the pivot in the superlayer's space, in points.
  @Animatable public final var position = Point.zero
  /// The rotation about the pivot; positive angles go clockwise on the screen.
  @Animatable public final var rotation = Angle.zero
  /// The scale along the layer's own axes; 1 is unchanged, and a negative number mirrors.
  @Animatable public final var scale = Size(width: 1, height: 1)
  /// The point of the layer's own space, in points, that falls on ``position``, and that the layer
  /// is scaled and turned about. Initially the origin.
  @Animatable public final var pivot = Point.zero
  /// The opacity of the layer and its sublayers as one picture, clamped to 0 ... 1.
  @Animatable(isMotion: false) public final var opacity = 1.0
  /// How the picture of the layer and its sublayers is blended with what is behind it.
  public final var blendMode = BlendMode.normal { didSet { changed(blendMode != oldValue) } }
  /// The path that the layer and its sublayers are clipped to, in the layer's own space; nil for no
  /// clip.
  public final var clip: Path? { didSet { changed(clip != oldValue) } }
  /// Which points are inside ``clip``.
  public final var clipRule = FillRule.nonzero { didSet { changed(clipRule != oldValue) } }
  /// Whether the layer and its sublayers are hidden.
  public final var isHidden = false { didSet { changed(isHidden != oldValue) } }

  /// Appends the layer's own picture at the tree's time.
  /// - Parameters:
  ///   - list: the frame.
  ///   - transform: from the layer's own space to points of the view.
  open func drawContent(into list: inout DisplayList, transform: Transform) {}

  /// Whether the layer's own picture covers a point of its own space, at the tree's time; its
  /// sublayers do not count. ``Layer/hitTest(_:)`` asks this.
  ///
  /// Unless a subclass knows better, the content is drawn to see whether it leaves that point clear.
  open func contains(_ point: Point) -> Bool {
    var list = DisplayList(size: PixelSize(width: 1, height: 1), background: .clear)
    drawContent(
      into: &list, transform: Transform(translation: Point(x: 0.5, y: 0.5) - point))
    let image = PixelImage(size: list.size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    return image[0, 0] != 0
  }

  /// The transform from the layer's own space to the superlayer's, at the tree's time.
  public final var presentationTransform: Transform {
    let pivot = $pivot.presentation
    let scale = $scale.presentation
    let position = $position.presentation
    return Transform(translation: .zero - Vector(dx: pivot.x, dy: pivot.y))
      .followed(by: Transform(scaleX: scale.width, y: scale.height))
      .followed(by: Transform(rotation: $rotation.presentation))
      .followed(by: Transform(translation: Vector(dx: position.x, dy: position.y)))
  }

  /// A layer has no bounds that an anchor point could be a fraction of.
  @available(*, unavailable, message: "a layer has no bounds: use pivot, which is in points")
  public final var anchorPoint: Point {
    get { pivot }
    set { pivot = newValue }
  }

  /// Marks the layer for display if a plain property changed.
  final func changed(_ isDifferent: Bool) {
    if isDifferent { setNeedsDisplay() }
  }
}

extension GraphicLayer {
  fileprivate final func drawLayer(into list: inout DisplayList, _ outer: Transform) {
    if isHidden { return }
    let transform = presentationTransform.followed(by: outer)
    let opacity = $opacity.presentation
    if opacity >= 1 && blendMode == .normal && clip == nil {
      drawAll(into: &list, transform)
      return
    }
    list.withGroup(GroupStyle(opacity: opacity, blendMode: blendMode)) { list in
      if let clip { list.clip(to: clip, rule: clipRule, transform: transform) }
      drawAll(into: &list, transform)
    }
  }

  private final func drawAll(into list: inout DisplayList, _ transform: Transform) {
    drawContent(into: &list, transform: transform)
    drawSublayers(into: &list, transform)
  }
}

extension Layer {
  /// Appends the picture of the layer and its sublayers at the tree's time. A layer that is not a
  /// ``GraphicLayer`` only holds others together, and has their pictures.
  /// - Parameters:
  ///   - list: the frame.
  ///   - outer: from the superlayer's space to points of the view.
  public final func draw(into list: inout DisplayList, transform outer: Transform = .identity) {
    if let layer = self as? GraphicLayer {
      layer.drawLayer(into: &list, outer)
    } else {
      drawSublayers(into: &list, outer)
    }
  }

  fileprivate final func drawSublayers(into list: inout DisplayList, _ transform: Transform) {
    for layer in sublayerList { layer.draw(into: &list, transform: transform) }
  }
}

extension LayerTree {
  /// Appends the picture of all layers at the tree's time; see ``Layer/draw(into:transform:)``.
  public func draw(into list: inout DisplayList, transform: Transform = .identity) {
    root.draw(into: &list, transform: transform)
  }
}
