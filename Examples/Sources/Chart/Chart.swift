import AnimCore
import AnimText
import AnimWindow

/// A bar with its value above it.
final class Bar: BoxLayer {
  let label: TextLayer?

  init(fonts: FontStack?) {
    label = fonts.map { TextLayer("", in: $0) }
    super.init()
    (fillColor, cornerRadius) = (.cyan, 6)
    guard let label else { return }
    (label.color, label.width, label.alignment) = (.white, 48, .center)
    addSublayer(label)
  }
}

/// Bars that rise one after the other, and move from their current to new values.
final class Chart {
  static let size = Size(width: 480, height: 300)
  let tree = LayerTree(root: Layer())
  let bars: [Bar]

  init(bars count: Int, fonts: FontStack?) {
    bars = (0..<count).map { _ in Bar(fonts: fonts) }
    let step = (Self.size.width - 40) / Double(count)
    for (index, bar) in bars.enumerated() {
      bar.position = Point(x: 20 + (Double(index) + 0.5) * step - 24, y: 280)
      bar.rect = Rect(x: 0, y: 0, width: 48, height: 0)
      tree.root.addSublayer(bar)
    }
    tree.update(to: 0)
  }

  func show(_ values: [Double]) {
    let most = values.max() ?? 1
    tree.stagger(zip(bars, values).map { ($0, $1) }, by: 0.05, curve: .spring(bounce: 0.3)) {
      let (bar, value) = $0
      let height = 220 * value / most
      bar.rect = Rect(x: 0, y: -height, width: 48, height: height)
      bar.label?.position.y = -height - 24
      bar.label?.string = "\(Int(value))"
    }
  }

  func handle(_ event: PointerEvent) {
    let hit = tree.hitTest(event.point)
    for bar in bars { bar.fillColor = bar === hit ? .orange : .cyan }
  }
}
