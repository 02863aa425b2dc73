/// The layers of a composition, ready to be evaluated.
final class LayerList {
  let layers: [LayerNode]
  private let mixes: Bool

  init(_ layers: [LottieLayer], in document: LottieDocument) {
    self.layers = layers.map { LayerNode($0, in: document) }
    mixes = layers.contains { $0.blendMode != .normal }
  }

  /// Whether any layer that is shown at `time` is blended with those below it.
  func mixes(at time: Double) -> Bool {
    guard mixes else { return false }
    var isFirst = true
    for layer in layers.reversed() where layer.isShown(at: time) {
      if layer.blendMode != .normal && !isFirst { return true }
      isFirst = false
    }
    return false
  }
}
