import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Layer trees")
struct LayerTreeTests {
  @Test("a layer moves from one superlayer to another, and to its tree")
  func structure() {
    let fixture = DialTree()
    let (a, b) = (Layer(), Layer())
    a.addSublayer(b)
    #expect(b.tree == nil)
    fixture.tree.root.insertSublayer(a, at: 0)
    #expect(
      fixture.tree.root.sublayers.map(ObjectIdentifier.init)
        == [a, fixture.dial].map(ObjectIdentifier.init))
    #expect(b.tree === fixture.tree)
    fixture.tree.root.addSublayer(b)
    #expect(a.sublayers.isEmpty)
    #expect(b.superlayer === fixture.tree.root)
    b.removeFromSuperlayer()
    #expect(b.tree == nil && b.superlayer == nil)
  }

  @Test("a layer can't be added below itself, nor the root below another layer")
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

  @Test("leaving the tree ends the animations of the entire branch")
  func leaving() throws {
    let fixture = DialTree()
    let branch = Layer()
    fixture.tree.root.addSublayer(branch)
    branch.addSublayer(fixture.dial)
    try fixture.dial.$position.add(BasicAnimation(to: 3), completion: fixture.note("a"))
    branch.removeFromSuperlayer()
    expectEqual(fixture.log, ["a removed"])
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test("a tree that is released while animations run releases its layers")
  func lettingGo() throws {
    var fixture: DialTree? = DialTree()
    weak let dial = fixture?.dial
    weak let tree = fixture?.tree
    let property = fixture?.dial.$position
    fixture?.dial.angle = .degrees(90)
    var group = AnimationGroup()
    if let property { group.add(BasicAnimation(to: 3), to: property) }
    try fixture?.dial.add(group)
    expectEqual(tree?.hasRunningAnimations, true)
    fixture = nil
    #expect(dial == nil && tree == nil)
    expectEqual(property?.presentation, 0)
  }

  @Test("time is converted between layers through their common superlayer")
  func conversion() throws {
    let fixture = DialTree(time: 20)
    let (a, b) = (Layer(), Layer())
    fixture.tree.root.addSublayer(a)
    fixture.tree.root.addSublayer(b)
    b.addSublayer(fixture.dial)
    a.setTiming(LayerTiming(beginTime: 10, speed: 2))
    b.setTiming(LayerTiming(beginTime: 4, speed: 0.5, timeOffset: 1))
    fixture.dial.setTiming(LayerTiming(speed: -1))
    expectEqual(a.time, 20)
    expectEqual(b.time, 9)
    expectEqual(fixture.dial.time, -9)
    expectEqual(a.convertTime(20, to: fixture.dial), -9)
    expectEqual(fixture.dial.convertTime(-9, to: a), 20)
    expectEqual(fixture.dial.convertTime(-9, to: nil), 20)
    expectEqual(fixture.dial.localTime(atTreeTime: 20), -9)

    fixture.tree.root.pause()
    expectEqual(a.convertTime(20, to: fixture.dial), -9)
    #expect(a.convertTime(20, to: nil) == nil)
    b.pause()
    #expect(fixture.dial.convertTime(-9, to: a) == nil)
    #expect(a.convertTime(1, to: Layer()) == nil)
  }

  @Test("a paused branch stops, and resumes at the same time and speed")
  func pausing() throws {
    let fixture = DialTree()
    fixture.tree.root.setTiming(LayerTiming(speed: 2))
    fixture.dial.position = 8
    fixture.tree.update(to: 0.03125)
    expectEqual(fixture.dial.$position.presentation, 2)
    fixture.tree.root.pause()
    #expect(fixture.tree.root.isPaused)
    #expect(!fixture.tree.hasRunningAnimations)
    #expect(fixture.tree.animationsEnd == nil)
    fixture.tree.update(to: 100)
    expectEqual(fixture.dial.$position.presentation, 2)
    fixture.tree.root.resume()
    expectEqual(fixture.dial.$position.presentation, 2)
    expectEqual(fixture.tree.animationsEnd, 100.09375)
    fixture.tree.update(to: 100.03125)
    expectEqual(fixture.dial.$position.presentation, 4)
    fixture.tree.update(to: 100.09375)
    expectEqual(fixture.dial.$position.presentation, 8)
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test("animations end in time on layers that run slower or backwards")
  func layerSpeed() throws {
    let fixture = DialTree()
    fixture.dial.setTiming(LayerTiming(speed: 0.5))
    fixture.dial.position = 8
    expectEqual(fixture.tree.animationsEnd, 0.5)
    fixture.tree.update(to: 0.25)
    expectEqual(fixture.dial.$position.presentation, 4)
    fixture.dial.setTiming(LayerTiming(beginTime: 0.25, speed: -0.5, timeOffset: 0.125))
    expectEqual(fixture.dial.$position.presentation, 4)
    expectEqual(fixture.tree.animationsEnd, 0.5)
    fixture.tree.update(to: 0.375)
    expectEqual(fixture.dial.$position.presentation, 2)
  }

  @Test("display is needed only after changes and during animations")
  func display() {
    let fixture = DialTree()
    #expect(fixture.tree.needsDisplay && fixture.dial.needsDisplay)
    fixture.tree.didDisplay()
    #expect(!fixture.tree.needsDisplay && !fixture.dial.needsDisplay)
    fixture.dial.position = 8
    for time in [0, 0.1, 0.2] {
      fixture.tree.update(to: time)
      #expect(fixture.tree.needsDisplay && fixture.dial.needsDisplay)
      #expect(!fixture.tree.root.needsDisplay)
      fixture.tree.didDisplay()
    }
    // The end itself must be shown.
    fixture.tree.update(to: 0.3)
    #expect(fixture.tree.needsDisplay && fixture.dial.needsDisplay)
    fixture.tree.didDisplay()
    fixture.tree.update(to: 0.4)
    #expect(!fixture.tree.needsDisplay && !fixture.dial.needsDisplay)

    fixture.dial.silent = 4
    fixture.tree.update(to: 0.5)
    #expect(!fixture.tree.needsDisplay && !fixture.dial.needsDisplay)
    fixture.dial.setNeedsDisplay()
    #expect(fixture.tree.needsDisplay && fixture.dial.needsDisplay)
  }

  @Test("a time that isn't finite and an update inside a completion have no effect")
  func badTimes() {
    let fixture = DialTree(time: 3)
    fixture.tree.update(to: .nan)
    fixture.tree.update(to: .infinity)
    expectEqual(fixture.tree.time, 3)
    fixture.tree.run(Transaction()) {
      fixture.dial.position = 1
    } completion: {
      fixture.tree.update(to: 77)
    }
    fixture.tree.update(to: 4)
    expectEqual(fixture.tree.time, 4)
  }

  @Test("thousands of animations end in the order of their ends")
  func manyEnds() throws {
    let fixture = DialTree()
    var generator = SeededGenerator(seed: 3)
    var expected: [(end: Double, index: Int)] = []
    var completed: [Int] = []
    for index in 0..<2000 {
      let dial = Dial()
      fixture.tree.root.addSublayer(dial)
      let duration = (generator.unit() * 64).rounded(.up) / 64
      try dial.$position.add(
        BasicAnimation(to: 1, timing: MediaTiming(duration: duration)),
        completion: { if $0 == .finished { completed.append(index) } })
      if index % 3 == 0 {
        dial.removeAllAnimations()
      } else {
        expected.append((duration, index))
      }
    }
    fixture.tree.update(to: 0.4)
    fixture.tree.update(to: 2)
    let order = expected.sorted { ($0.end, $0.index) < ($1.end, $1.index) }.map(\.index)
    expectEqual(completed, order)
  }

  @Test("releasing a tree detaches its layers and calls no completion")
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
    #expect(dial.tree == nil && dial.$position.presentation == 5)
    let next = LayerTree(root: dial)
    let other = Dial()
    dial.addSublayer(other)
    next.update(to: 1)
    other.position = 1
    dial.position = 6
    expectEqual(dial.$position.presentation, 5)
    next.update(to: 1.25)
    #expect(dial.$position.presentation == 6 && other.$position.presentation == 1)
    #expect(!next.hasRunningAnimations)
    #expect(log.isEmpty)
  }

  @Test("a root that moved to another tree stays there when the first tree is released")
  func rootMoves() {
    let dial = Dial()
    var first: LayerTree? = LayerTree(root: dial)
    dial.position = 5
    let second = LayerTree(root: dial)
    dial.position = 9
    expectEqual(first?.hasRunningAnimations, false)
    first = nil
    #expect(dial.tree === second)
    second.update(to: 0.125)
    expectEqual(dial.$position.presentation, 7)
  }

  @Test(
    "a layer whose superlayer was released has the time of its new tree when it becomes the root")
  func orphan() {
    let dial = Dial()
    var parent: Layer? = Layer()
    parent?.setTiming(LayerTiming(speed: 3))
    parent?.addSublayer(dial)
    parent = nil
    #expect(dial.superlayer == nil)
    let tree = LayerTree(root: dial, time: 2)
    expectEqual(dial.time, 2)
    dial.position = 8
    tree.update(to: 2.125)
    #expect(dial.time == 2.125 && dial.$position.presentation == 4)
  }

  @Test("inserting a sublayer again moves it in the list, and its animations continue")
  func reordering() {
    let fixture = DialTree()
    let root = fixture.tree.root
    let (a, b) = (Layer(), Layer())
    func order() -> [ObjectIdentifier] { root.sublayers.map(ObjectIdentifier.init) }
    func expect(_ layers: Layer...) { expectEqual(order(), layers.map(ObjectIdentifier.init)) }
    root.addSublayer(a)
    root.addSublayer(b)
    fixture.dial.position = 8
    fixture.tree.update(to: 0.125)
    root.addSublayer(fixture.dial)
    expect(a, b, fixture.dial)
    root.insertSublayer(fixture.dial, at: 1)
    expect(a, fixture.dial, b)
    root.insertSublayer(fixture.dial, below: a)
    expect(fixture.dial, a, b)
    root.insertSublayer(fixture.dial, above: a)
    expect(a, fixture.dial, b)
    root.insertSublayer(fixture.dial, above: fixture.dial)
    root.insertSublayer(fixture.dial, above: Layer())
    root.insertSublayer(Layer(), below: Layer())
    expect(a, fixture.dial, b)
    let c = Layer()
    root.insertSublayer(c, above: b)
    expect(a, fixture.dial, b, c)
    #expect(fixture.dial.$position.presentation == 4 && fixture.tree.hasRunningAnimations)
    fixture.dial.position = 0
    expectEqual(fixture.dial.$position.presentation, 4)
  }

  @Test("an animation that begins later is not running, and the tree reports the next event")
  func nextEvent() throws {
    let fixture = DialTree()
    #expect(fixture.tree.nextEventTime == nil && fixture.tree.nextEvent == nil)
    fixture.tree.animate(duration: 1, delay: 100.1) { fixture.dial.position = 8 }
    #expect(!fixture.tree.hasRunningAnimations)
    #expect(fixture.tree.nextEventTime == 100.1 && fixture.tree.animationsEnd == 101.1)
    fixture.tree.didDisplay()
    fixture.tree.update(to: 50)
    #expect(!fixture.tree.needsDisplay)
    let instant = try #require(fixture.tree.nextEvent)
    fixture.tree.update(to: instant)
    #expect(fixture.tree.hasRunningAnimations && fixture.tree.needsDisplay)
    expectEqual(fixture.tree.nextEventTime, 101.1)
    fixture.tree.update(to: 102)
    #expect(fixture.tree.nextEventTime == nil && fixture.tree.nextEvent == nil)
    expectEqual(fixture.dial.$position.presentation, 8)
    fixture.dial.position = 9
    fixture.dial.position = 10
    expectEqual(fixture.tree.nextEventTime, 102.25)
    try fixture.dial.$position.add(BasicAnimation(to: 1), completion: { _ in })
    fixture.dial.position = 11
    expectEqual(fixture.tree.nextEventTime, 102, "a callback is due")
  }

  @Test("the next event happens at its exact instant, even if no timestamp is at that time")
  func roundedEvent() throws {
    let fixture = DialTree()
    fixture.tree.animate(delay: 1.0 / 3) { fixture.dial.position = 8 }
    #expect(Timestamp(seconds: 1.0 / 3).seconds < 1.0 / 3)
    fixture.tree.update(to: try #require(fixture.tree.nextEvent))
    #expect(fixture.tree.hasRunningAnimations)
  }

  @Test("a layer's time is converted to instants of the display and back")
  func timestamps() {
    let fixture = DialTree()
    fixture.tree.update(to: Timestamp(seconds: 4))
    expectEqual(fixture.tree.time, 4)
    fixture.dial.setTiming(LayerTiming(beginTime: 2, speed: 0.5))
    expectEqual(fixture.dial.localTime(at: Timestamp(seconds: 6)), 2)
    expectEqual(fixture.dial.instant(at: 2), Timestamp(seconds: 6))
    fixture.dial.pause()
    #expect(fixture.dial.instant(at: 2) == nil)
    let began = Transaction(duration: 1).beginning(at: Timestamp(seconds: 3))
    #expect(began.beginTime == 3 && began.duration == 1)
  }

  @Test("an idle tree takes its provider's time when something starts, and requests a frame")
  func waking() throws {
    let fixture = DialTree()
    var now = 5.0
    var wakes = 0
    fixture.tree.timeProvider = { now }
    fixture.tree.onWake = { wakes += 1 }
    fixture.dial.position = 8
    #expect(fixture.tree.time == 5 && wakes > 0)
    now = 5.125
    fixture.dial.angle = .degrees(90)
    expectEqual(fixture.tree.time, 5, "what moves has the time of its frames")
    fixture.tree.update(to: 6)
    #expect(!fixture.tree.hasRunningAnimations)
    (now, wakes) = (10, 0)
    try fixture.dial.$position.add(BasicAnimation(from: 0, to: 8))
    #expect(fixture.tree.animationsEnd == 10.25 && wakes > 0)
    fixture.tree.update(to: 11)
    (now, wakes) = (12, 0)
    fixture.dial.still = 3
    #expect(fixture.tree.time == 12 && wakes > 0)
    wakes = 0
    fixture.dial.silent = 3
    #expect(wakes > 0)
    fixture.tree.update(to: 13)
    (now, wakes) = (1, 0)
    fixture.dial.pause()
    expectEqual(fixture.tree.time, 1, "a source may have been sought back")
    fixture.dial.removeFromSuperlayer()
    #expect(wakes > 0)
  }

  @Test("a change after its source was set back finds animations as they were at that time")
  func catchingUp() throws {
    for isHeld in [true, false] {
      let fixture = DialTree()
      var now = 0.0
      fixture.tree.timeProvider = { now }
      fixture.tree.onWake = {}
      try fixture.dial.$position.add(
        BasicAnimation(
          from: 0, to: 8, timing: MediaTiming(duration: 1, fillMode: isHeld ? .forwards : .removed),
          isRemovedOnCompletion: !isHeld))
      fixture.tree.update(to: 3)
      expectEqual(fixture.dial.$position.presentation, (isHeld ? 8 : 0))
      #expect(!fixture.tree.hasRunningAnimations)
      now = 0.25
      fixture.dial.still = 3
      expectEqual(fixture.tree.time, 0.25)
      // Animations removed on completion don't come back.
      expectEqual(fixture.tree.hasRunningAnimations, isHeld)
      expectEqual(fixture.dial.$position.presentation, (isHeld ? 2 : 0))
      fixture.tree.update(to: 0.5)
      expectEqual(fixture.dial.$position.presentation, (isHeld ? 4 : 0))
      fixture.tree.update(to: 2)
      expectEqual(fixture.dial.$position.presentation, (isHeld ? 8 : 0))
      #expect(!fixture.tree.hasRunningAnimations)
    }
  }

  @Test("with reduced motion, changes take effect immediately, except for fades")
  func reducedMotion() throws {
    let fixture = DialTree()
    fixture.dial.position = 4
    fixture.tree.update(to: 0.125)
    fixture.tree.reducesMotion = true
    fixture.tree.animate {
      fixture.dial.position = 8
      fixture.dial.opacity = 1
    } completion: {
      fixture.log.append("done")
    }
    expectEqual(fixture.dial.$position.presentation, 8)
    #expect(fixture.dial.$opacity.isAnimating && fixture.log.isEmpty)
    let spin = MediaTiming(duration: 1, repeatCount: .infinity)
    try fixture.dial.$angle.add(
      BasicAnimation(to: .degrees(90), timing: spin), completion: fixture.note("spin"))
    let held = MediaTiming(duration: 1, fillMode: .forwards)
    try fixture.dial.$place.add(
      BasicAnimation(to: Point(x: 3, y: 3), timing: held, isRemovedOnCompletion: false))
    fixture.tree.update(to: 0.25)
    expectEqual(fixture.log, ["spin finished"])
    expectEqual(fixture.dial.$angle.presentation, .zero)
    expectEqual(fixture.dial.$place.presentation, Point(x: 3, y: 3))
    fixture.tree.update(to: 1)
    expectEqual(fixture.log, ["spin finished", "done"])
    fixture.tree.reducesMotion = false
    fixture.dial.position = 0
    expectEqual(fixture.dial.$position.presentation, 8)
  }
}
