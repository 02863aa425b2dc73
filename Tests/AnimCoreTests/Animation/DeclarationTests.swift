import AnimCore
import AnimGraphics
import TestSupport
import Testing

/// Declarations as users write them: without try, with or without a value.
private final class Card: Layer {
  @Animatable(action: .spring(duration: 0.5, bounce: 0.2)) var x = 0.0
  @Animatable(action: .cubicBezier(0.2, 0.9, 0.3, 1)) var y = 0.0
  @Animatable(action: .animate(duration: 2, delay: 1, curve: .linear)) var depth = 0.0
  @Animatable(action: .smooth) var smooth = 0.0
  @Animatable(action: .snappy) var snappy = 0.0
  @Animatable(action: .bouncy) var bouncy = 0.0
  @Animatable(turning: .clockwise) var angle: Angle
  @Animatable var width: Double

  init(angle: Angle, width: Double) {
    self.width = width
    super.init()
    self.angle = angle
  }
}

/// An animation in a declaration.
private let shake = KeyframeAnimation(
  values: [0.0, 8, -8, 0], curves: [.easeOut, .cubicBezier(0.3, 0, 0.3, 1), .steps(2)],
  timing: MediaTiming(duration: 0.4))

@Suite("Declarations")
struct DeclarationTests {
  @Test("a property without a value is set in the initialiser, and keeps its arguments")
  func inInit() {
    let card = Card(angle: .degrees(30), width: 7)
    #expect(card.angle == .degrees(30) && card.width == 7)
    expectEqual(card.$angle.turning, .clockwise)
    expectEqual(card.$angle.presentation, .degrees(30))
  }

  @Test("springs, curves and durations in a declaration take effect")
  func actions() throws {
    let card = Card(angle: .zero, width: 0)
    let tree = LayerTree(root: card)
    (card.x, card.y, card.depth) = (1, 1, 1)
    (card.smooth, card.snappy, card.bouncy) = (1, 1, 1)
    tree.update(to: 0.125)
    expectEqual(card.$x.presentation, Spring(duration: 0.5, bounce: 0.2).value(at: 0.125))
    expectEqual(card.$y.presentation, CubicBezier(0.2, 0.9, 0.3, 1).value(at: 0.5))
    expectEqual(card.$depth.presentation, 0)
    expectEqual(card.$smooth.presentation, Spring.smooth.value(at: 0.125))
    expectEqual(card.$snappy.presentation, Spring.snappy.value(at: 0.125))
    expectEqual(card.$bouncy.presentation, Spring.bouncy.value(at: 0.125))
    tree.update(to: 2)
    expectEqual(card.$depth.presentation, 0.5)
    try card.$x.add(shake)
    tree.animate(duration: 0.3) { card.width = 3 }
    expectEqual(tree.animationsEnd, 3)
  }
}
