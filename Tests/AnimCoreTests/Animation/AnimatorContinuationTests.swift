import AnimCore
import TestSupport
import Testing

@Suite("A property animator that is continued or reused")
struct AnimatorContinuationTests {
  private let fixture = DialTree()
  private let animator: PropertyAnimator

  init() {
    let dial = fixture.dial
    animator = PropertyAnimator(tree: fixture.tree, duration: 1, curve: .easeIn) {
      dial.position = 8
    }
    let fixture = fixture
    animator.addCompletion { fixture.log.append("\($0)") }
  }

  private var position: Double { fixture.dial.$position.presentation }

  @Test("moves back if it was reversed while it was paused")
  func reversedWhilePaused() {
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.pauseAnimation()
    let value = position
    animator.isReversed = true
    animator.continueAnimation()
    fixture.tree.update(to: 0.55)
    #expect(position < value)
    fixture.tree.update(to: 2)
    #expect(position == 0 && fixture.log == ["start"])
  }

  @Test("continues from the position that it was scrubbed to during a pause")
  func scrubbedWhilePaused() {
    animator.startAnimation()
    fixture.tree.update(to: 0.9)
    animator.pauseAnimation()
    animator.fractionComplete = 0.25
    animator.continueAnimation()
    expectEqual(position, 2)
    expectEqual(fixture.tree.animationsEnd, 0.9 + 0.75)
  }

  @Test("needs display at any position that it is scrubbed to")
  func display() {
    animator.fractionComplete = 0.25
    fixture.tree.didDisplay()
    #expect(!fixture.tree.needsDisplay)
    animator.fractionComplete = 0.5
    #expect(fixture.tree.needsDisplay && fixture.dial.needsDisplay)
  }

  @Test("makes changes added during a pause wait for the others, and end with them")
  func addedWhilePaused() {
    let fixture = DialTree()
    let animator = PropertyAnimator(tree: fixture.tree, duration: 1, curve: .linear) {
      fixture.dial.position = 8
    }
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.pauseAnimation()
    animator.addAnimations { fixture.dial.place = Point(x: 4, y: 0) }
    for time in [0.75, 3] {
      fixture.tree.update(to: time)
      #expect(fixture.dial.$place.presentation.x == 0 && fixture.dial.$position.presentation == 4)
    }
    animator.continueAnimation()
    fixture.tree.update(to: 3.25)
    #expect(abs(fixture.dial.$place.presentation.x - 2) < 1e-9)
    fixture.tree.update(to: 3.5)
    #expect(fixture.dial.$place.presentation.x == 4 && fixture.dial.$position.presentation == 8)
  }

  @Test("keeps the velocity of each of its changes when a spring takes over")
  func velocities() {
    let fixture = DialTree()
    let animator = PropertyAnimator(tree: fixture.tree, duration: 1, curve: .linear) {
      fixture.dial.position = 8
    }
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.addAnimations { fixture.dial.place = Point(x: 6, y: 0) }
    fixture.tree.update(to: 0.75)
    animator.continueAnimation(with: .spring(duration: 0.6, bounce: 0))
    fixture.tree.update(to: 0.750_01)
    #expect(abs(fixture.dial.$position.velocity - 8) < 0.1)
    // Half of its way is left, and a quarter of the other's.
    #expect(abs(fixture.dial.$place.velocity.dx - 12) < 0.1)
  }

  @Test("makes changes added to a spring settle with it")
  func addedToSpring() {
    /// Returns when the spring settles, and how far the added animation is from its end just
    /// before.
    func run(addedAt added: Seconds?, until end: Seconds) -> (settled: Seconds, distance: Double) {
      let fixture = DialTree()
      let animator = PropertyAnimator(
        tree: fixture.tree, curve: .spring(duration: 0.6, bounce: 0.4)
      ) { fixture.dial.position = 8 }
      animator.startAnimation()
      if let added {
        fixture.tree.update(to: added)
        animator.addAnimations { fixture.dial.place = Point(x: 4, y: 0) }
      }
      fixture.tree.update(to: end)
      return (fixture.tree.nextEventTime ?? 0, abs(fixture.dial.$place.presentation.x - 4))
    }
    let settled = run(addedAt: nil, until: 0.1).settled
    #expect(settled > 0.6)
    #expect(run(addedAt: settled * 0.7, until: settled - 0.001).distance < 0.05)
  }

