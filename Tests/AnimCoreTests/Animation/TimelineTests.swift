import TestSupport
import Testing

@testable import AnimCore

@Suite("Keyframe timelines")
struct TimelineTests {
  private struct Pose: Equatable {
    var x = 0.0
    var angle = Angle.zero
    var color = Color.black
  }

  private func x(_ keyframes: [Keyframe<Double>], _ initial: Double = 0) -> KeyframeTimeline<Pose> {
    KeyframeTimeline(Pose(x: initial), tracks: [KeyframeTrack(\.x, keyframes)])
  }

  @Test("a value moves from keyframe to keyframe, and stays at the last")
  func keyframes() {
    let rest = Spring(duration: 0.5).settlingDuration
    let table: [(String, [Keyframe<Double>], [(Seconds, Double)])] = [
      ("none", [], [(-1, 2), (0, 2), (9, 2)]),
      (
        "linear", [.linear(10, duration: 2), .linear(0, duration: 1, curve: .steps(2))],
        [(-1, 2), (0, 2), (1, 6), (2, 10), (2.25, 10), (2.75, 5), (3, 0), (9, 0)]
      ),
      ("move", [.move(5), .linear(7, duration: 1), .move(1)], [(0, 5), (0.5, 6), (1, 1)]),
      ("at rest at both ends", [.cubic(10, duration: 2)], [(0, 2), (1, 6), (2, 10)]),
      (
        "as fast as it is told", [.cubic(4, duration: 1, startVelocity: 2, endVelocity: 2)],
        [(0.25, 2.5), (0.5, 3), (0.75, 3.5), (1, 4)]
      ),
      ("a spring", [.spring(10)], [(0, 2), (rest, 10), (9, 10)]),
      ("no time", [.linear(3, duration: 0), .linear(4, duration: .nan)], [(0, 4), (1, 4)]),
    ]
    for (name, keyframes, values) in table {
      let timeline = x(keyframes, 2)
      for (time, value) in values {
        #expect(abs(timeline.value(at: time).x - value) < 1e-12, "\(name) at \(time)")
      }
    }
  }

  @Test("the velocity is continuous where cubic keyframes and springs follow others")
  func velocity() {
    let table: [([Keyframe<Double>], at: Seconds, velocity: Double)] = [
      ([.cubic(3, duration: 1), .cubic(4, duration: 1)], 1, 2),
      ([.linear(3, duration: 1), .cubic(9, duration: 1)], 1, 3),
      ([.linear(3, duration: 1), .spring(0)], 1, 3),
      ([.cubic(3, duration: 1, endVelocity: 5), .spring(0)], 1, 5),
      (
        [.spring(1, duration: 0.125), .cubic(3, duration: 1)], 0.125,
        Spring.smooth.velocity(at: 0.125)
      ),
      ([.cubic(3, duration: 1), .linear(3, duration: 1)], 1, 0),
    ]
    for (keyframes, time, velocity) in table {
      let timeline = x(keyframes)
      let step = 1e-6
      func slope(_ from: Seconds) -> Double {
        (timeline.value(at: from + step).x - timeline.value(at: from).x) / step
      }
      #expect(abs(slope(time - step) - velocity) < 0.02, "before \(time): \(slope(time - step))")
      #expect(abs(slope(time) - velocity) < 0.02, "after \(time): \(slope(time))")
    }
  }

  @Test("an interrupted spring continues from its current value and velocity")
  func cut() {
    let spring = Spring(duration: 1, bounce: 0.5)
    let whole = x([.spring(10, spring: spring)])
    let parts = x([.spring(10, duration: 0.25, spring: spring), .spring(10, spring: spring)])
    for time in [0.1, 0.25, 0.3, 0.7, 1.5] {
      #expect(abs(whole.value(at: time).x - parts.value(at: time).x) < 1e-9, "\(time)")
    }
    // A spring with its own velocity starts with it, in distances per second.
    let kicked = x([.spring(10, spring: Spring(duration: 1, initialVelocity: 4))])
    #expect(abs(kicked.value(at: 1e-6).x / 1e-6 - 40) < 0.01)
    #expect(x([.spring(1, spring: Spring(duration: 1, bounce: 1))]).duration == 10)
  }

