import AnimCore

/// Where a layer is seen.
struct LayerPlace {
  /// From the layer's plane to its composition: where they are not parallel, near the anchor.
  let transform: Transform
  /// Nil where the layer's plane is parallel to the picture.
  var plane: LayerPlane?
}

/// A layer's plane, as it is seen in its composition.
struct LayerPlane {
  let projection: Projection
  /// The layer's anchor, in the plane.
  let anchor: Point
}

/// The layers of those compositions being drawn that have layers in space: where each is seen, and which is
/// drawn first. The composition that was entered last is the one that is asked for.
struct SpatialLayers {
  private var maps = LayerMaps<Space>()
  private var compositions: [Composition] = []
  /// The layers of all compositions that were sorted, in the order in which they are drawn.
  private var order: [OrderedLayer] = []

  private struct Composition {
    /// What ``maps`` has returned for it.
    let base: Int
    /// From its space to what is seen of it.
    var view = Space()
    /// The index in ``order`` of its first layer.
    let firstInOrder: Int
  }

  private struct OrderedLayer {
    let index: Int
    /// How far it is towards the eye.
    var depth = 0.0
  }

  mutating func removeAll() {
    maps.removeAll()
    compositions.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  /// - Parameter frame: the part of the composition that is shown.
  mutating func enter(_ layers: [LayerNode], at time: Double, frame: Rect) {
    compositions.append(Composition(base: maps.enter(layers), firstInOrder: order.count))
    let view = view(of: frame, layers, at: time)
    compositions[compositions.count - 1].view = view
  }

  mutating func leave() {
    guard let composition = compositions.popLast() else { return }
    maps.leave(composition.base)
    order.removeLast(order.count - composition.firstInOrder)
  }

  /// Nil for a layer that is behind the eye.
  mutating func place(of index: Int, in layers: [LayerNode], at time: Double) -> LayerPlace? {
    let space = space(of: index, in: layers, at: time)
    let layer = layers[index]
    guard layer.isSpatial, let view = compositions.last?.view else {
      return LayerPlace(transform: space.flat)
    }
    let projection = space.followed(by: view).plane
    if let transform = projection.affine { return LayerPlace(transform: transform) }
    let anchor = Point(layer.transform.anchor.value(at: time))
    return projection.tangent(at: anchor).map {
      LayerPlace(transform: $0, plane: LayerPlane(projection: projection, anchor: anchor))
    }
  }

  /// From the space of a layer to that of its composition.
  private mutating func space(of index: Int, in layers: [LayerNode], at time: Double) -> Space {
    maps.map(of: index, in: layers, from: compositions.last?.base ?? 0, at: time)
  }

  /// From the space of a composition to what is seen of it in a rectangle: by the topmost camera that is
  /// there at the time or, as in lottie-web, from as far as the rectangle's diagonal is long.
  private mutating func view(of frame: Rect, _ layers: [LayerNode], at time: Double) -> Space {
    let camera = layers.first {
      $0.camera != nil && $0.visible.contains(time) && !$0.isHidden
    }
    guard let camera, let properties = camera.camera else {
      let diagonal = (frame.width * frame.width + frame.height * frame.height).squareRoot()
      return Space.moved(-frame.midX, -frame.midY, 0).followed(by: .seen(from: diagonal))
        .followed(by: .moved(frame.midX, frame.midY, 0))
    }
    // A parent that is flat in some direction does not move a camera.
    let parent = camera.parent.flatMap { space(of: $0, in: layers, at: time).inverse } ?? Space()
    return parent.followed(
      by: camera.transform.view(at: time, looksAtAnchor: properties.looksAtAnchor)
    ).followed(by: properties.image(at: time, in: frame))
  }
}

// The order of layers.
extension SpatialLayers {
  /// Finds the order in which the layers that are shown are drawn: from the lowest up, but those in space that
  /// are next to each other from back to front by their anchors, and of those at one depth the lower one first.
  ///
  /// - Returns: what ``layer(at:)`` takes, in this order.
  mutating func sort(_ layers: [LayerNode], at time: Double) -> Range<Int> {
    let start = order.count
    var first = start
    for index in layers.indices.reversed() where layers[index].isShown(at: time) {
      let layer = layers[index]
      if case .none = layer.content { continue }
      guard layer.isSpatial, let view = compositions.last?.view else {
        sortByDepth(from: first)
        order.append(OrderedLayer(index: index))
        first = order.count
        continue
      }
      let depth = space(of: index, in: layers, at: time).followed(by: view)
        .depth(of: Point(layer.transform.anchor.value(at: time)))
      order.append(OrderedLayer(index: index, depth: depth))
    }
    sortByDepth(from: first)
    return start..<order.count
  }

  /// The index of a layer.
  func layer(at position: Int) -> Int { order[position].index }

  private mutating func sortByDepth(from first: Int) {
    guard order.count - first > 1 else { return }
    order.withUnsafeMutableBufferPointer {
      $0[first...].sort { ($0.depth, $1.index) < ($1.depth, $0.index) }
    }
  }
}

extension Point {
  fileprivate init(_ vector: SIMD2<Double>) { self.init(x: vector.x, y: vector.y) }
}
