import AnimCore
import AnimGraphics
import TestSupport
import Testing

@Suite("Property animators")
struct PropertyAnimatorTests {
  private func animator(
    _ fixture: DialTree, duration: Seconds = 1, curve: AnimationCurve = .linear
  ) -> PropertyAnimator {
    let animator = PropertyAnimator(tree: fixture.tree, duration: duration, curve: curve) {
      fixture.dial.position = 8
      fixture.dial.angle = .degrees(350)
    }
    animator.addCompletion { fixture.log.append("\($0)") }
    return animator
  }

  @Test("nothing changes before the start, and then all changes move together, and end")
  func runs() {
    let fixture = DialTree(time: 5)
    let animator = animator(fixture)
    #expect(animator.state == .inactive && fixture.dial.position == 0)
    animator.startAnimation()
    #expect(animator.isRunning && fixture.dial.position == 8)
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 5.25)
    expectEqual(animator.fractionComplete, 0.25)
    expectEqual(fixture.dial.$position.presentation, 2)
    #expect(abs(fixture.dial.$angle.presentation.degrees - 87.5) < 1e-9)
    fixture.tree.update(to: 6)
    expectEqual(fixture.dial.$position.presentation, 8)
    #expect(fixture.log == ["end"] && animator.state == .inactive)
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test(
    "while paused, it stops and needs no frames, and continues as if it hadn't been paused")
  func pauses() {
    let fixture = DialTree()
    let animator = animator(fixture, curve: .easeIn)
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    let value = fixture.dial.$position.presentation
    expectEqual(value, 8 * TimingFunction.easeIn.value(at: 0.5))
    animator.pauseAnimation()
    #expect(!animator.isRunning && !fixture.tree.hasRunningAnimations)
    #expect(fixture.tree.nextEventTime == nil)
    fixture.tree.update(to: 100)
    expectEqual(fixture.dial.$position.presentation, value)
    #expect(abs(animator.fractionComplete - value / 8) < 1e-12)
    animator.continueAnimation()
    fixture.tree.update(to: 100.25)
    let later = 8 * TimingFunction.easeIn.value(at: 0.75)
    #expect(abs(fixture.dial.$position.presentation - later) < 1e-9)
    fixture.tree.update(to: 100.5)
    #expect(fixture.log == ["end"] && fixture.dial.$position.presentation == 8)
  }

  @Test("scrubbing moves the values linearly, exactly at both ends")
  func scrubs() {
    let fixture = DialTree()
    let animator = animator(fixture, curve: .easeInEaseOut)
    animator.fractionComplete = 0.25
    #expect(animator.state == .active && !animator.isRunning)
    #expect(fixture.dial.$position.presentation == 2 && animator.fractionComplete == 0.25)
    animator.fractionComplete = 7
    expectEqual(fixture.dial.$position.presentation, 8)
    expectEqual(fixture.dial.$angle.presentation, .degrees(350))
    animator.fractionComplete = .nan
    animator.fractionComplete = 0
    expectEqual(fixture.dial.$angle.presentation, .zero)
    animator.fractionComplete = 0.5
    animator.startAnimation()
    expectEqual(fixture.tree.animationsEnd, 0.5)
    fixture.tree.update(to: 0.25)
    #expect(abs(fixture.dial.$position.presentation - 6) < 1e-9)
  }

