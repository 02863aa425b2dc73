import AnimCore
import Testing

@Suite("Transactions")
struct TransactionTests {
  @Test("an inner transaction says what it says, and the outer one the rest")
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

  @Test("what is set outside of a scope holds until the next update")
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

  @Test("the completion waits for all animations inside, those of inner transactions too")
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

  @Test("without animations the completion runs at once")
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

  @Test("a replaced animation has ended too")
  func replacedCompletion() {
    let stage = Stage()
    stage.tree.run(Transaction()) {
      stage.dial.position = 8
    } completion: {
      stage.log.append("first")
    }
    stage.dial.position = 9
    #expect(stage.log == ["first"])
  }

  @Test("a completion that is told inside of a transaction is none of its business")
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

  @Test("a scope closes when its changes throw, and hands the error on as it is")
  func throwing() {
    let stage = Stage()
    #expect(throws: AnimationError.noEndpoints) {
      try stage.tree.run(.withoutActions) { () throws(AnimationError) in
        try stage.dial.$position.add(BasicAnimation())
      }
    }
    #expect(stage.tree.transaction.disablesActions == nil)
  }

  @Test("a duration that cannot be is refused by name, and nothing is changed")
  func errors() {
    let stage = Stage()
    #expect(throws: AnimationError.outOfRange(.duration, -1)) {
      stage.tree.animate(duration: -1) { stage.dial.position = 3 }
    }
    #expect(stage.dial.position == 0)
    #expect(throws: AnimationError.self) { Transaction(duration: .nan) }
  }
}
