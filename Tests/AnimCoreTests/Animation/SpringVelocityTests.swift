import TestSupport
import Testing

@testable import AnimCore

@Suite("The initial velocity of a spring")
struct SpringVelocityTests {
  private static let still = AnimationCurve.spring(.standard)
  /// A spring that starts with twice the distance per second, which is 20 from 0 to 10.
  private static let flung = AnimationCurve.spring(Spring(initialVelocity: 2))

  /// A way to set a dial's position with a curve.
  struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let start: @Sendable (DialTree, AnimationCurve, Double) throws -> Void

    init(
      _ description: String,
      _ start: @escaping @Sendable (DialTree, AnimationCurve, Double) throws -> Void
    ) {
      testDescription = description
      self.start = start
    }

    static func transaction(_ retargeting: Transaction.Retargeting?) -> Self {
      Self("a transaction, \(retargeting.map { "\($0)" } ?? "by default")") { fixture, curve, end in
        fixture.tree.run(Transaction(curve: curve, retargeting: retargeting)) {
          fixture.dial.position = end
        }
      }
    }

    static func action(_ retargeting: Transaction.Retargeting?) -> Self {
      Self("an action, \(retargeting.map { "\($0)" } ?? "by default")") { fixture, curve, end in
        fixture.dial.$position.action = .animate(
          Transaction(curve: curve, retargeting: retargeting))
        fixture.dial.position = end
      }
    }

    static let implicit = [
      Way("animate") { fixture, curve, end in
        fixture.tree.animate(curve: curve) { fixture.dial.position = end }
      },
      Way("a curve as the action") { fixture, curve, end in
        fixture.dial.$position.action = .curve(curve)
        fixture.dial.position = end
      },
      Way("a spring as the action") { fixture, curve, end in
        guard case .spring(let spring) = curve else { return }
        fixture.dial.$position.action = .spring(spring)
        fixture.dial.position = end
      },
      Way("a transaction around the action's") { fixture, curve, end in
        fixture.tree.run(Transaction(curve: curve)) {
          fixture.tree.run(Transaction()) { fixture.dial.position = end }
        }
      },
    ]

    static let explicit = [
      Way("an explicit animation") { fixture, curve, end in
        try fixture.dial.$position.add(
          BasicAnimation(from: fixture.dial.$position.presentation, to: end, curve: curve))
      },
      Way("an explicit animation by the transaction's curve") { fixture, curve, end in
        try fixture.tree.run(Transaction(curve: curve)) {
          try fixture.dial.$position.add(
            BasicAnimation(from: fixture.dial.$position.presentation, to: end))
        }
      },
      Way("a property animator") { fixture, curve, end in
        let animator = PropertyAnimator(tree: fixture.tree, duration: 1, curve: curve) {
          fixture.dial.position = end
        }
        animator.startAnimation()
      },
    ]

    static let keeping = [transaction(.keepVelocity), action(.keepVelocity)]
    static let replacing = [transaction(.replace), action(.replace)]
    static let byDefault = [transaction(nil), action(nil)] + implicit
  }

  /// Returns the velocity at the start of a way to 10, from rest at 0 or in mid-flight.
  private func velocity(_ way: Way, _ curve: AnimationCurve, isMoving: Bool) throws -> Double {
    let fixture = DialTree()
    if isMoving {
      // At 32 per second, from −4 to 4.
      Self.atOnce(fixture) { fixture.dial.position = -4 }
      fixture.dial.position = 4
      fixture.tree.update(to: 0.125)
      expectEqual(fixture.dial.$position.presentation, 0)
      expectEqual(fixture.dial.$position.velocity, 32)
    }
    try way.start(fixture, curve, 10)
    let start = fixture.tree.time
    let velocity = fixture.dial.$position.velocity
    #expect(abs(velocity - fixture.measuredVelocity(at: start + 2e-6)) < 0.01)
    fixture.tree.update(to: start)
    return velocity
  }

  private static func atOnce(_ fixture: DialTree, _ change: () -> Void) {
    fixture.tree.run(.withoutActions, changes: change)
  }

  @Test(
    "at rest, it is the spring's own, however the motion is started",
    arguments: Way.byDefault + Way.keeping + Way.replacing + Way.explicit)
  func atRest(way: Way) throws {
    try expectEqual(velocity(way, Self.flung, isMoving: false), 20)
    try expectEqual(velocity(way, Self.still, isMoving: false), 0)
  }

  @Test("in mid-flight, it is the spring's own, if it has one", arguments: Way.byDefault)
  func moving(way: Way) throws {
    try expectEqual(velocity(way, Self.flung, isMoving: true), 20)
    try expectEqual(velocity(way, Self.still, isMoving: true), 32)
  }

  @Test(
    "in mid-flight, it is the current velocity if that should be preserved", arguments: Way.keeping)
  func kept(way: Way) throws {
    try expectEqual(velocity(way, Self.flung, isMoving: true), 32)
    try expectEqual(velocity(way, Self.still, isMoving: true), 32)
  }

  @Test(
    "in mid-flight, it is the spring's own, if the current one is replaced",
    arguments: Way.replacing + Way.explicit)
  func replaced(way: Way) throws {
    try expectEqual(velocity(way, Self.flung, isMoving: true), 20)
    try expectEqual(velocity(way, Self.still, isMoving: true), 0)
  }

  @Test("a change that hadn't begun has no velocity to keep")
  func waiting() {
    let fixture = DialTree()
    fixture.tree.run(Transaction(curve: Self.flung, beginTime: 5)) { fixture.dial.position = 10 }
    expectEqual(fixture.dial.$position.velocity, 0)
    fixture.tree.run(Transaction(curve: Self.flung, retargeting: .keepVelocity)) {
      fixture.dial.position = 20
    }
    expectEqual(fixture.dial.$position.velocity, 40)
  }

  @Test("it is positive towards the target even if time runs backwards")
  func reversed() {
    let fixture = DialTree(time: 1)
    fixture.dial.setTiming(LayerTiming(beginTime: 1, speed: -1))
    fixture.tree.animate(curve: Self.flung) { fixture.dial.position = 10 }
    fixture.tree.update(to: 1.03125)
    #expect(fixture.dial.$position.presentation > 0.5)
  }

  @Test("an animator that continues with a spring starts with it, or keeps its velocity")
  func continued() {
    for (curve, velocity) in [(Self.flung, 10.0), (Self.still, 10.0 / 4)] {
      let fixture = DialTree()
      let animator = PropertyAnimator(tree: fixture.tree, duration: 4, curve: .linear) {
        fixture.dial.position = 10
      }
      animator.startAnimation()
      fixture.tree.update(to: 2)
      expectEqual(fixture.dial.$position.presentation, 5)
      animator.continueAnimation(with: curve)
      // Half of the way is left.
      expectEqual(fixture.dial.$position.velocity, velocity)
    }
  }
}
