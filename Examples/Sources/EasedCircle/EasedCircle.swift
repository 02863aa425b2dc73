import AnimCore

/// The circle of FanningCircle as a layer: setting its sweep animates it, and the tree sleeps at
/// the end.
final class CircleLayer: Layer {
  @Animatable(action: .animate(duration: 3, curve: .easeInEaseOut)) var sweep = Angle.zero

  func draw(into list: inout DisplayList) {
    list.fillSector(
      center: Point(x: 100, y: 100), radius: 100, start: .zero, sweep: $sweep.presentation, .blue)
  }
}

final class EasedCircle {
  let circle = CircleLayer()
  private(set) var list = DisplayList(size: PixelSize(width: 200, height: 200))
  private lazy var tree = LayerTree(root: circle)

  func start(on source: FrameSource) {
    tree.attach(to: source, for: self) { view, _ in view.draw() }
    circle.sweep = .fullTurn
  }

  private func draw() {
    list.removeAll(size: PixelSize(width: 200, height: 200))
    circle.draw(into: &list)
    print("opened by \(Int(circle.$sweep.presentation.degrees))°")
  }
}

@main
enum Program {
  static func main() {
    let source = TimerFrameSource(refreshRate: 30)
    let view = EasedCircle()
    view.start(on: source)
    source.run()
  }
}
