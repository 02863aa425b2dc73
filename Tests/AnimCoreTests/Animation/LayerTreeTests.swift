import Testing

@testable import AnimCore

@Suite("Layer trees")
struct LayerTreeTests {
  @Test("a layer moves from one superlayer to another, and knows its tree")
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

  @Test("a tree that is released while animations run releases its layers")
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

  @Test("time is converted between layers through their common superlayer")
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

  @Test("a paused branch stops, and resumes from there at the same speed")
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

  @Test("animations end in time on layers that run slower or backwards")
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

  @Test("display is needed after changes and during animations only")
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
    // The end itself must be shown.
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

  @Test("a time that is not finite and an update inside a completion have no effect")
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

  @Test("releasing a tree detaches its layers and calls their completions once")
  func treeDies() throws {
    let dial = Dial()
    var log: [String] = []
    var tree: LayerTree? = LayerTree(root: dial)
    tree?.animate {
      dial.position = 5
    } completion: {
      log.append("changes")
    }
    try dial.$angle.add(BasicAnimation(to: .zero)) { log.append("angle \($0)") }
    tree = nil
    #expect(log == ["changes", "angle removed"])
    #expect(dial.tree == nil && dial.$position.presentation == 5)
    let next = LayerTree(root: dial)
    let other = Dial()
    dial.addSublayer(other)
    next.update(to: 1)
    other.position = 1
    dial.position = 6
    #expect(dial.$position.presentation == 5)
    next.update(to: 1.25)
    #expect(dial.$position.presentation == 6 && other.$position.presentation == 1)
    #expect(!next.hasRunningAnimations)
    #expect(log.count == 2)
  }

  @Test("a root that moved to another tree stays there when the first tree is released")
  func rootMoves() {
    let dial = Dial()
    var first: LayerTree? = LayerTree(root: dial)
    dial.position = 5
    let second = LayerTree(root: dial)
    dial.position = 9
    #expect(first?.hasRunningAnimations == false)
    first = nil
    #expect(dial.tree === second)
    second.update(to: 0.125)
    #expect(dial.$position.presentation == 7)
  }

  @Test(
    "a layer whose superlayer was released has the time of the tree that it becomes the root of")
  func orphan() {
    let dial = Dial()
    var parent: Layer? = Layer()
    parent?.setTiming(LayerTiming(speed: 3))
    parent?.addSublayer(dial)
    parent = nil
    #expect(dial.superlayer == nil)
    let tree = LayerTree(root: dial, time: 2)
    #expect(dial.time == 2)
    dial.position = 8
    tree.update(to: 2.125)
    #expect(dial.time == 2.125 && dial.$position.presentation == 4)
  }

