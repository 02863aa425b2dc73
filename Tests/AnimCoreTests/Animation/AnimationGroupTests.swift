import AnimCore
import TestSupport
import Testing

@Suite("Animation groups")
struct AnimationGroupTests {
  private func group(_ fixture: DialTree, timing: MediaTiming) -> AnimationGroup {
    var group = AnimationGroup(timing: timing)
    group.add(
      BasicAnimation(from: 0, to: 8, timing: MediaTiming(duration: 4)), to: fixture.dial.$position)
    group.add(
      BasicAnimation(
        from: .zero, to: .degrees(90), timing: MediaTiming(delay: 1, duration: 1)),
      to: fixture.dial.$angle)
    return group
  }

  @Test("members run in the group's time and end with it")
  func time() throws {
    let fixture = DialTree(time: 10)
    try fixture.dial.add(
      group(fixture, timing: MediaTiming(duration: 2)), completion: fixture.note("group"))
    fixture.tree.update(to: 11.5)
    expectEqual(fixture.dial.$position.presentation, 3)
    expectEqual(fixture.dial.$position.velocity, 2)
    #expect(abs(fixture.dial.$angle.presentation.degrees - 45) < 1e-9)
    fixture.tree.update(to: 12)
    expectEqual(fixture.dial.$position.presentation, 0)
    expectEqual(fixture.log, ["group finished"])
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test("a group's speed, repetition and curve apply to its members")
  func groupTiming() throws {
    let fixture = DialTree()
    var pair = group(fixture, timing: MediaTiming(duration: 2, speed: 2, repeatCount: 2))
    try fixture.dial.add(pair, forKey: "pair")
    fixture.tree.update(to: 1.25)
    expectEqual(fixture.dial.$position.presentation, 1)
    expectEqual(fixture.dial.$position.velocity, 4)
    expectEqual(fixture.tree.animationsEnd, 2)
    pair.curve = .steps(2)
    pair.timing = MediaTiming(duration: 2)
    try fixture.dial.add(pair, forKey: "pair")
    expectEqual(fixture.dial.animationKeys, ["pair"])
    fixture.tree.update(to: 2.5)
    expectEqual(fixture.dial.$position.presentation, 2)
  }

  @Test(
    "if a group's curve goes beyond its ends, members are held at them",
    arguments: [(0.6, -0.9, 0.7, 1.0), (0.3, 0.0, 0.4, 1.9), (0.4, -0.8, 0.6, 1.8)])
  func overshoot(x1: Double, y1: Double, x2: Double, y2: Double) throws {
    let curve = TimingFunction.cubicBezier(x1, y1, x2, y2)
    let fixture = DialTree()
    fixture.dial.position = 100
    fixture.tree.update(to: 1)
    var group = AnimationGroup(timing: MediaTiming(duration: 2), curve: .function(curve))
    group.add(
      BasicAnimation(from: 3, to: 11, timing: MediaTiming(duration: 2)), to: fixture.dial.$position)
    group.add(
      BasicAnimation(from: 5, to: 7, timing: MediaTiming(duration: 2, speed: 0.5)),
      to: fixture.dial.$silent)
    try fixture.dial.add(group)
    var isBeyond = false
    for step in 1..<100 {
      let progress = Double(step) / 100
      fixture.tree.update(to: 1 + 2 * progress)
      let value = curve.value(at: progress)
      let held = min(max(value, 0), 1)
      #expect(abs(fixture.dial.$position.presentation - (3 + 8 * held)) < 1e-9, "\(progress)")
      #expect(abs(fixture.dial.$silent.presentation - (5 + held)) < 1e-9, "\(progress)")
      if value != held {
        isBeyond = true
        expectEqual(fixture.dial.$position.velocity, 0)
      }
    }
    #expect(isBeyond)
  }

  @Test("groups can be nested")
  func nesting() throws {
    let fixture = DialTree()
    var outer = AnimationGroup(timing: MediaTiming(duration: 10))
    outer.add(group(fixture, timing: MediaTiming(delay: 3, duration: 2, speed: 0.5)))
    try fixture.dial.add(outer)
    fixture.tree.update(to: 5)
    expectEqual(fixture.dial.$position.presentation, 2)
    fixture.tree.update(to: 7.5)
    expectEqual(fixture.dial.$position.presentation, 0)
    expectEqual(fixture.tree.animationsEnd, 10)
  }

  @Test("a group with an invalid member, or one of another layer, adds nothing")
  func errors() {
    let fixture = DialTree()
    var bad = group(fixture, timing: MediaTiming(duration: 2))
    bad.add(BasicAnimation(to: 1, timing: MediaTiming(duration: -1)), to: fixture.dial.$position)
    #expect(throws: AnimationError.outOfRange(.duration, -1)) { try fixture.dial.add(bad) }
    var foreign = group(fixture, timing: MediaTiming(duration: 2))
    foreign.add(BasicAnimation(to: 1), to: Dial().$position)
    #expect(throws: AnimationError.propertyOfAnotherLayer) { try fixture.dial.add(foreign) }
    fixture.tree.update(to: 0.5)
    expectEqual(fixture.dial.$position.presentation, 0)
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test("members without a duration have the group's duration, and springs have their own")
  func durations() throws {
    let fixture = DialTree()
    var group = AnimationGroup(timing: MediaTiming(duration: 2))
    group.add(BasicAnimation(from: 0, to: 8), to: fixture.dial.$position)
    group.add(BasicAnimation(from: 0, to: 8, curve: .spring(.standard)), to: fixture.dial.$silent)
    try fixture.tree.animate(duration: 7) { try fixture.dial.add(group) }
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$position.presentation, 4)
    #expect(abs(fixture.dial.$silent.presentation - 8 * Spring.standard.value(at: 1)) < 1e-9)
  }

  @Test("a group that fills forwards holds members that end with it, even for decimal durations")
  func holdsItsEnd() throws {
    for (begin, length) in [(0.0, 0.3), (0.1, 0.2), (0.1, 0.7), (0.3, 0.6)] {
      let fixture = DialTree(time: 10.1)
      var group = AnimationGroup(
        timing: MediaTiming(duration: begin + length, fillMode: .forwards),
        isRemovedOnCompletion: false)
      group.add(
        BasicAnimation(from: 1, to: 8, timing: MediaTiming(delay: begin, duration: length)),
        to: fixture.dial.$position)
      group.add(
        BasicAnimation(from: 1, to: 8, timing: MediaTiming(duration: length / 2)),
        to: fixture.dial.$silent)
      try fixture.dial.add(group, forKey: "group", completion: fixture.note("group"))
      fixture.tree.update(to: 20)
      expectEqual(fixture.log, ["group finished"])
      expectEqual(fixture.dial.$position.presentation, 8)
      expectEqual(fixture.dial.$silent.presentation, 0)
      expectEqual(fixture.dial.animation(forKey: "group")?.phase, .ended)
    }
  }

  @Test(
    "a member that ends at the turning point of its group shows its end there, whatever its fill mode",
    arguments: [0.25, 0.3, 0.7, 2])
  func turn(length: Seconds) throws {
    for (curve, fillMode) in [
      (AnimationCurve.linear, MediaTiming.FillMode.removed), (.easeInEaseOut, .backwards),
      (.linear, .forwards),
    ] {
      let fixture = DialTree(time: 10.1)
      let dial = fixture.dial
      var inner = AnimationGroup(timing: MediaTiming(duration: length / 3, repeatCount: 3))
      inner.add(BasicAnimation(from: 1, to: 8), to: dial.$silent)
      var group = AnimationGroup(
        timing: MediaTiming(duration: length, repeatCount: 2, autoreverses: true), curve: curve)
      group.add(
        BasicAnimation(
          from: 1, to: 8,
          timing: MediaTiming(delay: length / 3, duration: length * 2 / 3, fillMode: fillMode)),
        to: dial.$position)
      group.add(BasicAnimation(from: 1, to: 8), to: dial.$still)
      group.add(
        BasicAnimation(from: 1, to: 8, timing: MediaTiming(duration: length / 2)),
        to: dial.$opacity)
      group.add(inner)
      try dial.add(group)
      for turn in [10.1 + length, 10.1 + 3 * length] {
        for instant in [turn.nextDown, turn, turn.nextUp] {
          fixture.tree.update(to: instant)
          for value in [dial.$position, dial.$still, dial.$silent].map(\.presentation) {
            #expect(abs(value - 8) < 1e-9, "\(instant - turn) s from the turn")
          }
          expectEqual(dial.$opacity.presentation, 0, "it has ended before")
        }
      }
      // At the end of the group, nothing holds it.
      fixture.tree.update(to: 10.1 + 4 * length + 1e-9)
      expectEqual(dial.$position.presentation, 0)
    }
  }

  @Test("a group without duration doesn't show the end of its members before its start")
  func noLength() throws {
    let fixture = DialTree()
    var group = AnimationGroup(
      timing: MediaTiming(delay: 1, duration: 0, autoreverses: true, fillMode: .backwards))
    group.add(
      BasicAnimation(from: 1, to: 8, timing: MediaTiming(fillMode: .backwards)),
      to: fixture.dial.$position)
    try fixture.dial.add(group)
    fixture.tree.update(to: 0.5)
    expectEqual(fixture.dial.$position.presentation, 0)
  }

  @Test("members report their own start and end, or the group's if it repeats")
  func memberCallbacks() throws {
    func log(_ timing: MediaTiming) throws -> [String] {
      let fixture = DialTree(time: 1)
      var group = AnimationGroup(timing: timing)
      func note(_ name: String) -> (AnimationCompletionReason) -> Void {
        { fixture.log.append("\(name) \($0) at \(fixture.tree.time)") }
      }
      group.add(
        BasicAnimation(to: 1, timing: MediaTiming(delay: 0.5, duration: 1)),
        to: fixture.dial.$position)
      group.add(
        BasicAnimation(to: .zero, timing: MediaTiming(duration: 9)), to: fixture.dial.$angle)
      try fixture.dial.add(
        group, completion: note("group"),
        onMember: { property, event in
          let isA = property === fixture.dial.$position
          switch event {
          case .began: if isA { fixture.log.append("a begins at \(fixture.tree.time)") }
          case .ended(let ending): note(isA ? "a" : "b")(ending)
          }
        })
      fixture.tree.update(to: 20)
      #expect(!fixture.tree.hasRunningAnimations && fixture.tree.nextEventTime == nil)
      return fixture.log
    }
    try expectEqual(
      log(MediaTiming(duration: 4, speed: 2)),
      [
        "a begins at 1.25", "a finished at 1.75", "b finished at 3.0", "group finished at 3.0",
      ])
    try expectEqual(
      log(MediaTiming(duration: 2, repeatCount: 2)),
      [
        "a begins at 1.0", "a finished at 5.0", "b finished at 5.0", "group finished at 5.0",
      ])
  }

  @Test("members end for the same reason as their group")
  func memberRemoval() throws {
    let fixture = DialTree()
    var group = AnimationGroup(timing: MediaTiming(duration: 2))
    group.add(BasicAnimation(to: 1), to: fixture.dial.$position)
    try fixture.dial.add(
      group, forKey: "group", completion: fixture.note("group"),
      onMember: { _, event in
        if case .ended(let ending) = event { fixture.note("member")(ending) }
      })
    fixture.tree.update(to: 1)
    fixture.dial.removeAnimation(forKey: "group")
    expectEqual(fixture.log, ["member removed", "group removed"])
    #expect(!fixture.tree.hasRunningAnimations)
  }
}
