import AnimCore
import Testing

@Suite("Actions")
struct ActionTests {
  private final class Judge: LayerDelegate {
    var answer: AnimatableProperty.Action?
    var asked = 0

    func action(for property: AnimatableProperty, of layer: Layer) -> AnimatableProperty.Action? {
      asked += 1
      guard let dial = layer as? Dial, property === dial.$position else { return nil }
      return answer
    }
  }

  @Test("the delegate decides first, then the property, then its declaration")
  func order() {
    let stage = Stage()
    let judge = Judge()
    stage.dial.delegate = judge

    stage.dial.position = 1
    #expect(judge.asked == 1)
    #expect(stage.dial.animationKeys == [.property])

    stage.dial.removeAllAnimations()
    stage.dial.$position.action = .immediate
    stage.dial.position = 2
    #expect(stage.dial.animationKeys.isEmpty)

    judge.answer = .standard
    stage.dial.position = 3
    #expect(stage.dial.animationKeys == [.property])

    stage.dial.removeAllAnimations()
    stage.dial.$position.action = .standard
    judge.answer = .immediate
    stage.dial.position = 4
    #expect(stage.dial.animationKeys.isEmpty)
    #expect(stage.dial.$position.presentation == 4)
  }

  @Test("a declaration can choose no action")
  func none() {
    let stage = Stage()
    stage.dial.still = 5
    #expect(stage.dial.$still.presentation == 5)
    #expect(!stage.tree.hasRunningAnimations)
  }

  @Test("an action can be any closure, and is called after the property is set")
  func perform() {
    let stage = Stage()
    var seen: [Double] = []
    stage.dial.$position.action = .perform { layer in
      seen.append((layer as? Dial)?.position ?? -1)
    }
    stage.dial.position = 7
    #expect(seen == [7])
    #expect(stage.dial.$position.presentation == 7)
  }

  @Test("the action's transaction overrides the current one")
  func precedence() throws {
    let stage = Stage()
    stage.dial.$position.action = .animate(Transaction(duration: 4))
    stage.tree.animate(duration: 1, curve: .linear) { stage.dial.position = 8 }
    #expect(stage.tree.animationsEnd == 4)
    stage.tree.update(to: 2)
    #expect(stage.dial.$position.presentation == 4)
  }

  @Test("with actions disabled, nobody is asked for one")
  func disabled() {
    let stage = Stage()
    let judge = Judge()
    stage.dial.delegate = judge
    stage.tree.run(.withoutActions) { stage.dial.position = 8 }
    #expect(judge.asked == 0)
    #expect(stage.dial.$position.presentation == 8)
  }

  @Test("a layer does not keep its delegate, nor a property its layer, alive")
  func weak() {
    var judge: Judge? = Judge()
    weak let seen = judge
    let stage = Stage()
    stage.dial.delegate = judge
    judge = nil
    #expect(seen == nil)
    #expect(stage.dial.delegate == nil)

    var dial: Dial? = Dial()
    weak let gone = dial
    let property = dial?.$position
    stage.tree.root.addSublayer(dial ?? Dial())
    dial?.position = 3
    dial?.removeFromSuperlayer()
    dial = nil
    #expect(gone == nil)
    #expect(property?.presentation == 3)
    #expect(!stage.tree.hasRunningAnimations)
  }
}
