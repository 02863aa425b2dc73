import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

/// The images were looked at when their hashes were written.
@Suite("Images of layers")
struct LayerImageTests {
  @Test("stay identical")
  func kept() throws {
    try Kept.compare(
      LayerCase.all.map { KeptPicture($0.name, [$0.rendering]) }, with: "layers.json")
  }

  @Test("a rarely used property takes no memory until it is set, and then behaves like any other")
  func lazily() {
    let box = BoxLayer(Rect(x: 0, y: 0, width: 9, height: 9))
    let tree = LayerTree(root: box)
    box.shadow = .none
    expectEqual(box.shadow, .none)
    tree.update(to: 1)
    tree.didDisplay()
    tree.animate(duration: 1, curve: .linear) { box.blurRadius = 4 }
    #expect(tree.needsDisplay && tree.hasRunningAnimations)
    tree.update(to: 1.5)
    #expect(box.$blurRadius.presentation == 2 && box.blurRadius == 4)
    tree.reducesMotion = true
    tree.update(to: 9)
    tree.animate(duration: 1, curve: .linear) { box.blurRadius = 0 }
    tree.update(to: 9.5)
    // This isn't motion.
    expectEqual(box.$blurRadius.presentation, 2)
  }

  @Test("a mask is a sublayer while it is one, determines hits, and can be moved elsewhere")
  func mask() {
    let box = BoxLayer(Rect(x: 0, y: 0, width: 30, height: 30))
    let tree = LayerTree(root: box)
    let mask = BoxLayer(Rect(x: 0, y: 0, width: 10, height: 30))
    let point = Point(x: 20, y: 5)
    #expect(tree.hitTest(point) === box)
    box.mask = mask
    #expect(mask.tree === tree && tree.hitTest(point) == nil)
    #expect(tree.hitTest(Point(x: 5, y: 5)) === box)
    mask.removeFromSuperlayer()
    #expect(tree.hitTest(point) === box)
    #expect(box.mask == nil)
    // A former mask becomes an ordinary sublayer.
    box.addSublayer(mask)
    #expect(box.mask == nil && tree.hitTest(Point(x: 5, y: 5)) === mask)
    box.mask = mask
    let elsewhere = BoxLayer(Rect(x: 0, y: 0, width: 30, height: 30))
    elsewhere.mask = mask
    #expect(box.mask == nil && mask.superlayer === elsewhere)
    mask.mask = elsewhere
    #expect(mask.mask == nil, "it is below that layer")
    box.mask = mask
    let other = BoxLayer(Rect(x: 0, y: 0, width: 1, height: 30))
    box.mask = other
    #expect(mask.superlayer == nil && other.superlayer === box)
  }

  @Test("sublayers aren't hit where their box clips them")
  func clipped() {
    let box = BoxLayer(Rect(x: 0, y: 0, width: 30, height: 30))
    let tree = LayerTree(root: box)
    let inner = BoxLayer(Rect(x: 20, y: 0, width: 30, height: 30))
    box.addSublayer(inner)
    let (inside, outside) = (Point(x: 25, y: 5), Point(x: 40, y: 5))
    #expect(tree.hitTest(outside) === inner && tree.hitTest(inside) === inner)
    box.clipsSublayers = true
    #expect(tree.hitTest(outside) == nil && tree.hitTest(inside) === inner)
  }

  @Test("drawing copies at other times doesn't change the tree's own time")
  func copies() {
    let copies = ReplicatorLayer()
    let tree = LayerTree(root: copies)
    copies.instanceCount = .max
    copies.instanceDelay = .nan
    expectEqual(tree.image(size: Size(width: 2, height: 2)).size.width, 2)
    (copies.instanceCount, copies.instanceDelay) = (3, 0.5)
    tree.update(to: 7)
    _ = tree.image(size: Size(width: 2, height: 2))
    #expect(tree.time == 7 && copies.time == 7)
  }

  @Test("items of a stagger begin one after the other, from the last with a negative interval")
  func stagger() {
    for (interval, begins) in [(0.25, [0, 0.25, 0.5]), (-0.25, [0.5, 0.25, 0.0])] {
      let root = Layer()
      let layers = (0..<3).map { _ in BoxLayer(.zero) }
      for layer in layers { root.addSublayer(layer) }
      let tree = LayerTree(root: root)
      var isDone = false
      tree.stagger(layers, by: interval, duration: 1, curve: .linear) {
        $0.opacity = 0
      } completion: {
        isDone = true
      }
      tree.update(to: 0.75)
      expectEqual(layers.map { 1 - $0.$opacity.presentation }, begins.map { 0.75 - $0 })
      tree.update(to: 1.49)
      #expect(!isDone)
      tree.update(to: 1.5)
      #expect(isDone)
    }
  }
}
