import AnimCore

/// A map from the space of a layer to one around it.
protocol LayerMap {
  /// The map that leaves everything where it is.
  static var identity: Self { get }
  /// From a layer's space to that of its parent or, without one, its composition.
  static func local(_ node: TransformNode, at time: Double) -> Self
  func followed(by next: Self) -> Self
}

extension Transform: LayerMap {
  static func local(_ node: TransformNode, at time: Double) -> Transform {
    node.transform(at: time)
  }
}

extension Space: LayerMap {
  static var identity: Space { Space() }

  static func local(_ node: TransformNode, at time: Double) -> Space { node.space(at: time) }
}

/// The maps from the spaces of layers to those of their compositions, of all compositions being drawn. Each
/// is evaluated when it is first asked for.
struct LayerMaps<Map: LayerMap> {
  /// Nil while not yet evaluated.
  private var maps: [Map?] = []
  /// A layer and its parents, up to one whose map is known.
  private var ancestors: [Int] = []

  mutating func removeAll() { maps.removeAll(keepingCapacity: true) }

  /// Makes room for the layers of a composition, and returns what identifies it.
  mutating func enter(_ layers: [LayerNode]) -> Int {
    let base = maps.count
    maps.append(contentsOf: repeatElement(nil, count: layers.count))
    return base
  }

  /// Forgets the composition that was entered last.
  mutating func leave(_ base: Int) { maps.removeLast(maps.count - base) }

  /// - Parameter base: what ``enter(_:)`` has returned for the composition.
  mutating func map(
    of index: Int, in layers: [LayerNode], from base: Int, at time: Double
  ) -> Map {
    var next: Int? = index
    var map = Map.identity
    while let layer = next {
      if let known = maps[base + layer] {
        map = known
        break
      }
      ancestors.append(layer)
      next = layers[layer].parent
    }
    while let layer = ancestors.popLast() {
      map = Map.local(layers[layer].transform, at: time).followed(by: map)
      maps[base + layer] = map
    }
    return map
  }
}
