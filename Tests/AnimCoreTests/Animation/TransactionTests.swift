import AnimCore
import Testing

@Suite("Transactions")
struct TransactionTests {
  @Test("an inner transaction overrides the outer one where it has values")
  func nesting() throws {
    let stage = Stage()
    stage.tree.animate(duration: 2, curve: .linear) {
      stage.tree.run(Transaction(beginTime: 1)) { stage.dial.angle = .degrees(90) }
      stage.dial.position = 8
    }
    stage.tree.update(to: 1)
    #expect(stage.dial.$position.presentation == 4)
    #expect(stage.dial.$angle.presentation == .zero)
    #expect(stage.tree.animationsEnd == 3)
    #expect(stage.tree.transaction.duration == nil)
  }

  @Test("settings outside a scope apply until the next update")
  func frameTransaction() throws {
    let stage = Stage()
    stage.tree.transaction = Transaction(duration: 4)
    stage.dial.position = 8
    #expect(stage.tree.animationsEnd == 4)
    stage.tree.update(to: 1)
    stage.dial.angle = .degrees(6)
    stage.tree.update(to: 1.25)
    #expect(stage.dial.$angle.presentation == .degrees(6))
  }

  @Test("the completion waits for all animations inside, including those of inner transactions")
  func completion() throws {
    let stage = Stage()
    let inner = Transaction(duration: 2)
    stage.tree.animate(duration: 1) {
      stage.dial.position = 8
      stage.tree.run(inner) {
        stage.dial.angle = .degrees(6)
      } completion: {
        stage.log.append("inner")
      }
    } completion: {
      stage.log.append("outer")
    }
    stage.tree.update(to: 1.5)
    #expect(stage.log.isEmpty)
    stage.tree.update(to: 2)
    #expect(stage.log == ["inner", "outer"])
  }

  @Test("without animations the completion is called at once")
  func emptyCompletion() {
    let stage = Stage()
    stage.tree.run(Transaction()) {
      stage.dial.still = 1
      #expect(stage.log.isEmpty)
    } completion: {
      stage.log.append("done")
    }
    #expect(stage.log == ["done"])
  }

  @Test("a replaced animation has ended")
  func replacedCompletion() {
    let stage = Stage()
    stage.tree.run(Transaction()) {
      stage.dial.position = 8
    } completion: {
      stage.log.append("first")
    }
    stage.tree.run(Transaction()) {
      stage.dial.position = 9
      #expect(stage.log.isEmpty)
    }
    #expect(stage.log == ["first"])
  }

  @Test("a completion called inside a transaction is not affected by it")
  func completionScope() throws {
    let stage = Stage()
    stage.tree.run(Transaction()) {
      stage.dial.position = 8
    } completion: {
      stage.dial.angle = .degrees(6)
    }
    stage.tree.animate(duration: 2) {
      stage.dial.position = 9
    } completion: {
      stage.log.append("done")
    }
    stage.tree.update(to: 0.25)
    #expect(stage.dial.$angle.presentation == .degrees(6))
    stage.tree.update(to: 2)
    #expect(stage.log == ["done"])
  }

  @Test("a scope closes when its changes throw, and rethrows the error")
  func throwing() {
    let stage = Stage()
    #expect(throws: AnimationError.noEndpoints) {
      try stage.tree.run(.withoutActions) { () throws(AnimationError) in
        try stage.dial.$position.add(BasicAnimation())
      }
    }
    #expect(stage.tree.transaction.disablesActions == nil)
  }

  @Test("an invalid duration is refused by the validating initialiser and clamped by the other")
  func durations() {
    #expect(throws: AnimationError.outOfRange(.duration, -1)) {
      try Transaction(validatingDuration: -1)
    }
    #expect(throws: AnimationError.self) { try Transaction(validatingDuration: .nan) }
    #expect(Transaction(duration: -1).duration == 0)
    #expect(Transaction(duration: .nan).duration == 0)
  }

  @Test("animations started by a completion belong to no surrounding transaction")
  func completionStartsAfresh() {
    let stage = Stage()
    stage.tree.animate(duration: 2) {
      stage.tree.run(Transaction()) {
      } completion: {
        stage.dial.position = 8
        stage.tree.animate(duration: 9) { stage.dial.place = Point(x: 1, y: 1) }
      }
      stage.dial.angle = .degrees(6)
    } completion: {
      stage.log.append("done")
    }
    stage.tree.update(to: 0.25)
    #expect(stage.dial.$position.presentation == 8)
    stage.tree.update(to: 2)
    #expect(stage.log == ["done"])
    #expect(stage.tree.animationsEnd == 9)
  }

  @Test("animate needs no try, and passes on errors and results of its changes")
  func handsOn() {
    struct Refusal: Error {}
    let stage = Stage()
    let answer = stage.tree.animate(duration: 0.5, delay: 1) {
      stage.dial.position = 8
      return 42
    }
    #expect(answer == 42)
    #expect(throws: Refusal.self) {
      try stage.tree.animate(duration: 0.5) { throw Refusal() }
    }
    #expect(stage.tree.transaction.duration == nil)
    #expect(!stage.tree.hasRunningAnimations)
    #expect(stage.tree.nextEventTime == 1)
    stage.tree.update(to: 1.25)
    #expect(stage.dial.$position.presentation == 4)
    #expect(stage.tree.animationsEnd == 1.5)
  }

  @Test("an update inside a transaction does not end it")
  func updateInside() {
    let stage = Stage()
    stage.tree.animate(duration: 4) {
      stage.tree.update(to: 1)
      #expect(stage.tree.transaction.duration == 4)
      stage.dial.position = 8
    }
    #expect(stage.tree.animationsEnd == 5)
  }

  @Test("a transaction's duration and curve apply to explicit animations without their own")
  func explicitDefaults() throws {
    let stage = Stage()
    try stage.tree.animate(duration: 4, curve: .steps(2)) {
      try stage.dial.$position.add(BasicAnimation(from: 0, to: 8))
      try stage.dial.$place.add(
        KeyframeAnimation(values: [Point.zero, Point(x: 8, y: 0)]), forKey: "place")
      try stage.dial.$silent.add(BasicAnimation(from: 0, to: 8, curve: .linear))
      var group = AnimationGroup()
      group.add(BasicAnimation(from: .zero, to: .degrees(8)), to: stage.dial.$angle)
      try stage.dial.add(group)
    }
    #expect(stage.tree.animationsEnd == 4)
    stage.tree.update(to: 1)
    #expect(stage.dial.$position.presentation == 0)
    #expect(stage.dial.$place.presentation == .zero)
    #expect(stage.dial.$angle.presentation == .zero)
    #expect(stage.dial.$silent.presentation == 2)
    stage.tree.update(to: 3)
    #expect(stage.dial.$position.presentation == 4)
    #expect(stage.dial.$place.presentation == Point(x: 4, y: 0))
    #expect(abs(stage.dial.$angle.presentation.degrees - 4) < 1e-9)
    #expect(stage.dial.$silent.presentation == 6)
  }
}
