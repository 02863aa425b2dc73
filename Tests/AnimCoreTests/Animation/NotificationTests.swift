import AnimCore
import TestSupport
import Testing

@Suite("Callbacks that start the next animation")
struct NotificationTests {
  private let fixture = DialTree()
  private let limit = 10_000

  @Test("terminate even if two chains replace each other's animations forever")
  func chainsReplaceEachOther() {
    let (tree, dial) = (fixture.tree, fixture.dial)
    var count = 0
    func go() {
      count += 1
      guard count < limit else { return }
      tree.animate(duration: 1) {
        dial.position = 1 - dial.position
      } completion: {
        go()
      }
    }
    go()
    go()
    tree.update(to: 0.1)
    #expect(count < limit)
    #expect(tree.time == 0.1 && tree.nextEventTime == 0.1, "the rest is due in the next update")
    let before = count
    tree.update(to: 0.2)
    #expect(count > before && count < limit)
  }

  @Test("terminate even if explicit animations replace each other under one key forever")
  func oneKey() throws {
    let dial = fixture.dial
    var count = 0
    func go() {
      count += 1
      guard count < limit else { return }
      try? dial.$position.add(BasicAnimation(to: 1), forKey: "a") { _ in go() }
    }
    go()
    go()
    fixture.tree.update(to: 0.1)
    #expect(count < limit)
  }

  @Test("end if nothing has a duration, as with reduced motion")
  func reducedMotion() {
    let (tree, dial) = (fixture.tree, fixture.dial)
    tree.reducesMotion = true
    var count = 0
    func go() {
      count += 1
      guard count < limit else { return }
      tree.animate(duration: 1) {
        dial.position = 1 - dial.position
      } completion: {
        go()
      }
    }
    go()
    #expect(count < limit)
    tree.update(to: 0.1)
    #expect(count < limit)
  }

  @Test("are all called at the instant of the event if they end")
  func finiteChain() {
    let (tree, dial) = (fixture.tree, fixture.dial)
    var times: [Seconds] = []
    tree.animate(duration: 1) {
      dial.position = 8
    } completion: {
      // Both replace the previous one.
      for target in [1.0, 2, 3] {
        tree.animate(duration: 1) {
          dial.position = target
        } completion: {
          times.append(tree.time)
        }
      }
    }
    tree.update(to: 5)
    expectEqual(times, [1, 1, 2])
  }

  @Test("are not called for an animation that its own transaction removed or replaced")
  func neverBegan() throws {
    let (tree, dial) = (fixture.tree, fixture.dial)
    let fixture = fixture
    try tree.run(Transaction()) { () throws(AnimationError) in
      try dial.$angle.add(
        BasicAnimation(to: .degrees(9)), forKey: "a", completion: fixture.note("removed"),
        began: { fixture.log.append("removed began") })
      dial.removeAnimation(forKey: "a")
      for name in ["replaced", "kept"] {
        try dial.$angle.add(
          BasicAnimation(to: .degrees(9)), forKey: "b", completion: fixture.note(name),
          began: { fixture.log.append("\(name) began") })
      }
    }
    expectEqual(fixture.log, ["removed removed", "replaced replaced", "kept began"])
  }
}
