import AnimCore

/// A ring that springs to its progress from its current position and velocity.
final class ProgressRing {
  private let ring = ShapeLayer()
  private lazy var tree = LayerTree(root: ring)

  init() {
    ring.path.addCircle(center: .zero, radius: 40, start: .degrees(-90))
    ring.position = Point(x: 50, y: 50)
    ring.fillColor = .clear
    ring.strokeColor = .orange
    ring.lineWidth = 8
    ring.strokeStyle = StrokeStyle(cap: .round)
    ring.strokeEnd = 0
  }

  /// The visible progress, and its velocity.
  var shown: (progress: Double, velocity: Double) {
    (ring.$strokeEnd.presentation, ring.$strokeEnd.velocity)
  }

  var isResting: Bool { !tree.hasRunningAnimations }

  func show(_ progress: Double) {
    tree.animate(curve: .bouncy) { ring.strokeEnd = progress }
  }

  func advance(to time: Seconds) { tree.update(to: time) }

  func image() -> PixelImage {
    var list = DisplayList(size: PixelSize(width: 100, height: 100), background: .white)
    tree.draw(into: &list)
    let image = PixelImage(size: list.size)
    Rasterizer().paint(list, into: image)
    return image
  }
}

@main
enum Program {
  static func main() {
    let ring = ProgressRing()
    ring.show(0.9)
    for step in 0...16 {
      ring.advance(to: Double(step) / 16)
      if step == 4 { ring.show(0.3) }
      let (progress, velocity) = ring.shown
      print("\(Double(step) / 16) s: \(progress), \(velocity) per second")
    }
  }
}
