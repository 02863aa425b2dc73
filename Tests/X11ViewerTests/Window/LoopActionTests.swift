import Foundation
import TestSupport
import Testing
import ViewerSupport
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import DemoScenes
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("User actions, in virtual time", .xServer)
struct LoopActionTests {
  private static let size = PixelSize(width: 240, height: 200)

  /// Scenes without an image that note how their clocks are set.
  private func sceneStage(isAnimated: Bool = true) throws -> LoopStage {
    try LoopStage(
      scenes: ItemSource { _ in BenchScene.item(isAnimated: isAnimated) }, size: Self.size)
  }

  private func adjustment(_ stage: LoopStage) -> Seconds? {
    (stage.loop.player.view.scene as? BenchScene)?.adjustment
  }

  @Test("the clock's setting is kept when scenes change")
  func clock() throws {
    let stage = try sceneStage()
    try stage.perform(.adjustClock(60))
    try stage.perform(.adjustClock(3_600))
    expectEqual(adjustment(stage), 3_660)
    try stage.perform(.turn(1))
    expectEqual(adjustment(stage), 3_660)
    try stage.perform(.adjustClock(-60))
    expectEqual(adjustment(stage), 3_600)
    try stage.perform(.showScene(2))
    expectEqual(adjustment(stage), 3_600)
    try stage.perform(.turn(-1))
    expectEqual(adjustment(stage), 3_600)
  }

  @Test("scenes continue at the same time when scenes change")
  func scenes() throws {
    let stage = try sceneStage()
    try stage.pass(1)
    let before = stage.loop.player.sceneTime
    try stage.perform(.turn(1))
    #expect((0...0.1).contains(stage.loop.player.sceneTime - before))
    expectEqual(stage.loop.viewer.overlay.toast?.text, "scene \(SceneCatalog.entries[1].name)")
    try stage.perform(.showScene(99))
    expectEqual(stage.loop.viewer.item.name, "scene \(SceneCatalog.entries[1].name)")
  }

  @Test("clocks are corrected after a stop, but not while time is paused or changed")
  func wallClock() throws {
    var offset: Seconds = 0
    var stage: LoopStage?
    let event = try EventDescriptor()
    let time = TimeOfDay(
      localTime: { (stage?.now ?? .now) + offset },
      steps: ClockStepWatcher(owning: dup(event.fileDescriptor)))
    let made = try LoopStage(scenes: ItemSource { _ in BenchScene.item() }, size: Self.size) {
      $0.timeOfDay = time
    }
    stage = made
    try made.pass(1)
    expectEqual(adjustment(made), 0)
    offset = 7_200
    try made.pass(1.1)
    expectEqual(adjustment(made), 7_200)
    // Hidden for ten seconds.
    made.setVisible(false)
    try made.pass(10)
    made.setVisible(true)
    try made.pass(1.1)
    expectEqual(adjustment(made), 7_210)
    // After a pause by the user, the clock stays behind.
    try made.perform(.time(.togglePause))
    try made.pass(10)
    expectEqual(adjustment(made), 7_210)
    try made.perform(.time(.togglePause))
    try made.pass(2)
    expectEqual(adjustment(made), 7_210)
  }

  @Test("frames that are drawn while time is paused or faster don't correct clocks")
  func wallClockOfUnsteadyTime() throws {
    weak var stage: LoopStage?
    let event = try EventDescriptor()
    let time = TimeOfDay(
      localTime: { stage?.now ?? .now },
      steps: ClockStepWatcher(owning: dup(event.fileDescriptor)))
    let made = try LoopStage(scenes: ItemSource { _ in BenchScene.item() }, size: Self.size) {
      $0.timeOfDay = time
    }
    stage = made
    try made.pass(1)
    try made.perform(.time(.multiplySpeed(2)))
    try made.pass(5)
    expectEqual(adjustment(made), 0)
    try made.perform(.time(.resetSpeed))
    try made.pass(2)
    expectEqual(adjustment(made), 0)
    try made.perform(.time(.togglePause))
    try made.pass(5)
    let frames = made.times.count
    try made.perform(.toggleHelp)
    #expect(made.times.count > frames)
    expectEqual(adjustment(made), 0)
  }

