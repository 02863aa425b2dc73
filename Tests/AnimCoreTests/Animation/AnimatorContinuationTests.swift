import AnimCore
import Testing

@Suite("A property animator that is continued or used again")
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

  @Test("goes back if it was reversed while it was paused")
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

  @Test("continues from where it was scrubbed to after a pause")
  func scrubbedWhilePaused() {
    animator.startAnimation()
    fixture.tree.update(to: 0.9)
    animator.pauseAnimation()
    animator.fractionComplete = 0.25
    animator.continueAnimation()
    #expect(position == 2)
    #expect(fixture.tree.animationsEnd == 0.9 + 0.75)
  }

  @Test("needs display wherever it is scrubbed to")
  func display() {
    animator.fractionComplete = 0.25
    fixture.tree.didDisplay()
    #expect(!fixture.tree.needsDisplay)
    animator.fractionComplete = 0.5
    #expect(fixture.tree.needsDisplay && fixture.dial.needsDisplay)
  }

  @Test("starts anew, towards the end, when it is used again")
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

  @Test("forgets where it was scrubbed to once it has ended")
  func scrubbedBefore() {
    animator.fractionComplete = 0.5
    animator.finishAnimation(at: .end)
    let dial = fixture.dial
    animator.addAnimations { dial.position = 0 }
    animator.pauseAnimation()
    #expect(animator.fractionComplete == 0 && position == 8)
  }

  @Test("ends where it is if all of its properties are taken away")
  func takenAway() {
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    fixture.dial.position = 1
    fixture.tree.update(to: 0.5)
    #expect(fixture.log == ["current"] && animator.state == .inactive)
  }

  @Test("takes a negative delay as none")
  func negativeDelay() {
    animator.startAnimation(afterDelay: -0.5)
    #expect(animator.fractionComplete == 0)
    #expect(fixture.tree.animationsEnd == 1)
  }

  @Test("does not take over what a completion sets while changes are made")
  func completionInChanges() {
    let (tree, dial) = (fixture.tree, fixture.dial)
    animator.addAnimations {
      tree.run(Transaction(), changes: {}, completion: { dial.opacity = 1 })
    }
    animator.startAnimation()
    tree.update(to: 0.125)
    #expect(dial.$opacity.presentation == 0.5)
    animator.pauseAnimation()
    tree.update(to: 0.25)
    #expect(dial.$opacity.presentation == 1 && position < 8)
  }

  @Test("without a duration it is drawn on a layer that is stopped")
  func stopped() {
    let (tree, dial) = (fixture.tree, fixture.dial)
    let animator = PropertyAnimator(tree: tree, duration: 0) { dial.position = 5 }
    dial.pause()
    animator.pauseAnimation()
    tree.didDisplay()
    animator.continueAnimation()
    #expect(position == 5 && tree.needsDisplay)
  }

  @Test("what stays at its end moves again where its layer's time is set back, and is drawn")
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
}
