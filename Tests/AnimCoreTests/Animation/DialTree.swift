import AnimCore

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

  func note(_ name: String) -> (AnimationEnding) -> Void {
    { self.log.append("\(name) \($0)") }
  }
}
