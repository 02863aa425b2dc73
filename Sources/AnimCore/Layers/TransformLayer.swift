/// A layer that rotates its sublayers in space and shows them in perspective, like
/// CATransformLayer.
///
/// ```swift
/// let card = TransformLayer()
/// card.pivot = Point(x: 60, y: 40)
/// card.perspective = 400
/// card.addSublayer(face)
/// tree.animate(duration: 0.6) { card.rotationY = .degrees(180) }
/// ```
///
/// Each layer below it is a plane. A transform layer inside another one shares its space: six of
/// them, with one face each, form a cube in a layer with a perspective. Planes are drawn from back
/// to front, by the depth of their pivots. Direct sublayers of the same transform layer keep their
/// usual order.
///
/// Limitations:
/// - Planes don't intersect: one is drawn completely, then the next.
/// - Outlines are exact. Gradients and images aren't foreshortened within their outline, but
///   transformed as at its centre. Blurs and shadows are those at the pivot.
/// - A layer that requires a group (because of its opacity, mask, clip, filter, shadow or blend
///   mode) is flattened into the space of its parent.
/// - There is no lighting, and planes cast no shadows on each other.
open class TransformLayer: GraphicLayer {
  /// The rotation about a line through the pivot that points right. A positive angle moves the
  /// lower part nearer.
  @Animatable public final var rotationX = Angle.zero
  /// The rotation about a line through the pivot that points down, applied after ``rotationX``. A
  /// positive angle moves the right part away.
  @Animatable public final var rotationY = Angle.zero
  /// The distance by which the plane moves towards the viewer after its rotation, in points.
  @Animatable public final var depth = 0.0
  /// The distance of the viewer from the image plane in points, in front of the pivot, or 0 for a
  /// parallel projection.
  @Animatable public final var perspective = 0.0
  /// A Boolean value that indicates whether the layer is visible from behind. Initially `true`.
  public final var isDoubleSided = true { didSet { changed(isDoubleSided != oldValue) } }

  private final var scratch = DisplayList(size: PixelSize(width: 1, height: 1))
  /// Memory for planes, which is used again.
  private final var spare: [Plane] = []

  /// Creates a layer that shows its sublayers unchanged.
  public override init() {
    super.init()
    drawsForeground = true
  }

  /// The transform from the space of the sublayers to the layer's own space: rotation, translation
  /// and projection.
  private final var localSpace: Space {
    let pivot = $pivot.presentation
    return Space.moved(-pivot.x, -pivot.y, 0)
      .followed(by: .turnedX($rotationX.presentation))
      .followed(by: .turnedY($rotationY.presentation))
      .followed(by: .moved(0, 0, $depth.presentation))
      .followed(by: .seen(from: $perspective.presentation))
      .followed(by: .moved(pivot.x, pivot.y, 0))
  }

  /// The map from the plane of the sublayers to the layer's own plane, as projected.
  final var localProjection: Projection { localSpace.plane }

  /// Calls `body` with the planes in the layer's space, from back to front.
  private final func withPlanes<Result>(_ body: ([Plane]) -> Result) -> Result {
    var planes: [Plane] = []
    swap(&planes, &spare)
    insertPlanes(localSpace, into: &planes)
    defer {
      planes.removeAll(keepingCapacity: true)
      swap(&planes, &spare)
    }
    return body(planes)
  }

  /// Inserts the planes in the order of their depth, after planes with the same depth.
  private final func insertPlanes(_ space: Space, into planes: inout [Plane]) {
    let pivot = $pivot.presentation
    let plane = Plane(
      layer: self, projection: space.plane, depth: space.depth(of: pivot), pivot: pivot)
    var index = planes.count
    while index > 0, planes[index - 1].depth > plane.depth { index -= 1 }
    planes.insert(plane, at: index)
    for case let layer as TransformLayer in sublayerList where layer.isInSpace {
      layer.insertPlanes(
        layer.localSpace.followed(by: Space(layer.presentationTransform)).followed(by: space),
        into: &planes)
    }
  }

  /// Whether the layer is in the space of a transform layer around it.
  private final var isInSpace: Bool {
    !isHidden && mask == nil && clip == nil && blendMode == .normal && filters.isEmpty
      && $opacity.presentation >= 1 && !hasLazyProperties
  }

  override final func drawCopies(into list: inout DisplayList, _ transform: Transform) {
    withPlanes { planes in
      for plane in planes where plane.isSeen {
        list.appendPlane(plane.projection, at: plane.pivot, transform, using: &scratch) {
          plane.layer.drawPlane(into: &$0, $1)
        }
      }
    }
  }

  /// Appends the contents of the layer's own plane.
  private final func drawPlane(into list: inout DisplayList, _ transform: Transform) {
    let mask = mask
    for layer in sublayerList where layer !== mask {
      if let layer = layer as? TransformLayer, layer.isInSpace { continue }
      layer.draw(into: &list, transform: transform)
    }
  }

  override final func hitCopies(_ point: Point) -> GraphicLayer? {
    withPlanes { planes in
      for plane in planes.reversed() where plane.isSeen {
        guard let inner = plane.projection.inverse?.apply(to: point) else { continue }
        let mask = plane.layer.mask
        for layer in plane.layer.sublayers.reversed() where layer !== mask {
          if let layer = layer as? TransformLayer, layer.isInSpace { continue }
          if let hit = layer.hitTest(inner) { return hit }
        }
      }
      return nil
    }
  }
}

/// The direct sublayers of a transform layer as a projected plane.
private struct Plane {
  let layer: TransformLayer
  /// The projection from the layer's plane to the space of the outermost transform layer.
  let projection: Projection
  /// That of the pivot, towards the eye.
  let depth: Double
  let pivot: Point

  /// Whether the plane is in front of the eye, and not seen from behind if it is one-sided.
  var isSeen: Bool {
    guard let tangent = projection.tangent(at: pivot) else { return false }
    return layer.isDoubleSided || tangent.determinant > 0
  }
}
