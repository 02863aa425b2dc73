import AnimCore
import AnimGraphics
import TestSupport
import Testing

@Suite("Implicit animation")
struct ImplicitAnimationTests {
  @Test("setting a property moves its presentation to the model in a quarter of a second")
  func basics() {
    let fixture = DialTree(time: 10)
    fixture.dial.position = 8
    expectEqual(fixture.dial.position, 8)
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 10.125)
    expectEqual(fixture.dial.$position.presentation, 4)
    expectEqual(fixture.dial.$position.velocity, 32)
    fixture.tree.update(to: 10.25)
    expectEqual(fixture.dial.$position.presentation, 8)
    #expect(!fixture.tree.hasRunningAnimations)
    #expect(fixture.dial.animationKeys.isEmpty)
  }

  @Test("outside a tree, a value is set directly")
  func withoutTree() {
    let dial = Dial()
    dial.position = 3
    expectEqual(dial.$position.presentation, 3)
  }

  @Test("setting an unchanged value starts nothing")
  func sameValue() {
    let fixture = DialTree()
    fixture.dial.position = 0
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test("a change in mid-flight starts from the value on the screen")
  func retarget() {
    let fixture = DialTree()
    fixture.dial.position = 8
    fixture.tree.update(to: 0.125)
    fixture.dial.position = -4
    expectEqual(fixture.dial.$position.presentation, 4)
    fixture.tree.update(to: 0.25)
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 0.375)
    expectEqual(fixture.dial.$position.presentation, -4)
  }

  @Test("a change at any time keeps the value and, on request, the velocity")
  func continuity() throws {
    var generator = SeededGenerator(seed: 4)
    let pacings: [AnimationCurve] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .standard,
      .cubicBezier(0.1, 0.9, 0.3, 1), .spring(.standard),
      .spring(Spring(damping: 60, allowsOverdamping: true)), .spring(Spring(damping: 20)),
    ]
    for curve in pacings {
      let fixture = DialTree()
      let property = fixture.dial.$place
      for _ in 0..<20 {
        let (value, velocity) = (property.presentation, property.velocity)
        let duration = 0.3 + generator.unit()
        let kept = Transaction(
          duration: duration, curve: curve, retargeting: .keepVelocity)
        fixture.tree.run(kept) {
          fixture.dial.place = Point(x: generator.unit() * 100, y: generator.unit() * 100)
        }
        #expect(abs((property.presentation - value).length) < 1e-9)
        #expect((property.velocity - velocity).length < 1e-6 * max(1, velocity.length))
        fixture.tree.update(to: fixture.tree.time + generator.unit() * 0.25)
      }
      fixture.tree.update(to: fixture.tree.time + 10)
      expectEqual(property.presentation, fixture.dial.place)
    }
  }

  @Test("the reported velocity is the derivative of the value")
  func velocity() throws {
    for curve in [AnimationCurve.standard, .spring(.standard), .easeOut] {
      let fixture = DialTree()
      fixture.tree.run(Transaction(curve: curve)) { fixture.dial.position = 100 }
      fixture.tree.update(to: 0.1)
      fixture.tree.run(Transaction(curve: curve, retargeting: .keepVelocity)) {
        fixture.dial.position = -50
      }
      for time in [0.12, 0.2, 0.3] {
        let measured = fixture.measuredVelocity(at: time)
        #expect(abs(fixture.dial.$position.velocity - measured) < 1e-2)
      }
    }
  }

  @Test("a replacement drops the velocity, and a spring keeps it by default")
  func retargeting() {
    func velocity(_ transaction: Transaction) -> Double {
      let fixture = DialTree()
      fixture.dial.position = 8
      fixture.tree.update(to: 0.125)
      fixture.tree.run(transaction) { fixture.dial.position = 0 }
      return fixture.dial.$position.velocity
    }
    #expect(velocity(Transaction(curve: .easeIn)) != 32)
    expectEqual(velocity(Transaction(retargeting: .keepVelocity)), 32)
  }

  @Test("a spring runs until it has settled, whatever the transaction's duration")
  func springDuration() throws {
    let fixture = DialTree()
    fixture.dial.$position.action = .spring(.standard)
    fixture.tree.animate(duration: 0.1) { fixture.dial.position = 8 }
    expectEqual(fixture.tree.animationsEnd, Spring.standard.settlingDuration)
  }

  @Test("an implicit animation can begin in the past")
  func pastBegin() {
    let fixture = DialTree(time: 1.0625)
    fixture.tree.run(Transaction(beginTime: 1)) { fixture.dial.position = 8 }
    expectEqual(fixture.dial.$position.presentation, 2)
    expectEqual(fixture.tree.animationsEnd, 1.25)
  }

  @Test("the old value stays until the animation begins")
  func futureBegin() {
    let fixture = DialTree(time: 1)
    fixture.tree.run(Transaction(beginTime: 2)) { fixture.dial.position = 8 }
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 2.125)
    expectEqual(fixture.dial.$position.presentation, 4)
  }

  @Test("with a begin time that isn't finite, nothing is animated")
  func noBegin() {
    let fixture = DialTree()
    fixture.tree.run(Transaction(beginTime: .nan)) { fixture.dial.position = 8 }
    expectEqual(fixture.dial.$position.presentation, 8)
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test("a second hand continues from 59 to 0 without moving back")
  func clockwise() {
    let fixture = DialTree()
    fixture.tree.run(.withoutActions) { fixture.dial.angle = .degrees(354) }
    fixture.tree.transaction.curve = .linear
    fixture.dial.angle = .zero
    fixture.tree.update(to: 0.125)
    #expect(abs(fixture.dial.$angle.presentation.degrees - 357) < 1e-9)
    fixture.tree.update(to: 0.25)
    expectEqual(fixture.dial.$angle.presentation, .zero)
  }

  @Test("stepping through any times and seeking to the last of them give identical values")
  func steppingIsSeeking() throws {
    func run(_ times: [Double]) throws -> [Double] {
      let fixture = DialTree()
      try fixture.dial.$position.add(
        BasicAnimation(
          to: 5, curve: .spring(.standard),
          timing: MediaTiming(repeatCount: 3.3, autoreverses: true)))
      fixture.dial.angle = .degrees(200)
      // A chain of animations, each started by the end of the one before.
      func next(_ count: Int) {
        guard count > 0 else { return }
        fixture.tree.run(Transaction()) {
          fixture.dial.place = Point(x: Double(count), y: 1 / Double(count))
        } completion: {
          next(count - 1)
        }
      }
      next(7)
      for time in times { fixture.tree.update(to: time) }
      let place = fixture.dial.$place.presentation
      return [
        fixture.dial.$position.presentation, fixture.dial.$angle.presentation.radians, place.x,
        place.y,
      ]
    }
    var generator = SeededGenerator(seed: 9)
    for target in [0.1, 0.33, 0.75, 1.0, 1.6, 2.2] {
      let steps = (0..<50).map { _ in generator.unit() * target }.sorted() + [target]
      try expectEqual(run(steps), run([target]))
    }
  }

  @Test("an earlier time shows an animation as it was then, while it is attached")
  func backwards() {
    let fixture = DialTree()
    fixture.dial.position = 8
    fixture.tree.update(to: 0.1875)
    fixture.tree.update(to: 0.0625)
    expectEqual(fixture.dial.$position.presentation, 2)
    fixture.tree.update(to: -3)
    expectEqual(fixture.dial.$position.presentation, 0)
  }

  @Test("a spring without damping oscillates forever, even in an implicit animation")
  func undamped() {
    for retargeting in [Transaction.Retargeting.replace, .keepVelocity] {
      let fixture = DialTree()
      let spring = Spring(damping: 0)
      fixture.dial.$position.action = .spring(spring)
      fixture.tree.run(Transaction(retargeting: retargeting)) { fixture.dial.position = 8 }
      for time in [0.1, .pi / 10, 3] {
        fixture.tree.update(to: time)
        #expect(abs(fixture.dial.$position.presentation - 8 * spring.value(at: time)) < 1e-9)
      }
      fixture.tree.update(to: .pi / 10)
      #expect(abs(fixture.dial.$position.presentation - 16) < 1e-9)
      expectEqual(fixture.tree.animationsEnd, .infinity)
      #expect(fixture.tree.nextEventTime == nil)
    }
  }

  @Test("a change without duration stays at the start until it begins")
  func noLengthLater() {
    let fixture = DialTree()
    fixture.tree.run(Transaction(duration: 0, beginTime: 2)) { fixture.dial.position = 8 }
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 1.9)
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 2)
    expectEqual(fixture.dial.$position.presentation, 8)
  }

  @Test("a change without duration that keeps the velocity has a finite velocity")
  func noLengthVelocity() {
    let fixture = DialTree()
    fixture.dial.position = 4
    fixture.tree.update(to: 0.125)
    fixture.tree.run(Transaction(duration: 0, delay: 1, retargeting: .keepVelocity)) {
      fixture.dial.position = 8
    }
    #expect(fixture.dial.$position.velocity == 0 && fixture.dial.$position.presentation == 2)
    fixture.tree.run(Transaction(duration: 1, retargeting: .keepVelocity)) {
      fixture.dial.position = 0
    }
    fixture.tree.update(to: 0.625)
    expectEqual(fixture.dial.$position.presentation, 1.25)
    fixture.tree.update(to: 2)
    expectEqual(fixture.dial.$position.presentation, 0)
  }

  @Test("an animation that begins in the past starts from the value on the screen at that time")
  func pastBeginOnTheWay() {
    let fixture = DialTree()
    fixture.tree.animate(duration: 1) { fixture.dial.position = 8 }
    fixture.tree.update(to: 0.75)
    fixture.tree.run(Transaction(duration: 1, beginTime: 0.5)) { fixture.dial.position = 0 }
    // It started at 4, and has gone a quarter of the way back since.
    expectEqual(fixture.dial.$position.presentation, 3)
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$position.presentation, 2)
  }

  @Test("springs keep the velocity, curves drop it, and a property's action can choose either")
  func actionRetargeting() {
    func velocity(_ action: AnimatableProperty.Action) -> Double {
      let fixture = DialTree()
      fixture.dial.position = 8
      fixture.tree.update(to: 0.125)
      fixture.dial.$position.action = action
      fixture.dial.position = 100
      return fixture.dial.$position.velocity
    }
    expectEqual(velocity(.spring(.standard)), 32)
    expectEqual(velocity(.snappy), 32)
    expectEqual(velocity(.curve(.easeIn)), 0)
    expectEqual(velocity(.animate(Transaction(curve: .easeIn, retargeting: .keepVelocity))), 32)
    expectEqual(velocity(.animate(Transaction(curve: .snappy, retargeting: .replace))), 0)
  }

  @Test(
    "a layer that hasn't been shown appears with its current values, and is animated from the next frame on"
  )
  func newLayer() {
    let fixture = DialTree()
    let dial = Dial()
    fixture.tree.update(to: 1)
    fixture.tree.root.addSublayer(dial)
    dial.position = 5
    expectEqual(dial.$position.presentation, 5)
    #expect(!fixture.tree.hasRunningAnimations)
    fixture.dial.position = 5
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 1.25)
    dial.position = 9
    expectEqual(dial.$position.presentation, 5)
  }

  @Test("a value is modified in place starting with the model, not the value on the screen")
  func inPlace() {
    let fixture = DialTree()
    fixture.dial.position += 4
    fixture.dial.angle += .degrees(90)
    fixture.dial.place += Vector(dx: 1, dy: 2)
    fixture.tree.update(to: 0.125)
    fixture.dial.position -= 1
    fixture.dial.place -= 0.5 * Vector(dx: 1, dy: 2)
    expectEqual(fixture.dial.position, 3)
    expectEqual(fixture.dial.$position.presentation, 2)
    expectEqual(fixture.dial.angle, .degrees(90))
    expectEqual(fixture.dial.place, Point(x: 0.5, y: 1))
  }

  @Test("without actions, only the model is set, and stop() stops a motion")
  func modelOnly() {
    for (stops, shown) in [(false, 2.5), (true, 5)] {
      let fixture = DialTree()
      fixture.tree.animate(duration: 1, curve: .linear) { fixture.dial.position = 10 }
      fixture.tree.update(to: 0.5)
      if stops {
        fixture.dial.$position.stop()
      } else {
        fixture.tree.run(.withoutActions) {
          fixture.dial.position = fixture.dial.$position.presentation
        }
      }
      expectEqual(fixture.dial.position, 5)
      expectEqual(fixture.dial.$position.presentation, shown)
    }
  }
}
