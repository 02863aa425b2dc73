import TestSupport
import Testing

@testable import AnimCore

@Suite("Transitions of layers")
struct LayerTransitionTests {
  private func card() -> BoxLayer { BoxLayer(Rect(x: 0, y: 0, width: 10, height: 10)) }

  /// Returns a tree with a card, which has been shown.
  private func shown() -> (tree: LayerTree, card: BoxLayer) {
    let card = card()
    let root = GraphicLayer()
    root.addSublayer(card)
    return (LayerTree(root: root), card)
  }

  @Test(
    "a layer that was just added moves in from its transition's appearance, and keeps its model")
  func insertion() {
    let tree = LayerTree(root: GraphicLayer())
    let card = card()
    (card.position, card.opacity) = (Point(x: 5, y: 5), 0.5)
    var log: [String] = []
    tree.animate(duration: 1, curve: .linear) {
      let offset = Vector(dx: 0, dy: 40)
      tree.root.addSublayer(card, transition: .fade.combined(with: .move(by: offset))) {
        log.append("there at \(tree.time)")
      }
    }
    #expect(card.opacity == 0.5 && card.position == Point(x: 5, y: 5))
    for (time, y, opacity) in [(0.0, 45.0, 0.0), (0.25, 35, 0.125), (1, 5, 0.5)] {
      tree.update(to: time)
      expectEqual(card.$position.presentation, Point(x: 5, y: y))
      expectEqual(card.$opacity.presentation, opacity)
    }
    expectEqual(log, ["there at 1.0"])
    expectEqual(card.animationKeys, [])
  }

  @Test(
    "a layer that is removed is drawn until it has disappeared, isn't hit, and comes back unchanged"
  )
  func removal() {
    let (tree, card) = shown()
    let point = Point(x: 5, y: 5)
    var log: [String] = []
    tree.animate(duration: 1, curve: .linear) {
      card.removeFromSuperlayer(transition: .fade) { log.append("gone at \(tree.time)") }
    }
    tree.update(to: 0.5)
    #expect(card.isLeaving && card.superlayer === tree.root && tree.hitTest(point) == nil)
    expectEqual(card.$opacity.presentation, 0.5)
    tree.update(to: 2)
    expectEqual(log, ["gone at 1.0"])
    #expect(!card.isLeaving && card.superlayer == nil && card.opacity == 1)
    tree.root.addSublayer(card)
    #expect(card.$opacity.presentation == 1 && tree.hitTest(point) === card)
  }

  @Test("a layer that is added again while it leaves reverses in place, or appears immediately")
  func turning() {
    for comesBack in [true, false] {
      let (tree, card) = shown()
      var goneCount = 0
      tree.animate(duration: 1, curve: .linear) {
        card.removeFromSuperlayer(transition: .move(by: Vector(dx: 80, dy: 0))) { goneCount += 1 }
      }
      tree.update(to: 0.5)
      expectEqual(card.$position.presentation.x, 40)
      tree.animate(duration: 1, curve: .linear) {
        if comesBack {
          tree.root.addSublayer(card, transition: .fade)
        } else {
          tree.root.addSublayer(card)
        }
      }
      #expect(!card.isLeaving)
      expectEqual(card.$position.presentation.x, comesBack ? 40 : 0)
      tree.update(to: 0.75)
      expectEqual(card.$position.presentation.x, comesBack ? 30 : 0)
      tree.update(to: 9)
      #expect(card.superlayer === tree.root && card.$position.presentation == .zero)
      expectEqual(goneCount, 1)
    }
  }

  @Test("one layer replaces another, above it or revealed below it")
  func replacement() {
    let way = Vector(dx: -100, dy: 0)
    let table: [(LayerTransition, isBelow: Bool, old: Double, new: Double)] = [
      (.push(by: way), false, -25, 75), (.moveIn(from: way), false, 0, -75),
      (.reveal(by: way), true, -25, 0), (.fade, false, 0, 0),
    ]
    for (transition, isBelow, oldX, newX) in table {
      let (tree, old) = shown()
      let new = card()
      var isDone = false
      let last = card()
      tree.root.addSublayer(last)
      tree.update(to: 0)
      tree.animate(duration: 1, curve: .linear) {
        _ = tree.root.replaceSublayer(old, with: new, transition: transition) { isDone = true }
      }
      let order = isBelow ? [new, old, last] : [old, new, last]
      let isInOrder = tree.root.sublayers.elementsEqual(order, by: ===)
      #expect(isInOrder)
      tree.update(to: 0.25)
      expectEqual(old.$position.presentation.x, oldX)
      expectEqual(new.$position.presentation.x, newX)
      tree.update(to: 1)
      #expect(isDone && tree.root.sublayers.elementsEqual([new, last], by: ===))
      #expect(!tree.root.replaceSublayer(old, with: new, transition: transition))
      #expect(!tree.root.replaceSublayer(new, with: new, transition: transition))
      expectEqual(tree.root.sublayers.count, 2)
    }
  }

  @Test("without a tree, a duration or motion, layers appear and disappear immediately")
  func atOnce() {
    let (root, card) = (GraphicLayer(), card())
    var count = 0
    root.addSublayer(card, transition: .fade) { count += 1 }
    card.removeFromSuperlayer(transition: .fade) { count += 1 }
    #expect(card.superlayer == nil && count == 2)
    let tree = LayerTree(root: root)
    tree.reducesMotion = true
    let move = LayerTransition.move(by: Vector(dx: 9, dy: 0))
    root.addSublayer(card, transition: move) { count += 1 }
    expectEqual(card.$position.presentation, .zero)
    tree.update(to: 0)
    card.removeFromSuperlayer(transition: move) { count += 1 }
    tree.update(to: 0)
    #expect(card.superlayer == nil && count == 4)
    // A fade isn't motion.
    root.addSublayer(card, transition: .fade)
    expectEqual(card.$opacity.presentation, 0)
    card.removeFromSuperlayer(transition: .moveIn(from: .zero))
    #expect(card.superlayer == nil)
  }
}