  @Test("time keys have an effect, which the badge and the message show")
  func time() throws {
    let stage = try sceneStage()
    try stage.pass(0.5)
    try stage.perform(.time(.togglePause))
    #expect(stage.loop.viewer.overlay.isPaused)
    let paused = stage.loop.player.sceneTime
    try stage.pass(1)
    expectEqual(stage.loop.player.sceneTime, paused)
    try stage.perform(.time(.step(1)))
    // Scenes step by the frames of the window.
    #expect(abs(stage.loop.player.sceneTime - paused - 0.02) < 0.021)
    try stage.perform(.time(.seek(by: 5)))
    #expect((4.9...5.1).contains(stage.loop.player.sceneTime - paused))
    try stage.perform(.time(.togglePause))
    #expect(!stage.loop.viewer.overlay.isPaused)
    try stage.perform(.time(.multiplySpeed(2)))
    expectEqual(stage.loop.viewer.overlay.toast?.text, "speed 2.00×")
    let fast = stage.loop.player.sceneTime
    try stage.pass(1)
    #expect(abs(stage.loop.player.sceneTime - fast - 2) < 0.05)
    try stage.perform(.time(.resetSpeed))
    expectEqual(stage.loop.viewer.overlay.toast?.text, "speed 1.00×")
    try stage.perform(.time(.seekToStart))
    #expect(stage.loop.player.sceneTime < .seconds(0.1))
  }

  @Test("a toast is shown for two seconds")
  func toast() throws {
    let stage = try sceneStage(isAnimated: false)
    try stage.pass(0.1)
    try stage.perform(.time(.multiplySpeed(2)))
    #expect(stage.loop.viewer.overlay.toast != nil)
    try stage.pass(1.9)
    #expect(stage.loop.viewer.overlay.toast != nil)
    try stage.pass(0.15)
    #expect(stage.loop.viewer.overlay.toast == nil)
  }

  @Test("help, statistics and backgrounds are toggled by their keys")
  func panels() throws {
    let stage = try sceneStage()
    try stage.perform(.toggleHelp)
    #expect(stage.loop.viewer.overlay.showsHelp)
    try stage.perform(.toggleHelp)
    #expect(!stage.loop.viewer.overlay.showsHelp)
    try stage.perform(.toggleStatistics)
    #expect(stage.loop.viewer.overlay.statistics != nil)
    #expect(stage.loop.engine.cycle.timesCompletions)
    try stage.perform(.toggleStatistics)
    #expect(stage.loop.viewer.overlay.statistics == nil)
    #expect(!stage.loop.engine.cycle.timesCompletions)
    var colors: [UInt32] = []
    for _ in 0..<4 {
      try stage.pass(0.05)
      colors.append(stage.renderer.image[20, 4])
      try stage.perform(.turnBackdrop)
    }
    expectEqual(colors, [0xFFFF_FFFF, 0xFF00_0000, 0xFFCC_CCCC, 0xFFFF_FFFF])
  }

  @Test("the window's close button, its loss and keys end the run in their own ways")
  func ends() throws {
    for (event, outcome) in [
      (Event.deleteWindow, FrameCycle.Outcome.finished),
      (.destroyed, .windowLost),
    ] {
      let stage = try sceneStage()
      stage.send(event)
      try stage.turns()
      expectEqual(stage.outcome, outcome)
    }
    let stage = try sceneStage()
    stage.loop.send(.action(.leave), at: stage.now)
    try stage.turns()
    expectEqual(stage.outcome, .finished)
  }

  @Test("a lost area is repaired, and a new size is drawn")
  func events() throws {
    let stage = try sceneStage()
    try stage.pass(0.1)
    let area = PixelRect(x0: 3, y0: 4, x1: 30, y1: 40)
    stage.send(.expose(area: area, remaining: 0))
    try stage.turns()
    expectEqual(stage.renderer.repaired, [area])
    let size = PixelSize(width: 123, height: 45)
    stage.send(.configure(size: size, position: WindowPosition(x: 0, y: 0), origin: .parent))
    try stage.pass(0.05)
    expectEqual(stage.renderer.image.size, size)
  }

