import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import Viewer
@testable import X11Viewer

@Suite("The player after an interruption")
struct PlayerInterruptionTests {
  private final class Recorder: LinkedScene {
    private(set) var frames: [Frame] = []
    var link: DisplayLink?

    func layout(in size: Size) {}
    func draw(into list: inout DisplayList) {}
    func update(to time: Seconds) {}
    func displayLink(_ link: DisplayLink, didTick frame: Frame) { frames.append(frame) }
  }

  @Test("the time at which the last frame before it was shown isn't that of the next one")
  func timestamp() throws {
    let scene = Recorder()
    let view = SceneView(scene: scene, size: PixelSize(width: 10, height: 10))
    let player = Player(view, from: .zero, background: WorkAtOnce())
    for (slot, isInterrupted) in [(0, true), (1, false), (500, true)] {
      player.advance(
        for: FrameRequest(
          slot: slot, sceneTime: .seconds(Double(slot) * 0.02), advances: true,
          isInterrupted: isInterrupted, missed: 0, slotInterval: 0.02,
          shownTime: slot == 0 ? nil : .seconds(0.02 * Double(min(slot, 2) - 1))))
    }
    expectEqual(scene.frames.last?.timestamp, .seconds(9.98))
    expectEqual(scene.frames.last?.delta, 0)
  }
}