  @Test("restarts towards its target when it is reused")
  func again() {
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.isReversed = true
    fixture.tree.update(to: 3)
    #expect(fixture.log == ["start"] && !animator.isReversed)
    let dial = fixture.dial
    animator.addAnimations { dial.position = 4 }
    animator.startAnimation()
    fixture.tree.update(to: 5)
    #expect(position == 4 && dial.position == 4)
  }

  @Test("forgets the scrubbed position once it has ended")
  func scrubbedBefore() {
    animator.fractionComplete = 0.5
    animator.finishAnimation(at: .end)
    let dial = fixture.dial
    animator.addAnimations { dial.position = 0 }
    animator.pauseAnimation()
    #expect(animator.fractionComplete == 0 && position == 8)
  }

  @Test("ends at its current position if all of its properties are removed")
  func takenAway() {
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    fixture.dial.position = 1
    fixture.tree.update(to: 0.5)
    #expect(fixture.log == ["current"] && animator.state == .inactive)
  }

  @Test("treats a negative delay as zero")
  func negativeDelay() {
    animator.startAnimation(afterDelay: -0.5)
    expectEqual(animator.fractionComplete, 0)
    expectEqual(fixture.tree.animationsEnd, 1)
  }

  @Test("doesn't take over values that a completion sets while changes are applied")
  func completionInChanges() {
    let (tree, dial) = (fixture.tree, fixture.dial)
    animator.addAnimations {
      tree.run(Transaction(), changes: {}, completion: { dial.opacity = 1 })
    }
    animator.startAnimation()
    tree.update(to: 0.125)
    expectEqual(dial.$opacity.presentation, 0.5)
    animator.pauseAnimation()
    tree.update(to: 0.25)
    #expect(dial.$opacity.presentation == 1 && position < 8)
  }

  @Test("is drawn without a duration on a stopped layer")
  func stopped() {
    let (tree, dial) = (fixture.tree, fixture.dial)
    let animator = PropertyAnimator(tree: tree, duration: 0) { dial.position = 5 }
    dial.pause()
    animator.pauseAnimation()
    tree.didDisplay()
    animator.continueAnimation()
    #expect(position == 5 && tree.needsDisplay)
  }

  @Test("moves a property at its target and redraws it when its layer's time is set back")
  func setBack() throws {
    let (tree, dial) = (fixture.tree, fixture.dial)
    var endings = 0
    try dial.$position.add(
      BasicAnimation(
        from: 2, to: 4, curve: .linear, timing: MediaTiming(duration: 1, fillMode: .forwards),
        isRemovedOnCompletion: false), completion: { _ in endings += 1 })
    tree.update(to: 3)
    #expect(position == 4 && !tree.hasRunningAnimations)
    dial.setTiming(LayerTiming(beginTime: 3))
    tree.didDisplay()
    tree.update(to: 3.5)
    #expect(position == 3 && tree.needsDisplay && tree.hasRunningAnimations)
    tree.update(to: 5)
    #expect(position == 4 && !tree.hasRunningAnimations && endings == 1)
  }

  @Test(
    "can be reversed, scrubbed and run again if it pauses on completion, until it is finished")
  func pausing() {
    animator.pausesOnCompletion = true
    animator.startAnimation()
    fixture.tree.update(to: 5)
    #expect(position == 8 && animator.fractionComplete == 1 && fixture.log == [])
    #expect(animator.state == .active && !animator.isRunning && !fixture.tree.hasRunningAnimations)
    animator.isReversed = true
    #expect(position == 8 && fixture.dial.position == 0)
    animator.continueAnimation()
    fixture.tree.update(to: 5.5)
    #expect(position > 2 && position < 8 && animator.isRunning)
    fixture.tree.update(to: 9)
    #expect(position == 0 && animator.fractionComplete == 0 && fixture.log == [])
    animator.fractionComplete = 0.5
    expectEqual(position, 4)
    animator.isReversed = false
    animator.startAnimation()
    fixture.tree.update(to: 12)
    #expect(position == 8 && fixture.dial.position == 8 && fixture.log == [])
    animator.finishAnimation(at: .end)
    #expect(position == 8 && animator.state == .inactive && fixture.log == ["end"])
  }

