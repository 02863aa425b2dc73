/// A layer that draws. It has a position, a scale and an opacity within its superlayer, and shows
/// its own content with its sublayers on top.
///
/// Unlike a CALayer, it has no bounds: it can draw anywhere. It therefore has no anchor point,
/// which is a fraction of the bounds, but a ``pivot``.
///
/// The content is drawn in the layer's own space, which is moved so that ``pivot`` is at the
/// origin, then scaled, rotated and moved to ``position``. Subclasses override
/// ``drawContent(into:transform:)``.
open class GraphicLayer: Layer {
  /// The position of the pivot in the superlayer's space, in points.
  @Animatable public final var position = Point.zero
  /// The rotation about the pivot; positive angles go clockwise on the screen.
  @Animatable public final var rotation = Angle.zero
  /// The scale along the layer's own axes; 1 is unchanged, and a negative number mirrors.
  @Animatable public final var scale = Size(width: 1, height: 1)
  /// The point of the layer's own space, in points, that is placed at ``position`` and is the
  /// centre of scaling and rotation. The default is the origin.
  @Animatable public final var pivot = Point.zero
  /// The opacity of the layer and its sublayers as one image, clamped to 0 ... 1.
  @Animatable(isMotion: false) public final var opacity = 1.0
  /// The blend mode of the layer and its sublayers.
  public final var blendMode = BlendMode.normal { didSet { composed(blendMode != oldValue) } }
  /// The path that clips the layer and its sublayers in the layer's own space, or `nil` for no
  /// clipping.
  public final var clip: Path? { didSet { composed(clip != oldValue) } }
  /// The fill rule of ``clip``.
  public final var clipRule = FillRule.nonzero { didSet { changed(clipRule != oldValue) } }
  /// The shadow of the layer and its sublayers as one image, initially none. A ``clip`` and a ``mask`` cut it, as
  /// a CALayer's do: put it on a layer around the clipped one.
  @LazyAnimatable(isMotion: false) public final var shadow: Shadow
  /// The blur of the layer and its sublayers as one image, below which the shadow lies: the standard deviation in
  /// points of the layer's own space, initially 0.
  @LazyAnimatable(isMotion: false) public final var blurRadius: Double
  /// The filters of the layer and its sublayers as one image, before ``blurRadius`` and ``shadow``; at most
  /// `DisplayList.maximumFilters` in all. Their lengths are in points of the view.
  public final var filters: [Filter] = [] { didSet { composed(filters != oldValue) } }
  /// A layer whose alpha masks this layer and its sublayers, or `nil` for no mask.
  ///
  /// The mask becomes a sublayer, so that it has a time and can be animated, but it isn't drawn as
  /// one. A layer that is removed or moved to another layer is no longer a mask.
  public final var mask: GraphicLayer? {
    didSet {
      guard mask !== oldValue else { return }
      if let oldValue, oldValue.superlayer === self { oldValue.removeFromSuperlayer() }
      if let mask, !addSublayer(mask) { self.mask = nil }
      composed(true)
    }
  }
  /// Called when a sublayer, which may have been the mask, was removed.
  final func didRemove(_ layer: Layer) { if mask === layer { mask = nil } }
  /// Whether the layer may need compositing, rather than drawing its contents in order.
  private final var isComposed = false
  /// Whether to call ``drawForeground(into:transform:)`` and ``sublayerClip()``.
  final var drawsForeground = false { didSet { composed(true) } }
  /// A Boolean value that indicates whether the layer and its sublayers are hidden.
  public final var isHidden = false { didSet { changed(isHidden != oldValue) } }

  /// Appends the layer's own image at the tree's time.
  /// - Parameters:
  ///   - list: The frame.
  ///   - transform: From the layer's own space to points of the view.
  open func drawContent(into list: inout DisplayList, transform: Transform) {}

  /// Returns a Boolean value that indicates whether the layer's own image covers a point of its own
  /// space, at the tree's time. Its sublayers don't count. ``Layer/hitTest(_:)`` calls this method.
  ///
  /// Unless a subclass can decide more quickly, the content is drawn to determine whether the point
  /// is transparent.
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

  /// A layer has no bounds, and so no frame.
  @available(
    *, unavailable, message: "a layer has no bounds: use position, and the rect or path of its kind"
  )
  public final var frame: Rect {
    get { .zero }
    set { _ = newValue }
  }

