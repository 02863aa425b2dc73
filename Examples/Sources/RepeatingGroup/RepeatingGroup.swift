import AnimCore

/// A dot that moves back and forth and fades, three times.
final class RepeatingGroup {
  let dot = ShapeLayer()
  private let tree: LayerTree

  init() { tree = LayerTree(root: dot) }

  func start() throws {
    var group = AnimationGroup(
      timing: MediaTiming(duration: 2, repeatCount: 3, autoreverses: true))
    group.add(
      BasicAnimation(
        from: .zero, to: Point(x: 100, y: 0), curve: .easeInEaseOut,
        timing: MediaTiming(duration: 1)),
      to: dot.$position)
    group.add(BasicAnimation(from: 1, to: 0), to: dot.$opacity)
    try dot.add(group)
  }

  /// Returns the values at `count` evenly spaced times in `duration`.
  func samples(_ count: Int, over duration: Seconds) -> [(x: Double, opacity: Double)] {
    (0..<count).map { index in
      tree.update(to: duration * Double(index) / Double(count))
      return (dot.$position.presentation.x, dot.$opacity.presentation)
    }
  }
}

@main
enum Program {
  static func main() throws {
    let example = RepeatingGroup()
    try example.start()
    for (x, opacity) in example.samples(100, over: 12) { print(x, opacity) }
  }
}
