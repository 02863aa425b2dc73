/// A layer that draws: it has a place, a size and an opacity within the layer above it, and shows
/// its own picture with those of its sublayers on top.
///
/// The picture is drawn in the layer's own space, which is moved so that ``anchorPoint`` falls on the
/// origin, then scaled, turned, and moved to ``position``. Subclasses draw in
/// ``drawContent(into:transform:)``.
open class GraphicLayer: Layer {
  /// Where the anchor point is in the space of the layer above, in points.
  @Animatable public final var position = Point.zero
  /// About the anchor point; positive angles go clockwise on the screen.
  @Animatable public final var rotation = Angle.zero
  /// Along the layer's own axes; 1 is as it is, and a negative number mirrors.
  @Animatable public final var scale = Size(width: 1, height: 1)
  /// In points of the layer's own space.
  @Animatable public final var anchorPoint = Point.zero
  /// Of the layer and all below it as one picture, 0 ... 1; what lies outside counts as the nearest.
  @Animatable(isMotion: false) public final var opacity = 1.0
  /// How the layer's picture, with those below it, mixes with what is behind.
  public final var blendMode = BlendMode.normal { didSet { changed(blendMode != oldValue) } }
  /// What the layer and those below it are cut to, in the layer's own space; nil cuts nothing.
  public final var clip: Path? { didSet { changed(clip != oldValue) } }
  public final var clipRule = FillRule.nonzero { didSet { changed(clipRule != oldValue) } }
  /// Whether the layer and those below it are left out.
  public final var isHidden = false { didSet { changed(isHidden != oldValue) } }

  /// Appends the layer's own picture, as it is at the tree's time.
  /// - Parameter transform: from the layer's own space to points of the view.
  open func drawContent(into list: inout DisplayList, transform: Transform) {}

  /// From the layer's own space to that of the layer above, at the tree's time.
  public final var presentationTransform: Transform {
    let anchor = $anchorPoint.presentation
    let scale = $scale.presentation
    let position = $position.presentation
    return Transform(translation: .zero - Vector(dx: anchor.x, dy: anchor.y))
      .followed(by: Transform(scaleX: scale.width, y: scale.height))
      .followed(by: Transform(rotation: $rotation.presentation))
      .followed(by: Transform(translation: Vector(dx: position.x, dy: position.y)))
  }

  /// Marks the layer for display where a plain property changed.
  final func changed(_ isDifferent: Bool) {
    if isDifferent { setNeedsDisplay() }
  }
}

extension GraphicLayer {
  /// Appends the picture of the layer and all below it at the tree's time.
  /// - Parameter outer: from the space of the layer above to points of the view.
  public final func draw(into list: inout DisplayList, transform outer: Transform = .identity) {
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
  /// Appends the pictures of the layers below this one. One that does not draw only holds others.
  final func drawSublayers(into list: inout DisplayList, _ transform: Transform) {
    for layer in sublayers {
      if let layer = layer as? GraphicLayer {
        layer.draw(into: &list, transform: transform)
      } else {
        layer.drawSublayers(into: &list, transform)
      }
    }
  }
}
