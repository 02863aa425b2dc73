import AnimCore
import TestSupport
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

  @Test("the delegate decides first, then the property, whose action is initially the declared one")
  func order() {
    let fixture = DialTree()
    let judge = Judge()
    fixture.dial.delegate = judge

    fixture.dial.position = 1
    expectEqual(judge.asked, 1)
    expectEqual(fixture.dial.animationKeys, [.property])

    fixture.dial.removeAllAnimations()
    fixture.dial.$position.action = .immediate
    fixture.dial.position = 2
    #expect(fixture.dial.animationKeys.isEmpty)

    judge.answer = .standard
    fixture.dial.position = 3
    expectEqual(fixture.dial.animationKeys, [.property])

    fixture.dial.removeAllAnimations()
    fixture.dial.$position.action = .standard
    judge.answer = .immediate
    fixture.dial.position = 4
    #expect(fixture.dial.animationKeys.isEmpty)
    expectEqual(fixture.dial.$position.presentation, 4)
  }

  @Test("curves have the same names as actions")
  func names() {
    let actions: [AnimatableProperty.Action] = [.linear, .easeIn, .easeOut, .easeInEaseOut]
    let curves: [AnimationCurve] = [.linear, .easeIn, .easeOut, .easeInEaseOut]
    for (action, curve) in zip(actions, curves) {
      guard case .animate(let transaction) = action else {
        Issue.record("not an animation")
        continue
      }
      #expect(transaction.curve == curve && transaction.duration == nil)
    }
  }

  @Test("a declaration can choose no action")
  func none() {
    let fixture = DialTree()
    fixture.dial.still = 5
    expectEqual(fixture.dial.$still.presentation, 5)
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test("an action can be any closure, and is called after the property is set")
  func perform() {
    let fixture = DialTree()
    fixture.dial.$position.action = .perform { layer in
      guard let dial = layer as? Dial else { return }
      dial.still += dial.position
    }
    fixture.dial.position = 7
    expectEqual(fixture.dial.still, 7)
    expectEqual(fixture.dial.$position.presentation, 7)
  }

  @Test("the transaction's curve overrides the declared one, as in Core Animation")
  func curves() throws {
    let fixture = DialTree()
    // The property declares a linear curve.
    fixture.tree.animate(duration: 1, curve: .steps(2)) { fixture.dial.position = 8 }
    fixture.tree.update(to: 0.25)
    expectEqual(fixture.dial.$position.presentation, 0)
    fixture.tree.update(to: 1)
    fixture.dial.$position.action = .snappy
    fixture.tree.animate(duration: 1, curve: .linear) { fixture.dial.position = 0 }
    fixture.tree.update(to: 1.5)
    expectEqual(fixture.dial.$position.presentation, 4)
    fixture.tree.update(to: 2)
    fixture.dial.position = 8
    expectEqual(fixture.tree.animationsEnd, 2 + Spring.snappy.settlingDuration)
  }

  @Test("a duration and a delay of the action override the transaction's")
  func precedence() throws {
    let fixture = DialTree()
    fixture.dial.$position.action = .animate(Transaction(duration: 4))
    fixture.tree.animate(duration: 1, curve: .linear) { fixture.dial.position = 8 }
    expectEqual(fixture.tree.animationsEnd, 4)
    fixture.tree.update(to: 2)
    expectEqual(fixture.dial.$position.presentation, 4)
  }

  @Test("with actions disabled, neither the delegate nor the property is asked for an action")
  func disabled() {
    let fixture = DialTree()
    let judge = Judge()
    fixture.dial.delegate = judge
    fixture.tree.run(.withoutActions) { fixture.dial.position = 8 }
    expectEqual(judge.asked, 0)
    expectEqual(fixture.dial.$position.presentation, 8)
  }

  @Test("a layer doesn't keep its delegate alive, nor a property its layer")
  func weak() {
    var judge: Judge? = Judge()
    weak let seen = judge
    let fixture = DialTree()
    fixture.dial.delegate = judge
    judge = nil
    #expect(seen == nil)
    #expect(fixture.dial.delegate == nil)

    var dial: Dial? = Dial()
    weak let gone = dial
    let property = dial?.$position
    fixture.tree.root.addSublayer(dial ?? Dial())
    dial?.position = 3
    dial?.removeFromSuperlayer()
    dial = nil
    #expect(gone == nil)
    expectEqual(property?.presentation, 3)
    #expect(!fixture.tree.hasRunningAnimations)
  }
}