  @Test("inserting a sublayer again moves it in the list, and its animations continue")
  func reordering() {
    let stage = Stage()
    let root = stage.tree.root
    let (a, b) = (Layer(), Layer())
    func order() -> [ObjectIdentifier] { root.sublayers.map(ObjectIdentifier.init) }
    func expect(_ layers: Layer...) { #expect(order() == layers.map(ObjectIdentifier.init)) }
    root.addSublayer(a)
    root.addSublayer(b)
    stage.dial.position = 8
    stage.tree.update(to: 0.125)
    root.addSublayer(stage.dial)
    expect(a, b, stage.dial)
    root.insertSublayer(stage.dial, at: 1)
    expect(a, stage.dial, b)
    root.insertSublayer(stage.dial, below: a)
    expect(stage.dial, a, b)
    root.insertSublayer(stage.dial, above: a)
    expect(a, stage.dial, b)
    root.insertSublayer(stage.dial, above: stage.dial)
    root.insertSublayer(stage.dial, above: Layer())
    root.insertSublayer(Layer(), below: Layer())
    expect(a, stage.dial, b)
    let c = Layer()
    root.insertSublayer(c, above: b)
    expect(a, stage.dial, b, c)
    #expect(stage.dial.$position.presentation == 4 && stage.tree.hasRunningAnimations)
    stage.dial.position = 0
    #expect(stage.dial.$position.presentation == 4)
  }

  @Test("an animation that begins later is not running, and the tree reports the next event")
  func nextEvent() throws {
    let stage = Stage()
    #expect(stage.tree.nextEventTime == nil && stage.tree.nextEvent == nil)
    stage.tree.animate(duration: 1, delay: 100.1) { stage.dial.position = 8 }
    #expect(!stage.tree.hasRunningAnimations)
    #expect(stage.tree.nextEventTime == 100.1 && stage.tree.animationsEnd == 101.1)
    stage.tree.didDisplay()
    stage.tree.update(to: 50)
    #expect(!stage.tree.needsDisplay)
    let instant = try #require(stage.tree.nextEvent)
    stage.tree.update(to: instant)
    #expect(stage.tree.hasRunningAnimations && stage.tree.needsDisplay)
    #expect(stage.tree.nextEventTime == 101.1)
    stage.tree.update(to: 102)
    #expect(stage.tree.nextEventTime == nil && stage.tree.nextEvent == nil)
    #expect(stage.dial.$position.presentation == 8)
    stage.dial.position = 9
    stage.dial.position = 10
    #expect(stage.tree.nextEventTime == 102.25)
    try stage.dial.$position.add(BasicAnimation(to: 1), completion: { _ in })
    stage.dial.position = 11
    #expect(stage.tree.nextEventTime == 102, "a callback is due")
  }

  @Test("the next event happens at its instant, even if no timestamp is exactly that time")
  func roundedEvent() throws {
    let stage = Stage()
    stage.tree.animate(delay: 1.0 / 3) { stage.dial.position = 8 }
    #expect(Timestamp(seconds: 1.0 / 3).seconds < 1.0 / 3)
    stage.tree.update(to: try #require(stage.tree.nextEvent))
    #expect(stage.tree.hasRunningAnimations)
  }

  @Test("a layer's time and a display's instants are converted to each other")
  func timestamps() {
    let stage = Stage()
    stage.tree.update(to: Timestamp(seconds: 4))
    #expect(stage.tree.time == 4)
    stage.dial.setTiming(LayerTiming(beginTime: 2, speed: 0.5))
    #expect(stage.dial.localTime(at: Timestamp(seconds: 6)) == 2)
    #expect(stage.dial.instant(at: 2) == Timestamp(seconds: 6))
    stage.dial.pause()
    #expect(stage.dial.instant(at: 2) == nil)
    let began = Transaction(duration: 1).beginning(at: Timestamp(seconds: 3))
    #expect(began.beginTime == 3 && began.duration == 1)
  }

  @Test("an idle tree takes its provider's time when something starts, and requests a frame")
  func waking() throws {
    let stage = Stage()
    var now = 5.0
    var wakes = 0
    stage.tree.timeProvider = { now }
    stage.tree.onWake = { wakes += 1 }
    stage.dial.position = 8
    #expect(stage.tree.time == 5 && wakes > 0)
    now = 5.125
    stage.dial.angle = .degrees(90)
    #expect(stage.tree.time == 5, "what moves has the time of its frames")
    stage.tree.update(to: 6)
    #expect(!stage.tree.hasRunningAnimations)
    (now, wakes) = (10, 0)
    try stage.dial.$position.add(BasicAnimation(from: 0, to: 8))
    #expect(stage.tree.animationsEnd == 10.25 && wakes > 0)
    stage.tree.update(to: 11)
    (now, wakes) = (12, 0)
    stage.dial.still = 3
    #expect(stage.tree.time == 12 && wakes > 0)
    wakes = 0
    stage.dial.silent = 3
    #expect(wakes > 0)
    stage.tree.update(to: 13)
    (now, wakes) = (1, 0)
    stage.dial.pause()
    #expect(stage.tree.time == 1, "a source may have been sought back")
    stage.dial.removeFromSuperlayer()
    #expect(wakes > 0)
  }

  @Test("with reduced motion changes take effect at once, except for fades")
  func reducedMotion() throws {
    let stage = Stage()
    stage.dial.position = 4
    stage.tree.update(to: 0.125)
    stage.tree.reducesMotion = true
    stage.tree.animate {
      stage.dial.position = 8
      stage.dial.opacity = 1
    } completion: {
      stage.log.append("done")
    }
    #expect(stage.dial.$position.presentation == 8)
    #expect(stage.dial.$opacity.isAnimating && stage.log.isEmpty)
    let spin = MediaTiming(duration: 1, repeatCount: .infinity)
    try stage.dial.$angle.add(
      BasicAnimation(to: .degrees(90), timing: spin), completion: stage.note("spin"))
    let held = MediaTiming(duration: 1, fillMode: .forwards)
    try stage.dial.$place.add(
      BasicAnimation(to: Point(x: 3, y: 3), timing: held, isRemovedOnCompletion: false))
    stage.tree.update(to: 0.25)
    #expect(stage.log == ["spin finished"])
    #expect(stage.dial.$angle.presentation == .zero)
    #expect(stage.dial.$place.presentation == Point(x: 3, y: 3))
    stage.tree.update(to: 1)
    #expect(stage.log == ["spin finished", "done"])
    stage.tree.reducesMotion = false
    stage.dial.position = 0
    #expect(stage.dial.$position.presentation == 8)
  }
}
