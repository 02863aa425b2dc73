import AnimCore
import Testing

@Suite("Implicit animation")
struct ImplicitAnimationTests {
  @Test("setting a property moves its presentation to the model in a quarter of a second")
  func basics() {
    let stage = Stage(time: 10)
    stage.dial.position = 8
    #expect(stage.dial.position == 8)
    #expect(stage.dial.$position.presentation == 0)
    stage.tree.update(to: 10.125)
    #expect(stage.dial.$position.presentation == 4)
    #expect(stage.dial.$position.velocity == 32)
    stage.tree.update(to: 10.25)
    #expect(stage.dial.$position.presentation == 8)
    #expect(!stage.tree.hasRunningAnimations)
    #expect(stage.dial.animationKeys.isEmpty)
  }

  @Test("outside a tree a value is simply set")
  func withoutTree() {
    let dial = Dial()
    dial.position = 3
    #expect(dial.$position.presentation == 3)
  }

  @Test("setting an unchanged value starts nothing")
  func sameValue() {
    let stage = Stage()
    stage.dial.position = 0
    #expect(!stage.tree.hasRunningAnimations)
  }

  @Test("a change in mid-flight starts from the value on the screen")
  func retarget() {
    let stage = Stage()
    stage.dial.position = 8
    stage.tree.update(to: 0.125)
    stage.dial.position = -4
    #expect(stage.dial.$position.presentation == 4)
    stage.tree.update(to: 0.25)
    #expect(stage.dial.$position.presentation == 0)
    stage.tree.update(to: 0.375)
    #expect(stage.dial.$position.presentation == -4)
  }

