/// Finding the layer at a point, and converting points between layers. Both use the state at the
/// time of the tree, as it is on the screen.
extension Layer {
  /// Returns the frontmost layer, this one or one below it, whose own content covers a point, or
  /// `nil` if there is no such layer. Hidden, fully transparent and clipped layers aren't hit, and
  /// neither are layers that a ``LayerTransition`` is removing. The hit area of a ``ShapeLayer``
  /// includes the inside of its path even if it isn't filled.
  ///
  /// Complexity: O(*n*) in the number of layers, times the cost of ``GraphicLayer/contains(_:)``.
  /// - Parameter point: A point in the space of the superlayer, as with `hitTest(_:)` of CALayer,
  ///   or of the view for the root of a tree.
  public final func hitTest(_ point: Point) -> GraphicLayer? {
    if isLeaving { return nil }
    guard let layer = self as? GraphicLayer else { return hitSublayers(point) }
    guard !layer.isHidden, layer.$opacity.presentation > 0,
      let inner = layer.presentationTransform.inverse?.apply(to: point)
    else { return nil }
    if let clip = layer.clip, !clip.contains(inner, layer.clipRule) { return nil }
    if let mask = layer.mask, mask.hitTest(inner) == nil { return nil }
    let isInside = layer.sublayerClip()?.contains(inner) ?? true
    return (isInside ? layer.hitCopies(inner) : nil) ?? (layer.contains(inner) ? layer : nil)
  }

  final func hitSublayers(_ point: Point) -> GraphicLayer? {
    let mask = (self as? GraphicLayer)?.mask
    for layer in sublayers.reversed() where layer !== mask {
      if let hit = layer.hitTest(point) { return hit }
    }
    return nil
  }

  /// Converts a point of this layer's space to the space of `other`, or of the view if `other` is
  /// `nil`. To convert times, see ``convertTime(_:to:)``.
  ///
  /// Returns `nil` if both layers aren't below the same layer, if a layer has no size, or if it is
  /// seen edge-on or not at all in a ``TransformLayer``.
  public final func convert(_ point: Point, to other: Layer?) -> Point? {
    guard let other else { return viewMap.apply(to: point) }
    guard top === other.top else { return nil }
    return viewMap.apply(to: point).flatMap { other.convert($0, from: nil) }
  }

  /// Converts a point of the space of `other`, or of the view if `other` is `nil`, to that of this
  /// layer; see ``convert(_:to:)-(Point,_)``.
  public final func convert(_ point: Point, from other: Layer?) -> Point? {
    guard let other else { return viewMap.inverse?.apply(to: point) }
    return other.convert(point, to: self)
  }

  /// The map from the layer's own space to the space in which its tree is drawn.
  private final var viewMap: PlaneMap {
    var map = PlaneMap.affine(.identity)
    var layer: Layer? = self
    while let current = layer {
      let space = current.superlayer as? TransformLayer
      if let graphic = current as? GraphicLayer {
        map = map.followed(by: .affine(graphic.presentationTransform))
      }
      if let space { map = map.followed(by: .projected(space.localProjection)) }
      layer = current.superlayer
    }
    return map
  }

  /// The layer above all others.
  private final var top: Layer {
    var layer = self
    while let outer = layer.superlayer { layer = outer }
    return layer
  }
}

extension LayerTree {
  /// Returns the frontmost layer that is visible at a point of the view; see ``Layer/hitTest(_:)``.
  public func hitTest(_ point: Point) -> GraphicLayer? { root.hitTest(point) }
}

/// A map from plane to plane, which is affine where it can be.
private enum PlaneMap {
  case affine(Transform)
  case projected(Projection)

  func apply(to point: Point) -> Point? {
    switch self {
    case .affine(let transform): transform.apply(to: point)
    case .projected(let projection): projection.apply(to: point)
    }
  }

  var inverse: PlaneMap? {
    switch self {
    case .affine(let transform): transform.inverse.map { .affine($0) }
    case .projected(let projection): projection.inverse.map { .projected($0) }
    }
  }

  func followed(by next: PlaneMap) -> PlaneMap {
    if case (.affine(let first), .affine(let second)) = (self, next) {
      return .affine(first.followed(by: second))
    }
    return .projected(projection.followed(by: next.projection))
  }

  private var projection: Projection {
    switch self {
    case .affine(let transform): Projection(transform)
    case .projected(let projection): projection
    }
  }
}
