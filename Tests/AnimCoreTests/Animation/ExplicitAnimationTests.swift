import AnimCore
import AnimGraphics
import TestSupport
import Testing

@Suite("Explicit animations")
struct ExplicitAnimationTests {
  private static let second = MediaTiming(duration: 1)

  /// Returns the values at 0, 1/4, … of a one-second animation of a property whose model value is
  /// 10.
  private func values(_ animation: BasicAnimation<Double>) throws -> [Double] {
    let fixture = DialTree()
    fixture.tree.run(.withoutActions) { fixture.dial.position = 10 }
    var animation = animation
    animation.timing.duration = 1
    try fixture.dial.$position.add(animation)
    return [0, 0.25, 0.5, 0.75].map { time in
      fixture.tree.update(to: time)
      return fixture.dial.$position.presentation
    }
  }

  @Test("from, to and by combine as in Core Animation's table")
  func rules() throws {
    try expectEqual(values(BasicAnimation(from: 0, to: 4)), [0, 1, 2, 3])
    try expectEqual(values(BasicAnimation(from: 2, by: 4)), [2, 3, 4, 5])
    try expectEqual(values(BasicAnimation(to: 6, by: 4)), [2, 3, 4, 5])
    try expectEqual(values(BasicAnimation(from: 2)), [2, 4, 6, 8])
    try expectEqual(values(BasicAnimation(to: 18)), [10, 12, 14, 16])
    try expectEqual(values(BasicAnimation(by: -4)), [10, 9, 8, 7])
  }

  @Test("an additive animation is added to the value underneath")
  func additive() throws {
    try expectEqual(values(BasicAnimation(from: 4, to: 0, isAdditive: true)), [14, 13, 12, 11])
    try expectEqual(values(BasicAnimation(by: 4, isAdditive: true)), [10, 11, 12, 13])

    let fixture = DialTree()
    fixture.dial.position = 8
    try fixture.dial.$position.add(
      BasicAnimation(from: 1, to: 1, timing: Self.second, isAdditive: true), forKey: "lift")
    fixture.tree.update(to: 0.125)
    expectEqual(fixture.dial.$position.presentation, 5)
    expectEqual(fixture.dial.$position.velocity, 32)
    expectEqual(fixture.dial.animationKeys, [.property, "lift"])
  }

  @Test("the reported velocity includes the motion underneath")
  func stackedVelocity() throws {
    let half = MediaTiming(duration: 2, speed: 0.5)
    let held = MediaTiming(duration: 0.01, fillMode: .forwards)
    let upper: [BasicAnimation<Double>] = [
      .init(from: 3, timing: half), .init(to: 3, timing: half), .init(by: 3, timing: half),
      .init(from: 3, to: 5, timing: half), .init(from: 3, to: 5, timing: half, isAdditive: true),
      .init(from: 3, timing: held, isRemovedOnCompletion: false),
      .init(by: 3, timing: held, isRemovedOnCompletion: false),
    ]
    for animation in upper {
      let fixture = DialTree()
      try fixture.dial.$position.add(
        BasicAnimation(
          from: 0, to: 9, curve: .easeIn, timing: MediaTiming(duration: 1)),
        forKey: "lower")
      try fixture.dial.$position.add(animation, forKey: "upper")
      let measured = fixture.measuredVelocity(at: 0.4)
      #expect(abs(fixture.dial.$position.velocity - measured) < 1e-4)
    }
  }

  @Test("each repetition of a cumulative animation continues from where the last one ended")
  func cumulative() throws {
    let fixture = DialTree()
    try fixture.dial.$angle.add(
      BasicAnimation(
        from: .zero, to: .degrees(90), timing: MediaTiming(duration: 1, repeatCount: 3),
        isCumulative: true))
    for (time, degrees) in [(0.5, 45.0), (1, 90), (1.5, 135), (2.75, 247.5)] {
      fixture.tree.update(to: time)
      #expect(abs(fixture.dial.$angle.presentation.degrees - degrees) < 1e-9)
    }
  }

