import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie

@Suite("Rules for an animation's scene")
struct SceneRuleTests {
  @Test("cover fills the entire view, and none keeps the animation's own size, both centred")
  func fits() {
    typealias Fit = SceneFit
    let (wide, square) = (Size(width: 100, height: 50), Size(width: 200, height: 200))
    #expect(
      Fit.cover.transform(from: wide, to: square)
        == Transform(a: 4, b: 0, c: 0, d: 4, tx: -100, ty: 0))
    #expect(
      Fit.none.transform(from: wide, to: square)
        == Transform(a: 1, b: 0, c: 0, d: 1, tx: 50, ty: 75))
    let small = Size(width: 50, height: 20)
    #expect(
      Fit.none.transform(from: wide, to: small)
        == Transform(a: 1, b: 0, c: 0, d: 1, tx: -25, ty: -15))
    let high = Size(width: 50, height: 100)
    #expect(
      Fit.cover.transform(from: high, to: square)
        == Transform(a: 4, b: 0, c: 0, d: 4, tx: 0, ty: -100))
  }

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
