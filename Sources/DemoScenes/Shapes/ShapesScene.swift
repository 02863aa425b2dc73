import AnimCore

/// Shows paths, strokes, gradients and layers: a rosette that morphs from one path into another, a
/// circle of marching dashes, an arrow on a track that draws its own trail, and discs that mix
/// their colours.
///
/// Everything is layers with animations that repeat forever.
package final class ShapesScene: LinkedScene {
  package let configuration: ShapesConfiguration
  package var link: DisplayLink?
  private let tree: LayerTree
  private let root = GraphicLayer()
  private var size = Size.zero

  package init(configuration: ShapesConfiguration = ShapesConfiguration()) {
    self.configuration = configuration
    tree = LayerTree(root: root)
    let discs = MixingDiscs(configuration)
    let dashes = MarchingDashes(configuration)
    let rosette = Rosette(configuration)
    let flight = Flight(configuration)
    for layer in [discs.layer, dashes.layer, rosette.layer, flight.layer] {
      root.addSublayer(layer)
    }
    // None of these can fail: the layers are in the tree, and all values are in range.
    try? discs.animate()
    try? dashes.animate()
    try? rosette.animate()
    try? flight.animate()
  }

  package func layout(in size: Size) {
    self.size = size
  }

  package func update(to time: Seconds) {
    tree.update(to: time)
  }

  package func draw(into list: inout DisplayList) {
    // The shorter side is a hundred units, and the origin is in the middle.
    let scale = min(size.width, size.height) / 100
    let center = size.center
    root.draw(
      into: &list,
      transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: center.x, ty: center.y))
  }
}

extension ShapesConfiguration {
  /// The timing of an animation that takes `cycles` of the scene's cycles and repeats forever.
  func timing(cycles: Double = 1, autoreverses: Bool = false) -> MediaTiming {
    MediaTiming(
      duration: max(duration, 0.001) * cycles, repeatCount: .infinity, autoreverses: autoreverses)
  }

  /// The dark blue of all lines.
  static let ink = Color(rgb: 0x22304A)
}