  /// The parts of a transform are separate properties, which are animated separately.
  @available(*, unavailable, message: "use position, rotation and scale; see presentationTransform")
  public final var transform: Transform {
    get { presentationTransform }
    set { _ = newValue }
  }

  /// A layer has no bounds to fill.
  @available(*, unavailable, message: "use the fillColor of a ShapeLayer or a BoxLayer")
  public final var backgroundColor: Color {
    get { .clear }
    set { _ = newValue }
  }

  /// Returns the path that clips sublayers in the layer's own space, or `nil` for no clipping.
  func sublayerClip() -> Path? { nil }

  /// Appends the content above the sublayers.
  func drawForeground(into list: inout DisplayList, transform: Transform) {}

  /// Appends all sublayers except the mask, once or several times.
  func drawCopies(into list: inout DisplayList, _ transform: Transform) {
    guard let mask else { return drawSublayers(into: &list, transform) }
    for layer in sublayerList where layer !== mask {
      layer.draw(into: &list, transform: transform)
    }
  }

  /// Returns the frontmost sublayer, or layer below one, that covers a point of the layer's own
  /// space.
  func hitCopies(_ point: Point) -> GraphicLayer? { hitSublayers(point) }

  override final func didUseLazyProperty() { isComposed = true }

  /// Whether the shadow or the blur has been used.
  final var hasLazyProperties: Bool { _shadow.property != nil || _blurRadius.property != nil }

  /// Marks the layer for display after a change of a property that requires a group.
  private final func composed(_ isDifferent: Bool) {
    isComposed =
      blendMode != .normal || clip != nil || mask != nil || !filters.isEmpty || drawsForeground
      || hasLazyProperties
    changed(isDifferent)
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
    if opacity >= 1 && !isComposed {
      drawContent(into: &list, transform: transform)
      drawSublayers(into: &list, transform)
      return
    }
    let style = GroupStyle(
      opacity: opacity, blendMode: blendMode, filters: presentFilters(transform))
    list.withGroup(style) { list in
      if let clip { list.clip(to: clip, rule: clipRule, transform: transform) }
      if let mask {
        list.withMatte { mask.drawLayer(into: &$0, transform) }
      }
      drawContent(into: &list, transform: transform)
      drawInside(into: &list, transform)
    }
  }

  /// Appends the foreground, and all sublayers except the mask.
  private final func drawInside(into list: inout DisplayList, _ transform: Transform) {
    if let path = drawsForeground ? sublayerClip() : nil {
      list.withGroup { list in
        list.clip(to: path, transform: transform)
        drawCopies(into: &list, transform)
      }
    } else {
      drawCopies(into: &list, transform)
    }
    if drawsForeground { drawForeground(into: &list, transform: transform) }
  }

  /// Returns all filters at the tree's time.
  private final func presentFilters(_ transform: Transform) -> [Filter] {
    var all = filters
    let blur = _blurRadius.presentation * transform.lengthScale
    if blur > 0 { all.append(.gaussianBlur(sigmaX: blur, sigmaY: blur)) }
    let shadow = _shadow.presentation
    if shadow.color.alpha > 0 { all.append(shadow.filter(transform)) }
    return all
  }
}

extension Layer {
  /// Appends the image of the layer and its sublayers at the tree's time. A layer that isn't a
  /// ``GraphicLayer`` only holds others together, and has their images.
  /// - Parameters:
  ///   - list: The frame.
  ///   - outer: From the superlayer's space to points of the view.
  public final func draw(into list: inout DisplayList, transform outer: Transform = .identity) {
    if let layer = self as? GraphicLayer {
      layer.drawLayer(into: &list, outer)
    } else {
      drawSublayers(into: &list, outer)
    }
  }

  final func drawSublayers(into list: inout DisplayList, _ transform: Transform) {
    for layer in sublayerList { layer.draw(into: &list, transform: transform) }
  }
}

extension LayerTree {
  /// Appends the image of all layers at the tree's time; see ``Layer/draw(into:transform:)``.
  public func draw(into list: inout DisplayList, transform: Transform = .identity) {
    isDrawing = true
    root.draw(into: &list, transform: transform)
    isDrawing = false
  }
}