  @Test("when reversed, it returns along the same path, and so does the model")
  func reverses() {
    let fixture = DialTree()
    let animator = animator(fixture)
    animator.isReversed = true
    #expect(!animator.isReversed)
    animator.startAnimation()
    fixture.tree.update(to: 0.75)
    animator.isReversed = true
    #expect(animator.isReversed && fixture.dial.position == 0 && fixture.dial.angle == .zero)
    expectEqual(fixture.dial.$position.presentation, 6)
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$position.presentation, 4)
    #expect(abs(fixture.dial.$angle.presentation.degrees - 175) < 1e-9)
    expectEqual(animator.fractionComplete, 0.5)
    fixture.tree.update(to: 1.5)
    #expect(fixture.log == ["start"] && fixture.dial.$position.presentation == 0)
    expectEqual(fixture.dial.$angle.presentation, .zero)
  }

  @Test("it can continue with another curve and another duration")
  func continues() {
    let fixture = DialTree()
    let first = animator(fixture)
    first.fractionComplete = 0.5
    first.continueAnimation(with: .steps(2), durationFactor: 3)
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$position.presentation, 4)
    fixture.tree.update(to: 2)
    expectEqual(fixture.dial.$position.presentation, 6)
    fixture.tree.update(to: 3)
    expectEqual(fixture.log, ["end"])
  }

  @Test("a spring that takes over in mid-flight keeps the velocity")
  func springTakesOver() {
    let fixture = DialTree()
    let animator = animator(fixture)
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.continueAnimation(with: .snappy)
    #expect(abs(fixture.dial.$position.velocity - 8) < 1e-9)
    expectEqual(fixture.dial.$position.presentation, 4)
    fixture.tree.update(to: 0.55)
    #expect(abs(animator.fractionComplete - fixture.dial.$position.presentation / 8) < 1e-12)
    fixture.tree.update(to: 9)
    #expect(fixture.log == ["end"] && fixture.dial.$position.presentation == 8)
  }

  @Test("it finishes at the requested position, or stops silently at the current one")
  func ends() {
    for position in [PropertyAnimator.Position.start, .end, .current] {
      let fixture = DialTree()
      let animator = animator(fixture)
      animator.startAnimation()
      fixture.tree.update(to: 0.25)
      animator.finishAnimation(at: position)
      expectEqual(fixture.log, ["\(position)"])
      expectEqual(fixture.dial.position, (position == .start ? 0 : position == .end ? 8 : 2))
      expectEqual(fixture.dial.$position.presentation, fixture.dial.position)
      #expect(!fixture.tree.hasRunningAnimations && animator.state == .inactive)
    }
    let fixture = DialTree()
    let animator = animator(fixture)
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.stopAnimation()
    #expect(fixture.dial.position == 4 && fixture.log.isEmpty)
  }

  @Test("a delay counts from the start, and is not part of the animation")
  func delay() {
    let fixture = DialTree()
    let animator = animator(fixture)
    animator.startAnimation(afterDelay: 2)
    #expect(fixture.tree.nextEventTime == 2 && !fixture.tree.hasRunningAnimations)
    fixture.tree.update(to: 2.5)
    expectEqual(fixture.dial.$position.presentation, 4)
    expectEqual(fixture.tree.animationsEnd, 3)
  }

  @Test("changes added in mid-flight join it, and a property that is set elsewhere leaves it")
  func membership() {
    let fixture = DialTree()
    let animator = animator(fixture)
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.addAnimations { fixture.dial.place = Point(x: 10, y: 0) }
    fixture.dial.angle = .zero
    expectEqual(fixture.dial.$place.presentation, .zero)
    fixture.tree.update(to: 0.75)
    expectEqual(fixture.dial.$place.presentation, Point(x: 5, y: 0))
    fixture.tree.update(to: 1)
    expectEqual(fixture.log, ["end"])
    expectEqual(fixture.dial.$place.presentation, Point(x: 10, y: 0))
    expectEqual(fixture.dial.angle, .zero)
  }

  @Test("changes added in mid-flight neither jump nor end late, whatever happens to the animator")
  func additions() {
    for curve in [AnimationCurve.linear, .easeInEaseOut, .bouncy, .cubicBezier(0.2, 2, 0.5, 1)] {
      for joined in [0.1, 0.37, 0.6] {
        let fixture = DialTree()
        let dial = fixture.dial
        let animator = animator(fixture, curve: curve)
        animator.startAnimation()
        fixture.tree.update(to: joined)
        animator.addAnimations { dial.opacity = 5 }
        expectEqual(dial.$opacity.presentation, 0)
        var last = 0.0
        func expectNoJump(_ event: String) {
          #expect(abs(dial.$opacity.presentation - last) < 0.01, "\(event) of \(curve)")
        }
        func move(to time: Seconds) {
          let start = fixture.tree.time
          for step in 1...400 {
            fixture.tree.update(to: start + (time - start) * Double(step) / 400)
            #expect(abs(dial.$opacity.presentation - last) < 0.3, "\(curve)")
            last = dial.$opacity.presentation
          }
        }
        move(to: joined + 0.1)
        animator.pauseAnimation()
        expectNoJump("pausing")
        let fraction = animator.fractionComplete
        if fraction < 1 {
          animator.fractionComplete = fraction
          expectNoJump("scrubbing")
        }
        animator.continueAnimation()
        expectNoJump("continuing")
        move(to: joined + 0.2)
        animator.isReversed = true
        expectNoJump("reversing")
        move(to: joined + 0.25)
        animator.isReversed = false
        expectNoJump("going on")
        move(to: joined + 1)
        fixture.tree.update(to: 99)
        #expect(dial.$opacity.presentation == 5 && dial.position == 8 && fixture.log == ["end"])
      }
    }
  }

  @Test("changes added to a paused or reversed animator begin at the current values")
  func additionsAtRest() {
    let fixture = DialTree()
    let dial = fixture.dial
    let animator = animator(fixture)
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.pauseAnimation()
    animator.addAnimations { dial.opacity = 8 }
    expectEqual(dial.$opacity.presentation, 0)
    animator.continueAnimation()
    fixture.tree.update(to: 0.75)
    expectEqual(dial.$opacity.presentation, 4)
    animator.fractionComplete = 0.875
    expectEqual(dial.$opacity.presentation, 6)
    animator.fractionComplete = 1
    expectEqual(dial.$opacity.presentation, 8)
    animator.fractionComplete = 0
    #expect(dial.$opacity.presentation == 0 && dial.$position.presentation == 0)
    animator.isReversed = true
    animator.addAnimations { dial.place = Point(x: 1, y: 1) }
    animator.finishAnimation(at: .start)
    #expect(dial.opacity == 0 && dial.place == .zero)
  }

  @Test("a change that joined later is scrubbed back in proportion to its start")
  func scrubbingBelowJoint() {
    let fixture = DialTree()
    let dial = fixture.dial
    let animator = animator(fixture)
    animator.startAnimation()
    fixture.tree.update(to: 0.5)
    animator.addAnimations { dial.opacity = 8 }
    fixture.tree.update(to: 0.75)
    animator.pauseAnimation()
    expectEqual(dial.$opacity.presentation, 4)
    animator.fractionComplete = 0.375
    expectEqual(dial.$opacity.presentation, 2)
    animator.fractionComplete = 0
    expectEqual(dial.$opacity.presentation, 0)
  }

  @Test("without anything to animate, it ends immediately and retains nothing")
  func nothing() {
    let fixture = DialTree()
    var animator: PropertyAnimator? = PropertyAnimator(tree: fixture.tree) {
      fixture.dial.still = 3
    }
    animator?.addCompletion { fixture.log.append("\($0)") }
    animator?.startAnimation()
    #expect(fixture.log == ["end"] && fixture.dial.still == 3)
    weak let gone = animator
    animator = nil
    #expect(gone == nil)

    var running: PropertyAnimator? = self.animator(fixture)
    weak let kept = running
    running?.startAnimation()
    running = nil
    #expect(kept != nil)
    fixture.tree.update(to: 1)
    #expect(kept == nil && fixture.log == ["end", "end"])
  }
}