  @Test("a double click makes the window fullscreen, and a click of another button doesn't")
  func doubleClick() throws {
    let stage = try sceneStage()
    stage.press(x: 10, y: 10, at: 1_000)
    stage.press(x: 10, y: 10, button: 2, at: 1_050)
    stage.press(x: 10, y: 10, at: 1_100)
    #expect(!stage.loop.session.window.isFullscreen)
    stage.press(x: 10, y: 10, at: 1_200)
    #expect(stage.loop.session.window.isFullscreen)
    // Escape leaves fullscreen first.
    stage.loop.send(.action(.leave), at: stage.now)
    #expect(!stage.loop.session.window.isFullscreen)
    try stage.turns()
    #expect(stage.outcome == nil)
  }

  @Test("the time during which a window was hidden doesn't count as the time of a frame")
  func interruption() throws {
    let stage = try sceneStage()
    try stage.pass(1)
    stage.setVisible(false)
    try stage.pass(30)
    stage.setVisible(true)
    try stage.pass(1)
    let rows = stage.statistics.summary().rows
    let times = try #require(rows.first { $0.measure == .frameTime })
    #expect(times.count > 90)
    #expect(try #require(times.value(at: 100)) < 100_000_000)
    expectEqual(stage.statistics.missed, 0)
  }

  @Test("a window that leaves its output follows the one that shows it")
  func output() throws {
    let old = DisplayOutput(
      crtc: 1, area: PixelRect(x0: 0, y0: 0, x1: 300, y1: 300), refreshRate: nil)
    let stage = try LoopStage(
      scenes: ItemSource { _ in BenchScene.item() }, size: Self.size, output: old)
    func move(_ x: Int, _ y: Int) throws {
      stage.send(
        .configure(size: Self.size, position: WindowPosition(x: x, y: y), origin: .parent))
      try stage.pass(0.05)
    }
    try move(60, 100)
    expectEqual(stage.loop.engine.output, old)
    try move(61, 100)
    #expect(stage.loop.engine.output != old)
    expectEqual(stage.loop.engine.output, stage.loop.session.connection.outputs().first)
    // Not even a window that is partly on another output makes round trips as it moves.
    let connection = stage.loop.session.connection
    let count = connection.requestCount
    for x in 0..<3 {
      stage.send(
        .configure(
          size: Self.size, position: WindowPosition(x: -50 - x, y: 0), origin: .parent))
    }
    expectEqual(connection.requestCount, count)
  }

  @Test("images are encoded in the background, while frames continue")
  func sharing() throws {
    let work = HeldWork()
    let stage = try LoopStage(scenes: ItemSource { _ in BenchScene.item() }, size: Self.size) {
      $0.work = { _ in work }
    }
    try stage.perform(.copyImage)
    let count = stage.times.count
    try stage.pass(0.2)
    #expect(stage.times.count > count)
    #expect(stage.loop.viewer.overlay.toast == nil)
    expectEqual(work.count, 1)
    work.finishFirst()
    try stage.pass(0.1)
    expectEqual(stage.loop.viewer.overlay.toast?.text, "copied the image")
  }

  @Test("vblanks are those of the output that shows the window, from the start")
  func firstOutput() throws {
    // Of the window of 240 by 200 pixels, the upper left part is on this output.
    let output = DisplayOutput(
      crtc: 1, area: PixelRect(x0: 0, y0: 0, x1: 100, y1: 60), refreshRate: nil)
    let stage = try LoopStage(
      scenes: ItemSource { _ in BenchScene.item() }, size: Self.size, output: output
    ) {
      $0.engine.timing = TimingConfiguration()
    }
    try expectEqual(stage.probePosition(), WindowPosition(x: 50, y: 30))
  }

  @Test("an image that can't be drawn is reported once, until one can be drawn again")
  func undrawable() throws {
    let stage = try sceneStage()
    try stage.pass(0.1)
    stage.renderer.error = .noMemory(Self.size)
    try stage.perform(.toggleHelp)
    expectEqual(stage.loop.drawingError, .noMemory(Self.size))
    let count = stage.times.count
    try stage.pass(1)
    expectEqual(stage.times.count, count)
    stage.renderer.error = nil
    try stage.perform(.toggleHelp)
    #expect(stage.loop.drawingError == nil)
    #expect(stage.times.count > count)
  }
}