  @Test(
    "an animation leaves the model value when it is removed, and stays attached with a fill mode")
  func ending() throws {
    let fixture = DialTree()
    try fixture.dial.$position.add(BasicAnimation(from: 1, to: 4), completion: fixture.note("gone"))
    var held = BasicAnimation(from: Point.zero, to: Point(x: 3, y: 3))
    held.timing.fillMode = .forwards
    held.isRemovedOnCompletion = false
    try fixture.dial.$place.add(held, forKey: "held", completion: fixture.note("held"))
    fixture.tree.update(to: 5)
    expectEqual(fixture.log, ["gone finished", "held finished"])
    expectEqual(fixture.dial.$position.presentation, 0)
    expectEqual(fixture.dial.$place.presentation, Point(x: 3, y: 3))
    #expect(!fixture.tree.hasRunningAnimations)
    fixture.dial.removeAllAnimations()
    expectEqual(fixture.dial.$place.presentation, .zero)
    expectEqual(fixture.log.count, 2)
  }

  @Test("an animation replaces the one with the same key, or none without a key")
  func keys() throws {
    let fixture = DialTree()
    let property = fixture.dial.$position
    try property.add(BasicAnimation(to: 1), forKey: "a", completion: fixture.note("1"))
    try property.add(BasicAnimation(to: 2), forKey: "b", completion: fixture.note("2"))
    try fixture.dial.$angle.add(
      BasicAnimation(to: .zero), forKey: "a", completion: fixture.note("3"))
    #expect(fixture.log.isEmpty)
    fixture.tree.update(to: 0)
    expectEqual(fixture.log, ["1 replaced"])
    try property.add(BasicAnimation(to: 3), forKey: nil, completion: fixture.note("4"))
    try property.add(BasicAnimation(to: 4), forKey: nil, completion: fixture.note("5"))
    expectEqual(fixture.dial.animationKeys, ["b", "a"])
    fixture.dial.removeAnimation(forKey: "b")
    expectEqual(fixture.log, ["1 replaced", "2 removed"])
    fixture.dial.removeAllAnimations()
    expectEqual(fixture.log, ["1 replaced", "2 removed", "3 removed", "4 removed", "5 removed"])
  }

  @Test("setting a property replaces its implicit animation, and no other property's")
  func propertyKey() throws {
    let fixture = DialTree()
    try fixture.dial.$position.add(BasicAnimation(to: 5), completion: fixture.note("mine"))
    try fixture.dial.$angle.add(BasicAnimation(to: .zero), completion: fixture.note("other"))
    fixture.dial.position = 3
    #expect(fixture.log.isEmpty)
    fixture.tree.update(to: 0)
    expectEqual(fixture.log, ["mine replaced"])
    fixture.dial.$angle.removeAnimation()
    expectEqual(fixture.log, ["mine replaced", "other removed"])
    #expect(fixture.tree.hasRunningAnimations)
  }

  @Test("completions are called one after another, even if one starts or ends another")
  func reentrancy() throws {
    let fixture = DialTree()
    try fixture.dial.$position.add(BasicAnimation(to: 5)) { ending in
      fixture.log.append("a \(ending)")
      fixture.dial.removeAnimation(forKey: "b")
      fixture.log.append("a done")
    }
    try fixture.dial.$angle.add(
      BasicAnimation(to: .zero), forKey: "b", completion: fixture.note("b"))
    fixture.tree.run(Transaction()) { fixture.dial.position = 1 }
    expectEqual(fixture.log, ["a replaced", "a done", "b removed"])
  }

  @Test(
    "in a completion the time is that of the end, and animations added there begin at that time")
  func chains() throws {
    let fixture = DialTree()
    var seen: [Double] = []
    fixture.tree.run(Transaction()) {
      fixture.dial.position = 8
    } completion: {
      seen.append(fixture.tree.time)
      fixture.dial.angle = .degrees(90)
    }
    fixture.tree.update(to: 0.375)
    expectEqual(seen, [0.25])
    expectEqual(fixture.tree.time, 0.375)
    expectEqual(fixture.tree.animationsEnd, 0.5)
  }

  @Test("an animation without duration that restarts itself ends only once per update")
  func noLength() throws {
    let fixture = DialTree()
    var count = 0
    func again(_ ending: AnimationCompletionReason) {
      count += 1
      let timing = MediaTiming(duration: 0)
      try? fixture.dial.$position.add(
        BasicAnimation(to: 1, timing: timing), forKey: nil, completion: again)
    }
    again(.finished)
    for frame in 1...4 { fixture.tree.update(to: Double(frame)) }
    expectEqual(count, 5)
  }

