import AnimCore
import Testing

@Suite("Property animators")
struct PropertyAnimatorTests {
  private func animator(
    _ stage: Stage, duration: Seconds = 1, curve: AnimationCurve = .linear
  ) -> PropertyAnimator {
    let animator = PropertyAnimator(tree: stage.tree, duration: duration, curve: curve) {
      stage.dial.position = 8
      stage.dial.angle = .degrees(350)
    }
    animator.addCompletion { stage.log.append("\($0)") }
    return animator
  }

  @Test("nothing changes before the start; then all changes move together, and end")
  func runs() {
    let stage = Stage(time: 5)
    let animator = animator(stage)
    #expect(animator.state == .inactive && stage.dial.position == 0)
    animator.startAnimation()
    #expect(animator.isRunning && stage.dial.position == 8)
    #expect(stage.dial.$position.presentation == 0)
    stage.tree.update(to: 5.25)
    #expect(animator.fractionComplete == 0.25)
    #expect(stage.dial.$position.presentation == 2)
    #expect(abs(stage.dial.$angle.presentation.degrees - 87.5) < 1e-9)
    stage.tree.update(to: 6)
    #expect(stage.dial.$position.presentation == 8)
    #expect(stage.log == ["end"] && animator.state == .inactive)
    #expect(!stage.tree.hasRunningAnimations)
  }

  @Test(
    "while paused it stops and needs no frames, and then continues as if there had been no pause")
  func pauses() {
    let stage = Stage()
    let animator = animator(stage, curve: .easeIn)
    animator.startAnimation()
    stage.tree.update(to: 0.5)
    let value = stage.dial.$position.presentation
    #expect(value == 8 * TimingFunction.easeIn.value(at: 0.5))
    animator.pauseAnimation()
    #expect(!animator.isRunning && !stage.tree.hasRunningAnimations)
    #expect(stage.tree.nextEventTime == nil)
    stage.tree.update(to: 100)
    #expect(stage.dial.$position.presentation == value)
    #expect(abs(animator.fractionComplete - value / 8) < 1e-12)
    animator.continueAnimation()
    stage.tree.update(to: 100.25)
    let later = 8 * TimingFunction.easeIn.value(at: 0.75)
    #expect(abs(stage.dial.$position.presentation - later) < 1e-9)
    stage.tree.update(to: 100.5)
    #expect(stage.log == ["end"] && stage.dial.$position.presentation == 8)
  }

  @Test("scrubbing moves the values linearly, exactly at both ends")
  func scrubs() {
    let stage = Stage()
    let animator = animator(stage, curve: .easeInEaseOut)
    animator.fractionComplete = 0.25
    #expect(animator.state == .active && !animator.isRunning)
    #expect(stage.dial.$position.presentation == 2 && animator.fractionComplete == 0.25)
    animator.fractionComplete = 7
    #expect(stage.dial.$position.presentation == 8)
    #expect(stage.dial.$angle.presentation == .degrees(350))
    animator.fractionComplete = .nan
    animator.fractionComplete = 0
    #expect(stage.dial.$angle.presentation == .zero)
    animator.fractionComplete = 0.5
    animator.startAnimation()
    #expect(stage.tree.animationsEnd == 0.5)
    stage.tree.update(to: 0.25)
    #expect(abs(stage.dial.$position.presentation - 6) < 1e-9)
  }

  @Test("when reversed it goes back the way it came, and so does the model")
  func reverses() {
    let stage = Stage()
    let animator = animator(stage)
    animator.isReversed = true
    #expect(!animator.isReversed)
    animator.startAnimation()
    stage.tree.update(to: 0.75)
    animator.isReversed = true
    #expect(animator.isReversed && stage.dial.position == 0 && stage.dial.angle == .zero)
    #expect(stage.dial.$position.presentation == 6)
    stage.tree.update(to: 1)
    #expect(stage.dial.$position.presentation == 4)
    #expect(abs(stage.dial.$angle.presentation.degrees - 175) < 1e-9)
    #expect(animator.fractionComplete == 0.5)
    stage.tree.update(to: 1.5)
    #expect(stage.log == ["start"] && stage.dial.$position.presentation == 0)
    #expect(stage.dial.$angle.presentation == .zero)
  }

