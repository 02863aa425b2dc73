import AnimCore

/// A bar whose length springs to a new value. Layers need no annotation.
final class Level: Layer {
  @Animatable(action: .bouncy) var length = 0.0
}

/// A meter on the main actor, like a view, with its tree and its display link.
@MainActor
final class MainActorMeter {
  let level = Level()
  private(set) var lengths: [Double] = []
  private lazy var tree = LayerTree(root: level)

  func start(on source: FrameSource) {
    // The closure runs on the main actor, so it can use the entire meter.
    tree.attach(to: source, for: self) { meter, _ in meter.draw() }
  }

  private func draw() {
    lengths.append(level.$length.presentation)
    print("\(level.$length.presentation)")
  }
}

/// A listener on the main actor, which its conformance declares.
@MainActor
final class FrameCounter: @MainActor DisplayLinkListener {
  private(set) var count = 0

  func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    count += 1
    if count == 90 { link.invalidate() }
  }
}

@main
@MainActor
enum Program {
  static func main() {
    let source = TimerFrameSource(refreshRate: 30)
    let meter = MainActorMeter()
    let counter = FrameCounter()
    meter.start(on: source)
    DisplayLink(listener: counter).add(to: source)
    meter.level.length = 40
    source.run()
    print("\(counter.count) frames, \(meter.lengths.count) of them drawn")
  }
}
