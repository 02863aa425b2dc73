import AnimCore
import TestSupport
import Testing

@Suite("When members of animation groups begin and end")
struct GroupMemberEventTests {
  private let fixture = DialTree()

  /// Returns a group of one member that moves for a second.
  private func group(
    _ timing: MediaTiming, member: MediaTiming = MediaTiming(delay: 1, duration: 1),
    curve: AnimationCurve? = nil
  ) -> AnimationGroup {
    var group = AnimationGroup(timing: timing, curve: curve)
    group.add(BasicAnimation(from: 1, to: 9, timing: member), to: fixture.dial.$position)
    return group
  }

  private func add(_ group: AnimationGroup) throws {
    let fixture = fixture
    try fixture.dial.add(
      group,
      onMember: { property, event in
        #expect(property === fixture.dial.$position)
        fixture.log.append("\(event == .began ? "began" : "ended") \(fixture.tree.time)")
      })
  }

  @Test("is at their own times in a group that runs through once without changes of time")
  func straight() throws {
    try add(group(MediaTiming(delay: 2, duration: 8, speed: 2)))
    fixture.tree.update(to: 10)
    expectEqual(fixture.log, ["began 2.5", "ended 3.0"])
  }

  @Test("is with the group if that begins in the middle, or is nested in another one")
  func groupTimes() throws {
    try add(group(MediaTiming(delay: 2, duration: 4, timeOffset: 3)))
    fixture.tree.update(to: 10)
    expectEqual(fixture.log, ["began 2.0", "ended 6.0"])
    fixture.log = []
    var outer = AnimationGroup(timing: MediaTiming(delay: 3, duration: 10))
    outer.add(group(MediaTiming(delay: 2, duration: 4)))
    try add(outer)
    fixture.tree.update(to: 30)
    expectEqual(fixture.log, ["began 15.0", "ended 19.0"])
  }

  @Test("is with the group on a layer whose time runs backwards")
  func backwards() throws {
    fixture.dial.setTiming(LayerTiming(speed: -1))
    try add(group(MediaTiming(delay: -4, duration: 4)))
    expectEqual(fixture.tree.animationsEnd, 4)
    fixture.tree.update(to: 10)
    expectEqual(fixture.log, ["began 0.0", "ended 4.0"])
  }

  @Test("is never after the end of the group")
  func cutOff() throws {
    try add(
      group(MediaTiming(duration: 2), member: MediaTiming(delay: 1, duration: 9)))
    expectEqual(fixture.tree.animationsEnd, 2)
    fixture.tree.update(to: 10)
    expectEqual(fixture.log, ["began 1.0", "ended 2.0"])
  }

  @Test("doesn't remove their last value while the group runs")
  func held() throws {
    try add(
      group(
        MediaTiming(duration: 4), member: MediaTiming(duration: 1, fillMode: .forwards)))
    fixture.tree.update(to: 3)
    expectEqual(fixture.log, ["began 0.0", "ended 1.0"])
    expectEqual(fixture.dial.$position.presentation, 9)
    fixture.tree.update(to: 4)
    expectEqual(fixture.dial.$position.presentation, 0)
  }

  @Test("results in a velocity that includes the group's curve")
  func velocity() throws {
    try add(
      group(
        MediaTiming(duration: 4, speed: 0.5), member: MediaTiming(duration: 4), curve: .easeIn))
    for time in [0.5, 2, 5] {
      let measured = fixture.measuredVelocity(at: time)
      #expect(abs(fixture.dial.$position.velocity - measured) < 1e-6)
    }
  }
}
