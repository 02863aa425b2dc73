import AnimCore
import AnimLottie
import TestSupport
import Testing

@Suite("A Lottie animation as an image of a layer")
struct LottieImageTests {
  private static let size = PixelSize(width: 100, height: 50)

  /// Ten frames at 10 a second, in which a square moves by 8 a frame.
  private static func animation() throws -> LottieAnimation {
    let position = #"{"k":[{"t":0,"s":[5,25]},{"t":10,"s":[85,25]}]}"#
      .replacing(#""s":[5,25]"#, with: #""s":[5,25],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}"#)
    let layer = shapeLayer(
      [rectangle(-5, -5, 10, 10), fill()], #""ks":{"p":\#(position)}"#)
    return try load(file(layers: layer))
  }

  private static func list(_ draw: (inout DisplayList) -> Void) -> DisplayList {
    var list = DisplayList(size: size, background: .clear)
    draw(&list)
    return list
  }

  /// Returns a tree whose root has the layers.
  private static func tree(_ layers: GraphicLayer...) -> (LayerTree, GraphicLayer) {
    let root = GraphicLayer()
    for layer in layers { root.addSublayer(layer) }
    return (LayerTree(root: root), root)
  }

  @Test("two layers at different speeds in one tree draw the animation's corresponding frames")
  func speeds() throws {
    let animation = try Self.animation()
    let image = LottieImage(animation)
    let (slow, fast) = (ImageLayer(image), ImageLayer(image))
    fast.position = Point(x: 3, y: 20)
    slow.setTiming(LayerTiming(speed: 0.5))
    fast.setTiming(LayerTiming(beginTime: 0.5, speed: 2, timeOffset: 0.1))
    let (tree, root) = Self.tree(slow, fast)
    let frames: [(time: Double, first: Double, second: Double)] = [
      (0.5, 2.5, 1), (0.6, 3, 3), (0.75, 3.75, 6), (1, 5, 1),
    ]
    for (time, first, second) in frames {
      tree.update(to: time)
      #expect(abs(image.frame(at: slow.time) - first) < 1e-9)
      #expect(abs(image.frame(at: fast.time) - second) < 1e-9)
      let expected = Self.list { list in
        let renderer = LottieRenderer(animation)
        renderer.draw(frame: first, into: &list)
        renderer.draw(
          frame: second, into: &list, transform: Transform(a: 1, b: 0, c: 0, d: 1, tx: 3, ty: 20))
      }
      let actual = Self.list { root.draw(into: &$0) }
      expectEqual(actual.painted(), expected.painted())
      #expect(actual.painted() != Self.list { _ in }.painted())
    }
  }

  @Test("the frame follows the time of the layers above, and stops with them")
  func superlayer() throws {
    let image = LottieImage(try Self.animation())
    let layer = ImageLayer(image)
    let group = GraphicLayer()
    group.addSublayer(layer)
    group.setTiming(LayerTiming(speed: 2))
    let (tree, _) = Self.tree(group)
    tree.update(to: 0.2)
    expectEqual(image.frame(at: layer.time), 4)
    group.pause()
    tree.update(to: 0.4)
    expectEqual(image.frame(at: layer.time), 4)
    #expect(!tree.hasRunningAnimations)
    group.resume()
    tree.update(to: 0.5)
    expectEqual(image.frame(at: layer.time), 6)
    #expect(tree.hasRunningAnimations)
  }

  @Test("it repeats forever, or as often as requested and then shows the last frame")
  func repetitions() throws {
    let animation = try Self.animation()
    let endless = LottieImage(animation)
    #expect(endless.duration == .infinity && endless.loop == 0..<1)
    expectEqual([-1, 0, 0.95, 1, 12.3].map(endless.frame), [0, 0, 9.5, 0, 3])
    let twice = LottieImage(animation, repeatCount: 2)
    #expect(twice.duration == 1.9 && twice.loop == nil)
    expectEqual([0.95, 1.85, 1.95, 7].map(twice.frame), [9.5, 8.5, 9, 9])
    let partial = LottieImage(animation, repeatCount: 1.5)
    expectEqual([1.25, 1.5, 7].map(partial.frame), [2.5, 5, 5])
    for count in [0, -1, .nan] {
      let still = LottieImage(animation, repeatCount: count)
      expectEqual([0, 0.5, 7].map(still.frame), [0, 0, 0])
    }
  }

  @Test("it fills its rectangle, in which it is hit whatever the frame shows")
  func placement() throws {
    let layer = ImageLayer(LottieImage(try Self.animation()))
    let (tree, _) = Self.tree(layer)
    expectEqual(layer.rect, Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(tree.hitTest(Point(x: 99, y: 1)) === layer && tree.hitTest(Point(x: 101, y: 1)) == nil)
    let usual = tree.image(size: Size(width: 100, height: 50), scale: 2)
    layer.$rect.jump(to: Rect(x: 0, y: 0, width: 200, height: 100))
    expectEqual(tree.image(size: Size(width: 200, height: 100)), usual)
    #expect(tree.hitTest(Point(x: 199, y: 99)) === layer)
  }

  @Test("the tree moves from the start to the end, and rests before and after")
  func rests() throws {
    let image = LottieImage(try Self.animation(), repeatCount: 1)
    let layer = ImageLayer(image)
    layer.setTiming(LayerTiming(beginTime: 2))
    let (tree, _) = Self.tree(layer)
    tree.didDisplay()
    #expect(!tree.hasRunningAnimations && !tree.needsDisplay)
    expectEqual(tree.nextEventTime, 2)
    tree.update(to: 2.5)
    tree.didDisplay()
    #expect(tree.hasRunningAnimations && tree.needsDisplay)
    tree.update(to: 3)
    #expect(!tree.hasRunningAnimations && tree.needsDisplay)
    tree.didDisplay()
    #expect(!tree.needsDisplay && tree.nextEventTime == nil)
    // Played again from now on.
    layer.setTiming(LayerTiming(beginTime: 3))
    #expect(tree.needsDisplay)
    tree.update(to: 3.5)
    #expect(image.frame(at: layer.time) == 5 && tree.hasRunningAnimations)
    layer.removeFromSuperlayer()
    #expect(!tree.hasRunningAnimations)
  }

  @Test("the tree moves until the end of the image that replaced another one")
  func changedRepetitions() throws {
    let renderer = LottieRenderer(try Self.animation())
    let layer = ImageLayer(LottieImage(renderer, repeatCount: 1))
    let (tree, _) = Self.tree(layer)
    tree.update(to: 0.5)
    layer.animatedImage = LottieImage(renderer, repeatCount: 3)
    tree.update(to: 1.5)
    #expect(tree.hasRunningAnimations)
    layer.animatedImage = LottieImage(renderer, repeatCount: 2)
    tree.update(to: 2)
    #expect(!tree.hasRunningAnimations)
    layer.animatedImage = LottieImage(renderer)
    tree.update(to: 2.5)
    #expect(tree.hasRunningAnimations)
  }

  @Test(
    "only the last values count, in whatever order properties are set")
  func history() throws {
    var random = SeededGenerator(seed: 0x1A7E4)
    let renderer = LottieRenderer(try Self.animation())
    let counts = [0, 1, 2.5, -1, .nan, .infinity, 0.25]
    for _ in 0..<60 {
      var (count, timing) = (1.0, LayerTiming())
      let layer = ImageLayer(LottieImage(renderer, repeatCount: count))
      let (tree, root) = Self.tree(layer)
      var time = 0.0
      for _ in 0..<8 {
        tree.didDisplay()
        let before = Self.list { root.draw(into: &$0) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          count = counts.randomElement(using: &random) ?? 1
          layer.animatedImage = LottieImage(renderer, repeatCount: count)
        case 1:
          timing = LayerTiming(
            beginTime: Double.random(in: 0..<4, using: &random),
            speed: [0, 0.5, 1, 2].randomElement(using: &random) ?? 1,
            timeOffset: [0, 0.3, 1.7].randomElement(using: &random) ?? 0)
          layer.setTiming(timing)
        default:
          time += Double.random(in: 0..<1, using: &random)
          tree.update(to: time)
        }
        let fresh = ImageLayer(LottieImage(renderer, repeatCount: count))
        let (other, otherRoot) = Self.tree(fresh)
        fresh.setTiming(timing)
        other.update(to: time)
        let list = Self.list { root.draw(into: &$0) }
        expectEqual(list, Self.list { otherRoot.draw(into: &$0) })
        #expect(tree.needsDisplay || list == before)
        // Overdue events are delivered now.
        tree.update(to: time)
        other.update(to: time)
        expectEqual(
          tree.hasRunningAnimations, other.hasRunningAnimations, "\(count) \(timing) \(time)")
        let (next, expected) = (tree.nextEventTime ?? -1, other.nextEventTime ?? -1)
        #expect(abs(next - expected) < 1e-9, "\(count) \(timing) \(time)")
      }
    }
  }

  @Test("a layer that joins a moving tree within a transaction plays in its own time")
  func joins() throws {
    let image = LottieImage(try Self.animation(), repeatCount: 1)
    let layer = ImageLayer(image)
    let (tree, root) = Self.tree()
    tree.update(to: 0.5)
    tree.run(Transaction(delay: 5)) { root.addSublayer(layer) }
    #expect(tree.hasRunningAnimations)
    expectEqual(image.frame(at: layer.time), 5)
    tree.update(to: 1)
    #expect(!tree.hasRunningAnimations)
  }
}
