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

  @Test("a group's speed, repetition and curve apply to its members")
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

  @Test("groups can be nested")
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

  @Test("a group with an invalid member, or one of another layer, adds nothing")
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

  @Test("members without a duration take the group's, and springs their own")
  func durations() throws {
    let stage = Stage()
    var group = AnimationGroup(timing: MediaTiming(duration: 2))
    group.add(BasicAnimation(from: 0, to: 8), to: stage.dial.$position)
    group.add(BasicAnimation(from: 0, to: 8, curve: .spring(.standard)), to: stage.dial.$silent)
    try stage.tree.animate(duration: 7) { try stage.dial.add(group) }
    stage.tree.update(to: 1)
    #expect(stage.dial.$position.presentation == 4)
    #expect(abs(stage.dial.$silent.presentation - 8 * Spring.standard.value(at: 1)) < 1e-9)
  }

  @Test("a group that fills forwards holds members that end with it, even for decimal durations")
  func holdsItsEnd() throws {
    for (begin, length) in [(0.0, 0.3), (0.1, 0.2), (0.1, 0.7), (0.3, 0.6)] {
      let stage = Stage(time: 10.1)
      var group = AnimationGroup(
        timing: MediaTiming(duration: begin + length, fillMode: .forwards),
        isRemovedOnCompletion: false)
      group.add(
        BasicAnimation(from: 1, to: 8, timing: MediaTiming(beginTime: begin, duration: length)),
        to: stage.dial.$position)
      group.add(
        BasicAnimation(from: 1, to: 8, timing: MediaTiming(duration: length / 2)),
        to: stage.dial.$silent)
      try stage.dial.add(group, forKey: "group", completion: stage.note("group"))
      stage.tree.update(to: 20)
      #expect(stage.log == ["group finished"])
      #expect(stage.dial.$position.presentation == 8)
      #expect(stage.dial.$silent.presentation == 0)
      #expect(stage.dial.animation(forKey: "group")?.phase == .ended)
    }
  }

  @Test("members report their own start and end, and in a group that repeats, the group's")
  func memberCallbacks() throws {
    func log(_ timing: MediaTiming) throws -> [String] {
      let stage = Stage(time: 1)
      var group = AnimationGroup(timing: timing)
      func note(_ name: String) -> (AnimationEnding) -> Void {
        { stage.log.append("\(name) \($0) at \(stage.tree.time)") }
      }
      group.add(
        BasicAnimation(to: 1, timing: MediaTiming(beginTime: 0.5, duration: 1)),
        to: stage.dial.$position, completion: note("a")
      ) { stage.log.append("a begins at \(stage.tree.time)") }
      group.add(
        BasicAnimation(to: .zero, timing: MediaTiming(duration: 9)), to: stage.dial.$angle,
        completion: note("b"))
      try stage.dial.add(group, completion: note("group"))
      stage.tree.update(to: 20)
      #expect(!stage.tree.hasRunningAnimations && stage.tree.nextEventTime == nil)
      return stage.log
    }
    #expect(
      try log(MediaTiming(duration: 4, speed: 2)) == [
        "a begins at 1.25", "a finished at 1.75", "b finished at 3.0", "group finished at 3.0",
      ])
    #expect(
      try log(MediaTiming(duration: 2, repeatCount: 2)) == [
        "a begins at 1.0", "a finished at 5.0", "b finished at 5.0", "group finished at 5.0",
      ])
  }

  @Test("members end in the same way as their group")
  func memberRemoval() throws {
    let stage = Stage()
    var group = AnimationGroup(timing: MediaTiming(duration: 2))
    group.add(BasicAnimation(to: 1), to: stage.dial.$position, completion: stage.note("member"))
    try stage.dial.add(group, forKey: "group", completion: stage.note("group"))
    stage.tree.update(to: 1)
    stage.dial.removeAnimation(forKey: "group")
    #expect(stage.log == ["member removed", "group removed"])
    #expect(!stage.tree.hasRunningAnimations)
  }
}
