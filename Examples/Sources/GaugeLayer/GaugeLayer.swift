import AnimCore

/// A custom layer. The module is on the main actor by default, but `Layer` isn't, so the subclass
/// must be declared `nonisolated`. It is still used on the main actor.
nonisolated final class GaugeLayer: GraphicLayer {
  @Animatable(action: .easeInEaseOut) var level = 0.0

  override func drawContent(into list: inout DisplayList, transform: Transform) {
    var bar = Path()
    bar.addRect(Rect(x: 0, y: 0, width: $level.presentation, height: 10))
    list.fill(bar, .color(.green), transform: transform)
  }
}

final class Gauge {
  let layer = GaugeLayer()
  private lazy var tree = LayerTree(root: layer)
  private(set) var log: [String] = []

  /// Fills the gauge and then empties it.
  func run() {
    tree.animate(duration: 0.5) {
      layer.level = 100
    } completion: { [weak self] in
      self?.filled()
    }
  }

  private func filled() {
    log.append("full at \(tree.time) s")
    tree.animate(duration: 1, curve: .linear) {
      layer.level = 0
    } completion: { [weak self] in
      self?.emptied()
    }
  }

  private func emptied() { log.append("empty at \(tree.time) s") }

  func level(at time: Seconds) -> Double {
    tree.update(to: time)
    return layer.$level.presentation
  }
}

@main
enum Program {
  static func main() {
    let gauge = Gauge()
    gauge.run()
    for step in 0...8 { print("\(Double(step) / 4) s: \(gauge.level(at: Double(step) / 4))") }
    for line in gauge.log { print(line) }
  }
}
