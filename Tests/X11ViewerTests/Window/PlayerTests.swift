import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes
@testable import FramePacing
@testable import Viewer
@testable import X11Viewer

@Suite("The player")
struct PlayerTests {
  /// Records the times that it is updated to.
  private final class Recorder: LinkedScene {
    private(set) var time: Seconds = 0
    private(set) var frames: [Frame] = []
    var link: DisplayLink?

    func layout(in size: Size) {}
    func draw(into list: inout DisplayList) {}
    func update(to time: Seconds) { self.time = time }

    func displayLink(_ link: DisplayLink, didTick frame: Frame) {
      frames.append(frame)
      update(to: frame.targetTimestamp.seconds)
    }
  }

  private let player: Player

  init() {
    // The player's view is the only owner of a scene, as it is in the viewer.
    let view = SceneView(scene: Recorder(), size: PixelSize(width: 100, height: 100))
    player = Player(view, from: Timestamp(seconds: 2), background: WorkAtOnce())
  }

  /// The current scene, while it is still a recorder.
  private var scene: Recorder { player.view.scene as? Recorder ?? Recorder() }

  /// Shows the frame of a slot of 20 ms, at the scene time that slot 0 has at 2 s.
  private func show(_ slot: Int, advances: Bool = true, isInterrupted: Bool = false) {
    player.advance(
      for: FrameRequest(
        slot: slot, sceneTime: Timestamp(seconds: 2 + Double(slot) / 50), advances: advances,
        isInterrupted: isInterrupted, missed: 0, slotInterval: 0.02))
  }

  @Test("a scene starts at the requested time, and follows the frames")
  func following() {
    expectEqual(scene.time, 2)
    for slot in 0...10 { show(slot) }
    expectEqual(scene.time, 2.2)
    expectEqual(scene.frames.first?.delta, 0)
    #expect(scene.frames.dropFirst().allSatisfy { abs($0.delta - 0.02) < 1e-9 })
    #expect(scene.frames.allSatisfy { $0.duration == 0.02 })
  }

  @Test("a scene receives the time at which the last frame was actually shown, late or not")
  func timestamps() {
    show(0)
    show(1)
    player.advance(
      for: FrameRequest(
        slot: 7, sceneTime: .seconds(2.14), advances: true, isInterrupted: false, missed: 4,
        slotInterval: 0.02, shownTime: .seconds(2.12)))
    show(9, isInterrupted: true)
    expectEqual(
      scene.frames.map(\.timestamp), [1.98, 2, 2.12, 2.16].map { Timestamp(seconds: $0) })
  }

  @Test("a frame at the same time doesn't update the scene")
  func paused() {
    show(0)
    show(5, advances: false)
    expectEqual(scene.time, 2)
    expectEqual(scene.frames.count, 1)
  }

  @Test("the first delta after an interruption is zero")
  func interruption() {
    show(0)
    show(3000, isInterrupted: true)
    show(3001)
    expectEqual(scene.frames.map(\.delta)[1], 0)
    #expect(abs(scene.frames[2].delta - 0.02) < 1e-9)
  }

  @Test("slots may go back after an interruption")
  func earlierSlot() {
    show(0)
    show(60)
    show(20, isInterrupted: true)
    expectEqual(scene.time, 2.4)
  }

  @Test("another scene starts at the same time")
  func otherScene() {
    show(0)
    show(100)
    player.show(Recorder())
    expectEqual(scene.time, 4)
    show(101)
    #expect(abs(scene.time - 4.02) < 1e-9)
    expectEqual(scene.frames.map(\.delta), [0])
  }

  @Test("a finished scene requests nothing until a seek to before its end")
  func finished() {
    let fan = FanScene()
    player.show(fan)
    show(0)
    show(100)
    expectEqual(player.source.demand, .nothing)
    expectEqual(fan.sweep, .fullTurn)
    player.settle(at: Timestamp(seconds: 1))
    expectEqual(player.source.demand, .nothing)
    player.seek(to: Timestamp(seconds: 1))
    #expect(player.source.demand != .nothing)
    let third = Angle.fullTurn * (1 / 3.0)
    expectEqual(fan.sweep, third)
  }

  @Test("a clock between two ticks requests its next frame at the next second")
  func waiting() {
    var configuration = ClockConfiguration()
    configuration.startTime = 36_000.25
    player.show(ClockScene(configuration: configuration))
    show(0)
    show(25)
    // Scene time 2.75 is the clock's second 36,003.
    expectEqual(player.source.demand, .at(Timestamp(seconds: 2.75)))
  }
}