  @Test("a change at any time keeps the value, and the velocity if requested")
  func continuity() throws {
    var generator = SeededGenerator(seed: 4)
    let pacings: [AnimationCurve] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .standard,
      .cubicBezier(0.1, 0.9, 0.3, 1), .spring(.standard),
      .spring(Spring(damping: 60, allowsOverdamping: true)), .spring(Spring(damping: 20)),
    ]
    for curve in pacings {
      let stage = Stage()
      let property = stage.dial.$place
      for _ in 0..<20 {
        let (value, velocity) = (property.presentation, property.velocity)
        let duration = 0.3 + generator.unit()
        let kept = Transaction(
          duration: duration, curve: curve, retargeting: .keepVelocity)
        stage.tree.run(kept) {
          stage.dial.place = Point(x: generator.unit() * 100, y: generator.unit() * 100)
        }
        #expect(abs((property.presentation - value).length) < 1e-9)
        #expect((property.velocity - velocity).length < 1e-6 * max(1, velocity.length))
        stage.tree.update(to: stage.tree.time + generator.unit() * 0.25)
      }
      stage.tree.update(to: stage.tree.time + 10)
      #expect(property.presentation == stage.dial.place)
    }
  }

  @Test("the reported velocity is the derivative of the value")
  func velocity() throws {
    for curve in [AnimationCurve.standard, .spring(.standard), .easeOut] {
      let stage = Stage()
      stage.tree.run(Transaction(curve: curve)) { stage.dial.position = 100 }
      stage.tree.update(to: 0.1)
      stage.tree.run(Transaction(curve: curve, retargeting: .keepVelocity)) {
        stage.dial.position = -50
      }
      for time in [0.12, 0.2, 0.3] {
        let h = 1e-6
        stage.tree.update(to: time - h)
        let before = stage.dial.$position.presentation
        stage.tree.update(to: time + h)
        let after = stage.dial.$position.presentation
        stage.tree.update(to: time)
        let measured = (after - before) / (2 * h)
        #expect(abs(stage.dial.$position.velocity - measured) < 1e-2)
      }
    }
  }

  @Test("replacing drops the velocity, and a spring keeps it by default")
  func retargeting() {
    func velocity(_ transaction: Transaction) -> Double {
      let stage = Stage()
      stage.dial.position = 8
      stage.tree.update(to: 0.125)
      stage.tree.run(transaction) { stage.dial.position = 0 }
      return stage.dial.$position.velocity
    }
    #expect(velocity(Transaction(curve: .easeIn)) != 32)
    #expect(velocity(Transaction(retargeting: .keepVelocity)) == 32)
  }

  @Test("a spring runs until it has settled, whatever the transaction's duration")
  func springDuration() throws {
    let stage = Stage()
    stage.dial.$position.action = .spring(.standard)
    stage.tree.animate(duration: 0.1) { stage.dial.position = 8 }
    #expect(stage.tree.animationsEnd == Spring.standard.settlingDuration)
  }

  @Test("an implicit animation can begin in the past")
  func pastBegin() {
    let stage = Stage(time: 1.0625)
    stage.tree.run(Transaction(beginTime: 1)) { stage.dial.position = 8 }
    #expect(stage.dial.$position.presentation == 2)
    #expect(stage.tree.animationsEnd == 1.25)
  }

  @Test("the old value stays until the animation begins")
  func futureBegin() {
    let stage = Stage(time: 1)
    stage.tree.run(Transaction(beginTime: 2)) { stage.dial.position = 8 }
    #expect(stage.dial.$position.presentation == 0)
    stage.tree.update(to: 2.125)
    #expect(stage.dial.$position.presentation == 4)
  }

  @Test("with a begin time that is not finite nothing is animated")
  func noBegin() {
    let stage = Stage()
    stage.tree.run(Transaction(beginTime: .nan)) { stage.dial.position = 8 }
    #expect(stage.dial.$position.presentation == 8)
    #expect(!stage.tree.hasRunningAnimations)
  }

  @Test("a second hand continues from 59 to 0 and does not go back")
  func clockwise() {
    let stage = Stage()
    stage.tree.run(.withoutActions) { stage.dial.angle = .degrees(354) }
    stage.tree.transaction.curve = .linear
    stage.dial.angle = .zero
    stage.tree.update(to: 0.125)
    #expect(abs(stage.dial.$angle.presentation.degrees - 357) < 1e-9)
    stage.tree.update(to: 0.25)
    #expect(stage.dial.$angle.presentation == .zero)
  }

  @Test("stepping through any times and seeking to the last of them agree to the last bit")
  func steppingIsSeeking() throws {
    func run(_ times: [Double]) throws -> [Double] {
      let stage = Stage()
      try stage.dial.$position.add(
        BasicAnimation(
          to: 5, curve: .spring(.standard),
          timing: MediaTiming(repeatCount: 3.3, autoreverses: true)))
      stage.dial.angle = .degrees(200)
      // A chain of animations, each started by the end of the one before.
      func next(_ count: Int) {
        guard count > 0 else { return }
        stage.tree.run(Transaction()) {
          stage.dial.place = Point(x: Double(count), y: 1 / Double(count))
        } completion: {
          next(count - 1)
        }
      }
      next(7)
      for time in times { stage.tree.update(to: time) }
      let place = stage.dial.$place.presentation
      return [
        stage.dial.$position.presentation, stage.dial.$angle.presentation.radians, place.x, place.y,
      ]
    }
    var generator = SeededGenerator(seed: 9)
    for target in [0.1, 0.33, 0.75, 1.0, 1.6, 2.2] {
      let steps = (0..<50).map { _ in generator.unit() * target }.sorted() + [target]
      #expect(try run(steps) == run([target]))
    }
  }

  @Test("an earlier time shows an animation as it was then, while it is attached")
  func backwards() {
    let stage = Stage()
    stage.dial.position = 8
    stage.tree.update(to: 0.1875)
    stage.tree.update(to: 0.0625)
    #expect(stage.dial.$position.presentation == 2)
    stage.tree.update(to: -3)
    #expect(stage.dial.$position.presentation == 0)
  }

  @Test("a spring without damping oscillates, even in an implicit animation")
  func undamped() {
    for retargeting in [Transaction.Retargeting.replace, .keepVelocity] {
      let stage = Stage()
      let spring = Spring(damping: 0)
      stage.dial.$position.action = .spring(spring)
      stage.tree.run(Transaction(retargeting: retargeting)) { stage.dial.position = 8 }
      for time in [0.1, .pi / 10, 3] {
        stage.tree.update(to: time)
        #expect(abs(stage.dial.$position.presentation - 8 * spring.value(at: time)) < 1e-9)
      }
      stage.tree.update(to: .pi / 10)
      #expect(abs(stage.dial.$position.presentation - 16) < 1e-9)
      #expect(stage.tree.animationsEnd == .infinity)
      #expect(stage.tree.nextEventTime == nil)
    }
  }

  @Test("a change of zero length stays at the start until it begins")
  func noLengthLater() {
    let stage = Stage()
    stage.tree.run(Transaction(duration: 0, beginTime: 2)) { stage.dial.position = 8 }
    #expect(stage.dial.$position.presentation == 0)
    stage.tree.update(to: 1.9)
    #expect(stage.dial.$position.presentation == 0)
    stage.tree.update(to: 2)
    #expect(stage.dial.$position.presentation == 8)
  }

  @Test("an animation that begins in the past starts from the value on the screen at that time")
  func pastBeginOnTheWay() {
    let stage = Stage()
    stage.tree.animate(duration: 1) { stage.dial.position = 8 }
    stage.tree.update(to: 0.75)
    stage.tree.run(Transaction(duration: 1, beginTime: 0.5)) { stage.dial.position = 0 }
    // It started at 4, and has gone a quarter of the way back since.
    #expect(stage.dial.$position.presentation == 3)
    stage.tree.update(to: 1)
    #expect(stage.dial.$position.presentation == 2)
  }

  @Test("springs keep the velocity, curves drop it, and a property's action can choose either")
  func actionRetargeting() {
    func velocity(_ action: AnimatableProperty.Action) -> Double {
      let stage = Stage()
      stage.dial.position = 8
      stage.tree.update(to: 0.125)
      stage.dial.$position.action = action
      stage.dial.position = 100
      return stage.dial.$position.velocity
    }
    #expect(velocity(.spring(.standard)) == 32)
    #expect(velocity(.snappy) == 32)
    #expect(velocity(.curve(.easeIn)) == 0)
    #expect(velocity(.animate(Transaction(curve: .easeIn, retargeting: .keepVelocity))) == 32)
    #expect(velocity(.animate(Transaction(curve: .snappy, retargeting: .replace))) == 0)
  }

  @Test(
    "a layer that has not been shown appears as it is set, and is animated from the next frame on")
  func newLayer() {
    let stage = Stage()
    let dial = Dial()
    stage.tree.update(to: 1)
    stage.tree.root.addSublayer(dial)
    dial.position = 5
    #expect(dial.$position.presentation == 5)
    #expect(!stage.tree.hasRunningAnimations)
    stage.dial.position = 5
    #expect(stage.dial.$position.presentation == 0)
    stage.tree.update(to: 1.25)
    dial.position = 9
    #expect(dial.$position.presentation == 5)
  }

  @Test("a value is modified in place from the model, not from the value on the screen")
  func inPlace() {
    let stage = Stage()
    stage.dial.position += 4
    stage.dial.angle += .degrees(90)
    stage.dial.place += Vector(dx: 1, dy: 2)
    stage.tree.update(to: 0.125)
    stage.dial.position -= 1
    stage.dial.place -= 0.5 * Vector(dx: 1, dy: 2)
    #expect(stage.dial.position == 3)
    #expect(stage.dial.$position.presentation == 2)
    #expect(stage.dial.angle == .degrees(90))
    #expect(stage.dial.place == Point(x: 0.5, y: 1))
  }
}
