import AnimCore
import TestSupport
import Testing

@Suite("On a layer whose time runs backwards")
struct ReversedLayerTests {
  private let fixture = DialTree(time: 5)
  private var dial: Dial { fixture.dial }
  private var tree: LayerTree { fixture.tree }

  init() { fixture.dial.setTiming(LayerTiming(beginTime: 5, speed: -1)) }

  @Test("an animation begins now and plays from its end to its start, as in Core Animation")
  func playsBackwards() throws {
    try dial.$position.add(
      BasicAnimation(from: 0, to: 8, timing: MediaTiming(duration: 1)),
      completion: fixture.note("spin"))
    #expect(tree.hasRunningAnimations && tree.animationsEnd == 6)
    // At once, also in a frame at that instant.
    expectEqual(dial.$position.presentation, 8)
    tree.update(to: 5)
    expectEqual(dial.$position.presentation, 8)
    for (time, value) in [(5.25, 6.0), (5.5, 4), (5.75, 2)] {
      tree.update(to: time)
      #expect(dial.$position.presentation == value && fixture.log.isEmpty)
    }
    tree.update(to: 6)
    expectEqual(fixture.log, ["spin finished"])
  }

  @Test("an animation with a negative speed begins at its end as well")
  func ownSpeed() throws {
    fixture.dial.setTiming(LayerTiming())
    for duration in [1, 0.3, 0.7, 1e-3] {
      try dial.$position.add(
        BasicAnimation(from: 0, to: 8, timing: MediaTiming(duration: duration, speed: -1.1)))
      expectEqual(dial.$position.presentation, 8)
      tree.update(to: tree.time + duration)
      expectEqual(dial.$position.presentation, 0)
    }
  }

  @Test("a group plays backwards with its members")
  func group() throws {
    var group = AnimationGroup(timing: MediaTiming(duration: 2, repeatCount: 2))
    group.add(BasicAnimation(from: 0, to: 8), to: dial.$position)
    try dial.add(group)
    tree.update(to: 5.5)
    #expect(dial.$position.presentation == 6 && tree.animationsEnd == 9)
    tree.update(to: 7.5)
    expectEqual(dial.$position.presentation, 6)
  }

  @Test("a property that is set moves from its value on the screen to its new value")
  func implicit() {
    dial.position = 8
    tree.update(to: 5.125)
    expectEqual(dial.$position.presentation, 4)
    expectEqual(dial.$position.velocity, -32, "per second of the layer")
    tree.run(Transaction(duration: 1, retargeting: .keepVelocity)) { dial.position = 0 }
    #expect(dial.$position.velocity == -32 && dial.$position.presentation == 4)
    tree.update(to: 5.1875)
    #expect(dial.$position.presentation > 4)
    tree.update(to: 7)
    #expect(dial.$position.presentation == 0 && !tree.hasRunningAnimations)
  }

  @Test("an animator moves its properties to their new values")
  func animator() {
    let animator = PropertyAnimator(tree: tree, duration: 1, curve: .linear) { [dial] in
      dial.position = 8
    }
    animator.startAnimation(afterDelay: 1)
    tree.update(to: 6.25)
    expectEqual(dial.$position.presentation, 2)
    animator.pauseAnimation()
    tree.update(to: 8)
    expectEqual(dial.$position.presentation, 2)
    animator.continueAnimation()
    tree.update(to: 8.5)
    #expect(dial.$position.presentation == 6 && tree.animationsEnd == 8.75)
  }

  @Test("an animation with a negative speed plays backwards immediately on any other layer, too")
  func negativeSpeed() throws {
    dial.setTiming(.identity)
    try dial.$position.add(
      BasicAnimation(from: 0, to: 8, timing: MediaTiming(duration: 1, speed: -0.5)))
    tree.update(to: 5.5)
    #expect(dial.$position.presentation == 6 && tree.animationsEnd == 7)
  }
}
