import AnimCore
import Testing

@Suite("Animation groups")
struct AnimationGroupTests {
  private func group(_ stage: Stage, timing: MediaTiming) -> AnimationGroup {
    var group = AnimationGroup(timing: timing)
    group.add(
      BasicAnimation(from: 0, to: 8, timing: MediaTiming(duration: 4)), to: stage.dial.$position)
    group.add(
      BasicAnimation(
        from: .zero, to: .degrees(90), timing: MediaTiming(beginTime: 1, duration: 1)),
      to: stage.dial.$angle)
    return group
  }

  @Test("members run in the group's time and are cut off with it")
  func time() throws {
    let stage = Stage(time: 10)
    try stage.dial.add(
      group(stage, timing: MediaTiming(duration: 2)), completion: stage.note("group"))
    stage.tree.update(to: 11.5)
    #expect(stage.dial.$position.presentation == 3)
    #expect(stage.dial.$position.velocity == 2)
    #expect(abs(stage.dial.$angle.presentation.degrees - 45) < 1e-9)
    stage.tree.update(to: 12)
    #expect(stage.dial.$position.presentation == 0)
    #expect(stage.log == ["group finished"])
    #expect(!stage.tree.hasRunningAnimations)
  }

  @Test("a group's speed, repetition and curve hold for its members")
  func groupTiming() throws {
    let stage = Stage()
    var pair = group(stage, timing: MediaTiming(duration: 2, speed: 2, repeatCount: 2))
    try stage.dial.add(pair, forKey: "pair")
    stage.tree.update(to: 1.25)
    #expect(stage.dial.$position.presentation == 1)
    #expect(stage.dial.$position.velocity == 4)
    #expect(stage.tree.animationsEnd == 2)
    pair.curve = .steps(2)
    pair.timing = MediaTiming(duration: 2)
    try stage.dial.add(pair, forKey: "pair")
    #expect(stage.dial.animationKeys == ["pair"])
    stage.tree.update(to: 2.5)
    #expect(stage.dial.$position.presentation == 2)
  }

  @Test("a group may stand in a group")
  func nesting() throws {
    let stage = Stage()
    var outer = AnimationGroup(timing: MediaTiming(duration: 10))
    outer.add(group(stage, timing: MediaTiming(beginTime: 3, duration: 2, speed: 0.5)))
    try stage.dial.add(outer)
    stage.tree.update(to: 5)
    #expect(stage.dial.$position.presentation == 2)
    stage.tree.update(to: 7.5)
    #expect(stage.dial.$position.presentation == 0)
    #expect(stage.tree.animationsEnd == 10)
  }

  @Test("a group with a member that cannot be, or that is another layer's, adds nothing")
  func errors() {
    let stage = Stage()
    var bad = group(stage, timing: MediaTiming(duration: 2))
    bad.add(BasicAnimation(to: 1, timing: MediaTiming(duration: -1)), to: stage.dial.$position)
    #expect(throws: AnimationError.outOfRange(.duration, -1)) { try stage.dial.add(bad) }
    var foreign = group(stage, timing: MediaTiming(duration: 2))
    foreign.add(BasicAnimation(to: 1), to: Dial().$position)
    #expect(throws: AnimationError.propertyOfAnotherLayer) { try stage.dial.add(foreign) }
    stage.tree.update(to: 0.5)
    #expect(stage.dial.$position.presentation == 0)
    #expect(!stage.tree.hasRunningAnimations)
  }
}