  @Test(
    "waits for all its layers if it pauses on completion, and drops properties that are set elsewhere"
  )
  func pausingWithSeveral() {
    let second = Dial()
    fixture.tree.root.addSublayer(second)
    second.setTiming(LayerTiming(speed: 0.5))
    fixture.tree.update(to: 0)
    animator.pausesOnCompletion = true
    animator.addAnimations { second.position = 4 }
    animator.startAnimation()
    fixture.tree.update(to: 1.5)
    #expect(position == 8 && second.$position.presentation < 4 && animator.isRunning)
    #expect(animator.fractionComplete > 0.5 && animator.fractionComplete < 0.8)
    fixture.tree.update(to: 2)
    #expect(second.$position.presentation == 4 && !animator.isRunning)
    fixture.dial.$position.jump(to: 1)
    animator.fractionComplete = 0.5
    #expect(position == 1 && second.$position.presentation == 2 && fixture.log == [])
    second.removeFromSuperlayer()
    #expect(fixture.log == ["current"] && animator.state == .inactive)
  }

  @Test(
    "starts and continues with a velocity in any direction, and can be paused")
  func ownVelocity() {
    let fixture = DialTree()
    let place = { fixture.dial.$place.presentation }
    let animator = PropertyAnimator(tree: fixture.tree, duration: 1, curve: .smooth) {
      fixture.dial.$place.animate(to: Point(x: 10, y: 0), velocity: Vector(dx: 0, dy: 50))
    }
    animator.startAnimation()
    expectEqual(fixture.dial.$place.velocity, Vector(dx: 0, dy: 50))
    fixture.tree.update(to: 0.1)
    let seen = place()
    #expect(seen.x > 0.1 && seen.y > 1)
    let speed = fixture.dial.$place.velocity
    animator.pauseAnimation()
    fixture.tree.update(to: 3)
    #expect(place().distance(to: seen) < 1e-9)
    animator.continueAnimation()
    #expect(place().distance(to: seen) < 1e-9)
    #expect(abs(fixture.dial.$place.velocity.dy - speed.dy) < 1e-6 && abs(speed.dy) > 1)
    fixture.tree.update(to: 3.05)
    animator.pauseAnimation()
    let caught = place()
    animator.setVelocity(Vector(dx: -90, dy: -30), of: fixture.dial.$place)
    animator.continueAnimation()
    #expect(place().distance(to: caught) < 1e-9)
    expectEqual(fixture.dial.$place.velocity, Vector(dx: -90, dy: -30))
    // Another curve takes over at the current value and velocity.
    fixture.tree.update(to: 3.1)
    let (before, velocity) = (place(), fixture.dial.$place.velocity)
    animator.continueAnimation(with: .bouncy)
    #expect(place().distance(to: before) < 1e-9)
    let after = fixture.dial.$place.velocity
    #expect(abs(after.dx - velocity.dx) < 1e-6 && abs(after.dy - velocity.dy) < 1e-6)
    fixture.tree.update(to: 30)
    #expect(place() == Point(x: 10, y: 0) && animator.state == .inactive)
  }

  @Test("is scrubbed back from its position at both ends after it was flung aside")
  func scrubbedAside() {
    for (fraction, end) in [(0.0, 0.0), (1, 10)] {
      let fixture = DialTree()
      let animator = PropertyAnimator(tree: fixture.tree, duration: 1, curve: .smooth) {
        fixture.dial.$place.animate(to: Point(x: 10, y: 0), velocity: Vector(dx: 0, dy: 50))
      }
      animator.startAnimation()
      fixture.tree.update(to: 0.1)
      let seen = fixture.dial.$place.presentation
      animator.fractionComplete = animator.fractionComplete
      #expect(fixture.dial.$place.presentation.distance(to: seen) < 1e-9)
      animator.fractionComplete = fraction
      #expect(fixture.dial.$place.presentation.distance(to: Point(x: end, y: 0)) < 1e-9)
    }
  }
}
