import AnimCore

/// Checks the 3D layers of a document after it has been read.
struct SpaceCheck {
  private let fields: FieldReader
  /// Whether each composition of the document contains parts that aren't drawn exactly on a tilted
  /// layer. Computed on first use.
  private var unevenCompositions: [Bool]?

  init(_ fields: FieldReader) { self.fields = fields }

  /// Makes the layers of a composition flat if all of them are in its plane and no camera views
  /// them from elsewhere. Otherwise, reports features that aren't drawn exactly.
  mutating func check(_ document: inout AnimationModel) {
    // The contents of layers don't change, so one copy is enough for all of them.
    let unchanged = document
    for index in document.compositions.indices {
      check(&document.compositions[index].layers, unchanged)
    }
    check(&document.layers, unchanged)
  }

  private mutating func check(_ layers: inout [LayerModel], _ document: AnimationModel) {
    let isSpatial = layers.contains {
      $0.camera != nil || $0.transform.space.map { !$0.isFlat } ?? false
    }
    guard isSpatial else {
      for index in layers.indices { layers[index].flatten() }
      return
    }
    var isTilted = false
    for layer in layers {
      guard let space = layer.transform.space else { continue }
      if !space.isUpright || layer.camera?.looksAtAnchor == true { isTilted = true }
      reportMotion(space, of: layer)
    }
    guard isTilted else { return }
    for layer in layers where layer.isSpatial && isUneven(layer, document) {
      fields.report(
        at: layer.jsonPath, .approximated,
        "in perspective, images, gradients and effects are drawn at the scale of the centre"
      )
    }
  }

  /// Reports motion in space that doesn't follow a straight line, and rotation around several axes.
  private func reportMotion(_ space: SpaceProperties, of layer: LayerModel) {
    if case .combined(.keyframes(let track)) = layer.transform.position,
      track.keys.contains(where: { $0.curve != nil }), case .keyframes(let depths) = space.depth,
      depths.keys.contains(where: { $0.value != depths.keys[0].value })
    {
      fields.report(
        at: layer.jsonPath, .approximated, "on a curve, the speed is that of its projection")
    }
    if case .keyframes(let track) = space.orientation {
      let turns = track.keys.map { $0.value - track.keys[0].value }
      let axes = (0..<3).count { axis in turns.contains { $0[axis] != 0 } }
      if axes > 1 {
        fields.report(
          at: layer.jsonPath, .approximated, "an orientation changes by its three angles")
      }
    }
  }

  private mutating func isUneven(_ layer: LayerModel, _ document: AnimationModel) -> Bool {
    let composition: Int? =
      if case .composition(let content) = layer.content { content.index } else { nil }
    guard let composition, !layer.isUneven else { return layer.isUneven }
    let cached = unevenCompositions ?? Self.unevenCompositions(document)
    unevenCompositions = cached
    return cached[composition]
  }

  private static func unevenCompositions(_ document: AnimationModel) -> [Bool] {
    var isUneven = document.compositions.map { $0.layers.contains { $0.isUneven } }
    // A composition is uneven if a nested one is. There are only a few levels.
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (index, composition) in document.compositions.enumerated() where !isUneven[index] {
        let shows = composition.layers.contains {
          if case .composition(let content) = $0.content { isUneven[content.index] } else { false }
        }
        if shows { (isUneven[index], hasChanged) = (true, true) }
      }
    }
    return isUneven
  }
}

extension LayerModel {
  /// Makes a 3D layer that is in the plane flat.
  fileprivate mutating func flatten() {
    if let space = transform.space, case .constant(let orientation) = space.orientation {
      transform.rotation = transform.rotation.map { $0 + orientation.z }
    }
    transform.space = nil
    isSpatial = false
  }

  /// Whether the layer contains something that is drawn at the scale of its centre.
  fileprivate var isUneven: Bool {
    if !effects.isEmpty || !styles.isEmpty || masks.contains(where: { $0.feather != nil }) {
      return true
    }
    switch content {
    case .image: return true
    case .shapes(let items): return items.contains { $0.hasGradient }
    case .none, .solid, .composition, .text: return false
    }
  }
}

extension ShapeItem {
  /// Whether an item has a gradient. The loader has limited the nesting of groups, so the recursion
  /// ends.
  fileprivate var hasGradient: Bool {
    switch self {
    case .group(let group): return group.items.contains { $0.hasGradient }
    case .fill(let fill): if case .gradient = fill.paint { return true }
    case .stroke(let stroke): if case .gradient = stroke.paint { return true }
    default: break
    }
    return false
  }
}
