import AnimCore

/// A bar whose length springs to a new value.
final class Bar: Layer {
  @Animatable(action: .bouncy) var length = 0.0
}

/// Draws the bar while it moves.
final class Meter {
  let bar = Bar()
  private lazy var tree = LayerTree(root: bar)

  func start(on source: FrameSource) {
    print()
    tree.attach(to: source, for: self) { meter, _ in meter.draw() }
  }

  private func draw() {
    let length = Int(bar.$length.presentation.rounded())
    // Move up one line and clear it.
    print("\u{1B}[1A\u{1B}[2K" + String(repeating: "█", count: max(length, 0)))
  }
}

@main
enum Program {
  static func main() {
    let source = TimerFrameSource(refreshRate: 30)
    let meter = Meter()
    meter.start(on: source)
    meter.bar.length = 40
    source.run()
  }
}
