import AnimCore
import Testing

@Suite("Layer trees")
struct LayerTreeTests {
  @Test("a layer moves from parent to parent, and knows its tree")
  func structure() {
    let stage = Stage()
    let (a, b) = (Layer(), Layer())
    a.addSublayer(b)
    #expect(b.tree == nil)
    stage.tree.root.insertSublayer(a, at: 0)
    #expect(
      stage.tree.root.sublayers.map(ObjectIdentifier.init)
        == [a, stage.dial].map(ObjectIdentifier.init))
    #expect(b.tree === stage.tree)
    stage.tree.root.addSublayer(b)
    #expect(a.sublayers.isEmpty)
    #expect(b.superlayer === stage.tree.root)
    b.removeFromSuperlayer()
    #expect(b.tree == nil && b.superlayer == nil)
  }

  @Test("a layer cannot be put below itself, nor the root below another")
  func cycles() {
    let (a, b) = (Layer(), Layer())
    a.addSublayer(b)
    b.addSublayer(a)
    a.addSublayer(a)
    #expect(a.superlayer == nil)
    let tree = LayerTree(root: Layer())
    a.addSublayer(tree.root)
    #expect(tree.root.superlayer == nil)
  }

  @Test("leaving the tree ends the animations of the whole branch")
  func leaving() throws {
    let stage = Stage()
    let branch = Layer()
    stage.tree.root.addSublayer(branch)
    branch.addSublayer(stage.dial)
    try stage.dial.$position.add(BasicAnimation(to: 3), completion: stage.note("a"))
    branch.removeFromSuperlayer()
    #expect(stage.log == ["a removed"])
    #expect(!stage.tree.hasRunningAnimations)
  }

  @Test("a tree that is let go while animations run lets its layers go")
  func lettingGo() throws {
    var stage: Stage? = Stage()
    weak let dial = stage?.dial
    weak let tree = stage?.tree
    let property = stage?.dial.$position
    stage?.dial.angle = .degrees(90)
    var group = AnimationGroup()
    if let property { group.add(BasicAnimation(to: 3), to: property) }
    try stage?.dial.add(group)
    #expect(tree?.hasRunningAnimations == true)
    stage = nil
    #expect(dial == nil && tree == nil)
    #expect(property?.layer == nil)
    #expect(property?.presentation == 0)
  }

  @Test("time is converted between layers over what they have in common")
  func conversion() throws {
    let stage = Stage(time: 20)
    let (a, b) = (Layer(), Layer())
    stage.tree.root.addSublayer(a)
    stage.tree.root.addSublayer(b)
    b.addSublayer(stage.dial)
    a.setTiming(LayerTiming(beginTime: 10, speed: 2))
    b.setTiming(LayerTiming(beginTime: 4, speed: 0.5, timeOffset: 1))
    stage.dial.setTiming(LayerTiming(speed: -1))
    #expect(a.time == 20)
    #expect(b.time == 9)
    #expect(stage.dial.time == -9)
    #expect(a.convert(20, to: stage.dial) == -9)
    #expect(stage.dial.convert(-9, to: a) == 20)
    #expect(stage.dial.convert(-9, to: nil) == 20)
    #expect(stage.dial.localTime(atTreeTime: 20) == -9)

    stage.tree.root.pause()
    #expect(a.convert(20, to: stage.dial) == -9)
    #expect(a.convert(20, to: nil) == nil)
    b.pause()
    #expect(stage.dial.convert(-9, to: a) == nil)
    #expect(a.convert(1, to: Layer()) == nil)
  }

  @Test("a paused branch stands still and goes on where it stood, as fast as before")
  func pausing() throws {
    let stage = Stage()
    stage.tree.root.setTiming(LayerTiming(speed: 2))
    stage.dial.position = 8
    stage.tree.update(to: 0.03125)
    #expect(stage.dial.$position.presentation == 2)
    stage.tree.root.pause()
    #expect(stage.tree.root.isPaused)
    #expect(!stage.tree.hasRunningAnimations)
    #expect(stage.tree.animationsEnd == nil)
    stage.tree.update(to: 100)
    #expect(stage.dial.$position.presentation == 2)
    stage.tree.root.resume()
    #expect(stage.dial.$position.presentation == 2)
    #expect(stage.tree.animationsEnd == 100.09375)
    stage.tree.update(to: 100.03125)
    #expect(stage.dial.$position.presentation == 4)
    stage.tree.update(to: 100.09375)
    #expect(stage.dial.$position.presentation == 8)
    #expect(!stage.tree.hasRunningAnimations)
  }

  @Test("animations end when a slower or a backward layer says so")
  func layerSpeed() throws {
    let stage = Stage()
    stage.dial.setTiming(LayerTiming(speed: 0.5))
    stage.dial.position = 8
    #expect(stage.tree.animationsEnd == 0.5)
    stage.tree.update(to: 0.25)
    #expect(stage.dial.$position.presentation == 4)
    stage.dial.setTiming(LayerTiming(beginTime: 0.25, speed: -0.5, timeOffset: 0.125))
    #expect(stage.dial.$position.presentation == 4)
    #expect(stage.tree.animationsEnd == 0.5)
    stage.tree.update(to: 0.375)
    #expect(stage.dial.$position.presentation == 2)
  }

  @Test("display is asked for by changes and running animations, and no longer")
  func display() {
    let stage = Stage()
    #expect(stage.tree.needsDisplay && stage.dial.needsDisplay)
    stage.tree.didDisplay()
    #expect(!stage.tree.needsDisplay && !stage.dial.needsDisplay)
    stage.dial.position = 8
    for time in [0, 0.1, 0.2] {
      stage.tree.update(to: time)
      #expect(stage.tree.needsDisplay && stage.dial.needsDisplay)
      #expect(!stage.tree.root.needsDisplay)
      stage.tree.didDisplay()
    }
    // The end itself has to be seen.
    stage.tree.update(to: 0.3)
    #expect(stage.tree.needsDisplay && stage.dial.needsDisplay)
    stage.tree.didDisplay()
    stage.tree.update(to: 0.4)
    #expect(!stage.tree.needsDisplay && !stage.dial.needsDisplay)

    stage.dial.silent = 4
    stage.tree.update(to: 0.5)
    #expect(!stage.tree.needsDisplay && !stage.dial.needsDisplay)
    stage.dial.setNeedsDisplay()
    #expect(stage.tree.needsDisplay && stage.dial.needsDisplay)
  }

  @Test("a time that is not finite, and an update inside a completion, change nothing")
  func badTimes() {
    let stage = Stage(time: 3)
    stage.tree.update(to: .nan)
    stage.tree.update(to: .infinity)
    #expect(stage.tree.time == 3)
    stage.tree.run(Transaction()) {
      stage.dial.position = 1
    } completion: {
      stage.tree.update(to: 77)
    }
    stage.tree.update(to: 4)
    #expect(stage.tree.time == 4)
  }

  @Test("thousands of animations end in the order of their ends")
  func manyEnds() throws {
    let stage = Stage()
    var generator = SeededGenerator(seed: 3)
    var expected: [(end: Double, index: Int)] = []
    var told: [Int] = []
    for index in 0..<2000 {
      let dial = Dial()
      stage.tree.root.addSublayer(dial)
      let duration = (generator.unit() * 64).rounded(.up) / 64
      try dial.$position.add(
        BasicAnimation(to: 1, timing: MediaTiming(duration: duration)),
        completion: { if $0 == .finished { told.append(index) } })
      if index % 3 == 0 {
        dial.removeAllAnimations()
      } else {
        expected.append((duration, index))
      }
    }
    stage.tree.update(to: 0.4)
    stage.tree.update(to: 2)
    let order = expected.sorted { ($0.end, $0.index) < ($1.end, $1.index) }.map(\.index)
    #expect(told == order)
  }
}