  @Test("tracks of several parts run in parallel, and each stays at its last value")
  func tracks() {
    let timeline = KeyframeTimeline(
      Pose(x: 1),
      tracks: [
        KeyframeTrack(\.x, [.linear(3, duration: 1)]),
        KeyframeTrack(\.angle, [.linear(.turns(0.75), duration: 2)], turning: .shortest),
      ])
    expectEqual(timeline.duration, 2)
    expectEqual(timeline.value(at: 1), Pose(x: 3, angle: .turns(-0.125)))
    expectEqual(timeline.value(at: 1.5).x, 3)
    expectEqual(timeline.value(progress: 0.25), Pose(x: 2, angle: .turns(-0.0625)))
  }

  private final class Badge: Layer {
    @Animatable var x = 5.0
    @Animatable var angle = Angle.zero
  }

  @Test("parts are animations of properties and in groups, which have the timeline's times")
  func animations() throws {
    let badge = Badge()
    let tree = LayerTree(root: badge)
    let timeline = KeyframeTimeline(
      Pose(),
      tracks: [
        KeyframeTrack(\.x, [.linear(8, duration: 2), .linear(0, duration: 2)]),
        KeyframeTrack(\.angle, [.linear(.radians(1), duration: 1)]),
      ])
    try badge.$x.add(timeline.animation(of: \.x))
    try badge.$angle.add(timeline.animation(of: \.angle, timing: MediaTiming(duration: 8)))
    let table: [(Seconds, x: Double, angle: Double, velocity: Double)] = [
      (0.5, 2, 0.25, 4), (3, 4, 1, -4), (3.5, 2, 1, -4), (4, 5, 1, 0), (7.9, 5, 1, 0),
      (8, 5, 0, 0),
    ]
    for (time, x, angle, velocity) in table {
      tree.update(to: time)
      #expect(abs(badge.$x.presentation - x) < 1e-9, "\(time)")
      #expect(abs(badge.$angle.presentation.radians - angle) < 1e-9, "\(time)")
      #expect(abs(badge.$x.velocity - velocity) < 1e-3, "\(time)")
    }
    var group = AnimationGroup(timing: MediaTiming(duration: 4, repeatCount: 2))
    var added = timeline.animation(of: \.x)
    added.isAdditive = true
    group.add(added, to: badge.$x)
    try badge.add(group)
    tree.update(to: 8 + 5)
    #expect(abs(badge.$x.presentation - 9) < 1e-9)
  }
}

@Suite("Phases")
struct PhaseAnimatorTests {
  private final class Heart: Layer {
    @Animatable var scale = 0.0
  }

  @Test("follow each other at exact instants, repeatedly or once, whatever the frame times")
  func phases() throws {
    for step in [0.25, 3.0] {
      let heart = Heart()
      let tree = LayerTree(root: heart)
      var log: [String] = []
      let phases = try #require(
        PhaseAnimator(tree: tree, phases: [1.0, 2, 4]) {
          Transaction(duration: $0, curve: .linear)
        } changes: { scale in
          log.append("\(scale) at \(tree.time)")
          heart.scale = scale
        })
      expectEqual(heart.$scale.presentation, 1)
      expectEqual(log, ["1.0 at 0.0"])
      phases.start(repeats: false)
      phases.start(repeats: false)
      while tree.time < 9 { tree.update(to: tree.time + step) }
      expectEqual(log, ["1.0 at 0.0", "2.0 at 0.0", "4.0 at 2.0", "1.0 at 6.0"])
      #expect(!phases.isRunning && phases.phase == 1 && !tree.hasRunningAnimations)
      log = []
      phases.start()
      while tree.time < 21 { tree.update(to: tree.time + step) }
      expectEqual(
        log, [2, 4, 1, 2, 4].enumerated().map { "\(Double($1)) at \([9.0, 11, 15, 16, 18][$0])" })
      tree.update(to: 21.5)
      phases.stop()
      tree.update(to: 99)
      #expect(phases.phase == 4 && heart.$scale.presentation == 4 && log.count == 5)
    }
  }

  @Test(
    "end with their animator and their tree, and phases that change nothing don't repeat forever")
  func ends() {
    let heart = Heart()
    let tree = LayerTree(root: heart)
    var count = 0
    var still = PhaseAnimator(tree: tree, phases: [1, 2]) { _ in count += 1 }
    still?.start()
    let first = count
    #expect((2...300).contains(first))
    still = nil
    tree.update(to: 1)
    expectEqual(count, first)
    #expect(PhaseAnimator(tree: tree, phases: [Int](), changes: { _ in }) == nil)
  }
}