  @Test("it can continue with another curve and another duration")
  func continues() {
    let stage = Stage()
    let first = animator(stage)
    first.fractionComplete = 0.5
    first.continueAnimation(with: .steps(2), durationFactor: 3)
    stage.tree.update(to: 1)
    #expect(stage.dial.$position.presentation == 4)
    stage.tree.update(to: 2)
    #expect(stage.dial.$position.presentation == 6)
    stage.tree.update(to: 3)
    #expect(stage.log == ["end"])
  }

  @Test("a spring that takes over in mid-flight keeps the velocity")
  func springTakesOver() {
    let stage = Stage()
    let animator = animator(stage)
    animator.startAnimation()
    stage.tree.update(to: 0.5)
    animator.continueAnimation(with: .snappy)
    #expect(abs(stage.dial.$position.velocity - 8) < 1e-9)
    #expect(stage.dial.$position.presentation == 4)
    stage.tree.update(to: 0.55)
    #expect(abs(animator.fractionComplete - stage.dial.$position.presentation / 8) < 1e-12)
    stage.tree.update(to: 9)
    #expect(stage.log == ["end"] && stage.dial.$position.presentation == 8)
  }

  @Test("it finishes at the requested position, or stops silently where it is")
  func ends() {
    for position in [PropertyAnimator.Position.start, .end, .current] {
      let stage = Stage()
      let animator = animator(stage)
      animator.startAnimation()
      stage.tree.update(to: 0.25)
      animator.finishAnimation(at: position)
      #expect(stage.log == ["\(position)"])
      #expect(stage.dial.position == (position == .start ? 0 : position == .end ? 8 : 2))
      #expect(stage.dial.$position.presentation == stage.dial.position)
      #expect(!stage.tree.hasRunningAnimations && animator.state == .inactive)
    }
    let stage = Stage()
    let animator = animator(stage)
    animator.startAnimation()
    stage.tree.update(to: 0.5)
    animator.stopAnimation()
    #expect(stage.dial.position == 4 && stage.log.isEmpty)
  }

  @Test("a delay counts from the start, and is not part of the animation")
  func delay() {
    let stage = Stage()
    let animator = animator(stage)
    animator.startAnimation(afterDelay: 2)
    #expect(stage.tree.nextEventTime == 2 && !stage.tree.hasRunningAnimations)
    stage.tree.update(to: 2.5)
    #expect(stage.dial.$position.presentation == 4)
    #expect(stage.tree.animationsEnd == 3)
  }

  @Test("changes added in mid-flight join, and a property that is set leaves")
  func membership() {
    let stage = Stage()
    let animator = animator(stage)
    animator.startAnimation()
    stage.tree.update(to: 0.5)
    animator.addAnimations { stage.dial.place = Point(x: 10, y: 0) }
    stage.dial.angle = .zero
    stage.tree.update(to: 0.75)
    #expect(stage.dial.$place.presentation == Point(x: 7.5, y: 0))
    stage.tree.update(to: 1)
    #expect(stage.log == ["end"])
    #expect(stage.dial.$place.presentation == Point(x: 10, y: 0))
    #expect(stage.dial.angle == .zero)
  }

  @Test("without anything to animate it ends at once, and keeps nothing alive")
  func nothing() {
    let stage = Stage()
    var animator: PropertyAnimator? = PropertyAnimator(tree: stage.tree) { stage.dial.still = 3 }
    animator?.addCompletion { stage.log.append("\($0)") }
    animator?.startAnimation()
    #expect(stage.log == ["end"] && stage.dial.still == 3)
    weak let gone = animator
    animator = nil
    #expect(gone == nil)

    var running: PropertyAnimator? = self.animator(stage)
    weak let kept = running
    running?.startAnimation()
    running = nil
    #expect(kept != nil)
    stage.tree.update(to: 1)
    #expect(kept == nil && stage.log == ["end", "end"])
  }
}
