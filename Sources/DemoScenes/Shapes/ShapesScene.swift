import AnimCore

/// Shows paths, strokes, gradients and layers: a rosette that morphs from one path into another, a
/// circle of marching dashes, an arrow on a track that draws its own trail, and discs that mix
/// their colours.
///
/// Everything is made of layers with animations that repeat forever.
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
    // None of these can fail, because the layers are in the tree and all values are in range.
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
    // The shorter side is 100 units, and the origin is in the centre.
    let scale = min(size.width, size.height) / 100
    let center = size.center
    root.draw(
      into: &list,
      transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: center.x, ty: center.y))
  }
}

/// The appearance and motion of the shapes scene.
package struct ShapesConfiguration: Hashable, Sendable {
  /// The time that the arrow takes for its track, in seconds, which must be positive.
  package var duration: Seconds = 6
  /// The number of corners of the rosette, from 3 to 99.
  package var corners = 7
  /// The width of the rosette's outline and of the dashes, in 1/100 of the shorter side of the
  /// view, which must not be negative.
  package var strokeWidth = 1.6
  package var join = StrokeStyle.Join.miter
  package var cap = StrokeStyle.Cap.round
  /// The alternating dashes and gaps of the circle, in 1/100 of the shorter side of the view, which
  /// must not be negative. The circle is solid if the list is empty or its sum is 0.
  package var dashes = [5.0, 3, 0, 3]
  /// The fill rule of the rosette, which intersects itself.
  package var fillRule = FillRule.nonzero
  /// The colours of the rosette, from its focus outwards.
  package var color = Color(rgb: 0xFF6B57)

  package init() {}
}

extension ShapesConfiguration {
  /// Returns the timing of an animation that takes `cycles` of the scene's cycles and repeats
  /// forever.
  func timing(cycles: Double = 1, autoreverses: Bool = false) -> MediaTiming {
    MediaTiming(
      duration: max(duration, 0.001) * cycles, repeatCount: .infinity, autoreverses: autoreverses)
  }

  /// The dark blue of all lines.
  static let ink = Color(rgb: 0x22304A)
}

/// A circle whose dashes march around it.
private struct MarchingDashes {
  let layer = ShapeLayer()
  private let configuration: ShapesConfiguration
  private static let radius = 41.0

  init(_ configuration: ShapesConfiguration) {
    self.configuration = configuration
    layer.path.addCircle(center: .zero, radius: Self.radius, start: .degrees(-90))
    layer.fillColor = .clear
    layer.strokeColor = Color(rgb: 0x2F6FED)
    layer.lineWidth = configuration.strokeWidth
    layer.strokeStyle = StrokeStyle(cap: configuration.cap, dashes: dashes)
  }

  /// The configured dashes, stretched so that they fit the circle an integral number of times.
  private var dashes: [Double] {
    let sum = configuration.dashes.reduce(0, +)
    guard sum > 0, sum.isFinite else { return [] }
    let length = layer.path.length
    let stretched = length / max((length / sum).rounded(), 1) / sum
    return configuration.dashes.map { $0 * stretched }
  }

  func animate() throws(AnimationError) {
    // The length after which the dashes repeat, so that the end of a cycle matches its start.
    let period = dashes.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
    let count = (layer.path.length / 8 / max(period, 0.1)).rounded(.up)
    try layer.$lineDashPhase.add(
      BasicAnimation(from: 0, to: -period * count, timing: configuration.timing()))
  }
}

/// Three discs that circle each other in the background and mix like inks where they overlap.
private struct MixingDiscs {
  let layer = GraphicLayer()
  private let configuration: ShapesConfiguration
  private static let colors: [UInt32] = [0x7FD6F2, 0xF7A8C9, 0xFFE27A]

  init(_ configuration: ShapesConfiguration) {
    self.configuration = configuration
    for (index, color) in Self.colors.enumerated() {
      let disc = ShapeLayer()
      disc.path.addCircle(
        center: .zero + Vector(length: 16, direction: .turns(Double(index) / 3 - 0.25)),
        radius: 24, start: .degrees(-90))
      disc.fillColor = Color(rgb: color)
      disc.blendMode = .multiply
      layer.addSublayer(disc)
    }
    var clip = Path()
    clip.addRoundedRect(Rect(x: -48, y: -48, width: 96, height: 96), radius: 12)
    layer.clip = clip
  }

  func animate() throws(AnimationError) {
    try layer.$rotation.add(BasicAnimation(to: -.fullTurn, timing: configuration.timing(cycles: 3)))
  }
}
