import AnimCore
import AnimGraphics

/// A layer for tests.
final class Dial: Layer {
  @Animatable(action: .curve(.linear)) var position = 0.0
  @Animatable(turning: .clockwise) var angle = Angle.zero
  @Animatable var place = Point.zero
  @Animatable(action: .immediate) var still = 0.0
  @Animatable(redraws: false) var silent = 0.0
  @Animatable(action: .curve(.linear), isMotion: false) var opacity = 0.0
}

/// A dial in its own tree, with a record of its completions.
final class DialTree {
  let dial = Dial()
  let tree: LayerTree
  var log: [String] = []

  init(time: Seconds = 0) {
    let root = Layer()
    root.addSublayer(dial)
    tree = LayerTree(root: root, time: time)
  }

  /// Returns the dial's velocity at `time` by its positions a millionth of a second before and
  /// after. The tree is then at `time`.
  func measuredVelocity(at time: Seconds) -> Double {
    let h = 1e-6
    tree.update(to: time - h)
    let before = dial.$position.presentation
    tree.update(to: time + h)
    let after = dial.$position.presentation
    tree.update(to: time)
    return (after - before) / (2 * h)
  }

  func note(_ name: String) -> (AnimationCompletionReason) -> Void {
    { self.log.append("\(name) \($0)") }
  }
}