  @Test("a spring uses its settling time, whatever the transaction's duration")
  func spring() throws {
    let fixture = DialTree()
    fixture.tree.transaction = Transaction(duration: 9)
    try fixture.dial.$position.add(BasicAnimation(from: 0, to: 100, curve: .spring(.standard)))
    expectEqual(fixture.tree.animationsEnd, Spring.standard.settlingDuration)
    fixture.tree.update(to: 0.35)
    #expect(
      abs(fixture.dial.$position.presentation - 100 * Spring.standard.value(at: 0.35)) < 1e-9)
  }

  @Test("an animation can begin later, or at an instant in the past")
  func begins() throws {
    let fixture = DialTree(time: 5)
    try fixture.tree.run(Transaction(beginTime: 4)) { () throws(AnimationError) in
      try fixture.dial.$position.add(
        BasicAnimation(from: 0, to: 8, timing: MediaTiming(duration: 4)))
      try fixture.dial.$place.add(
        BasicAnimation(
          from: .zero, to: Point(x: 8, y: 0), timing: MediaTiming(delay: 2, duration: 4)))
    }
    expectEqual(fixture.dial.$position.presentation, 2)
    fixture.tree.update(to: 7)
    expectEqual(fixture.dial.$position.presentation, 6)
    expectEqual(fixture.dial.$place.presentation, Point(x: 2, y: 0))
  }

  @Test("an invalid animation is rejected by name and has no effect")
  func errors() throws {
    let fixture = DialTree()
    let property = fixture.dial.$position
    #expect(throws: AnimationError.overdetermined(from: "1.0", to: "2.0", by: "3.0")) {
      try property.add(BasicAnimation(from: 1, to: 2, by: 3))
    }
    #expect(throws: AnimationError.noEndpoints) { try property.add(BasicAnimation()) }
    #expect(throws: AnimationError.outOfRange(.duration, -2)) {
      try property.add(BasicAnimation(to: 1, timing: MediaTiming(duration: -2)))
    }
    #expect(throws: AnimationError.outOfRange(.repeatCount, -1)) {
      try property.add(BasicAnimation(to: 1, timing: MediaTiming(repeatCount: -1)))
    }
    #expect(throws: AnimationError.outOfRange(.repeatDuration, -3)) {
      try property.add(BasicAnimation(to: 1, timing: MediaTiming(repeatDuration: -3)))
    }
    #expect(throws: AnimationError.outOfRange(.speed, .infinity)) {
      try property.add(BasicAnimation(to: 1, timing: MediaTiming(speed: .infinity)))
    }
    for timing in [
      MediaTiming(delay: .nan), MediaTiming(duration: .nan), MediaTiming(speed: .nan),
      MediaTiming(timeOffset: .nan), MediaTiming(repeatCount: .nan),
      MediaTiming(repeatDuration: .nan),
    ] {
      #expect(throws: AnimationError.self) {
        try property.add(BasicAnimation(to: 1, timing: timing))
      }
    }
    #expect(throws: AnimationError.layerWithoutTree) {
      try Dial().$position.add(BasicAnimation(to: 1))
    }
    #expect(fixture.dial.animationKeys.isEmpty)
    let error = AnimationError.overdetermined(from: "1.0", to: "2.0", by: "3.0")
    expectEqual(
      "\(error)", "animation: from (1.0), to (2.0) and by (3.0) are all set; omit one")
  }

  @Test("a cumulative animation continues from where it ended, whatever its start")
  func cumulativeStart() throws {
    let fixture = DialTree()
    try fixture.dial.$position.add(
      BasicAnimation(
        from: 10, to: 20,
        timing: MediaTiming(duration: 0.1, repeatCount: 3, fillMode: .forwards),
        isCumulative: true, isRemovedOnCompletion: false))
    for (time, value) in [(0.05, 15.0), (0.15, 25), (0.25, 35), (0.3001, 40), (7, 40)] {
      fixture.tree.update(to: time)
      #expect(abs(fixture.dial.$position.presentation - value) < 1e-9, "at \(time)")
    }
    expectEqual(fixture.dial.$position.presentation, 40)
    try fixture.dial.$position.add(
      BasicAnimation(
        from: 10, to: 20,
        timing: MediaTiming(duration: 1, repeatCount: 3, autoreverses: true), isCumulative: true))
    fixture.tree.update(to: 7 + 4.5)
    expectEqual(fixture.dial.$position.presentation, 15)
  }

  @Test("a held end is exactly the end, however its instant is rounded")
  func heldEnds() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let fixture = DialTree(time: generator.unit() * 100)
      fixture.dial.setTiming(
        LayerTiming(beginTime: generator.unit(), speed: generator.unit() + 0.1, timeOffset: 0.3))
      let timing = MediaTiming(
        delay: generator.unit(), duration: generator.unit(), fillMode: .forwards)
      try fixture.dial.$position.add(
        BasicAnimation(from: 1, to: 4, timing: timing, isRemovedOnCompletion: false),
        completion: fixture.note("held"))
      let end = try #require(fixture.tree.animationsEnd)
      fixture.tree.update(to: end)
      expectEqual(fixture.log, ["held finished"])
      expectEqual(fixture.dial.$position.presentation, 4)
    }
  }

  @Test(
    "the began callback is called once, at the start, and after the call that added the animation")
  func began() throws {
    let fixture = DialTree()
    let later = BasicAnimation(to: 1.0, timing: MediaTiming(delay: 2, duration: 1))
    try fixture.dial.$position.add(later) {
      fixture.log.append("later \($0)")
    } began: {
      fixture.log.append("later begins at \(fixture.tree.time)")
    }
    let now = BasicAnimation(to: Angle.degrees(9))
    try fixture.dial.$angle.add(now, began: { fixture.log.append("now begins") })
    fixture.dial.setTiming(LayerTiming(timeOffset: 0.125))
    fixture.dial.setTiming(.identity)
    #expect(fixture.log.isEmpty)
    fixture.tree.update(to: 1)
    expectEqual(fixture.log, ["now begins"])
    fixture.tree.update(to: 10)
    fixture.tree.update(to: 11)
    expectEqual(fixture.log, ["now begins", "later begins at 2.0", "later finished"])
  }

  @Test("by can have a value as its displacement")
  func byValue() throws {
    let fixture = DialTree()
    try fixture.dial.$place.add(
      BasicAnimation(by: Point(x: 8, y: 4), timing: MediaTiming(duration: 1)))
    try fixture.dial.$angle.add(
      BasicAnimation(from: .zero, by: .degrees(90), timing: MediaTiming(duration: 1)))
    fixture.tree.update(to: 0.5)
    expectEqual(fixture.dial.$place.presentation, Point(x: 4, y: 2))
    #expect(abs(fixture.dial.$angle.presentation.degrees - 45) < 1e-9)
    try fixture.dial.$place.add(
      BasicAnimation(by: Vector(dx: 8, dy: 4), timing: MediaTiming(duration: 1)))
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$place.presentation, Point(x: 4, y: 2))
  }

  @Test("animations can be looked up, and properties report whether they are animated")
  func lookup() throws {
    let fixture = DialTree(time: 3)
    #expect(fixture.dial.animation(forKey: "spin") == nil)
    try fixture.dial.$angle.add(
      BasicAnimation(to: .degrees(9), timing: MediaTiming(delay: 1)), forKey: "spin")
    let waiting = try #require(fixture.dial.animation(forKey: "spin"))
    #expect(waiting.phase == .waiting && !fixture.dial.$angle.isAnimating)
    #expect(waiting.beginTime == 4 && waiting.timing == MediaTiming(duration: 0.25))
    fixture.tree.update(to: 4)
    expectEqual(fixture.dial.$angle.animation(forKey: "spin")?.phase, .running)
    #expect(fixture.dial.$angle.isAnimating && !fixture.dial.$position.isAnimating)
    #expect(fixture.dial.$angle.animation() == nil)
    fixture.tree.update(to: 5)
    #expect(fixture.dial.animation(forKey: "spin") == nil && !fixture.dial.$angle.isAnimating)
    fixture.dial.position = 3
    expectEqual(fixture.dial.$position.animation()?.phase, .running)
  }
}
