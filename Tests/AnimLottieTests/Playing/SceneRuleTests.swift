import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie

@Suite("Rules for an animation's scene")
struct SceneRuleTests {
  @Test("the time at the full length isn't shown, and a time before the start is the start")
  func ends() throws {
    let scene = LottieScene(try load(file()))
    scene.show(frame: 9.75)
    expectEqual(scene.frame, 9.75)
    scene.show(frame: 10)
    expectEqual(scene.frame, 9)
    scene.update(to: -3)
    expectEqual(scene.frame, 0)
    scene.update(to: 0.25)
    expectEqual(scene.frame, 2.5)
  }

  @Test("started on another source, it no longer follows the first")
  func restarted() throws {
    let scene = LottieScene(try load(file()))
    let (first, second) = (FrameSource(), FrameSource())
    scene.start(on: first)
    scene.start(on: second)
    second.deliver(slot: 0, targetTimestamp: Timestamp(seconds: 0.25))
    expectEqual(scene.frame, 2.5)
    first.deliver(slot: 0, targetTimestamp: Timestamp(seconds: 0.5))
    expectEqual(scene.frame, 2.5)
  }
}
