import AnimCore
import AnimGraphics
import TestSupport
import Testing

@Suite("Transactions")
struct TransactionTests {
  @Test("an inner transaction overrides the outer one where it has values")
  func nesting() throws {
    let fixture = DialTree()
    fixture.tree.animate(duration: 2, curve: .linear) {
      fixture.tree.run(Transaction(beginTime: 1)) { fixture.dial.angle = .degrees(90) }
      fixture.dial.position = 8
    }
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$position.presentation, 4)
    expectEqual(fixture.dial.$angle.presentation, .zero)
    expectEqual(fixture.tree.animationsEnd, 3)
    #expect(fixture.tree.transaction.duration == nil)
  }

  @Test("every property of the frame's transaction can be set, and its duration is clamped")
  func settings() {
    let fixture = DialTree()
    fixture.tree.transaction.duration = 1
    fixture.tree.transaction.curve = .linear
    fixture.dial.angle = .degrees(90)
    expectEqual(fixture.tree.animationsEnd, 1)
    fixture.tree.transaction.duration = -1
    expectEqual(fixture.tree.transaction.duration, 0)
  }

  @Test("settings outside a scope apply until the next update")
  func frameTransaction() throws {
    let fixture = DialTree()
    fixture.tree.transaction = Transaction(duration: 4)
    fixture.dial.position = 8
    expectEqual(fixture.tree.animationsEnd, 4)
    fixture.tree.update(to: 1)
    fixture.dial.angle = .degrees(6)
    fixture.tree.update(to: 1.25)
    expectEqual(fixture.dial.$angle.presentation, .degrees(6))
  }

  @Test("the completion waits for all animations inside, including those of inner transactions")
  func completion() throws {
    let fixture = DialTree()
    let inner = Transaction(duration: 2)
    fixture.tree.animate(duration: 1) {
      fixture.dial.position = 8
      fixture.tree.run(inner) {
        fixture.dial.angle = .degrees(6)
      } completion: {
        fixture.log.append("inner")
      }
    } completion: {
      fixture.log.append("outer")
    }
    fixture.tree.update(to: 1.5)
    #expect(fixture.log.isEmpty)
    fixture.tree.update(to: 2)
    expectEqual(fixture.log, ["inner", "outer"])
  }

  @Test("an animation with its own completion calls it, and the transaction waits for it too")
  func ownCompletion() throws {
    let fixture = DialTree()
    try fixture.tree.animate(duration: 1) {
      try fixture.dial.$angle.add(
        BasicAnimation(to: .degrees(6), timing: MediaTiming(duration: 2)),
        completion: { fixture.log.append("animation \($0)") },
        began: { fixture.log.append("began") })
    } completion: {
      fixture.log.append("transaction")
    }
    fixture.tree.update(to: 1.5)
    expectEqual(fixture.log, ["began"])
    fixture.tree.update(to: 2)
    expectEqual(fixture.log, ["began", "animation finished", "transaction"])
  }

  @Test("without animations, the completion is called immediately")
  func emptyCompletion() {
    let fixture = DialTree()
    fixture.tree.run(Transaction()) {
      fixture.dial.still = 1
      #expect(fixture.log.isEmpty)
    } completion: {
      fixture.log.append("done")
    }
    expectEqual(fixture.log, ["done"])
  }

  @Test("a replaced animation has ended")
  func replacedCompletion() {
    let fixture = DialTree()
    fixture.tree.run(Transaction()) {
      fixture.dial.position = 8
    } completion: {
      fixture.log.append("first")
    }
    fixture.tree.run(Transaction()) {
      fixture.dial.position = 9
      #expect(fixture.log.isEmpty)
    }
    expectEqual(fixture.log, ["first"])
  }

  @Test("a completion called inside a transaction is not affected by it")
  func completionScope() throws {
    let fixture = DialTree()
    fixture.tree.run(Transaction()) {
      fixture.dial.position = 8
    } completion: {
      fixture.dial.angle = .degrees(6)
    }
    fixture.tree.animate(duration: 2) {
      fixture.dial.position = 9
    } completion: {
      fixture.log.append("done")
    }
    fixture.tree.update(to: 0.25)
    expectEqual(fixture.dial.$angle.presentation, .degrees(6))
    fixture.tree.update(to: 2)
    expectEqual(fixture.log, ["done"])
  }

  @Test("a transaction is restored after a completion that was called inside it")
  func completionInside() {
    let fixture = DialTree()
    fixture.tree.run(Transaction()) {
      fixture.dial.position = 8
    } completion: {
      fixture.log.append("inside")
      fixture.dial.angle = .degrees(6)
    }
    fixture.tree.animate(duration: 2) {
      fixture.tree.update(to: 0.25)
      expectEqual(fixture.log, ["inside"])
      expectEqual(fixture.tree.transaction.duration, 2)
      fixture.dial.position = 10
    }
    fixture.tree.update(to: 2.2)
    #expect(fixture.dial.$position.presentation < 10)
    fixture.tree.update(to: 2.25)
    expectEqual(fixture.dial.$position.presentation, 10)
  }

  @Test("a scope closes when its changes throw, and rethrows the error")
  func throwing() {
    let fixture = DialTree()
    #expect(throws: AnimationError.noEndpoints) {
      try fixture.tree.run(.withoutActions) { () throws(AnimationError) in
        try fixture.dial.$position.add(BasicAnimation())
      }
    }
    #expect(fixture.tree.transaction.disablesActions == nil)
  }

  @Test("an invalid duration is rejected by the validating initialiser and clamped by the other")
  func durations() {
    #expect(throws: AnimationError.outOfRange(.duration, -1)) {
      try Transaction(validatingDuration: -1)
    }
    #expect(throws: AnimationError.self) { try Transaction(validatingDuration: .nan) }
    expectEqual(Transaction(duration: -1).duration, 0)
    expectEqual(Transaction(duration: .nan).duration, 0)
  }

  @Test("animations started by a completion belong to no surrounding transaction")
  func completionStartsAfresh() {
    let fixture = DialTree()
    fixture.tree.animate(duration: 2) {
      fixture.tree.run(Transaction()) {
      } completion: {
        fixture.dial.position = 8
        fixture.tree.animate(duration: 9) { fixture.dial.place = Point(x: 1, y: 1) }
      }
      fixture.dial.angle = .degrees(6)
    } completion: {
      fixture.log.append("done")
    }
    fixture.tree.update(to: 0.25)
    expectEqual(fixture.dial.$position.presentation, 8)
    fixture.tree.update(to: 2)
    expectEqual(fixture.log, ["done"])
    expectEqual(fixture.tree.animationsEnd, 9)
  }

  @Test("animate needs no try, and passes on errors and results of its changes")
  func handsOn() {
    struct Refusal: Error {}
    let fixture = DialTree()
    let answer = fixture.tree.animate(duration: 0.5, delay: 1) {
      fixture.dial.position = 8
      return 42
    }
    expectEqual(answer, 42)
    #expect(throws: Refusal.self) {
      try fixture.tree.animate(duration: 0.5) { throw Refusal() }
    }
    #expect(fixture.tree.transaction.duration == nil)
    #expect(!fixture.tree.hasRunningAnimations)
    expectEqual(fixture.tree.nextEventTime, 1)
    fixture.tree.update(to: 1.25)
    expectEqual(fixture.dial.$position.presentation, 4)
    expectEqual(fixture.tree.animationsEnd, 1.5)
  }

  @Test("an update inside a transaction doesn't end it")
  func updateInside() {
    let fixture = DialTree()
    fixture.tree.animate(duration: 4) {
      fixture.tree.update(to: 1)
      expectEqual(fixture.tree.transaction.duration, 4)
      fixture.dial.position = 8
    }
    expectEqual(fixture.tree.animationsEnd, 5)
  }

  @Test("a transaction's duration applies to explicit animations without one, and its curve to all")
  func explicitDefaults() throws {
    let fixture = DialTree()
    try fixture.tree.animate(duration: 4, curve: .steps(2)) {
      try fixture.dial.$position.add(BasicAnimation(from: 0, to: 8))
      try fixture.dial.$place.add(
        KeyframeAnimation(values: [Point.zero, Point(x: 8, y: 0)]), forKey: "place")
      try fixture.dial.$silent.add(BasicAnimation(from: 0, to: 8, curve: .linear))
      var group = AnimationGroup()
      group.add(BasicAnimation(from: .zero, to: .degrees(8)), to: fixture.dial.$angle)
      try fixture.dial.add(group)
    }
    expectEqual(fixture.tree.animationsEnd, 4)
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$position.presentation, 0)
    expectEqual(fixture.dial.$place.presentation, .zero)
    expectEqual(fixture.dial.$angle.presentation, .zero)
    expectEqual(fixture.dial.$silent.presentation, 0)
    fixture.tree.update(to: 3)
    expectEqual(fixture.dial.$position.presentation, 4)
    expectEqual(fixture.dial.$place.presentation, Point(x: 4, y: 0))
    #expect(abs(fixture.dial.$angle.presentation.degrees - 4) < 1e-9)
    expectEqual(fixture.dial.$silent.presentation, 4)
  }

  @Test(
    "a transaction's spring applies to explicit animations of every kind, with its own duration")
  func explicitSprings() throws {
    let spring = Spring.standard
    let settling = spring.settlingDuration
    var line = Path()
    line.move(to: .zero)
    line.addLine(to: Point(x: 8, y: 0))
    for timing in [MediaTiming(), MediaTiming(duration: 2 * settling)] {
      let fixture = DialTree()
      try fixture.tree.animate(duration: 9, curve: .spring(spring)) {
        try fixture.dial.$position.add(KeyframeAnimation(values: [0, 8.0], timing: timing))
        try fixture.dial.$place.add(PathAnimation(along: line, timing: timing))
        var group = AnimationGroup(timing: timing)
        group.add(BasicAnimation(from: .zero, to: .degrees(8)), to: fixture.dial.$angle)
        try fixture.dial.add(group)
      }
      let stretch = timing.duration == nil ? 1.0 : 2
      expectEqual(fixture.tree.animationsEnd, settling * stretch)
      fixture.tree.update(to: 0.3 * stretch)
      let expected = 8 * spring.value(at: 0.3)
      #expect(abs(fixture.dial.$position.presentation - expected) < 1e-9)
      // Neither a group nor a path has anything beyond its end.
      #expect(abs(fixture.dial.$angle.presentation.degrees - min(expected, 8)) < 1e-9)
      #expect(abs(fixture.dial.$place.presentation.x - min(expected, 8)) < 1e-9)
    }
  }

  @Test("a spring that never settles oscillates ten times if it has to end")
  func endlessSpring() throws {
    let fixture = DialTree()
    try fixture.tree.animate(curve: .spring(Spring(damping: 0))) {
      try fixture.dial.$position.add(KeyframeAnimation(values: [0, 8.0]))
    }
    // A swing takes 2π/10 seconds.
    let tenSwings: Double = 2 * .pi
    expectEqual(fixture.tree.animationsEnd, tenSwings)
  }
}
